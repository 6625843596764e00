/** Applications: from the chosen amount to a loan, and the borrower's view of it afterwards. */
import * as v from "valibot";
import { readinessParts, loanPurposes } from "#features/account/profile/contract.ts";
import { loanDocument } from "#features/credit/agreement/contract.ts";
import { frozenProblem, limits } from "#features/credit/limit/contract.ts";
import {
  loanStates,
  quote,
  replacedPart,
  discountProblems,
  takenDiscount,
  termsProblems,
} from "#features/credit/loan/contract.ts";
import { openAppointment } from "./appointment-contract.ts";
import { reloanProblems } from "./reloan-contract.ts";
import { alsoOwed, bill, paymentItem, paymentsCursor } from "#features/credit/repayment/contract.ts";
import { noInput } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { answeredDate, answeredRupiah, instant } from "#shared/fields/answered.ts";
import { cursorLike, listOf, listQuery, nextCursor } from "#shared/fields/list.ts";
import { uuid } from "#shared/fields/verification.ts";
import { openShape } from "#shared/fields/shape.ts";

export {
  appointmentChanges,
  openAppointment,
  type AppointmentChange,
  type OpenAppointment,
} from "./appointment-contract.ts";

/** Bounds belong to the product, which says them; here an amount is only whole. // docs/decisions/031 */
export const amountRupiah = v.pipe(
  v.number("AMOUNT_FORMAT"),
  v.safeInteger("AMOUNT_FORMAT"),
  v.minValue(1, "AMOUNT_FORMAT"),
);
const invalid = "CHOICE_INVALID";
export const tenorDays = v.pipe(
  v.number(invalid),
  v.integer(invalid),
  v.minValue(1, invalid),
  v.maxValue(3650, invalid),
);
export const purpose = v.picklist(loanPurposes, "CHOICE_INVALID");
/** One of the borrower's coupons, or NONE; without it an application takes none. */
export const couponId = v.optional(v.union([v.literal("NONE"), uuid], "CHOICE_INVALID"));

export const loanDraftAnswer = openShape("LoanDraft", {
  amountRupiah: v.nullable(answeredRupiah),
  tenorDays: v.nullable(v.number()),
  purpose: v.nullable(v.picklist(loanPurposes)),
  bankAccountId: v.nullable(v.string()),
  /** A coupon's id, NONE, or null where nothing was chosen: the best one. */
  couponId: v.nullable(v.string()),
  updatedAt: instant,
});
export type LoanDraftAnswer = v.InferOutput<typeof loanDraftAnswer>;

export const getDraft = defineCall({
  id: "getApplicationDraft",
  method: "GET",
  path: "/api/loan/draft",
  summary: "The saved draft of the borrower's application, from any device; null when nothing is saved.",
  policy: { who: "borrower" },
  input: noInput,
  output: v.object({ draft: v.nullable(loanDraftAnswer) }),
  problems: {},
});

export const payoutAccountProblems = {
  BANK_ACCOUNT_UNKNOWN: {
    status: 422,
    field: "bankAccountId",
    text: {
      id: "Rekening ini tidak ada di daftar Anda. Pilih rekening lain.",
      en: "This bank account is not in your list. Choose another one.",
      zh: "此银行账户不在您的列表中。请选择其他账户。",
    },
  },
} as const satisfies ProblemKinds;

export const saveLoanDraft = defineCall({
  id: "saveApplicationDraft",
  method: "POST",
  path: "/api/loan/draft",
  summary: "Saves the draft of an application, complete or not; it replaces the earlier draft.",
  policy: { who: "borrower" },
  input: v.strictObject({
    amountRupiah: v.optional(amountRupiah),
    tenorDays: v.optional(tenorDays),
    purpose: v.optional(purpose),
    bankAccountId: v.optional(uuid),
    couponId,
  }),
  output: v.object({ draft: loanDraftAnswer }),
  problems: { ...payoutAccountProblems, COUPON_UNKNOWN: discountProblems.COUPON_UNKNOWN },
});

