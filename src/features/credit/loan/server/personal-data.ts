/** Applications and loans. */
import {
  leftOut,
  personalDataOf,
  wordFromTexts,
  type InWords,
  type PersonalTable,
} from "#server/personal-data/index.ts";
import { loanStateTexts } from "../texts.ts";

const whereChanged = (field: "fromState" | "toState"): InWords => {
  const stateWords = wordFromTexts(field, loanStateTexts);
  return (services, row, language) =>
    row["fromState"] === row["toState"] ? null : stateWords(services, row, language);
};

const tables: readonly PersonalTable[] = [
  {
    table: "loan_event",
    // An event within a state does not change the state.
    inWords: { fromState: whereChanged("fromState"), toState: whereChanged("toState") },
    title: { id: "Riwayat pinjaman", en: "History of loans", zh: "借款记录" },
    shows: ["id", "loanId", "kind", "actor", "cause", "fromState", "toState", "happenedAt", "facts"],
    keeps: "LOAN",
  },
  {
    table: "loan",
    // The tenor has a field of its own.
    inWords: { productKey: leftOut, "terms.productKey": leftOut },
    title: { id: "Pengajuan dan pinjaman", en: "Applications and loans", zh: "申请与借款" },
    shows: [
      "id",
      "number",
      "state",
      "purpose",
      "principalRupiah",
      "tenorDays",
      "productKey",
      "terms",
      "bankAccountId",
      "restructuresLoanId",
      "carriedRupiah",
      "submittedAt",
      "decidedAt",
      "signDeadline",
      "signDeadlineMovedSeconds",
      "signedAt",
      "disbursedOn",
      "endedAt",
      "endReason",
      "mayApplyAgainOn",
      "reopened",
      "discountId",
      "discountRupiah",
      "replacesLoanId",
      "replacesRupiah",
      "besideOpen",
      "pausedAt",
    ],
    withholds: { UPKEEP: ["lenderId", "discountBudget"] },
    keeps: "LOAN",
  },
];

export const personalData = personalDataOf(tables);
