/** The console's view of late loans: shapes of `staff-contract.ts`. */
import * as v from "valibot";
import { answeredDate, answeredRupiah, instant } from "#shared/fields/answered.ts";
import { openShape } from "#shared/fields/shape.ts";
import type { ProblemKinds } from "#shared/contract.ts";
import { loanStates } from "#features/credit/loan/contract.ts";
import {
  closedReasons,
  contactChannels,
  contactOutcomes,
  light,
  paymentPromise,
  promiseRange,
  servicingLetter,
  stepActions,
  reminderTextKinds,
} from "./contract.ts";
import { agreedHours } from "./hours-contract.ts";

/** Spans of days past due. */
export const buckets = ["1_7", "8_30", "31_60", "61_90", "OVER_90"] as const;
export type Bucket = (typeof buckets)[number];
/** Days past due, both included; the last one has no end that anybody reaches. */
export const bucketSpans: Readonly<Record<Bucket, readonly [number, number]>> = {
  "1_7": [1, 7],
  "8_30": [8, 30],
  "31_60": [31, 60],
  "61_90": [61, 90],
  OVER_90: [91, 3_650],
};
/** How long a number is shown. */
export const numberMinutes = 10;

export const listedLoan = openShape("ServicedLoan", {
  loanId: v.string(),
  loanNumber: v.string(),
  borrowerId: v.string(),
  state: v.picklist(loanStates),
  daysPastDue: v.number(),
  unpaidPrincipalRupiah: answeredRupiah,
  dueTodayRupiah: answeredRupiah,
  /** Whether the borrower may be called now. */
  light,
  promise: v.nullable(paymentPromise),
  lastContactAt: v.nullable(instant),
  claimedBy: v.nullable(v.string()),
  claimedUntil: v.nullable(instant),
});
export type ServicedLoan = v.InferOutput<typeof listedLoan>;

export const staffContact = openShape("StaffContact", {
  contactId: v.string(),
  channel: v.picklist(contactChannels),
  staffId: v.string(),
  startedAt: instant,
  endedAt: v.nullable(instant),
  outcome: v.nullable(v.picklist(contactOutcomes)),
  note: v.nullable(v.string()),
  objectedAt: v.nullable(instant),
});
export type StaffContact = v.InferOutput<typeof staffContact>;

export const servicedLoan = openShape("StaffServicing", {
  loanId: v.string(),
  loanNumber: v.string(),
  borrowerId: v.string(),
  state: v.picklist(loanStates),
  daysPastDue: v.number(),
  dueTodayRupiah: answeredRupiah,
  lateFeeRupiah: answeredRupiah,
  payoffRupiah: answeredRupiah,
  /** Whether collectors work on it. */
  isOpen: v.boolean(),
  lights: v.array(light),
  /** Other hours at which the borrower may be contacted; null without a consent. */
  agreedHours: v.nullable(agreedHours),
  promise: v.nullable(paymentPromise),
  /** The range that a collector can promise alone, and the last day that two people can agree on. Null when nothing can be promised. */
  range: v.nullable(promiseRange),
  maxOn: v.nullable(answeredDate),
  /** The steps of the open due date. */
  plan: v.array(
    v.object({
      step: v.string(),
      day: v.number(),
      on: answeredDate,
      action: v.picklist(stepActions),
      state: v.picklist(["PLANNED", "DONE", "SKIPPED"]),
    }),
  ),
  /** Letters that were sent, newest first. */
  letters: v.array(servicingLetter),
  /** Newest first, at most 50. */
  contacts: v.array(staffContact),
  /** The reader's own contact that has not ended, with its number while that is shown. */
  running: v.nullable(
    v.object({
      contactId: v.string(),
      channel: v.picklist(contactChannels),
      mobileNumber: v.nullable(v.string()),
      until: instant,
    }),
  ),
  claimedBy: v.nullable(v.string()),
  claimedUntil: v.nullable(instant),
  /** A promise that waits for another person. */
  proposalId: v.nullable(v.string()),
});
export type StaffServicing = v.InferOutput<typeof servicedLoan>;

