/** Merges of accounts, with the page that was signed. */
import { personalDataOf } from "#server/personal-data/index.ts";

export const personalData = personalDataOf([
  {
    table: "account_merge",
    title: { id: "Penggabungan akun", en: "Merging of accounts", zh: "账户合并" },
    shows: [
      "id",
      "state",
      "cause",
      "keeps",
      "preview_hash",
      "asked_at",
      "merged_at",
      "reversible_until",
      "ended_at",
      "language",
    ],
    sealed: { preview_sealed: { holds: "page", isJson: true } },
    objects: { statement_key: { holds: "statement", row: null } },
    withholds: { FINDER: ["other_id", "survivor_id", "absorbed_id"], UPKEEP: ["brand_id"] },
    keeps: "NOTHING",
    // The earlier customer's identity belongs to the identity papers.
    retains: { kind: "ACCOUNT_MERGE", rule: "IDENTITY_EVIDENCE" },
  },
]);
