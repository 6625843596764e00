/** The figures that the clock of complaints counts by: rows with dates and sources, changed without code. */
import { complaintTermsOn } from "#server/calendar/business-calendar.ts";
import type { Reader } from "#server/database.server.ts";
import type { BusinessDate } from "#shared/dates.ts";

/** Rules used only here; working days that documents also mention belong to the calendar. */
const ownRules = ["REMINDER_WORKING_DAYS", "CLOSE_WORKING_DAYS", "CLOSE_WARNING_WORKING_DAYS", "KEPT_YEARS"] as const;
type RuleName = (typeof ownRules)[number] | "ANSWER_WORKING_DAYS" | "EXTENSION_WORKING_DAYS";

/** The figures in force on a day. @throws when one is missing, because a deadline must not run without a figure. */
export async function complaintRulesOn(reader: Reader, day: BusinessDate): Promise<Record<RuleName, number>> {
  const [terms, rows] = await Promise.all([
    complaintTermsOn(reader, day),
    reader
      .selectFrom("complaint_rule")
      .select(["rule", "value"])
      .distinctOn("rule")
      .where("rule", "in", ownRules)
      .where("validFrom", "<=", day)
      .orderBy("rule")
      .orderBy("validFrom", "desc")
      .execute(),
  ]);
  if (rows.length < ownRules.length) throw new Error(`The rules of complaints are not complete on ${day}.`);
  const own = Object.fromEntries(rows.map(({ rule, value }) => [rule, value])) as Record<RuleName, number>;
  return {
    ...own,
    ANSWER_WORKING_DAYS: terms.answerWorkingDays,
    EXTENSION_WORKING_DAYS: terms.extensionWorkingDays,
  };
}
