/** Paying loans back: the bill, ways to pay, results, the borrower's balance, and what banks tell. What the console asks stands in `staff-contract.ts`. */
import * as v from "valibot";
import { noInput, unknown } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { binary } from "#shared/binary.ts";
import { answeredDate, answeredRupiah, instant } from "#shared/fields/answered.ts";
import { bankCode } from "#shared/fields/bank.ts";
import { phone } from "#shared/fields/phone.ts";
import { openShape, shape } from "#shared/fields/shape.ts";

const id = v.pipe(v.string(), v.uuid());

/** Of signed links to a bill. The subject is the borrower's id. */
export const billsLinkPurpose = "BILLS";

/** The least that a QRIS code or a push asks for: rails refuse less. */
export const minPaymentRupiah = 1_000;

export const paymentMethods = ["VIRTUAL_ACCOUNT", "QRIS", "EWALLET", "BALANCE", "RESTRUCTURE"] as const;
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
  /** What a coupon took off it; the total is without it. */
  discountRupiah: answeredRupiah,
  unpaidRupiah: answeredRupiah,
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
  /** Instalments due by today, and late fees. */
  dueTodayRupiah: answeredRupiah,
  /** Late fees that are still to be paid. */
  lateFeeRupiah: answeredRupiah,
  /** All late fees of this loan, paid ones too, without what was waived. */
  lateFeeChargedRupiah: answeredRupiah,
  nextDueDate: v.nullable(answeredDate),
  nextDueRupiah: answeredRupiah,
  /** Ends the loan today. */
  payoffRupiah: answeredRupiah,
  /** What one tap pays: the amount due today, else the next instalment. */
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

export const paymentRequest = openShape("PaymentRequest", {
  requestId: v.string(),
  rail: v.picklist(["VIRTUAL_ACCOUNT", "QRIS", "EWALLET"]),
  /** What the rail and the result page know it by. */
  reference: v.string(),
  amountRupiah: v.nullable(answeredRupiah),
  state: v.picklist(["OPENING", "OPEN", "PAID", "FAILED", "EXPIRED"]),
  /** FAILED: why, as a code: `DECLINED`, `TIMED_OUT`, `NO_SUCH_WALLET`, … */
  failureCode: v.nullable(v.string()),
  requestedAt: instant,
  expiresAt: instant,
});
export type PaymentRequest = v.InferOutput<typeof paymentRequest>;

/** A second loan that is owed: one that had been paid off, until the bank took a payment back. */
export const alsoOwed = openShape("AlsoOwed", {
  loanId: v.string(),
  loanNumber: v.string(),
  dueTodayRupiah: answeredRupiah,
  payoffRupiah: answeredRupiah,
});
export type AlsoOwed = v.InferOutput<typeof alsoOwed>;

export const bills = openShape("LoanBills", {
  /** The loan to pay, of two the one that is due first; null when nothing is owed. */
  bill: v.nullable(bill),
  alsoOwed: v.nullable(alsoOwed),
  /** Banks that hold a virtual account for us, best known first, with the number where one is open. */
  banks: v.array(
    v.object({ bankCode: v.string(), bankName: v.string(), virtualAccountNumber: v.nullable(v.string()) }),
  ),
  /** The most that one payment may carry; null where the rail sets none. A virtual account takes whatever its payer's bank lets through. */
  most: v.object({ qrisRupiah: v.nullable(answeredRupiah), ewalletRupiah: v.nullable(answeredRupiah) }),
  /** The newest code that may still be paid. */
  qris: v.nullable(
    v.object({
      requestId: v.string(),
      reference: v.string(),
      amountRupiah: answeredRupiah,
      expiresAt: instant,
      /** Whom the payer's app will name, read from the code itself; null where it cannot be read. */
      merchant: v.nullable(v.object({ name: v.string(), nationalMerchantId: v.string() })),
    }),
  ),
  payments: v.array(paymentItem),
  /** Overpaid money: given back on request or used for an instalment. */
  balanceRupiah: answeredRupiah,
  /** What the balance pays by itself of the next instalment, at the end of its due date; null when it pays nothing of it. */
  fromBalance: v.nullable(v.object({ dueOn: answeredDate, coveredRupiah: answeredRupiah, restRupiah: answeredRupiah })),
  refund: v.nullable(
    v.object({
      amountRupiah: answeredRupiah,
      state: v.picklist(["PENDING", "SUCCEEDED", "FAILED"]),
      requestedAt: instant,
    }),
  ),
  /** The newest loan that is paid off, when nothing is owed. */
  paidOff: v.nullable(v.object({ loanId: v.string(), loanNumber: v.string() })),
});
export type Bills = v.InferOutput<typeof bills>;

