/** Applications, decisions, payouts and the published performance, by the day. */
import { sql } from "kysely";
import type { ReportPart, ReportValue } from "#server/console/report.ts";
import { addDays, instantOf } from "#shared/dates.ts";
import { performanceDays, tkbPpm } from "./performance.ts";
import { performancesBetween } from "./performance-store.ts";

export const report: ReportPart = {
  async days(reader, { from, to }) {
    const { rows } = await sql<ReportValue>`
      with moved as materialized (
        select e.borrower_id, e.loan_id, e.to_state, e.actor, (e.happened_at at time zone 'Asia/Jakarta')::date as day
        from loan_event e
        where e.happened_at >= ${instantOf(from)} and e.happened_at < ${instantOf(addDays(to, 1))}
          and e.from_state is distinct from e.to_state and e.to_state in ('SUBMITTED', 'APPROVED', 'REJECTED', 'ACTIVE')
          -- No money goes out for a loan that another one goes on in.
          and e.cause <> 'RESTRUCTURED'
      )
      select day, 'loan.submitted_count' as metric, '' as dimension, count(*)::bigint as value
      from moved where to_state = 'SUBMITTED' group by day
      union all
      select day, 'loan.decided_count', case when actor like 'STAFF:%' then 'PERSON_' else 'RULES_' end || to_state, count(*)::bigint
      from moved where to_state in ('APPROVED', 'REJECTED') group by 1, 3
      union all
      select m.day, 'loan.disbursed_rupiah', '', sum(l.principal_rupiah)::bigint
      from moved m join loan l on l.borrower_id = m.borrower_id and l.id = m.loan_id where m.to_state = 'ACTIVE' group by 1
      union all
      select day, 'loan.disbursed_count', '', count(*)::bigint from moved where to_state = 'ACTIVE' group by day`.execute(
      reader,
    );
    const published = await performancesBetween(reader, from, to);
    return [
      ...rows,
      ...published.flatMap((one) =>
        performanceDays.flatMap((days) => {
          const value = tkbPpm(one, days);
          return value === null
            ? []
            : [{ day: one.asOf, metric: "loan.performance_ppm", dimension: `TKB${days}`, value }];
        }),
      ),
    ];
  },
};
