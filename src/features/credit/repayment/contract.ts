/** Paying loans back: the bill, ways to pay, results, the borrower's balance, and money that nobody recognised. */
import * as v from "valibot";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { fourEyesProblems, tierProblems } from "#shared/four-eyes.ts";
import { moneyReason, moneyReasonProblems, proposalProblems, proposed } from "#features/credit/treasury/contract.ts";
import { binary } from "#shared/binary.ts";
import { bankAccountNumber, bankCode } from "#shared/fields/bank.ts";
import { listOf, listQuery } from "#shared/fields/list.ts";
import { phone } from "#shared/fields/phone.ts";

const rupiah = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const date = v.pipe(v.string(), v.isoDate());
const instant = v.pipe(v.string(), v.isoTimestamp());
const id = v.pipe(v.string(), v.uuid());

/** Of signed links to a bill: 7 days (decisions 2). The subject is the borrower's id. */
export const billsLinkPurpose = "BILLS";
export const billsLinkDays = 7;

/** The least that a QRIS code or a push asks for: rails refuse less. */
export const leastPaymentRupiah = 1_000;

export const ways = ["VIRTUAL_ACCOUNT", "QRIS", "EWALLET", "BALANCE", "RESTRUCTURE"] as const;
export type Way = (typeof ways)[number];

export const paymentItem = v.object({
  id: v.string(),
  amountRupiah: rupiah,
  /** The day it counts from. */
  valueDate: date,
  paidAt: instant,
  way: v.picklist(ways),
  bankCode: v.nullable(v.string()),
});
export type PaymentItem = v.InferOutput<typeof paymentItem>;

export const billRow = v.object({
  number: v.number(),
  dueOn: date,
  principalRupiah: rupiah,
  interestRupiah: rupiah,
  feeRupiah: rupiah,
  totalRupiah: rupiah,
  unpaidRupiah: rupiah,
  status: v.picklist(["PAID", "UPCOMING", "DUE_TODAY", "OVERDUE"]),
});

export const bill = v.object({
  loanId: v.string(),
  loanNumber: v.string(),
  state: v.picklist(["ACTIVE", "PAID_OFF", "WRITTEN_OFF", "RESTRUCTURED", "SUBMITTED", "IN_REVIEW", "APPROVED", "SIGNED", "DISBURSING", "REJECTED", "CANCELLED"]),
  amountRupiah: rupiah,
  disbursedOn: date,
  today: date,
  /** Instalments due by today, and late fees. */
  dueTodayRupiah: rupiah,
  /** Late fees that are still to be paid. */
  lateFeeRupiah: rupiah,
  /** All late fees of this loan, paid ones too, without what was waived. */
  lateFeeChargedRupiah: rupiah,
  nextDueDate: v.nullable(date),
  nextDueRupiah: rupiah,
  /** Ends the loan today. */
  payoffRupiah: rupiah,
  /** What one tap pays: the amount due today, else the next instalment. */
  suggestedRupiah: rupiah,
  daysPastDue: v.number(),
  paidRupiah: rupiah,
  overpaidRupiah: rupiah,
  paidOffOn: v.nullable(date),
  rows: v.array(billRow),
});
export type Bill = v.InferOutput<typeof bill>;

export const virtualAccount = v.object({ bankCode: v.string(), bankName: v.string(), virtualAccountNumber: v.string(), expiresAt: instant });
export type VirtualAccount = v.InferOutput<typeof virtualAccount>;

export const paymentRequest = v.object({
  requestId: v.string(),
  rail: v.picklist(["VIRTUAL_ACCOUNT", "QRIS", "EWALLET"]),
  /** What the rail and the result page know it by. */
  reference: v.string(),
  amountRupiah: v.nullable(rupiah),
  state: v.picklist(["OPENING", "OPEN", "PAID", "FAILED", "EXPIRED"]),
  /** FAILED: why, as a code: `DECLINED`, `TIMED_OUT`, `NO_SUCH_WALLET`, … */
  failureCode: v.nullable(v.string()),
  requestedAt: instant,
  expiresAt: instant,
});
export type PaymentRequest = v.InferOutput<typeof paymentRequest>;

