/** Public names at social networks. */
import { personalDataOf, type PersonalTable } from "#server/personal-data/index.ts";

const tables: readonly PersonalTable[] = [
  {
    table: "social_account",
    title: { id: "Akun media sosial", en: "Social accounts", zh: "社交账号" },
    shows: ["id", "consentId", "network", "code", "toldAt"],
    // Under its consent's key.
    sealed: { nameSealed: { holds: "name", keyOf: (row) => String(row["consentId"]) } },
    keeps: "NOTHING",
  },
];

export const personalData = personalDataOf(tables);
