/** Requests for help and what was offered. */
import { personalDataOf } from "#server/personal-data/index.ts";

export const personalData = personalDataOf([
  {
    table: "restructure_ask",
    title: { id: "Permintaan keringanan", en: "Requests for help", zh: "协商还款申请" },
    shows: ["id", "loan_id", "origin", "reason", "document_ids", "asked_at", "rests_until"],
    sealed: { note_sealed: { holds: "note", isJson: true } },
    keeps: "LOAN",
  },
  {
    table: "restructure_offer",
    title: { id: "Tawaran keringanan", en: "Offers of help", zh: "还款方案" },
    shows: [
      "id",
      "ask_id",
      "loan_id",
      "programme",
      "tenor_days",
      "state",
      "new_loan_id",
      "number",
      "offered_at",
      "expires_at",
      "closed_at",
    ],
    keeps: "LOAN",
  },
]);