/** A second loan that is owed: one that had been paid off, until the bank took a payment back. */
export const alsoOwed = v.object({ loanId: v.string(), loanNumber: v.string(), dueTodayRupiah: rupiah, payoffRupiah: rupiah });
export type AlsoOwed = v.InferOutput<typeof alsoOwed>;

export const bills = v.object({
  /** The loan to pay, of two the one that is due first; null when nothing is owed. */
  bill: v.nullable(bill),
  alsoOwed: v.nullable(alsoOwed),
  /** Banks that hold a virtual account for us, best known first, with the number where one is open. */
  banks: v.array(v.object({ bankCode: v.string(), bankName: v.string(), virtualAccountNumber: v.nullable(v.string()) })),
  /** The newest code that may still be paid. */
  qris: v.nullable(v.object({ requestId: v.string(), reference: v.string(), amountRupiah: rupiah, expiresAt: instant })),
  payments: v.array(paymentItem),
  /** Overpaid money: given back on request or used for an instalment. */
  balanceRupiah: rupiah,
  refund: v.nullable(v.object({ amountRupiah: rupiah, state: v.picklist(["PENDING", "SUCCEEDED", "FAILED"]), requestedAt: instant })),
  /** The newest loan that is paid off, when nothing is owed. */
  paidOff: v.nullable(v.object({ loanId: v.string(), loanNumber: v.string() })),
});
export type Bills = v.InferOutput<typeof bills>;

export const payProblems = {
  NOTHING_TO_PAY: {
    status: 409,
    text: { id: "Tidak ada tagihan yang perlu dibayar.", en: "There is nothing to pay.", zh: "目前没有需要支付的账单。" },
  },
  BANK_NOT_OFFERED: {
    status: 422,
    text: { id: "Bank ini tidak tersedia. Pilih bank lain.", en: "This bank is not available. Choose another one.", zh: "该银行不可用，请选择其他银行。" },
  },
  RAIL_UNAVAILABLE: {
    status: 503,
    text: { id: "Cara bayar ini sedang terganggu. Coba lagi atau pilih cara lain.", en: "This way to pay is out of order. Try again or choose another.", zh: "该支付方式暂时不可用，请重试或选择其他方式。" },
  },
  AMOUNT_ABOVE_PAYOFF: {
    status: 422,
    field: "amountRupiah",
    text: { id: "Jumlah paling banyak {maximumText}: dengan itu pinjaman lunas.", en: "At most {maximumText}: that pays the loan off.", zh: "最多 {maximumText}，即可结清借款。" },
  },
  AMOUNT_BELOW_LEAST: {
    status: 422,
    field: "amountRupiah",
    text: { id: "Jumlah paling sedikit {minimumText}.", en: "At least {minimumText}.", zh: "最少 {minimumText}。" },
  },
} as const satisfies ProblemKinds;

const typedAmount = v.union([v.pipe(v.number("AMOUNT_FORMAT"), v.safeInteger("AMOUNT_FORMAT"), v.minValue(1, "AMOUNT_FORMAT")), v.pipe(v.string("AMOUNT_FORMAT"), v.regex(/^\d{1,12}$/, "AMOUNT_FORMAT"), v.transform(Number))], "AMOUNT_FORMAT");

export const getBills = defineCall({
  method: "GET",
  path: "/api/repayment/bills",
  summary: "The borrower's bill: what is due today, the schedule, what ends the loan, ways to pay, payments and the balance.",
  policy: { who: "borrower" },
  input: v.strictObject({}),
  output: bills,
  problems: {},
});

export const getLinkBills = defineCall({
  method: "GET",
  path: "/api/repayment/link/bills",
  summary: "The same bill from a signed link, without login.",
  policy: { who: "link", purpose: billsLinkPurpose },
  input: v.strictObject({}),
  output: bills,
  problems: {},
});

