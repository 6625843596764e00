/** Public names at social networks. */
import { personalDataOf, type PersonalTable } from "#server/personal-data/index.ts";

const tables: readonly PersonalTable[] = [
  {
    table: "social_account",
    title: { id: "Akun media sosial", en: "Social accounts", zh: "社交账号" },
    shows: ["id", "consent_id", "network", "code", "told_at"],
    // Under its consent's key.
    sealed: { name_sealed: { holds: "name", keyOf: (row) => String(row["consent_id"]) } },
    keeps: "NOTHING",
  },
];

export const personalData = personalDataOf(tables);
