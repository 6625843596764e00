/** The maximum of one payment by each rail: rows with dates and sources, changed without code. // docs/decisions/189 */
import type { Reader } from "#server/database.server.ts";
import type { Rail } from "#server/outside/notification.ts";
import type { BusinessDate } from "#shared/dates.ts";

/** Whole rupiah, in force on a day; null where the rail sets none. @throws when a rail has no row, because the limit must not be guessed. */
export async function maxByRail(reader: Reader, day: BusinessDate): Promise<Record<Rail, number | null>> {
  const rows = await reader
    .selectFrom("payment_rail_limit")
    .select(["rail", "mostRupiah"])
    .distinctOn("rail")
    .where("validFrom", "<=", day)
    .orderBy("rail")
    .orderBy("validFrom", "desc")
    .execute();
  if (rows.length < 3) throw new Error(`The limits of the rails are not complete on ${day}.`);
  return Object.fromEntries(rows.map((row) => [row.rail, row.mostRupiah])) as Record<Rail, number | null>;
}