export const payProblems = {
  NOTHING_TO_PAY: {
    status: 409,
    text: {
      id: "Tidak ada tagihan yang perlu dibayar.",
      en: "There is nothing to pay.",
      zh: "目前没有需要支付的账单。",
    },
  },
  BANK_NOT_OFFERED: {
    status: 422,
    text: {
      id: "Bank ini tidak tersedia. Pilih bank lain.",
      en: "This bank is not available. Choose another one.",
      zh: "该银行不可用，请选择其他银行。",
    },
  },
  RAIL_UNAVAILABLE: {
    status: 503,
    text: {
      id: "Cara bayar ini sedang terganggu. Coba lagi atau pilih cara lain.",
      en: "This way to pay is out of order. Try again or choose another.",
      zh: "该支付方式暂时不可用，请重试或选择其他方式。",
    },
  },
  AMOUNT_ABOVE_PAYOFF: {
    status: 422,
    field: "amountRupiah",
    text: {
      id: "Jumlah paling banyak {maximumText}: dengan itu pinjaman lunas.",
      en: "At most {maximumText}: that pays the loan off.",
      zh: "最多 {maximumText}，即可结清借款。",
    },
    data: v.object({ maximum: answeredRupiah, maximumText: v.string() }),
  },
  AMOUNT_ABOVE_RAIL: {
    status: 422,
    field: "amountRupiah",
    text: {
      id: "Lewat cara ini paling banyak {maximumText} sekali bayar. Pakai virtual account, atau bayar bertahap.",
      en: "At most {maximumText} at a time this way. Use a virtual account, or pay in parts.",
      zh: "此方式单笔最多 {maximumText}。请使用虚拟账户，或分次支付。",
    },
    data: v.object({ maximum: answeredRupiah, maximumText: v.string() }),
  },
  AMOUNT_BELOW_LEAST: {
    status: 422,
    field: "amountRupiah",
    text: { id: "Jumlah paling sedikit {minimumText}.", en: "At least {minimumText}.", zh: "最少 {minimumText}。" },
    data: v.object({ minimum: answeredRupiah, minimumText: v.string() }),
  },
} as const satisfies ProblemKinds;

const typedAmount = v.union(
  [
    v.pipe(v.number("AMOUNT_FORMAT"), v.safeInteger("AMOUNT_FORMAT"), v.minValue(1, "AMOUNT_FORMAT")),
    v.pipe(v.string("AMOUNT_FORMAT"), v.regex(/^\d{1,12}$/, "AMOUNT_FORMAT"), v.transform(Number)),
  ],
  "AMOUNT_FORMAT",
);

export const getBills = defineCall({
  method: "GET",
  path: "/api/repayment/bills",
  summary:
    "The borrower's bill: what is due today, the schedule, what ends the loan, ways to pay, payments and the balance.",
  policy: { who: "borrower" },
  input: noInput,
  output: bills,
  problems: {},
});

export const getLinkBills = defineCall({
  method: "GET",
  path: "/api/repayment/link/bills",
  summary: "The same bill from a signed link, without login.",
  policy: { who: "link", purpose: billsLinkPurpose, whileFrozen: true },
  input: noInput,
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
  path: "/api/repayment/link/virtual-account",
  policy: { who: "link", purpose: billsLinkPurpose, whileFrozen: true },
  summary: "The loan's virtual account at a bank, from a signed link.",
});

const qrisInput = shape("QrisInput", { amountRupiah: typedAmount });
const qrisReply = openShape("QrisReply", { ...paymentRequest.entries, qris: v.string() });
const qrisProblems = {
  NOTHING_TO_PAY: payProblems.NOTHING_TO_PAY,
  AMOUNT_ABOVE_PAYOFF: payProblems.AMOUNT_ABOVE_PAYOFF,
  AMOUNT_ABOVE_RAIL: payProblems.AMOUNT_ABOVE_RAIL,
  AMOUNT_BELOW_LEAST: payProblems.AMOUNT_BELOW_LEAST,
  RAIL_UNAVAILABLE: payProblems.RAIL_UNAVAILABLE,
} as const;

