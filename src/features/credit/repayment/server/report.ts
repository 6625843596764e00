/** Money received by each way and day, and today's debt by days late. */
import { sql } from "kysely";
import type { ReportPart, ReportValue } from "#server/console/report.ts";
import { addDays, instantOf } from "#shared/dates.ts";

export const report: ReportPart = {
  /** Payments by the day on which they were booked, less those that banks took back; what came from a balance or another loan is no new money. */
  async days(reader, { from, to }) {
    const { rows } = await sql<ReportValue>`
      with told as materialized (
        select borrower_id, loan_id, kind, reversed_event_id, rail, amount_rupiah, (recorded_at at time zone 'Asia/Jakarta')::date as day
        from repayment_event
        where recorded_at >= ${instantOf(from)} and recorded_at < ${instantOf(addDays(to, 1))}
      ), moved as (
        select day, rail, amount_rupiah from told where kind = 'PAYMENT' and rail is not null
        union all
        select t.day, p.rail, -p.amount_rupiah from told t
        join repayment_event p on p.borrower_id = t.borrower_id and p.loan_id = t.loan_id and p.id = t.reversed_event_id
        where t.kind = 'REVERSAL' and p.kind = 'PAYMENT' and p.rail is not null
      )
      select day, 'repayment.paid_rupiah' as metric, rail as dimension, sum(amount_rupiah)::bigint as value
      from moved group by day, rail`.execute(reader);
    return rows;
  },
  async standing(_services, reader, today) {
    const { rows } = await sql<{ bucket: string; loans: number; rupiah: number }>`
      select bucket, count(*)::bigint as loans, sum(unpaid_principal_rupiah)::bigint as rupiah from (
        select unpaid_principal_rupiah, case
          when unpaid_since is null or unpaid_since >= ${today} then 'CURRENT'
          when unpaid_since >= ${addDays(today, -7)} then 'DPD_1_7'
          when unpaid_since >= ${addDays(today, -30)} then 'DPD_8_30'
          when unpaid_since >= ${addDays(today, -60)} then 'DPD_31_60'
          when unpaid_since >= ${addDays(today, -90)} then 'DPD_61_90'
          else 'DPD_OVER_90' end as bucket
        from repayment_account where unpaid_principal_rupiah > 0
      ) as loans group by bucket`.execute(reader);
    return rows.flatMap(({ bucket, loans, rupiah }) => [
      { day: today, metric: "repayment.overdue_count", dimension: bucket, value: loans },
      { day: today, metric: "repayment.overdue_rupiah", dimension: bucket, value: rupiah },
    ]);
  },
};
