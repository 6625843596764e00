/** Applications and loans. */
import { leftOut, personalDataOf, saidBy, type InWords, type PersonalTable } from "#server/personal-data/index.ts";
import { loanStateTexts } from "../texts.ts";

const whereChanged = (field: "fromState" | "toState"): InWords => {
  const said = saidBy(field, loanStateTexts);
  return (services, row, language) => (row["fromState"] === row["toState"] ? null : said(services, row, language));
};

const tables: readonly PersonalTable[] = [
  {
    table: "loan_event",
    // An event within a state does not change the state.
    inWords: { fromState: whereChanged("fromState"), toState: whereChanged("toState") },
    title: { id: "Riwayat pinjaman", en: "History of loans", zh: "借款记录" },
    shows: ["id", "loan_id", "kind", "actor", "cause", "from_state", "to_state", "happened_at", "facts"],
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
      "principal_rupiah",
      "tenor_days",
      "product_key",
      "terms",
      "bank_account_id",
      "restructures_loan_id",
      "carried_rupiah",
      "submitted_at",
      "decided_at",
      "sign_deadline",
      "sign_deadline_moved_seconds",
      "signed_at",
      "disbursed_on",
      "ended_at",
      "end_reason",
      "may_apply_again_on",
      "reopened",
      "discount_id",
      "discount_rupiah",
      "replaces_loan_id",
      "replaces_rupiah",
      "beside_open",
      "paused_at",
    ],
    withholds: { UPKEEP: ["lender_id", "discount_budget"] },
    keeps: "LOAN",
  },
];

export const personalData = personalDataOf(tables);