export const applyProblems = {
  ...termsProblems,
  ...discountProblems,
  PROFILE_INCOMPLETE: {
    status: 409,
    text: {
      id: "Data Anda belum lengkap. Lengkapi dulu, lalu ajukan lagi.",
      en: "Your information is not complete. Complete it first, then apply again.",
      zh: "您的资料尚不完整。请先补充资料，再提交申请。",
    },
    data: v.object({ missing: v.array(v.picklist(readinessParts)) }),
  },
  LOAN_OPEN: {
    status: 409,
    text: {
      id: "Anda masih punya pengajuan atau pinjaman yang berjalan.",
      en: "You have an application or loan that is still open.",
      zh: "您还有未结束的申请或借款。",
    },
    data: v.object({ loanId: v.string() }),
  },
  OLD_DEBT_OPEN: {
    status: 409,
    text: {
      id: "Pinjaman {number} belum lunas, walaupun sudah dihapus dari pembukuan kami. Lunasi dulu, lalu Anda bisa mengajukan lagi.",
      en: "Loan {number} is still owed, although it was written off in our books. Pay it off first, then you can apply again.",
      zh: "借款 {number} 虽已在我方账上核销，但仍未还清。请先还清，然后即可再次申请。",
    },
    data: v.object({ loanId: v.string(), number: v.string() }),
  },
  TRY_AGAIN_LATER: {
    status: 409,
    text: {
      id: "Pengajuan sebelumnya belum bisa kami setujui. Anda bisa mengajukan lagi mulai {dateText}.",
      en: "We could not approve your last application. You can apply again from {dateText}.",
      zh: "您上次的申请未获批准。您可从 {dateText} 起重新申请。",
    },
    data: v.object({ date: answeredDate, dateText: v.string() }),
  },
  ...payoutAccountProblems,
  ...frozenProblem,
  ...reloanProblems,
  LIMIT_EXCEEDED: {
    status: 422,
    field: "amountRupiah",
    text: {
      id: "Jumlah ini melebihi limit Anda. Yang masih bisa dipinjam: {remainingText}.",
      en: "This is more than your limit. You can still borrow {remainingText}.",
      zh: "此金额超出您的额度。您目前还可借 {remainingText}。",
    },
    data: v.object({ remainingRupiah: answeredRupiah, remainingText: v.string() }),
  },
  /** Field rules: repayment burden. Shown before applying, so that it never becomes a refusal. */
  INSTALMENT_TOO_LARGE: {
    status: 422,
    field: "amountRupiah",
    text: {
      id: "Cicilan {instalmentText} terlalu besar untuk penghasilan Anda: paling banyak {maximumText} sekali bayar. Kurangi jumlah atau pilih jangka waktu lebih panjang.",
      en: "An instalment of {instalmentText} is too large for your income: at most {maximumText} each. Borrow less or choose a longer tenor.",
      zh: "每期 {instalmentText} 超出您的收入承受能力：每期最多 {maximumText}。请减少金额或选择更长期限。",
    },
    data: v.object({ instalmentText: v.string(), maximumText: v.string() }),
  },
} as const satisfies ProblemKinds;

export const applyForLoan = defineCall({
  id: "applyForLoan",
  method: "POST",
  path: "/api/loan/apply",
  summary:
    "Submits an application: reserves the limit and hands it to underwriting, which decides clear cases within seconds.",
  policy: { who: "borrower", idempotent: true },
  input: v.strictObject({
    amountRupiah,
    tenorDays,
    purpose,
    bankAccountId: uuid,
    productKey: v.optional(v.pipe(v.string(), v.regex(/^[A-Z0-9_]{1,40}$/, "CHOICE_INVALID"))),
    couponId,
    /** The running loan that it pays off: then it is a repeat loan. */
    replacesLoanId: v.optional(uuid),
  }),
  output: v.object({ loanId: v.string(), number: v.string(), state: v.picklist(loanStates), submittedAt: instant }),
  problems: applyProblems,
});

