/** A borrower's limit for staff: its components, and the actions of two people (set, give, freeze). */
import * as v from "valibot";
import { moneyReason, moneyReasonProblems, unknown } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { answeredRupiah } from "#shared/fields/answered.ts";
import { uuid } from "#shared/fields/verification.ts";
import { limitChange, limits } from "./contract.ts";
import { creditScoreAnswer } from "./score-contract.ts";

export const limitActions = ["SET", "TEMPORARY", "FREEZE", "UNFREEZE"] as const;
export type LimitAction = (typeof limitActions)[number];

/** Causes by which staff freeze. FRAUD_REVIEW also stops signing and holds the payout. */
export const staffFreezes = ["STAFF", "FRAUD_REVIEW"] as const;

const borrowerUnknown = unknown("BORROWER_UNKNOWN", {
  id: "Peminjam ini tidak ada, atau limitnya belum dihitung.",
  en: "There is no such borrower, or no limit was assessed yet.",
  zh: "该借款人不存在，或尚未评估额度。",
});

export const getBorrowerLimit = defineCall({
  id: "getBorrowerLimit",
  method: "GET",
  path: "/api/staff/borrowers/{borrowerId}/limit",
  summary: "A borrower's limits, score with its factors, freezes and newest changes.",
  policy: {
    who: "staff",
    permission: "borrower.read",
    trail: { id: "Melihat limit peminjam", en: "Viewed a borrower's limit", zh: "查看借款人额度" },
  },
  input: v.strictObject({ borrowerId: uuid }),
  output: v.object({
    limits,
    score: creditScoreAnswer,
    changes: v.array(limitChange),
    /** The largest temporary limit that staff may give now. */
    maxTemporaryRupiah: answeredRupiah,
  }),
  problems: borrowerUnknown,
});

export const proposeLimitChange = defineCall({
  id: "proposeLimitChange",
  method: "POST",
  path: "/api/staff/borrowers/{borrowerId}/limit",
  summary:
    "Proposes to set a credit limit, to give a temporary one for 30 days, or to freeze or unfreeze a limit. Another person confirms it.",
  policy: {
    who: "staff",
    permission: "limit.propose",
    idempotent: true,
    trail: { id: "Mengusulkan perubahan limit", en: "Proposed a change of a limit", zh: "提议变更额度" },
  },
  input: v.strictObject({
    borrowerId: uuid,
    action: v.picklist(limitActions, "CHOICE_INVALID"),
    /** Only for SET and TEMPORARY. */
    amountRupiah: v.optional(
      v.pipe(v.number("AMOUNT_FORMAT"), v.safeInteger("AMOUNT_FORMAT"), v.minValue(0, "AMOUNT_FORMAT")),
    ),
    /** Only for FREEZE and UNFREEZE. */
    cause: v.optional(v.picklist(staffFreezes, "CHOICE_INVALID")),
    reason: moneyReason,
  }),
  output: v.object({ proposalId: v.string() }),
  problems: {
    ...borrowerUnknown,
    PROPOSAL_OPEN: {
      status: 409,
      text: {
        id: "Sudah ada usulan yang menunggu untuk hal ini.",
        en: "A proposal for this is already waiting.",
        zh: "此事项已有待复核的提案。",
      },
    },
    LIMIT_ABOVE_BOUND: {
      status: 422,
      field: "amountRupiah",
      text: {
        id: "Paling banyak {maxText}, kelipatan Rp 100.000.",
        en: "At most {maxText}, in steps of Rp 100.000.",
        zh: "最高 {maxText}，须为 Rp 100.000 的倍数。",
      },
      data: v.object({ maxRupiah: answeredRupiah, maxText: v.string() }),
    },
    NOTHING_TO_CHANGE: {
      status: 409,
      text: {
        id: "Limit ini sudah seperti itu.",
        en: "The limit is already like that.",
        zh: "额度已是该状态。",
      },
    },
  },
  fieldProblems: moneyReasonProblems,
});