const planStep = v.object({
  step: v.string(),
  day: v.number(),
  action: v.picklist(stepActions),
  text: v.nullable(v.picklist(reminderTextKinds)),
});
/** Days from the due date on which a step is taken. */
export const stepDay = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d{1,3}$/, "DAY_RANGE"), v.transform(Number))], "DAY_RANGE"),
  v.integer("DAY_RANGE"),
  v.minValue(-30, "DAY_RANGE"),
  v.maxValue(400, "DAY_RANGE"),
);

export const servicingPlanShape = openShape("ServicingPlan", {
  /** In force for due dates from this day on. */
  validFrom: answeredDate,
  steps: v.array(planStep),
});

export const waivable = ["LATE_FEE", "FEE", "INTEREST", "PRINCIPAL"] as const;
export type Waivable = (typeof waivable)[number];

/** Why a loan cannot be written off now. */
export const writeOffObstacles = [
  "LOAN_ENDED",
  /** Less than 180 days late. */
  "NOT_LATE",
  /** An instalment is still to come. */
  "NOT_ALL_DUE",
  /** A letter of the plan was not sent. */
  "LETTERS",
  /** Fewer than three tries of a call. */
  "TRIES",
  /** The lender was not told 14 days before. */
  "LENDER",
] as const;
export type WriteOffObstacle = (typeof writeOffObstacles)[number];

export const loanRelief = v.object({
  /** Unpaid amounts today, by kind. */
  unpaid: v.array(v.object({ component: v.picklist(waivable), rupiah: answeredRupiah })),
  obstacles: v.array(v.picklist(writeOffObstacles)),
  lenderToldAt: v.nullable(instant),
  waiverId: v.nullable(v.string()),
  writeOffId: v.nullable(v.string()),
});
export type LoanRelief = v.InferOutput<typeof loanRelief>;

/** A line of the register of write-offs. */
export const writtenOffLoan = openShape("WrittenOffLoan", {
  loanId: v.string(),
  loanNumber: v.string(),
  borrowerId: v.string(),
  state: v.picklist(loanStates),
  writtenOffAt: instant,
  principalRupiah: answeredRupiah,
  interestRupiah: answeredRupiah,
  /** Fees and late fees. */
  feesRupiah: answeredRupiah,
  amountRupiah: answeredRupiah,
  /** Paid of the written-off debt since then. */
  recoveredRupiah: answeredRupiah,
  /** Still owed. */
  owedRupiah: answeredRupiah,
});
export type WrittenOffLoan = v.InferOutput<typeof writtenOffLoan>;

export const notWaiting = {
  SERVICING_OVER: {
    status: 409,
    text: {
      id: "Pinjaman ini tidak sedang ditangani penagihan. Muat ulang halamannya.",
      en: "This loan is not being serviced. Reload the page.",
      zh: "该借款不在催收中，请刷新页面。",
    },
  },
} as const satisfies ProblemKinds;
export const claimed = {
  SERVICING_CLAIMED: {
    status: 409,
    text: {
      id: "Pinjaman ini sedang ditangani orang lain.",
      en: "Another person is working on this loan.",
      zh: "该借款正由他人处理。",
    },
  },
} as const satisfies ProblemKinds;

export const contactProblems = {
  CONTACT_CLOSED: {
    status: 409,
    text: {
      id: "Peminjam tidak boleh dihubungi sekarang. Alasannya ada di halaman ini.",
      en: "The borrower may not be contacted now. This page says why.",
      zh: "目前不可联系借款人，原因见本页。",
    },
    data: v.object({ reason: v.picklist(closedReasons), opensAt: v.nullable(instant) }),
  },
  CONTACT_OPEN: {
    status: 409,
    text: {
      id: "Kontak sebelumnya belum dicatat hasilnya.",
      en: "The contact before has no outcome yet.",
      zh: "上一次联系尚未登记结果。",
    },
  },
} as const satisfies ProblemKinds;