export const timelineCodes = [
  "SUBMITTED",
  "REVIEWING",
  "APPROVED",
  "REJECTED",
  "SIGN",
  "SIGNED",
  "SENDING",
  /** A transfer has failed and the next has not gone out. */
  "SENDING_AGAIN",
  "TRANSFER_FAILED",
  /** A transfer that had been given up was paid after all; staff decide what becomes of it. */
  "TRANSFER_PAID_LATE",
  /** The money had arrived and the receiving bank sent it back. */
  "TRANSFER_RETURNED",
  /** It waits to be sent again or is on its way; then it arrived, perhaps at another account. */
  "RESENDING",
  "ARRIVED_AGAIN",
  "DISBURSED",
  "INSTALMENT",
  "PAID_OFF",
  "REOPENED",
  "CANCELLED",
  "EXPIRED",
  /** An earlier loan is owed again, so the application was ended. */
  "STOPPED",
  "RESTRUCTURED",
  "WRITTEN_OFF",
] as const;
export type TimelineCode = (typeof timelineCodes)[number];

/** One step of a loan's timeline: past, current or coming. */
export const timelineStep = openShape("TimelineStep", {
  code: v.picklist(timelineCodes),
  state: v.picklist(["done", "now", "next"]),
  /** When it happened, or by when it must. */
  at: v.nullable(instant),
  /** The business day, where no moment is known: a due date. */
  on: v.nullable(answeredDate),
  /** From submitting to the decision. */
  tookSeconds: v.nullable(v.number()),
  /** An instalment's number, the count of instalments, and the amount still to pay of this one. */
  number: v.nullable(v.number()),
  count: v.nullable(v.number()),
  amountRupiah: v.nullable(answeredRupiah),
  /** Below zero: overdue. */
  daysAhead: v.nullable(v.number()),
});
export type TimelineStep = v.InferOutput<typeof timelineStep>;

export const loanSummary = openShape("LoanSummary", {
  loanId: v.string(),
  number: v.string(),
  state: v.picklist(loanStates),
  amountRupiah: answeredRupiah,
  /** Amount that reaches the account; for a repeat loan, the rest after the earlier loan is paid off. */
  receivedRupiah: answeredRupiah,
  tenorDays: v.number(),
  submittedAt: instant,
  decidedAt: v.nullable(instant),
  signDeadline: v.nullable(instant),
  signedAt: v.nullable(instant),
  disbursedOn: v.nullable(answeredDate),
  endedAt: v.nullable(instant),
  /** `Bank BCA ••••4821`; null when the account is gone. */
  account: v.nullable(v.string()),
});
export type LoanSummary = v.InferOutput<typeof loanSummary>;

/** A loan in the history: overdue is a view of a running one, in days past the oldest unpaid due date. */
export const pastLoan = v.object({ ...loanSummary.entries, daysPastDue: v.number() });

/** Why an application was refused, in the reader's language. */
export const refusal = openShape("ApplicationRefusal", {
  reasons: v.array(v.object({ code: v.string(), text: v.string() })),
  tryAgainOn: v.nullable(answeredDate),
});
export type LoanRefusal = v.InferOutput<typeof refusal>;

/** `NEW`: information is missing. `READY`: may apply. Else the state of the newest application or loan. */
export const homeStages = ["NEW", "READY", ...loanStates] as const;

/** The loan's money came back from the receiving bank; null while it is where it belongs. */
export const payoutReturn = openShape("PayoutReturn", {
  at: instant,
  /** Two of the staff decided so; until then it waits for them. */
  sendingAgain: v.boolean(),
});

/** An application that waits for its decision, or was refused and may be sent again with more. */
export const reviewInProgress = v.object({
  /**
   * While documents are requested, the clock of the promise is paused and this time moves on; `isLate`: the promise has
   * passed, and this is the new one.
   */
  promisedUntil: instant,
  isLate: v.boolean(),
  /** Until when asked-for documents may be shown; null where none are asked for. */
  documentsUntil: v.nullable(instant),
  /** Until when one of several options may be added; null without an offer. For a refused application: before it is sent again. */
  offerUntil: v.nullable(instant),
});

