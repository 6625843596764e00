/** Words of the card of a proposal to give unmatched money to a loan: those of the list, and what is proposed. */
import { defineTexts } from "#shared/texts.ts";
import { unmatchedTexts } from "../texts.ts";

export const assignmentTexts = defineTexts({
  ...unmatchedTexts,
  assignment: { id: "Uang tanpa pemilik ke pinjaman", en: "Unmatched money to a loan", zh: "未匹配来款归入借款" },
  assignmentConfirmed: {
    id: "Uang ini dibukukan sebagai pembayaran pinjaman itu, dengan hari uang masuk, dan peminjam diberi tahu.",
    en: "The money is booked as a payment of that loan, on the day it arrived, and the borrower is notified.",
    zh: "该款按到账日记为此借款的还款，并通知借款人。",
  },
  assignmentRefused: {
    id: "Uangnya tetap tanpa pemilik, dan pinjaman lain bisa diusulkan.",
    en: "The money stays unmatched, and another loan can be proposed.",
    zh: "款项仍未匹配，可另行提议其他借款。",
  },
  loanOf: { id: "Untuk pinjaman", en: "For the loan", zh: "归入借款" },
});