const accountInput = v.strictObject({ bankCode });
const accountProblems = { NOTHING_TO_PAY: payProblems.NOTHING_TO_PAY, BANK_NOT_OFFERED: payProblems.BANK_NOT_OFFERED, RAIL_UNAVAILABLE: payProblems.RAIL_UNAVAILABLE } as const;

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
export const openLinkVirtualAccount = defineCall({ ...openVirtualAccount, path: "/api/repayment/link/virtual-account", policy: { who: "link", purpose: billsLinkPurpose }, summary: "The loan's virtual account at a bank, from a signed link." });

const qrisInput = v.strictObject({ amountRupiah: typedAmount });
const qrisReply = v.object({ ...paymentRequest.entries, qris: v.string() });
const qrisProblems = { NOTHING_TO_PAY: payProblems.NOTHING_TO_PAY, AMOUNT_ABOVE_PAYOFF: payProblems.AMOUNT_ABOVE_PAYOFF, AMOUNT_BELOW_LEAST: payProblems.AMOUNT_BELOW_LEAST, RAIL_UNAVAILABLE: payProblems.RAIL_UNAVAILABLE } as const;

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
export const createLinkQris = defineCall({ ...createQris, path: "/api/repayment/link/qris", policy: { who: "link", purpose: billsLinkPurpose }, summary: "A QRIS code for an amount, from a signed link." });

const unknownRequest = {
  REQUEST_UNKNOWN: { status: 404, text: { id: "Permintaan bayar ini tidak ditemukan.", en: "This payment request was not found.", zh: "找不到该支付请求。" } },
} as const satisfies ProblemKinds;

export const getQrisPicture = defineCall({
  method: "GET",
  path: "/api/repayment/qris/{requestId}/picture",
  summary: "The QRIS code as a PNG picture, to scan or to save.",
  policy: { who: "borrower" },
  input: v.strictObject({ requestId: id }),
  output: binary,
  problems: unknownRequest,
});
export const getLinkQrisPicture = defineCall({ ...getQrisPicture, path: "/api/repayment/link/qris/{requestId}/picture", policy: { who: "link", purpose: billsLinkPurpose }, summary: "The QRIS code as a PNG picture, from a signed link." });

