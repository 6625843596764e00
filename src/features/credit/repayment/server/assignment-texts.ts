/** Words of the card of a proposal to give unmatched money to a loan: those of the list, and what is proposed. */
import { defineTexts } from "#shared/texts.ts";
import { unmatchedTexts } from "../texts.ts";

export const assignmentTexts = defineTexts({
  ...unmatchedTexts,
  assignment: { id: "Uang tanpa pemilik ke pinjaman", en: "Unmatched money to a loan", zh: "未匹配来款归入借款" },
  loanOf: { id: "Untuk pinjaman", en: "For the loan", zh: "归入借款" },
});
