/** Complaints received per day, and the open ones by their distance to the deadline today. */
import { sql } from "kysely";
import type { ReportPart, ReportValue } from "#server/console/report.ts";
import { addDays, instantOf } from "#shared/dates.ts";

export const report: ReportPart = {
  async days(reader, { from, to }) {
    const { rows } = await sql<ReportValue>`
      select (received_at at time zone 'Asia/Jakarta')::date as day, 'complaint.received_count' as metric, '' as dimension, count(*)::bigint as value
      from complaint where received_at >= ${instantOf(from)} and received_at < ${instantOf(addDays(to, 1))} group by 1`.execute(
      reader,
    );
    return rows;
  },
  async standing(_services, reader, today) {
    const { rows } = await sql<{ part: string; value: number }>`
      select case when due_on < ${today} then 'OVERDUE' when due_on <= ${addDays(today, 2)} then 'DUE_SOON' else 'IN_TIME' end as part,
        count(*)::bigint as value
      from complaint where state <> 'CLOSED' group by 1`.execute(reader);
    return rows.map(({ part, value }) => ({
      day: today,
      metric: "complaint.open_count",
      dimension: part,
      value,
    }));
  },
};
