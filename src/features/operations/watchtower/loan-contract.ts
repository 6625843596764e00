/** A loan and a payment as staff see them. The borrower's view is in credit/application and credit/repayment. */
import * as v from "valibot";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { answeredRupiah, instant, unboundedRupiah } from "#shared/fields/answered.ts";
import { businessDate } from "#shared/fields/date.ts";
import { uuid } from "#shared/fields/verification.ts";
import { loanDocumentKinds, documentStates } from "#features/credit/agreement/contract.ts";
import { loanStates } from "#features/credit/loan/contract.ts";
import { timelineEntry } from "./timeline-contract.ts";
import { openShape } from "#shared/fields/shape.ts";

/** For how many days in the future a balance may be requested: a payoff that a borrower asks about. */
export const maxDaysAhead = 90;

const loanProblems = {
  LOAN_NOT_FOUND: {
    status: 404,
    text: { id: "Pinjaman ini tidak ditemukan.", en: "There is no such loan.", zh: "找不到该借款。" },
  },
  DATE_RANGE: {
    status: 422,
    field: "asOf",
    text: {
      id: `Pilih tanggal dari hari pencairan sampai ${maxDaysAhead} hari ke depan.`,
      en: `Choose a date from the day of disbursement to ${maxDaysAhead} days ahead.`,
      zh: `请选择放款日至未来 ${maxDaysAhead} 天内的日期。`,
    },
  },
  DATE_FORMAT: {
    status: 422,
    field: "asOf",
    text: { id: "Tulis tanggal yang ada.", en: "Give a real date.", zh: "请填写有效日期。" },
  },
} as const satisfies ProblemKinds;

const parts = v.object({
  principalRupiah: answeredRupiah,
  interestRupiah: answeredRupiah,
  feeRupiah: answeredRupiah,
  lateFeeRupiah: answeredRupiah,
});

/** By the engine over the stored history, at the end of `asOf`. */
const loanBalance = v.object({
  asOf: businessDate,
  payoffRupiah: answeredRupiah,
  dueNowRupiah: answeredRupiah,
  daysPastDue: v.number(),
  nextDueOn: v.nullable(businessDate),
  nextDueRupiah: answeredRupiah,
  paidInRupiah: answeredRupiah,
  overpaidRupiah: answeredRupiah,
  /** The unpaid part of everything charged so far. */
  unpaid: parts,
  rows: v.array(
    v.object({
      number: v.number(),
      dueOn: businessDate,
      principalRupiah: answeredRupiah,
      interestRupiah: answeredRupiah,
      feeRupiah: answeredRupiah,
      totalRupiah: answeredRupiah,
      unpaidRupiah: answeredRupiah,
      status: v.picklist(["PAID", "UPCOMING", "DUE_TODAY", "OVERDUE"]),
    }),
  ),
});

/** A change of the debt: received money, and reductions by staff. */
const loanEvent = v.object({
  id: v.string(),
  kind: v.picklist(["PAYMENT", "WAIVER", "DISCOUNT", "WRITE_OFF", "REVERSAL"]),
  valueDate: businessDate,
  amountRupiah: v.nullable(answeredRupiah),
  /** VIRTUAL_ACCOUNT, QRIS or EWALLET; for a payment from the balance or a suspense account, its source. */
  from: v.nullable(v.string()),
  recordedAt: instant,
  isReversed: v.boolean(),
  /** For a payment through a rail: the key of its own page. */
  receiptId: v.nullable(v.string()),
});

const posting = openShape("LedgerPosting", {
  id: v.string(),
  kind: v.string(),
  debit: v.string(),
  credit: v.string(),
  amountRupiah: unboundedRupiah,
  valueDate: businessDate,
  postedAt: instant,
});