export const createQris = defineCall({
  method: "POST",
  path: "/api/repayment/qris",
  summary: "A QRIS code for an amount, payable once within 30 minutes; an open one for the same amount is given again.",
  policy: { who: "borrower" },
  vital: true,
  input: qrisInput,
  output: qrisReply,
  problems: qrisProblems,
});
export const createLinkQris = defineCall({
  ...createQris,
  path: "/api/repayment/link/qris",
  policy: { who: "link", purpose: billsLinkPurpose, whileFrozen: true },
  summary: "A QRIS code for an amount, from a signed link.",
});

const unknownRequest = unknown("REQUEST_UNKNOWN", {
  id: "Permintaan bayar ini tidak ditemukan.",
  en: "This payment request was not found.",
  zh: "找不到该支付请求。",
});

export const getQrisPicture = defineCall({
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
  path: "/api/repayment/link/qris/{requestId}/picture",
  policy: { who: "link", purpose: billsLinkPurpose, whileFrozen: true },
  summary: "The QRIS code as a PNG picture, from a signed link.",
});

/** The wallet's owner must not be rung without end, whoever orders it. */
const pushes = { max: 6, seconds: 3_600, after: "a push can be ordered, and none is open" } as const;
export const pushLimits = {
  ofBorrower: { ...pushes, counter: "repayment-push:borrower", by: "borrower" },
  ofNumber: { ...pushes, counter: "repayment-push:number", by: "mobile number" },
} as const;

export const pushEwallet = defineCall({
  method: "POST",
  path: "/api/repayment/ewallet",
  summary: "Asks the owner of an OVO account to confirm a payment on the phone.",
  policy: { who: "borrower", idempotent: true },
  vital: true,
  limits: Object.values(pushLimits),
  input: v.strictObject({ mobileNumber: phone, amountRupiah: typedAmount }),
  output: paymentRequest,
  problems: {
    NOTHING_TO_PAY: payProblems.NOTHING_TO_PAY,
    AMOUNT_ABOVE_PAYOFF: payProblems.AMOUNT_ABOVE_PAYOFF,
    AMOUNT_ABOVE_RAIL: payProblems.AMOUNT_ABOVE_RAIL,
    AMOUNT_BELOW_LEAST: payProblems.AMOUNT_BELOW_LEAST,
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
  method: "GET",
  path: "/api/repayment/requests/{requestId}",
  summary: "How a payment request stands.",
  policy: { who: "borrower" },
  input: v.strictObject({ requestId: id }),
  output: paymentRequest,
  problems: unknownRequest,
});

export const result = openShape("PaymentResult", {
  /** RECEIVED: the ledger holds the money. WAITING: it does not, and it may still come. FAILED: it will not come. */
  state: v.picklist(["RECEIVED", "WAITING", "FAILED"]),
  reference: v.string(),
  amountRupiah: v.nullable(answeredRupiah),
  paidAt: v.nullable(instant),
  way: v.picklist(paymentMethods),
  failureCode: v.nullable(v.string()),
  loanId: v.string(),
  loanNumber: v.string(),
  /** After this payment, today. */
  remainingRupiah: answeredRupiah,
  nextDueDate: v.nullable(answeredDate),
  nextDueRupiah: answeredRupiah,
  isPaidOff: v.boolean(),
  balanceRupiah: answeredRupiah,
});
export type PaymentResult = v.InferOutput<typeof result>;

const referenceInput = v.strictObject({
  reference: v.pipe(v.string("REQUIRED"), v.regex(/^[A-Za-z0-9_-]{1,64}$/, "ID_INVALID")),
});

export const getResult = defineCall({
  method: "GET",
  path: "/api/repayment/result",
  summary:
    "What became of a payment, by the reference of its request, a virtual account number or the payment's id. Only what the ledger holds is called received.",
  policy: { who: "borrower" },
  input: referenceInput,
  output: result,
  problems: unknownRequest,
});
export const getLinkResult = defineCall({
  ...getResult,
  path: "/api/repayment/link/result",
  policy: { who: "link", purpose: billsLinkPurpose, whileFrozen: true },
  summary: "What became of a payment, from a signed link.",
});
