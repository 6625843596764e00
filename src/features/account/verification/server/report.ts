/** Cost of codes per day. */
import { sql } from "kysely";
import type { ReportPart, ReportValue } from "#server/console/report.ts";
import { addDays, instantOf } from "#shared/dates.ts";
import { moneyKeys } from "./captcha-need.ts";

export const report: ReportPart = {
  /** For days whose counters still exist. Sends to strangers are included in the total. */
  async days(reader, { from, to }) {
    const { rows } = await sql<{ day: string; strangers: number; all: number }>`
      select (window_start at time zone 'Asia/Jakarta')::date as day,
        coalesce(sum(count) filter (where key = ${moneyKeys.strangers}), 0)::bigint as strangers,
        coalesce(sum(count) filter (where key = ${moneyKeys.all}), 0)::bigint as "all"
      from verification_counter
      where key in (${moneyKeys.all}, ${moneyKeys.strangers})
        and window_start >= ${instantOf(from)} and window_start < ${instantOf(addDays(to, 1))}
      group by 1`.execute(reader);
    return rows.flatMap(({ day, strangers, all }): ReportValue[] => [
      { day, metric: "codes.cost_rupiah", dimension: "STRANGERS", value: strangers },
      { day, metric: "codes.cost_rupiah", dimension: "KNOWN", value: all - strangers },
    ]);
  },
};
