/** What happened to the account, and when it was held. */
import { personalDataOf, type PersonalTable } from "#server/personal-data/index.ts";

const tables: readonly PersonalTable[] = [
  {
    table: "security_event",
    title: { id: "Kejadian keamanan", en: "Security events", zh: "安全事件" },
    shows: ["kind", "happened_at", "device"],
    withholds: { UPKEEP: ["id", "source_id", "is_told"] },
    keeps: "NOTHING",
  },
  {
    table: "security_hold",
    title: { id: "Penahanan demi keamanan", en: "Security holds", zh: "安全冻结期" },
    shows: ["cause", "placed_at", "until"],
    withholds: { UPKEEP: ["id", "source_id"] },
    keeps: "NOTHING",
  },
];

export const personalData = personalDataOf(tables);
