/** Payouts and other transfers. */
import { sql } from "kysely";
import { personalDataOf, type PersonalTable } from "#server/personal-data/index.ts";

const tables: readonly PersonalTable[] = [
  {
    table: "late_payout",
    title: { id: "Pencairan terlambat", en: "Late payouts", zh: "迟到的放款" },
    shows: ["transferId", "amountRupiah", "foundAt", "settledAt", "endedAt", "state", "deed"],
    withholds: { UPKEEP: ["providerReference"] },
    keeps: "LOAN",
  },
  {
    table: "returned_payout",
    title: { id: "Pencairan yang kembali", en: "Returned payouts", zh: "退回的放款" },
    shows: [
      "transferId",
      "subjectId",
      "purpose",
      "amountRupiah",
      "code",
      "foundAt",
      "settledAt",
      "endedAt",
      "state",
      "deed",
      "resendCode",
      "times",
    ],
    keeps: "LOAN",
  },
  {
    table: "bank_transfer",
    title: { id: "Transfer", en: "Transfers", zh: "转账" },
    shows: [
      "id",
      "subjectId",
      "purpose",
      "amountRupiah",
      "bankAccountId",
      "state",
      "failureCode",
      "orderedAt",
      "sentAt",
      "endedAt",
      "remark",
      "resendsId",
    ],
    sealed: { payeeSealed: { holds: ["bankCode", "accountNumber", "accountName"] } },
    withholds: {
      UPKEEP: ["attempts", "nextInquiryAt", "providerReference", "waitsFor", "needsStaff", "promiseToldAt"],
    },
    keeps: "LOAN",
    // The receiving account; the books hold only the amounts.
    retains: { kind: "PAYEE", rule: "BOOKS", where: sql`payee_sealed is not null` },
  },
];

export const personalData = personalDataOf(tables);
