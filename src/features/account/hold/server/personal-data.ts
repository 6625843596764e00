/** The holds of an account. */
import { personalDataOf } from "#server/personal-data/index.ts";

export const personalData = personalDataOf([
  {
    table: "security_hold",
    title: { id: "Penahanan demi keamanan", en: "Security holds", zh: "安全冻结期" },
    shows: ["cause", "placedAt", "until"],
    withholds: { UPKEEP: ["id", "sourceId"] },
    keeps: "NOTHING",
  },
]);
