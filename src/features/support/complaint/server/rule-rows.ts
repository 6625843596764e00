/** The figures that the clock of complaints counts by: rows with dates and sources, changed without code. */
import type { Reader } from "#server/database.server.ts";
import type { BusinessDate } from "#shared/dates.ts";

export type RuleName =
  | "ANSWER_WORKING_DAYS"
  | "EXTENSION_WORKING_DAYS"
  | "REMINDER_WORKING_DAYS"
  | "CLOSE_WORKING_DAYS"
  | "CLOSE_WARNING_WORKING_DAYS"
  | "KEPT_YEARS";

/** The figures in force on a day. @throws when one is missing, as a clock without a figure must not run. */
export async function rulesOn(reader: Reader, day: BusinessDate): Promise<Record<RuleName, number>> {
  const rows = await reader
    .selectFrom("complaint_rule")
    .select(["rule", "value"])
    .distinctOn("rule")
    .where("valid_from", "<=", day)
    .orderBy("rule")
    .orderBy("valid_from", "desc")
    .execute();
  const rules = Object.fromEntries(rows.map(({ rule, value }) => [rule, value])) as Record<RuleName, number>;
  if (rows.length < 6) throw new Error(`The rules of complaints are not complete on ${day}.`);
  return rules;
}
