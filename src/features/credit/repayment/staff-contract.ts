/** Unmatched money, and payments that a bank reversed: the console's lists, proposals and checks. */
import * as v from "valibot";
import { loanStates } from "#features/credit/loan/contract.ts";
import { moneyReason, moneyReasonProblems, unknown } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { answeredDate, answeredRupiah, instant } from "#shared/fields/answered.ts";
import { bankAccountNumber, bankCode } from "#shared/fields/bank.ts";
import { listOf, listQuery, orderedListQuery } from "#shared/fields/list.ts";
import { defineExport } from "#shared/list-export.ts";
import { approval, fourEyesProblems, tierProblems } from "#shared/four-eyes.ts";
import { proposalProblems, proposed } from "#features/credit/treasury/contract.ts";
import { paymentMethods } from "./contract.ts";
import { chargebackPayment, chargebackProblems, receiptId } from "./chargeback-contract.ts";

const id = v.pipe(v.string(), v.uuid());

export const unmatchedCauses = [
  "UNKNOWN_REFERENCE",
  "AMOUNT_DIFFERS",
  "LOAN_NOT_RUNNING",
  /** The rail says that it was paid before the loan was paid out. */
  "PAID_BEFORE_LOAN",
  /** The rail says that it was paid more than a day from now. */
  "PAID_AHEAD",
  "ABOVE_RAIL_LIMIT",
  "ACCOUNT_CLOSED",
] as const;

export const unmatchedPayment = v.object({
  receiptId: v.string(),
  rail: v.picklist(["VIRTUAL_ACCOUNT", "QRIS", "EWALLET"]),
  reference: v.string(),
  amountRupiah: answeredRupiah,
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
  proposal: v.nullable(
    v.object({
      assignmentId: v.string(),
      loanId: v.string(),
      loanNumber: v.string(),
      reason: v.string(),
      makerId: v.string(),
      madeAt: instant,
    }),
  ),
});
export type UnmatchedPayment = v.InferOutput<typeof unmatchedPayment>;

export const unmatchedOrders = ["OLDEST", "NEWEST", "SMALLEST", "LARGEST"] as const;

export const listUnmatchedPayments = defineCall({
  id: "listUnmatchedPayments",
  method: "GET",
  path: "/api/staff/payments/unmatched",
  summary:
    "Received money without a known loan, oldest first or by amount, each with its open proposal. `from` and `to` filter by the day of payment.",
  policy: {
    who: "staff",
    permission: "payment.unmatched.read",
    trail: { id: "Melihat uang masuk", en: "Viewed unmatched payments", zh: "查看未匹配来款" },
  },
  input: v.strictObject({
    ...orderedListQuery(unmatchedOrders, "OLDEST"),
    cause: v.optional(v.picklist(unmatchedCauses, "CHOICE_INVALID")),
  }),
  output: listOf(unmatchedPayment),
  problems: {},
});

export const exportUnmatchedPayments = defineExport(listUnmatchedPayments, {
  id: "exportUnmatchedPayments",
  summary: "The list of received money without a known loan as CSV, with the columns of the list.",
  trail: { id: "Mengunduh daftar uang masuk", en: "Downloaded the unmatched payments", zh: "下载未匹配来款列表" },
});

const receiptProblems = {
  RECEIPT_NOT_UNMATCHED: {
    status: 409,
    text: {
      id: "Pembayaran ini tidak menunggu penugasan.",
      en: "This payment is not waiting to be assigned.",
      zh: "该款项无需分配。",
    },
  },
} as const satisfies ProblemKinds;

export const loanUnknown = {
  LOAN_UNKNOWN: {
    status: 422,
    text: {
      id: "Pinjaman ini tidak ditemukan atau belum cair.",
      en: "This loan was not found or has not been paid out.",
      zh: "找不到该借款或尚未放款。",
    },
  },
} as const satisfies ProblemKinds;

