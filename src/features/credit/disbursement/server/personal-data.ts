/** Payouts and other transfers. */
import { sql } from "kysely";
import { personalDataOf, type PersonalTable } from "#server/personal-data/index.ts";

const tables: readonly PersonalTable[] = [
  {
    table: "late_payout",
    title: { id: "Pencairan terlambat", en: "Late payouts", zh: "迟到的放款" },
    shows: ["transfer_id", "amount_rupiah", "found_at", "settled_at", "ended_at", "state", "deed"],
    withholds: { UPKEEP: ["provider_reference"] },
    keeps: "LOAN",
  },
  {
    table: "returned_payout",
    title: { id: "Pencairan yang kembali", en: "Returned payouts", zh: "退回的放款" },
    shows: [
      "transfer_id",
      "subject_id",
      "purpose",
      "amount_rupiah",
      "code",
      "found_at",
      "settled_at",
      "ended_at",
      "state",
      "deed",
      "resend_code",
      "times",
    ],
    keeps: "LOAN",
  },
  {
    table: "bank_transfer",
    title: { id: "Transfer", en: "Transfers", zh: "转账" },
    shows: [
      "id",
      "subject_id",
      "purpose",
      "amount_rupiah",
      "bank_account_id",
      "state",
      "failure_code",
      "ordered_at",
      "sent_at",
      "ended_at",
      "remark",
      "resends_id",
    ],
    sealed: { payee_sealed: { holds: ["bankCode", "accountNumber", "accountName"] } },
    withholds: {
      UPKEEP: ["attempts", "next_inquiry_at", "provider_reference", "waits_for", "needs_staff", "promise_told_at"],
    },
    keeps: "LOAN",
    // The receiving account; the books hold only the amounts.
    retains: { kind: "PAYEE", rule: "BOOKS", where: sql`payee_sealed is not null` },
  },
];

export const personalData = personalDataOf(tables);
