/** Loans that were booked for a later day. */
import { personalDataOf } from "#server/personal-data/index.ts";

export const personalData = personalDataOf([
  {
    table: "loan_appointment",
    title: { id: "Janji pinjaman", en: "Loan appointments", zh: "借款预约" },
    shows: [
      "id",
      "state",
      "amount_rupiah",
      "tenor_days",
      "purpose",
      "bank_account_id",
      "on_day",
      "cost_rupiah",
      "booked_at",
      "offered_at",
      "confirm_by",
      "ended_at",
      "loan_id",
    ],
    withholds: { UPKEEP: ["due_at"] },
    keeps: "NOTHING",
  },
]);
