/** Checks of loans at other platforms. */
import { personalDataOf, type PersonalTable } from "#server/personal-data/index.ts";

const tables: readonly PersonalTable[] = [
  {
    table: "platform_check",
    title: { id: "Cek pinjaman di platform lain", en: "Checks of loans at other platforms", zh: "其他平台借款查询" },
    shows: ["id", "consent_id", "state", "asked_on", "asked_at", "answered_at"],
    // Under its consent's key.
    sealed: {
      report_sealed: { holds: ["platformCount", "obligations", "score"], keyOf: (row) => String(row["consent_id"]) },
    },
    keeps: "NOTHING",
  },
];

export const personalData = personalDataOf(tables);
