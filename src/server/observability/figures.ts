/** Reads the current figures of a process and its installation: the values of the gauges. */
import { standbyLag } from "#server/database.server.ts";
import { deliveriesWaiting } from "#server/events/event-deliveries.ts";
import { openStop } from "#server/ledger/index.ts";
import { defineQuestion } from "#server/questions.ts";
import type { Services } from "#server/services.ts";
import { waitingWork } from "#server/work/waits.ts";
import type { Gauge, Labels } from "./instruments.ts";

export interface MetricValue {
  gauge: Gauge;
  labels: Labels;
  value: number;
}

/** Figures that domains add. */
export const domainFigures = defineQuestion<(services: Services) => Promise<MetricValue[]>>("domain-figures", "MANY");

export async function readFigures(services: Services): Promise<MetricValue[]> {
  const { database, jobs, sweeps, clock, disk, ask } = services;
  const now = clock.now();
  const [backlog, deliveries, work, stop, lag, ...ofDomains] = await Promise.all([
    jobs.backlog(),
    deliveriesWaiting(database, now),
    waitingWork(database, sweeps.list(), now),
    openStop(database),
    standbyLag(database),
    ...ask(domainFigures).map((figures) => figures(services)),
  ]);
  const one = (gauge: Gauge, value: number, labels: Labels = {}): MetricValue => ({ gauge, labels, value });
  return [
    one("tunai.job.waiting", backlog.waiting),
    one("tunai.job.oldest_due.seconds", backlog.oldestDueSeconds),
    one("tunai.event.waiting", deliveries.waiting),
    one("tunai.event.oldest_due.seconds", deliveries.oldestDueSeconds),
    ...work.flatMap(({ sweep, waiting, oldestDueSeconds }) => [
      one("tunai.sweep.waiting", waiting, { sweep }),
      one("tunai.sweep.oldest_due.seconds", oldestDueSeconds, { sweep }),
    ]),
    one("tunai.ledger.stopped", stop ? 1 : 0),
    ...(lag ? [one("tunai.standby.lag.seconds", lag.seconds), one("tunai.standby.lag.bytes", lag.bytes)] : []),
    one("tunai.disk.low", disk.isLow ? 1 : 0),
    ...ofDomains.flat(),
  ];
}
