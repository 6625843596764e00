/** Figures of partners, jobs and sweeps by day: from the processes' counts, and from the current backlog. */
import { type WorkList, consoleWorkLists } from "#server/console/questions.ts";
import type { ReportPart, ReportValue } from "#server/console/report.ts";
import { deliveriesWaiting } from "#server/events/event-deliveries.ts";
import { medianOf } from "#server/outside/measured.ts";
import { waitingWork } from "#server/work/waits.ts";
import { talliesBetween, type TallyCount } from "#server/work/tally.ts";
import type { Ask } from "#server/questions.ts";

const metricOf: Readonly<Record<string, string>> = {
  "partner.calls": "partner.calls_count",
  "job.tries": "job.tries_count",
  "sweep.rows": "sweep.rows_count",
};

export const workListsOf = (ask: Ask): WorkList[] => ask(consoleWorkLists).flat();

export const health: ReportPart = {
  async days(reader, range) {
    const counts = await talliesBetween(reader, range);
    return [
      ...counts.flatMap(({ day, metric, dimension, count }) => {
        const reportMetric = metricOf[metric];
        return reportMetric === undefined ? [] : [{ day, metric: reportMetric, dimension, value: count }];
      }),
      ...medians(counts.filter(({ metric }) => metric === "partner.times")),
    ];
  },
  async standing(services, reader, day) {
    const { jobs, clock, sweeps, ask } = services;
    const now = clock.now();
    const [backlog, deliveries, work] = await Promise.all([
      jobs.backlog(),
      deliveriesWaiting(reader, now),
      waitingWork(reader, sweeps.list(), now),
    ]);
    const lists = await Promise.all(
      workListsOf(ask).map(async ({ key, count }) => ({ key, ...(await count(services)) })),
    );
    return [
      ...lists.flatMap(({ key: dimension, count, oldestAt }) => [
        { day, metric: "work.waiting_count", dimension, value: count },
        {
          day,
          metric: "work.oldest_seconds",
          dimension,
          value: oldestAt ? Math.max(0, Math.floor((now.getTime() - oldestAt.getTime()) / 1000)) : 0,
        },
      ]),
      ...work.flatMap(({ sweep: dimension, waiting, oldestDueSeconds }) => [
        { day, metric: "sweep.waiting_count", dimension, value: waiting },
        { day, metric: "sweep.oldest_due_seconds", dimension, value: oldestDueSeconds },
      ]),
      { day, metric: "job.waiting_count", dimension: "", value: backlog.waiting },
      { day, metric: "job.oldest_due_seconds", dimension: "", value: backlog.oldestDueSeconds },
      { day, metric: "event.waiting_count", dimension: "", value: deliveries.waiting },
      { day, metric: "event.oldest_due_seconds", dimension: "", value: deliveries.oldestDueSeconds },
    ];
  },
};

/** The median answer time of each partner and day, in milliseconds. */
function medians(times: readonly TallyCount[]): ReportValue[] {
  const byDay = new Map<string, { day: TallyCount["day"]; port: string; counts: Map<number, number> }>();
  for (const { day, dimension, count } of times) {
    const [port = "", bound] = dimension.split(":");
    const one = byDay.get(`${day} ${port}`) ?? { day, port, counts: new Map<number, number>() };
    one.counts.set(Number(bound), count);
    byDay.set(`${day} ${port}`, one);
  }
  return [...byDay.values()].flatMap(({ day, port, counts }) => {
    const value = medianOf(counts);
    return value === null ? [] : [{ day, metric: "partner.median_milliseconds", dimension: port, value }];
  });
}
