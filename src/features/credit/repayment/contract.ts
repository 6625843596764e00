/** Paying loans back: the bill, ways to pay, results, the borrower's balance, and reports from banks. The console's calls are in `staff-contract.ts`. */
import * as v from "valibot";
import { unknown } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { binary } from "#shared/binary.ts";
import { typedRupiah } from "#shared/fields/amount.ts";
import { answeredDate, answeredRupiah, instant } from "#shared/fields/answered.ts";
import { bankCode } from "#shared/fields/bank.ts";
import { businessDate } from "#shared/fields/date.ts";
import { cursorLike, nextCursor } from "#shared/fields/list.ts";
import { phone } from "#shared/fields/phone.ts";
import { openShape, shape } from "#shared/fields/shape.ts";
import { paymentRequest, payProblems, paymentRequestDays } from "./request-contract.ts";

const id = v.pipe(v.string(), v.uuid());

/** Days past due at which it is announced that a loan is overdue. */
export const overdueDays = [1, 8, 31, 61, 91] as const;

/** Purpose of signed links to a bill; their subject is the borrower's id. */
export const billsLinkPurpose = "BILLS";

export const paymentMethods = ["VIRTUAL_ACCOUNT", "QRIS", "EWALLET", "BALANCE", "RESTRUCTURE", "REPLACEMENT"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

export const paymentItem = openShape("PaymentItem", {
  id: v.string(),
  amountRupiah: answeredRupiah,
  /** The day it counts from. */
  valueDate: answeredDate,
  paidAt: instant,
  way: v.picklist(paymentMethods),
  bankCode: v.nullable(v.string()),
});
export type PaymentItem = v.InferOutput<typeof paymentItem>;

export const billRow = v.object({
  number: v.number(),
  dueOn: answeredDate,
  principalRupiah: answeredRupiah,
  interestRupiah: answeredRupiah,
  feeRupiah: answeredRupiah,
  totalRupiah: answeredRupiah,
  /** The discount of a coupon; the total is after the discount. */
  discountRupiah: answeredRupiah,
  /** Asked for with this instalment. */
  unpaidRupiah: answeredRupiah,
  /** The rest of earlier instalments in it: a rest below 1,000 rupiah is due with the next instalment. */
  carriedRupiah: answeredRupiah,
  status: v.picklist(["PAID", "UPCOMING", "DUE_TODAY", "OVERDUE"]),
});

export const bill = openShape("LoanBill", {
  loanId: v.string(),
  loanNumber: v.string(),
  state: v.picklist([
    "ACTIVE",
    "PAID_OFF",
    "WRITTEN_OFF",
    "RESTRUCTURED",
    "SUBMITTED",
    "IN_REVIEW",
    "APPROVED",
    "SIGNED",
    "DISBURSING",
    "REJECTED",
    "CANCELLED",
  ]),
  amountRupiah: answeredRupiah,
  disbursedOn: answeredDate,
  today: answeredDate,
  /** Instalments due by today, and late fees; 0 while all of it is below 1,000 rupiah. */
  dueTodayRupiah: answeredRupiah,
  /** Late fees that are still to be paid. */
  lateFeeRupiah: answeredRupiah,
  /** All late fees of this loan, paid ones too, without what was waived. */
  lateFeeChargedRupiah: answeredRupiah,
  nextDueDate: v.nullable(answeredDate),
  nextDueRupiah: answeredRupiah,
  /** Ends the loan today. */
  payoffRupiah: answeredRupiah,
  /** The amount of the one-tap payment: the amount due today, else the next instalment. */
  suggestedRupiah: answeredRupiah,
  daysPastDue: v.number(),
  paidRupiah: answeredRupiah,
  overpaidRupiah: answeredRupiah,
  paidOffOn: v.nullable(answeredDate),
  rows: v.array(billRow),
});
export type Bill = v.InferOutput<typeof bill>;

export const virtualAccount = openShape("VirtualAccount", {
  bankCode: v.string(),
  bankName: v.string(),
  virtualAccountNumber: v.string(),
  expiresAt: instant,
});
export type VirtualAccount = v.InferOutput<typeof virtualAccount>;

/** A second loan that is owed: one that had been paid off, until the bank took a payment back. */
export const alsoOwed = openShape("AlsoOwed", {
  loanId: v.string(),
  loanNumber: v.string(),
  dueTodayRupiah: answeredRupiah,
  payoffRupiah: answeredRupiah,
});
export type AlsoOwed = v.InferOutput<typeof alsoOwed>;

/** Actions of the servicing plan; the last four are internal. */
export const stepActions = ["MESSAGE", "LETTER", "FREEZE", "QUEUE", "OFFER", "STOP", "WRITE_OFF"] as const;
export type StepAction = (typeof stepActions)[number];

/** A step that follows, or followed, the due date of the instalment that is open. */
const plannedStep = openShape("PlannedStep", {
  /** Names the step in the plan. */
  step: v.string(),
  /** Counted from the due date: -3 is three days before it. */
  day: v.number(),
  dueOn: answeredDate,
  on: answeredDate,
  action: v.picklist(stepActions),
  /** SKIPPED: it was not allowed or came too late. */
  state: v.picklist(["PLANNED", "DONE", "SKIPPED"]),
});
export type PlannedStep = v.InferOutput<typeof plannedStep>;

export const bills = openShape("LoanBills", {
  /** The loan to pay, of two the one that is due first; null when nothing is owed. */
  bill: v.nullable(bill),
  alsoOwed: v.nullable(alsoOwed),
  /** Banks that hold a virtual account for us, best known first, with the number where one is open. */
  banks: v.array(
    v.object({ bankCode: v.string(), bankName: v.string(), virtualAccountNumber: v.nullable(v.string()) }),
  ),
  /** The maximum of one payment; null where the rail sets none. The payer's bank may let less through. */
  most: v.object({ qrisRupiah: v.nullable(answeredRupiah), ewalletRupiah: v.nullable(answeredRupiah) }),
  /** The same for a virtual account. */
  accountMaxRupiah: v.nullable(answeredRupiah),
  /** The newest code that may still be paid. */
  qris: v.nullable(
    v.object({
      requestId: v.string(),
      reference: v.string(),
      amountRupiah: answeredRupiah,
      ...paymentRequestDays,
      expiresAt: instant,
      /** Whom the payer's app will name, read from the code itself; null where it cannot be read. */
      merchant: v.nullable(v.object({ name: v.string(), nationalMerchantId: v.string() })),
    }),
  ),
  /** The newest payments, or with a cursor those before it; at most 20, without those that the bank took back. */
  payments: v.array(paymentItem),
  /** Where earlier payments begin; null when there are none. */
  paymentsNextCursor: nextCursor,
  /** The newest payment, whichever of them are shown; null without one. */
  newestPaymentId: v.nullable(v.string()),
  /** Overpaid money: given back on request or used for an instalment. */
  balanceRupiah: answeredRupiah,
  /** The part of the next instalment that the balance pays by itself at the end of its due date; null when it pays nothing. */
  fromBalance: v.nullable(v.object({ dueOn: answeredDate, coveredRupiah: answeredRupiah, restRupiah: answeredRupiah })),
  refund: v.nullable(
    v.object({
      amountRupiah: answeredRupiah,
      state: v.picklist(["PENDING", "SUCCEEDED", "FAILED"]),
      requestedAt: instant,
    }),
  ),
  /** The steps around the open due date, and those that follow if it is not paid; empty when nothing is owed. */
  plan: v.array(plannedStep),
  /** The newest loan that is paid off, when nothing is owed. */
  paidOff: v.nullable(v.object({ loanId: v.string(), loanNumber: v.string() })),
});
export type Bills = v.InferOutput<typeof bills>;

/** Payments of one answer, at most. */
export const paymentsAPage = 20;

/** The position in the payments of a loan, from `paymentsNextCursor`. */
export const paymentsCursor = cursorLike(/^\d{1,14}~[^~]{1,200}$/);
const billsInput = v.strictObject({ cursor: paymentsCursor });

export const getBills = defineCall({
  id: "getBills",
  method: "GET",
  path: "/api/repayment/bills",
  summary:
    "The borrower's bill: the amount due today, the schedule, the payoff amount, ways to pay, payments and the balance.",
  policy: { who: "borrower" },
  input: billsInput,
  output: bills,
  problems: {},
});

export const getLinkBills = defineCall({
  id: "getLinkBills",
  method: "GET",
  path: "/api/repayment/link/bills",
  summary: "The same bill from a signed link, without login.",
  policy: { who: "link", purpose: billsLinkPurpose, whileFrozen: true },
  input: billsInput,
  output: bills,
  problems: {},
});

const accountInput = shape("VirtualAccountInput", { bankCode });
const accountProblems = {
  NOTHING_TO_PAY: payProblems.NOTHING_TO_PAY,
  BANK_NOT_OFFERED: payProblems.BANK_NOT_OFFERED,
  RAIL_UNAVAILABLE: payProblems.RAIL_UNAVAILABLE,
} as const;

export const openVirtualAccount = defineCall({
  id: "openVirtualAccount",
  method: "POST",
  path: "/api/repayment/virtual-account",
  summary: "The loan's virtual account at a bank, for any amount; the same number every time.",
  policy: { who: "borrower" },
  vital: true,
  input: accountInput,
  output: virtualAccount,
  problems: accountProblems,
});
export const openLinkVirtualAccount = defineCall({
  ...openVirtualAccount,
  id: "openLinkVirtualAccount",
  path: "/api/repayment/link/virtual-account",
  policy: { who: "link", purpose: billsLinkPurpose, whileFrozen: true },
  summary: "The loan's virtual account at a bank, from a signed link.",
});

/** The day of the amounts shown to the payer; on a later day only today's amounts are accepted. */
const asOf = v.optional(businessDate);
const qrisInput = shape("QrisInput", { amountRupiah: typedRupiah, asOf });
const qrisReply = openShape("QrisReply", { ...paymentRequest.entries, qris: v.string() });
const qrisProblems = {
  NOTHING_TO_PAY: payProblems.NOTHING_TO_PAY,
  AMOUNT_ABOVE_PAYOFF: payProblems.AMOUNT_ABOVE_PAYOFF,
  AMOUNT_ABOVE_RAIL: payProblems.AMOUNT_ABOVE_RAIL,
  AMOUNT_BELOW_LEAST: payProblems.AMOUNT_BELOW_LEAST,
  AMOUNT_OUTDATED: payProblems.AMOUNT_OUTDATED,
  RAIL_UNAVAILABLE: payProblems.RAIL_UNAVAILABLE,
} as const;

export const createQris = defineCall({
  id: "createQris",
  method: "POST",
  path: "/api/repayment/qris",
  summary:
    "A QRIS code for an amount, payable once within 30 minutes; a repeated call on the same day returns the open code for this amount.",
  policy: { who: "borrower" },
  vital: true,
  input: qrisInput,
  output: qrisReply,
  problems: qrisProblems,
});
export const createLinkQris = defineCall({
  ...createQris,
  id: "createLinkQris",
  path: "/api/repayment/link/qris",
  policy: { who: "link", purpose: billsLinkPurpose, whileFrozen: true },
  summary: "A QRIS code for an amount, from a signed link.",
});

export const unknownRequest = unknown("REQUEST_UNKNOWN", {
  id: "Permintaan bayar ini tidak ditemukan.",
  en: "This payment request was not found.",
  zh: "找不到该支付请求。",
});

export const getQrisPicture = defineCall({
  id: "getQrisPicture",
  method: "GET",
  path: "/api/repayment/qris/{requestId}/picture",
  summary: "The QRIS code as a PNG picture, to scan or to save.",
  policy: { who: "borrower" },
  input: v.strictObject({ requestId: id }),
  output: binary,
  problems: unknownRequest,
});
export const getLinkQrisPicture = defineCall({
  ...getQrisPicture,
  id: "getLinkQrisPicture",
  path: "/api/repayment/link/qris/{requestId}/picture",
  policy: { who: "link", purpose: billsLinkPurpose, whileFrozen: true },
  summary: "The QRIS code as a PNG picture, from a signed link.",
});

/** The wallet's owner must not be notified without limit, no matter who orders the payment. */
const pushes = { max: 6, seconds: 3_600, after: "a push can be ordered, and none is open" } as const;
export const pushLimits = {
  ofBorrower: { ...pushes, counter: "repayment-push:borrower", by: "borrower" },
  ofNumber: { ...pushes, counter: "repayment-push:number", by: "mobile number" },
} as const;

export const pushEwallet = defineCall({
  id: "pushEwalletPayment",
  method: "POST",
  path: "/api/repayment/ewallet",
  summary: "Asks the owner of an OVO account to confirm a payment on the phone.",
  policy: { who: "borrower", idempotent: true },
  vital: true,
  limits: Object.values(pushLimits),
  input: v.strictObject({ mobileNumber: phone, amountRupiah: typedRupiah, asOf }),
  output: paymentRequest,
  problems: {
    NOTHING_TO_PAY: payProblems.NOTHING_TO_PAY,
    AMOUNT_ABOVE_PAYOFF: payProblems.AMOUNT_ABOVE_PAYOFF,
    AMOUNT_ABOVE_RAIL: payProblems.AMOUNT_ABOVE_RAIL,
    AMOUNT_BELOW_LEAST: payProblems.AMOUNT_BELOW_LEAST,
    AMOUNT_OUTDATED: payProblems.AMOUNT_OUTDATED,
    PUSH_OPEN: {
      status: 409,
      text: {
        id: "Permintaan OVO sebelumnya masih menunggu. Konfirmasi di aplikasi OVO atau tunggu sampai selesai.",
        en: "An earlier OVO request is still waiting. Confirm it in the OVO app or wait until it ends.",
        zh: "之前的 OVO 请求仍在等待，请在 OVO 应用中确认或等待其结束。",
      },
      data: v.object({ requestId: v.string() }),
    },
  },
});

export const getPaymentRequest = defineCall({
  id: "getPaymentRequest",
  method: "GET",
  path: "/api/repayment/requests/{requestId}",
  summary: "The state of a payment request.",
  policy: { who: "borrower" },
  input: v.strictObject({ requestId: id }),
  output: paymentRequest,
  problems: unknownRequest,
});