export const loanHome = v.object({
  stage: v.picklist(homeStages),
  today: answeredDate,
  now: instant,
  /** Null while a loan runs; `getReadiness` answers always. */
  readiness: v.nullable(v.object({ complete: v.boolean(), missing: v.array(v.picklist(readinessParts)) })),
  limit: limits,
  /** Null without a draft, and while a loan runs. */
  draft: v.nullable(loanDraftAnswer),
  /** The newest application or loan; null before the first one. */
  loan: v.nullable(loanSummary),
  bill: v.nullable(bill),
  payoutReturn: v.nullable(payoutReturn),
  /** Another loan that is owed in parallel to this one. */
  alsoOwed: v.nullable(alsoOwed),
  /** A loan that was written off and is owed all the same: no application is taken until it is paid. */
  oldDebt: v.nullable(v.object({ loanId: v.string(), number: v.string() })),
  /** Money paid above the debt: used for an instalment, or sent back. */
  balanceRupiah: answeredRupiah,
  review: v.nullable(reviewInProgress),
  refusal: v.nullable(refusal),
  timeline: v.array(timelineStep),
  mayCancel: v.boolean(),
  /** The first day on which another application is taken; null when that is now. */
  mayApplyOn: v.nullable(answeredDate),
  /** A loan that is booked for a later day, or for today; null where none is. */
  appointment: v.nullable(openAppointment),
  /** Messages in the inbox that were not read, counted to 99. */
  unreadMessages: v.number(),
});
export type LoanHome = v.InferOutput<typeof loanHome>;

export const getHome = defineCall({
  id: "getLoanHome",
  method: "GET",
  path: "/api/loan/home",
  summary: "The state of the borrower's application or loan, the next step, and the amount due today.",
  policy: { who: "borrower" },
  input: noInput,
  output: loanHome,
  problems: {},
});

export const listLoanHistory = defineCall({
  id: "listLoanHistory",
  method: "GET",
  path: "/api/loan/history",
  summary: "The borrower's applications and loans, newest first.",
  policy: { who: "borrower" },
  input: v.strictObject({
    ...listQuery,
    cursor: cursorLike(v.ISO_TIMESTAMP_REGEX),
  }),
  output: listOf(pastLoan),
  problems: {},
});

export const loanDetail = v.object({
  loan: loanSummary,
  purpose: v.string(),
  /** The agreed figures: counted from the day of disbursement once there is one. */
  quote,
  discount: takenDiscount,
  /** A repeat loan: the part that pays off the earlier loan. The received amount in `quote` is without this part. */
  paysOff: replacedPart,
  bill: v.nullable(bill),
  payoutReturn: v.nullable(payoutReturn),
  /** The newest payments, or with a cursor those before it; at most 20, without those that the bank took back. */
  payments: v.array(paymentItem),
  /** Where earlier payments begin; null when there are none. */
  paymentsNextCursor: nextCursor,
  documents: v.array(loanDocument),
  refusal: v.nullable(refusal),
  timeline: v.array(timelineStep),
  mayCancel: v.boolean(),
});
export type LoanDetail = v.InferOutput<typeof loanDetail>;

const loanUnknown = {
  status: 404,
  text: { id: "Pinjaman ini tidak ditemukan.", en: "This loan was not found.", zh: "找不到此借款。" },
} as const;

export const getLoan = defineCall({
  id: "getLoan",
  method: "GET",
  path: "/api/loan/{loanId}",
  summary: "One application or loan: figures, payments, documents and timeline.",
  policy: { who: "borrower" },
  input: v.strictObject({ loanId: uuid, cursor: paymentsCursor }),
  output: loanDetail,
  problems: { LOAN_UNKNOWN: loanUnknown },
});

export const cancelLoan = defineCall({
  id: "cancelLoan",
  method: "POST",
  path: "/api/loan/{loanId}/cancel",
  summary: "Withdraws an application before the payout has begun; its limit can be used again.",
  policy: { who: "borrower" },
  vital: true,
  input: v.strictObject({ loanId: uuid }),
  output: v.object({ loanId: v.string(), state: v.picklist(loanStates) }),
  problems: {
    LOAN_UNKNOWN: loanUnknown,
    LOAN_NOT_CANCELLABLE: {
      status: 409,
      text: {
        id: "Pinjaman ini tidak bisa dibatalkan lagi.",
        en: "This loan can no longer be cancelled.",
        zh: "此借款已无法取消。",
      },
      data: v.object({ state: v.picklist(loanStates) }),
    },
  },
});
