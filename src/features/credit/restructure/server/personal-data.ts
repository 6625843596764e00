/** Requests for help and what was offered. */
import { personalDataOf } from "#server/personal-data/index.ts";

export const personalData = personalDataOf([
  {
    table: "restructure_ask",
    title: { id: "Permintaan keringanan", en: "Requests for help", zh: "协商还款申请" },
    shows: ["id", "loanId", "origin", "reason", "documentIds", "askedAt", "restsUntil"],
    sealed: { noteSealed: { holds: "note", isJson: true } },
    keeps: "LOAN",
  },
  {
    table: "restructure_offer",
    title: { id: "Tawaran keringanan", en: "Offers of help", zh: "还款方案" },
    shows: [
      "id",
      "askId",
      "loanId",
      "programme",
      "tenorDays",
      "state",
      "newLoanId",
      "number",
      "offeredAt",
      "expiresAt",
      "closedAt",
    ],
    keeps: "LOAN",
  },
]);
