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
      "previewHash",
      "askedAt",
      "mergedAt",
      "reversibleUntil",
      "endedAt",
      "language",
    ],
    sealed: { previewSealed: { holds: "page", isJson: true } },
    objects: { statementKey: { holds: "statement", row: null } },
    withholds: { FINDER: ["otherId", "survivorId", "absorbedId"], UPKEEP: ["brandId"] },
    keeps: "NOTHING",
    // The earlier customer's identity belongs to the identity documents.
    retains: { kind: "ACCOUNT_MERGE", rule: "IDENTITY_EVIDENCE" },
  },
]);
