/** Checks of loans at other platforms. */
import { personalDataOf, type PersonalTable } from "#server/personal-data/index.ts";

const tables: readonly PersonalTable[] = [
  {
    table: "platform_check",
    title: { id: "Cek pinjaman di platform lain", en: "Checks of loans at other platforms", zh: "其他平台借款查询" },
    shows: ["id", "consentId", "state", "askedOn", "askedAt", "answeredAt"],
    // Under its consent's key.
    sealed: {
      reportSealed: { holds: ["platformCount", "obligations", "score"], keyOf: (row) => String(row["consentId"]) },
    },
    keeps: "NOTHING",
  },
];

export const personalData = personalDataOf(tables);