export const proposeAssignment = defineCall({
  id: "proposePaymentAssignment",
  method: "POST",
  path: "/api/staff/payments/{receiptId}/assignment",
  summary: "Proposes the loan that unmatched money belongs to. Another person confirms it.",
  policy: {
    who: "staff",
    permission: "payment.unmatched.assign",
    idempotent: true,
    trail: { id: "Mengusulkan pemilik uang", en: "Proposed an assignment", zh: "提议来款归属" },
  },
  vital: true,
  input: v.strictObject({
    receiptId: v.pipe(v.string(), v.regex(/^pay_[0-9a-f]{32}$/)),
    /** The loan's id or its number. */
    loan: v.pipe(v.string("REQUIRED"), v.trim(), v.nonEmpty("REQUIRED"), v.maxLength(64, "LOAN_UNKNOWN_FORMAT")),
    reason: moneyReason,
  }),
  output: v.object({ assignmentId: v.string() }),
  problems: {
    ...receiptProblems,
    ASSIGNMENT_OPEN: {
      status: 409,
      text: {
        id: "Sudah ada usulan untuk pembayaran ini.",
        en: "There is a proposal for this payment already.",
        zh: "该款项已有提案。",
      },
    },
    ...loanUnknown,
  },
  fieldProblems: {
    LOAN_UNKNOWN_FORMAT: {
      id: "Nomor pinjaman terlalu panjang.",
      en: "The loan number is too long.",
      zh: "借款编号过长。",
    },
    ...moneyReasonProblems,
  },
});

export const checkAssignment = defineCall({
  id: "checkPaymentAssignment",
  method: "POST",
  path: "/api/staff/payments/assignments/{assignmentId}/check",
  summary: "Confirms or refuses a proposal; never by the one who made it.",
  policy: {
    who: "staff",
    permission: "payment.unmatched.check",
    idempotent: true,
    trail: { id: "Memeriksa usulan uang", en: "Checked an assignment", zh: "复核来款归属" },
  },
  vital: true,
  input: v.strictObject({
    assignmentId: id,
    approve: approval,
  }),
  output: v.object({ state: v.picklist(["CONFIRMED", "REFUSED"]) }),
  problems: {
    ...receiptProblems,
    ...tierProblems,
    ...unknown("ASSIGNMENT_UNKNOWN", {
      id: "Usulan ini tidak ada atau sudah diputuskan.",
      en: "This proposal does not exist or is decided already.",
      zh: "该提案不存在或已处理。",
    }),
    ...fourEyesProblems,
    ...loanUnknown,
  },
});

export const proposeReturn = defineCall({
  id: "proposePaymentReturn",
  method: "POST",
  path: "/api/staff/payments/{receiptId}/return",
  summary:
    "Proposes to return unmatched money to its payer: the bank names the account's holder, another person confirms it.",
  policy: {
    who: "staff",
    permission: "money.propose",
    trail: { id: "Mengusulkan pengembalian uang", en: "Proposed to return money", zh: "提议退回来款" },
  },
  vital: true,
  input: v.strictObject({
    receiptId: v.pipe(v.string(), v.regex(/^pay_[0-9a-f]{32}$/)),
    bankCode,
    accountNumber: bankAccountNumber,
    reason: moneyReason,
  }),
  output: proposed,
  problems: {
    ...receiptProblems,
    ...proposalProblems,
    RETURN_BANK_NOT_SERVED: {
      status: 422,
      text: {
        id: "Ke bank ini belum bisa dikirim uang.",
        en: "Money cannot be sent to this bank yet.",
        zh: "暂不支持向该银行转账。",
      },
    },
    RETURN_ACCOUNT_NOT_FOUND: {
      status: 422,
      text: {
        id: "Bank tidak mengenal nomor rekening ini.",
        en: "The bank knows no account with this number.",
        zh: "银行查无此账号。",
      },
    },
    RETURN_BANK_NOT_ANSWERING: {
      status: 503,
      text: {
        id: "Bank sedang tidak menjawab. Coba lagi sebentar lagi.",
        en: "The bank is not answering. Try again shortly.",
        zh: "银行暂无响应，请稍后再试。",
      },
    },
  },
  fieldProblems: moneyReasonProblems,
});

const loanReference = v.pipe(
  v.string("REQUIRED"),
  v.trim(),
  v.nonEmpty("REQUIRED"),
  v.maxLength(64, "LOAN_UNKNOWN_FORMAT"),
);
const loanReferenceProblems = {
  LOAN_UNKNOWN_FORMAT: {
    id: "Nomor pinjaman terlalu panjang.",
    en: "The loan number is too long.",
    zh: "借款编号过长。",
  },
} as const;
export const unmatchedPaymentDetail = v.object({
  paymentId: v.string(),
  amountRupiah: answeredRupiah,
  valueDate: answeredDate,
  paidAt: instant,
  way: v.picklist(paymentMethods),
  /** COUNTS: it may be reversed. OWN: it came from money that was with us already. REVERSED: it counts no more. */
  state: v.picklist(["COUNTS", "OWN", "REVERSED"]),
  /** The open proposal to reverse it. */
  proposalId: v.nullable(v.string()),
});
export type UnmatchedPaymentDetail = v.InferOutput<typeof unmatchedPaymentDetail>;