export const staffLoan = v.object({
  loanId: v.string(),
  loanNumber: v.string(),
  borrowerId: v.string(),
  state: v.picklist(loanStates),
  principalRupiah: answeredRupiah,
  tenorDays: v.number(),
  dailyRatePpm: v.number(),
  purpose: v.string(),
  submittedAt: instant,
  decidedAt: v.nullable(instant),
  signDeadline: v.nullable(instant),
  signedAt: v.nullable(instant),
  disbursedOn: v.nullable(businessDate),
  endedAt: v.nullable(instant),
  endReason: v.nullable(v.string()),
  today: businessDate,
  /** Null before the money went out. */
  balance: v.nullable(loanBalance),
  events: v.array(loanEvent),
  transfers: v.array(
    v.object({
      transferId: v.string(),
      state: v.string(),
      amountRupiah: answeredRupiah,
      code: v.nullable(v.string()),
      orderedAt: instant,
      endedAt: v.nullable(instant),
    }),
  ),
  documents: v.array(
    v.object({
      id: v.string(),
      kind: v.picklist(loanDocumentKinds),
      title: v.string(),
      state: v.picklist(documentStates),
      verifyPath: v.string(),
    }),
  ),
  /** Oldest first; null for readers who may not see money. */
  postings: v.nullable(v.array(posting)),
  timeline: v.array(timelineEntry),
});
export type StaffLoan = v.InferOutput<typeof staffLoan>;

export const getStaffLoan = defineCall({
  id: "getStaffLoan",
  method: "GET",
  path: "/api/staff/loans/{loanId}",
  summary:
    "A complete loan: terms, schedule and balance as of a date, payments, postings, transfers, papers, messages and timeline.",
  policy: {
    who: "staff",
    permission: "borrower.read",
    trail: { id: "Melihat pinjaman", en: "Viewed a loan", zh: "查看借款" },
  },
  input: v.strictObject({ loanId: uuid, asOf: v.optional(businessDate) }),
  output: staffLoan,
  problems: loanProblems,
});

export const staffReceipt = v.object({
  receiptId: v.string(),
  state: v.picklist(["MATCHED", "UNMATCHED", "ASSIGNED", "RETURNING", "RETURNED", "TAKEN_BACK"]),
  rail: v.string(),
  /** The rail's reference: number of the virtual account, or reference of the code or push. */
  reference: v.string(),
  paymentId: v.string(),
  provider: v.string(),
  amountRupiah: answeredRupiah,
  paidAt: instant,
  receivedAt: instant,
  unmatchedCause: v.nullable(v.string()),
  /** The bank's code, when a return to the payer failed. */
  returnFailure: v.nullable(v.string()),
  borrowerId: v.nullable(v.string()),
  loan: v.nullable(v.object({ loanId: v.string(), loanNumber: v.string() })),
  /** The rail's report of a chargeback. */
  chargeback: v.nullable(
    v.object({
      state: v.picklist(["OPEN", "STANDS", "REVERSED"]),
      code: v.string(),
      foundAt: instant,
      endedAt: v.nullable(instant),
    }),
  ),
  postings: v.nullable(v.array(posting)),
});
export type StaffReceipt = v.InferOutput<typeof staffReceipt>;

export const getStaffPayment = defineCall({
  id: "getStaffPayment",
  method: "GET",
  path: "/api/staff/payments/{receiptId}",
  summary: "A received payment: its rail, its loan, and how it was used.",
  policy: {
    who: "staff",
    permission: "borrower.read",
    trail: { id: "Melihat pembayaran", en: "Viewed a payment", zh: "查看还款" },
  },
  input: v.strictObject({ receiptId: v.pipe(v.string(), v.regex(/^pay_[0-9a-f]{32}$/, "PAYMENT_NOT_FOUND")) }),
  output: staffReceipt,
  problems: {
    PAYMENT_NOT_FOUND: {
      status: 404,
      text: { id: "Pembayaran ini tidak ditemukan.", en: "There is no such payment.", zh: "找不到该笔还款。" },
    },
  },
});
