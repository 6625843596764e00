/** Bills and payments. */
import { personalDataOf, type PersonalTable } from "#server/personal-data/index.ts";

const tables: readonly PersonalTable[] = [
  {
    table: "balance_refund",
    title: { id: "Pengembalian saldo", en: "Refunds of the balance", zh: "余额退款" },
    shows: ["id", "amount_rupiah", "bank_account_id", "state", "requested_at", "ended_at"],
    keeps: "LOAN",
  },
  {
    table: "payment_request",
    title: { id: "Cara bayar yang dibuka", en: "Ways to pay opened", zh: "已开通的还款方式" },
    shows: [
      "id",
      "loan_id",
      "rail",
      "bank_code",
      "amount_rupiah",
      "reference",
      "content",
      "state",
      "requested_at",
      "expires_at",
      "ended_at",
      "failure_code",
    ],
    sealed: { wallet_sealed: { holds: "walletNumber" } },
    withholds: { UPKEEP: ["next_inquiry_at", "close_at"] },
    keeps: "LOAN",
  },
  {
    table: "payment_receipt",
    title: { id: "Pembayaran diterima", en: "Payments received", zh: "已收还款" },
    shows: ["id", "loan_id", "amount_rupiah", "paid_at", "received_at", "rail", "provider", "reference", "state"],
    withholds: { UPKEEP: ["payment_id", "unmatched_cause", "return_failure"] },
    keeps: "LOAN",
  },
  {
    table: "repayment_reminder",
    title: { id: "Pengingat", en: "Reminders", zh: "提醒" },
    shows: ["loan_id", "due_on", "kind", "queued_at", "sent_at", "outcome"],
    keeps: "LOAN",
  },
  {
    table: "repayment_event",
    title: { id: "Pembukuan pinjaman", en: "Entries of the loan", zh: "贷款账目" },
    shows: [
      "id",
      "loan_id",
      "kind",
      "amount_rupiah",
      "component",
      "value_date",
      "paid_at",
      "recorded_at",
      "rail",
      "bank_code",
      "source",
      "reversed_event_id",
    ],
    withholds: { STAFF: ["actor"] },
    keeps: "LOAN",
  },
  {
    table: "repayment_account",
    title: { id: "Tagihan", en: "Bills", zh: "账单" },
    shows: ["loan_id", "customer_no", "opened_at", "booked_on", "unpaid_principal_rupiah", "unpaid_since"],
    withholds: { UPKEEP: ["next_booking_on", "next_reminder_at", "try_again_at", "failures"] },
    keeps: "LOAN",
  },
];

export const personalData = personalDataOf(tables);
