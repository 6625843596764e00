/** Help that staff offer to a running loan: what each programme makes of it, and what two of them offer. */
import * as v from "valibot";
import { moneyReason, moneyReasonProblems, unknown } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { answeredRupiah, instant } from "#shared/fields/answered.ts";
import { openShape } from "#shared/fields/shape.ts";
import { uuid } from "#shared/fields/verification.ts";
import {
  hardshipReasons,
  oldRow,
  restructureOfferStates,
  plan,
  programmeNames,
  hardshipReviewStates,
} from "./contract.ts";

/** Why staff cannot offer a programme to a loan now. */
export const staffObstacles = [
  /** The loan is not active, or another one continues it. */
  "LOAN_ENDED",
  "RESTRUCTURED_BEFORE",
  "TWICE_A_YEAR",
  /** An offer waits for the borrower's decision. */
  "OFFER_OPEN",
  /** The programme is for another number of days late. */
  "NOT_FOR_DAYS_LATE",
  /** PAUSE is for hardship that two people have confirmed. */
  "HARDSHIP_NOT_SHOWN",
  /** The programme cannot lower the instalments without a higher cost. */
  "NO_PLAN",
] as const;
export type StaffObstacle = (typeof staffObstacles)[number];

const loanUnknown = unknown("LOAN_UNKNOWN", {
  id: "Pinjaman ini tidak ditemukan.",
  en: "There is no such loan.",
  zh: "找不到该借款。",
});

const programmeForStaff = openShape("StaffRestructureProgramme", {
  programme: v.picklist(programmeNames),
  /** Null where it may be offered. */
  obstacle: v.nullable(v.picklist(staffObstacles)),
  /** Shortest first; none where nothing fits. */
  plans: v.array(v.object({ tenorDays: v.number(), plan })),
});

const shown = v.object({
  loanId: v.string(),
  loanNumber: v.string(),
  daysPastDue: v.number(),
  /** Ends it today; 0 for a loan that has ended. */
  payoffRupiah: answeredRupiah,
  /** The unpaid rest of the present schedule. */
  rows: v.array(oldRow),
  programmes: v.array(programmeForStaff),
  /** Offers of this loan, newest first. */
  offers: v.array(
    v.object({
      offerId: v.string(),
      programme: v.picklist(programmeNames),
      tenorDays: v.number(),
      state: v.picklist(restructureOfferStates),
      offeredAt: instant,
      expiresAt: instant,
    }),
  ),
  /** The newest hardship reported for this loan. */
  hardship: v.nullable(
    v.object({
      reason: v.nullable(v.picklist(hardshipReasons)),
      askedAt: instant,
      review: v.picklist(hardshipReviewStates),
    }),
  ),
  /** One that waits for another person. */
  proposalId: v.nullable(v.string()),
});
export type StaffRestructure = v.InferOutput<typeof shown>;

export const getStaffRestructure = defineCall({
  id: "getStaffRestructure",
  method: "GET",
  path: "/api/staff/loans/{loanId}/restructure",
  summary:
    "The terms that each programme of help would give a running loan today, its offers, and why a programme cannot be offered.",
  policy: {
    who: "staff",
    permission: "borrower.read",
    trail: {
      id: "Melihat keringanan untuk pinjaman",
      en: "Viewed help for a loan",
      zh: "查看借款的协商还款方案",
    },
  },
  input: v.strictObject({ loanId: uuid }),
  output: shown,
  problems: loanUnknown,
});

export const proposeRestructure = defineCall({
  id: "proposeRestructure",
  method: "POST",
  path: "/api/staff/loans/{loanId}/restructure",
  summary:
    "Proposes to offer a programme of help for a running loan. Another person confirms it; then the borrower decides.",
  policy: {
    who: "staff",
    permission: "restructure.offer",
    idempotent: true,
    trail: {
      id: "Mengusulkan keringanan untuk pinjaman",
      en: "Proposed help for a loan",
      zh: "提议协商还款",
    },
  },
  input: v.strictObject({
    loanId: uuid,
    programme: v.picklist(programmeNames, "CHOICE_INVALID"),
    reason: moneyReason,
  }),
  output: v.object({ proposalId: v.string() }),
  problems: {
    ...loanUnknown,
    OFFER_NOT_POSSIBLE: {
      status: 409,
      text: {
        id: "Program ini tidak bisa ditawarkan sekarang. Alasannya ada di samping program itu.",
        en: "This programme cannot be offered now. The reason is shown next to it.",
        zh: "目前无法提供此方案，原因见该方案处。",
      },
      data: v.object({ obstacle: v.picklist(staffObstacles) }),
    },
    PROPOSAL_OPEN: {
      status: 409,
      text: {
        id: "Sudah ada usulan yang menunggu untuk pinjaman ini.",
        en: "A proposal for this loan is already waiting.",
        zh: "该借款已有待复核的提案。",
      },
    },
  },
  fieldProblems: moneyReasonProblems,
});
