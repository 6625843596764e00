/** Bills and payments. */
import { personalDataOf, type PersonalTable } from "#server/personal-data/index.ts";

const tables: readonly PersonalTable[] = [
  {
    table: "balance_refund",
    title: { id: "Pengembalian saldo", en: "Refunds of the balance", zh: "余额退款" },
    shows: ["id", "amountRupiah", "bankAccountId", "state", "requestedAt", "endedAt"],
    keeps: "LOAN",
  },
  {
    table: "payment_request",
    title: { id: "Cara bayar yang dibuka", en: "Ways to pay opened", zh: "已开通的还款方式" },
    shows: [
      "id",
      "loanId",
      "rail",
      "bankCode",
      "amountRupiah",
      "reference",
      "content",
      "state",
      "payoffOn",
      "dueOn",
      "requestedAt",
      "expiresAt",
      "endedAt",
      "failureCode",
    ],
    sealed: { walletSealed: { holds: "walletNumber" } },
    withholds: { UPKEEP: ["nextInquiryAt", "closeAt"] },
    keeps: "LOAN",
  },
  {
    table: "payment_bill_inquiry",
    title: { id: "Pertanyaan bank tentang tagihan", en: "Banks' questions about the bill", zh: "银行账单查询" },
    shows: ["id", "loanId", "answeredAt", "countsOn", "amountRupiah", "payoffRupiah", "isDue"],
    withholds: { UPKEEP: ["requestId"] },
    keeps: "LOAN",
  },
  {
    table: "payment_receipt",
    title: { id: "Pembayaran diterima", en: "Payments received", zh: "已收还款" },
    shows: ["id", "loanId", "amountRupiah", "paidAt", "receivedAt", "rail", "provider", "reference", "state"],
    withholds: { UPKEEP: ["paymentId", "unmatchedCause", "returnFailure"] },
    keeps: "LOAN",
  },
  {
    table: "repayment_event",
    title: { id: "Pembukuan pinjaman", en: "Entries of the loan", zh: "借款账目" },
    shows: [
      "id",
      "loanId",
      "kind",
      "amountRupiah",
      "component",
      "valueDate",
      "paidAt",
      "recordedAt",
      "rail",
      "bankCode",
      "source",
      "reversedEventId",
    ],
    withholds: { STAFF: ["actor"] },
    keeps: "LOAN",
  },
  {
    table: "repayment_account",
    title: { id: "Tagihan", en: "Bills", zh: "账单" },
    shows: ["loanId", "customerNo", "openedAt", "bookedOn", "unpaidPrincipalRupiah", "unpaidSince", "restUntil"],
    withholds: { UPKEEP: ["nextBookingOn", "nextOverdueOn", "nextReminderAt", "tryAgainAt", "failures", "position"] },
    keeps: "LOAN",
  },
];

export const personalData = personalDataOf(tables);