export const listLoanPayments = defineCall({
  id: "listLoanPayments",
  method: "GET",
  path: "/api/staff/payments/loan",
  summary:
    "The payments of a loan, by its number or id, newest first: those that count and those that the bank reversed.",
  policy: {
    who: "staff",
    permission: "money.read",
    trail: { id: "Melihat pembayaran pinjaman", en: "Viewed a loan's payments", zh: "查看借款还款记录" },
  },
  input: v.strictObject({ loan: loanReference }),
  output: v.object({
    loanId: v.string(),
    loanNumber: v.string(),
    loanState: v.picklist(loanStates),
    borrowerId: v.string(),
    owesRupiah: answeredRupiah,
    items: v.array(unmatchedPaymentDetail),
  }),
  problems: loanUnknown,
  fieldProblems: loanReferenceProblems,
});

export const proposeReversal = defineCall({
  id: "proposePaymentReversal",
  method: "POST",
  path: "/api/staff/payments/loan/{loanId}/reversal",
  summary:
    "Proposes to cancel a payment that the bank reversed. Another person confirms it; then the loan is recalculated without it.",
  policy: {
    who: "staff",
    permission: "money.propose",
    idempotent: true,
    trail: { id: "Mengusulkan pembatalan pembayaran", en: "Proposed to reverse a payment", zh: "提议撤销还款" },
  },
  vital: true,
  input: v.strictObject({
    loanId: id,
    paymentId: v.pipe(v.string(), v.regex(/^pay_[0-9a-f]{32}$/)),
    reason: moneyReason,
  }),
  output: proposed,
  problems: {
    ...loanUnknown,
    ...proposalProblems,
    PAYMENT_NOT_REVERSIBLE: {
      status: 409,
      text: {
        id: "Pembayaran ini tidak ada, sudah dibatalkan, atau bukan dari bank.",
        en: "There is no such payment, it is reversed already, or it did not come from a bank.",
        zh: "该付款不存在、已撤销或并非来自银行。",
      },
    },
  },
  fieldProblems: moneyReasonProblems,
});

export const listChargebackPayments = defineCall({
  id: "listChargebackPayments",
  method: "GET",
  path: "/api/staff/payments/taken-back",
  summary: "Received payments that their rail does not confirm any more; oldest first, each with its open proposal.",
  policy: {
    who: "staff",
    permission: "money.read",
    trail: { id: "Melihat pembayaran yang ditarik", en: "Viewed reversed payments", zh: "查看被收回的付款" },
  },
  input: v.strictObject(listQuery),
  output: listOf(chargebackPayment),
  problems: {},
});

export const askChargeback = defineCall({
  id: "askChargeback",
  method: "POST",
  path: "/api/staff/payments/{receiptId}/taken-back/ask",
  summary:
    "Asks the rail once more about a reversed payment; if the rail confirms the payment, it counts and leaves the list.",
  policy: {
    who: "staff",
    permission: "money.propose",
    trail: { id: "Menanyai bank tentang pembayaran", en: "Asked the rail about a payment", zh: "向渠道查询付款" },
  },
  vital: true,
  input: v.strictObject({ receiptId }),
  output: v.object({ stands: v.boolean() }),
  problems: {
    ...chargebackProblems,
    RAIL_SILENT: {
      status: 503,
      text: {
        id: "Bank sedang tidak menjawab. Coba lagi sebentar lagi.",
        en: "The bank is not answering. Try again shortly.",
        zh: "银行暂无响应，请稍后再试。",
      },
    },
  },
});

export const proposeSuspenseReversal = defineCall({
  id: "proposeSuspenseReversal",
  method: "POST",
  path: "/api/staff/payments/{receiptId}/taken-back",
  summary: "Proposes to remove unmatched money that its rail reversed from the books. Another person confirms it.",
  policy: {
    who: "staff",
    permission: "money.propose",
    idempotent: true,
    trail: { id: "Mengusulkan pembayaran keluar", en: "Proposed to take a payment out", zh: "提议移出付款" },
  },
  vital: true,
  input: v.strictObject({ receiptId, reason: moneyReason }),
  output: proposed,
  problems: { ...chargebackProblems, ...proposalProblems },
  fieldProblems: moneyReasonProblems,
});
