/**
 * Computes the figures per day. Each day is computed again until it is closed, some minutes after its end, so that
 * repeated events count once and the next run repairs a failed one.
 */
import { transact } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { Sweep } from "#server/work/sweeps.ts";
import { addDays, dateInWib, laterDate } from "#shared/dates.ts";
import { charts } from "../charts-contract.ts";
import { claimFold, firstOpenDay, foldOf, noteFold, writeDays, writeStateMetrics } from "./store.ts";
import { reportParts } from "#server/console/report.ts";

const foldMilliseconds = 5 * 60_000;
/** A transaction that began before midnight has ended by then. */
const closeMilliseconds = 10 * 60_000;
/** How many days the first fold looks back, and the first one after a long stop. */
const maxDaysBack = 400;

/** Metrics that cannot be computed later. */
export const stateMetrics: readonly string[] = [
  ...new Set(charts.filter(({ shape }) => shape === "STANDING").flatMap(({ parts }) => parts.map((one) => one.metric))),
  "repayment.overdue_count",
  "job.waiting_count",
  "job.oldest_due_seconds",
  "event.waiting_count",
  "event.oldest_due_seconds",
  "sweep.waiting_count",
  "sweep.oldest_due_seconds",
  "work.waiting_count",
  "work.oldest_seconds",
];

export const reportFoldSweep: Sweep = {
  name: "report-fold",
  everySeconds: 60,
  run: (services) => foldReportDays(services),
};

/** Folds open days, if that is due; returns the number of days. */
export async function foldReportDays(services: Services): Promise<number> {
  const { database, clock, ask } = services;
  const now = clock.now();
  const today = dateInWib(now);
  const last = await foldOf(database, today);
  if (last && now.getTime() - last.getTime() < foldMilliseconds) return 0;
  const parts = ask(reportParts);
  return transact(database, async (trx) => {
    if (!(await claimFold(trx))) return 0;
    const earliest = addDays(today, -maxDaysBack);
    const from = laterDate((await firstOpenDay(trx)) ?? earliest, earliest);
    // A sandbox's clock may have been later than this.
    if (from > today) return 0;
    const range = { from, to: today };
    const values = [];
    for (const part of parts) values.push(...((await part.days?.(trx, range)) ?? []));
    await writeDays(trx, range, stateMetrics, values);
    const standing = [];
    for (const part of parts) standing.push(...((await part.standing?.(services, trx, today)) ?? []));
    await writeStateMetrics(trx, today, stateMetrics, standing);
    const openFrom = dateInWib(new Date(now.getTime() - closeMilliseconds));
    await noteFold(trx, range, openFrom, now);
    return 1;
  });
}