export const pushEwallet = defineCall({
  method: "POST",
  path: "/api/repayment/ewallet",
  summary: "Asks the owner of an OVO account to confirm a payment on the phone.",
  policy: { who: "borrower", idempotent: true },
  vital: true,
  input: v.strictObject({ mobileNumber: phone, amountRupiah: typedAmount }),
  output: paymentRequest,
  problems: {
    NOTHING_TO_PAY: payProblems.NOTHING_TO_PAY,
    AMOUNT_ABOVE_PAYOFF: payProblems.AMOUNT_ABOVE_PAYOFF,
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

export const result = v.object({
  /** RECEIVED: the ledger holds the money. WAITING: it does not, and it may still come. FAILED: it will not come. */
  state: v.picklist(["RECEIVED", "WAITING", "FAILED"]),
  reference: v.string(),
  amountRupiah: v.nullable(rupiah),
  paidAt: v.nullable(instant),
  way: v.picklist(ways),
  failureCode: v.nullable(v.string()),
  loanId: v.string(),
  loanNumber: v.string(),
  /** After this payment, today. */
  remainingRupiah: rupiah,
  nextDueDate: v.nullable(date),
  nextDueRupiah: rupiah,
  isPaidOff: v.boolean(),
  balanceRupiah: rupiah,
});
export type PaymentResult = v.InferOutput<typeof result>;

const referenceInput = v.strictObject({ reference: v.pipe(v.string("REQUIRED"), v.regex(/^[A-Za-z0-9_-]{1,64}$/, "CURSOR_INVALID")) });

export const getResult = defineCall({
  method: "GET",
  path: "/api/repayment/result",
  summary: "What became of a payment, by the reference of its request, a virtual account number or the payment's id. Only what the ledger holds is called received.",
  policy: { who: "borrower" },
  input: referenceInput,
  output: result,
  problems: unknownRequest,
});
export const getLinkResult = defineCall({ ...getResult, path: "/api/repayment/link/result", policy: { who: "link", purpose: billsLinkPurpose }, summary: "What became of a payment, from a signed link." });

export const useBalance = defineCall({
  method: "POST",
  path: "/api/repayment/balance/use",
  summary: "Pays the loan from the borrower's balance: what is due, else the next instalment, as far as the balance goes.",
  policy: { who: "borrower", idempotent: true },
  vital: true,
  input: v.strictObject({}),
  output: v.object({ paymentId: v.string(), amountRupiah: rupiah }),
  problems: {
    NOTHING_TO_PAY: payProblems.NOTHING_TO_PAY,
    BALANCE_EMPTY: { status: 409, text: { id: "Saldo Anda kosong.", en: "Your balance is empty.", zh: "您的余额为零。" } },
  },
});

export const refundBalance = defineCall({
  method: "POST",
  path: "/api/repayment/balance/refund",
  summary: "Gives the whole balance back to the borrower's main bank account, after a STEP_UP_WITHDRAW code.",
  policy: { who: "borrower", stepUp: "STEP_UP_WITHDRAW", idempotent: true },
  vital: true,
  input: v.strictObject({}),
  output: v.object({ refundId: v.string(), amountRupiah: rupiah }),
  problems: {
    BALANCE_EMPTY: { status: 409, text: { id: "Saldo Anda kosong.", en: "Your balance is empty.", zh: "您的余额为零。" } },
    REFUND_OPEN: { status: 409, text: { id: "Pengembalian sebelumnya masih diproses.", en: "An earlier refund is still under way.", zh: "之前的退款仍在处理中。" } },
    NO_BANK_ACCOUNT: { status: 409, text: { id: "Tambahkan rekening bank dulu.", en: "Add a bank account first.", zh: "请先添加银行账户。" } },
  },
});

const webhookProblems = {} as const satisfies ProblemKinds;
const told = v.strictObject({});

/** Answers are the partner's own, whatever became of the notification; so the output is bytes with their status. */
const webhook = (path: `/${string}`, partner: string) =>
  defineCall({ method: "POST", path, summary: `Notifications of ${partner}, signed over the raw bytes.`, policy: { who: "webhook", partner }, input: told, output: binary, problems: webhookProblems, internal: true });

export const sandboxBankWebhook = webhook("/api/webhook/sandbox-bank", "sandbox-bank");
/** SNAP BI's own paths below our address: its token, virtual accounts, QRIS, direct debit. */
export const snapWebhooks = [
  webhook("/api/webhook/snap/v1.0/access-token/b2b", "snap"),
  webhook("/api/webhook/snap/v1.0/transfer-va/payment", "snap"),
  webhook("/api/webhook/snap/v1.0/qr/qr-mpm-notify", "snap"),
  webhook("/api/webhook/snap/v1.0/debit/notify", "snap"),
];

export const unmatchedCauses = ["UNKNOWN_REFERENCE", "AMOUNT_DIFFERS", "LOAN_NOT_RUNNING"] as const;

export const unmatchedPayment = v.object({
  receiptId: v.string(),
  rail: v.picklist(["VIRTUAL_ACCOUNT", "QRIS", "EWALLET"]),
  reference: v.string(),
  amountRupiah: rupiah,
  paidAt: instant,
  receivedAt: instant,
  cause: v.picklist(unmatchedCauses),
  /** The loan that the reference was made for, where there is one. */
  loanId: v.nullable(v.string()),
  loanNumber: v.nullable(v.string()),
  /** The bank's code, where a return to the payer did not arrive. */
  returnFailure: v.nullable(v.string()),
  /** The open proposal to return it; it is checked among the money moved by hand. */
  returnProposalId: v.nullable(v.string()),
  proposal: v.nullable(v.object({ assignmentId: v.string(), loanId: v.string(), loanNumber: v.string(), reason: v.string(), makerId: v.string(), madeAt: instant })),
});
export type UnmatchedPayment = v.InferOutput<typeof unmatchedPayment>;

export const listUnmatchedPayments = defineCall({
  method: "GET",
  path: "/api/staff/payments/unmatched",
  summary: "Money that belongs to nobody known yet, oldest first, with the open proposal for each.",
  policy: { who: "staff", permission: "payment.unmatched.read" },
  input: v.strictObject(listQuery),
  output: listOf(unmatchedPayment),
  problems: {},
});

const reason = v.pipe(v.string("REQUIRED"), v.trim(), v.minLength(10, "REASON_TOO_SHORT"), v.maxLength(300, "REASON_TOO_LONG"));
const receiptProblems = {
  RECEIPT_NOT_UNMATCHED: { status: 409, text: { id: "Pembayaran ini tidak menunggu penugasan.", en: "This payment is not waiting to be assigned.", zh: "该款项无需分配。" } },
} as const satisfies ProblemKinds;

export const proposeAssignment = defineCall({
  method: "POST",
  path: "/api/staff/payments/{receiptId}/assignment",
  summary: "Proposes the loan that unmatched money belongs to. Somebody else confirms.",
  policy: { who: "staff", permission: "payment.unmatched.assign", idempotent: true },
  vital: true,
  input: v.strictObject({
    receiptId: v.pipe(v.string(), v.regex(/^pay_[0-9a-f]{32}$/)),
    /** The loan's id or its number. */
    loan: v.pipe(v.string("REQUIRED"), v.trim(), v.nonEmpty("REQUIRED"), v.maxLength(64, "LOAN_UNKNOWN_FORMAT")),
    reason,
  }),
  output: v.object({ assignmentId: v.string() }),
  problems: {
    ...receiptProblems,
    ASSIGNMENT_OPEN: { status: 409, text: { id: "Sudah ada usulan untuk pembayaran ini.", en: "There is a proposal for this payment already.", zh: "该款项已有提案。" } },
    LOAN_UNKNOWN: { status: 422, text: { id: "Pinjaman ini tidak ditemukan atau belum cair.", en: "This loan was not found or has not been paid out.", zh: "找不到该借款或尚未放款。" } },
  },
  fieldProblems: {
    LOAN_UNKNOWN_FORMAT: { id: "Nomor pinjaman terlalu panjang.", en: "The loan number is too long.", zh: "借款编号过长。" },
    REASON_TOO_SHORT: { id: "Tulis alasan paling sedikit 10 karakter.", en: "Give a reason of at least 10 characters.", zh: "原因至少 10 个字符。" },
    REASON_TOO_LONG: { id: "Alasan paling banyak 300 karakter.", en: "Keep the reason within 300 characters.", zh: "原因最多 300 个字符。" },
  },
});

export const checkAssignment = defineCall({
  method: "POST",
  path: "/api/staff/payments/assignments/{assignmentId}/check",
  summary: "Confirms or refuses a proposal; never by the one who made it.",
  policy: { who: "staff", permission: "payment.unmatched.check", idempotent: true },
  vital: true,
  input: v.strictObject({ assignmentId: id, approve: v.union([v.boolean(), v.pipe(v.picklist(["true", "false"]), v.transform((value) => value === "true"))], "CHOICE_INVALID") }),
  output: v.object({ state: v.picklist(["CONFIRMED", "REFUSED"]) }),
  problems: {
    ...receiptProblems,
    ...tierProblems,
    ASSIGNMENT_UNKNOWN: { status: 404, text: { id: "Usulan ini tidak ada atau sudah diputuskan.", en: "This proposal does not exist or is decided already.", zh: "该提案不存在或已处理。" } },
    ...fourEyesProblems,
    LOAN_UNKNOWN: { status: 422, text: { id: "Pinjaman ini tidak ditemukan atau belum cair.", en: "This loan was not found or has not been paid out.", zh: "找不到该借款或尚未放款。" } },
  },
});

export const proposeReturn = defineCall({
  method: "POST",
  path: "/api/staff/payments/{receiptId}/return",
  summary: "Proposes to send unmatched money back to its payer: the bank names the account's holder, somebody else confirms.",
  policy: { who: "staff", permission: "money.propose" },
  vital: true,
  input: v.strictObject({ receiptId: v.pipe(v.string(), v.regex(/^pay_[0-9a-f]{32}$/)), bankCode, accountNumber: bankAccountNumber, reason: moneyReason }),
  output: proposed,
  problems: {
    ...receiptProblems,
    ...proposalProblems,
    RETURN_BANK_NOT_SERVED: { status: 422, text: { id: "Ke bank ini belum dapat dikirim uang.", en: "Money cannot be sent to this bank yet.", zh: "暂不支持向该银行转账。" } },
    RETURN_ACCOUNT_NOT_FOUND: { status: 422, text: { id: "Bank tidak mengenal nomor rekening ini.", en: "The bank knows no account with this number.", zh: "银行查无此账号。" } },
    RETURN_BANK_NOT_ANSWERING: { status: 503, text: { id: "Bank sedang tidak menjawab. Coba lagi sebentar lagi.", en: "The bank is not answering. Try again shortly.", zh: "银行暂无响应，请稍后再试。" } },
  },
  fieldProblems: moneyReasonProblems,
});

const loanWish = v.pipe(v.string("REQUIRED"), v.trim(), v.nonEmpty("REQUIRED"), v.maxLength(64, "LOAN_UNKNOWN_FORMAT"));
const loanWishProblems = { LOAN_UNKNOWN_FORMAT: { id: "Nomor pinjaman terlalu panjang.", en: "The loan number is too long.", zh: "借款编号过长。" } } as const;
const loanUnknown = {
  LOAN_UNKNOWN: { status: 422, text: { id: "Pinjaman ini tidak ditemukan atau belum cair.", en: "This loan was not found or has not been paid out.", zh: "找不到该借款或尚未放款。" } },
} as const satisfies ProblemKinds;

export const staffPayment = v.object({
  paymentId: v.string(),
  amountRupiah: rupiah,
  valueDate: date,
  paidAt: instant,
  way: v.picklist(ways),
  /** COUNTS: it may be reversed. OWN: it came from money that was with us already. REVERSED: it counts no more. */
  state: v.picklist(["COUNTS", "OWN", "REVERSED"]),
  /** The open proposal to reverse it. */
  proposalId: v.nullable(v.string()),
});
export type StaffPayment = v.InferOutput<typeof staffPayment>;

export const listLoanPayments = defineCall({
  method: "GET",
  path: "/api/staff/payments/loan",
  summary: "The payments of a loan, by its number or id, newest first: those that count and those that the bank took back.",
  policy: { who: "staff", permission: "money.read" },
  input: v.strictObject({ loan: loanWish }),
  output: v.object({ loanId: v.string(), loanNumber: v.string(), loanState: v.string(), borrowerId: v.string(), owesRupiah: rupiah, items: v.array(staffPayment) }),
  problems: loanUnknown,
  fieldProblems: loanWishProblems,
});

export const proposeReversal = defineCall({
  method: "POST",
  path: "/api/staff/payments/loan/{loanId}/reversal",
  summary: "Proposes that a payment never counted because the bank took it back. Somebody else confirms; then the loan is reckoned anew.",
  policy: { who: "staff", permission: "money.propose", idempotent: true },
  vital: true,
  input: v.strictObject({ loanId: id, paymentId: v.pipe(v.string(), v.regex(/^pay_[0-9a-f]{32}$/)), reason: moneyReason }),
  output: proposed,
  problems: {
    ...loanUnknown,
    ...proposalProblems,
    PAYMENT_NOT_REVERSIBLE: {
      status: 409,
      text: { id: "Pembayaran ini tidak ada, sudah dibatalkan, atau bukan dari bank.", en: "There is no such payment, it is reversed already, or it did not come from a bank.", zh: "该付款不存在、已撤销或并非来自银行。" },
    },
  },
  fieldProblems: moneyReasonProblems,
});
