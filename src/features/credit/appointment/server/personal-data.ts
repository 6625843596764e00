/** Loans that were booked for a later day. */
import { personalDataOf } from "#server/personal-data/index.ts";

export const personalData = personalDataOf([
  {
    table: "loan_appointment",
    title: { id: "Janji pinjaman", en: "Loan appointments", zh: "借款预约" },
    shows: [
      "id",
      "state",
      "amountRupiah",
      "tenorDays",
      "purpose",
      "bankAccountId",
      "onDay",
      "costRupiah",
      "bookedAt",
      "offeredAt",
      "confirmBy",
      "endedAt",
      "loanId",
    ],
    withholds: { UPKEEP: ["dueAt"] },
    keeps: "NOTHING",
  },
]);
