/** Traces in the console: stores the steps that each process keeps, and shows those of one trace. */
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { searchSources } from "#server/console/questions.ts";
import type { Domain } from "#server/domain.ts";
import { exceptionsOfTrace } from "#server/events/event-exception-store.ts";
import { takeSteps } from "#server/observability/trace-steps.ts";
import { maintainDayTables } from "#server/postgres/day-tables.ts";
import type { Services } from "#server/services.ts";
import { exceptionTextsOf } from "#features/platform/exception/server/index.ts";
import { getTrace, stepNames, traceDays, type TraceLine } from "../staff-contract.ts";
import { addSteps, traceStepsOf, traceTable } from "./store.ts";

const maxSteps = 200;
const maxExceptions = 20;

const nameOf = (name: string): TraceLine["name"] => stepNames.find((one) => one === name.toUpperCase()) ?? "REQUEST";

const answers: readonly CallAnswer[] = [
  answer(getTrace, async ({ traceId }, { services, database, principal, language, refuse }) => {
    const [rows, left] = await Promise.all([
      traceStepsOf(database, traceId, maxSteps),
      exceptionsOfTrace(database, traceId, maxExceptions),
    ]);
    if (rows.length === 0) return refuse("TRACE_UNKNOWN");
    principal.trail?.note({ facts: { traceId } });
    const items = rows.map((row) => ({
      name: nameOf(row.name),
      at: row.at.toISOString(),
      subject: row.call ?? row.job ?? row.sweep ?? row.port ?? "",
      status: row.status,
      code: row.code,
      reason: row.reason,
      attempt: row.attempt,
      milliseconds: row.milliseconds,
      hasFailed: row.hasFailed,
    }));
    const exceptions = left.map((one) => ({ exceptionId: one.id, ...exceptionTextsOf(services, one, language) }));
    return { traceId, items, exceptions };
  }),
];

/** Steps are the first to be dropped where the disk fills up: no person waits for them. */
async function storeSteps(services: Services): Promise<number> {
  const steps = takeSteps(services);
  if (steps.length === 0 || services.disk.isTight) return 0;
  await addSteps(services.database, services.random, steps);
  return steps.length;
}

function work({ sweeps }: Services): void {
  sweeps.add({ name: "trace-steps", everySeconds: 2, finds: null, run: storeSteps });
  sweeps.add({
    name: "trace-days",
    everySeconds: 3_600,
    finds: null,
    isUpkeep: true,
    run: ({ database, clock, disk }) =>
      maintainDayTables(database, traceTable, { now: clock.realNow(), keepDays: disk.isTight ? 0 : traceDays }),
  });
}

export const domain: Domain = {
  answers,
  work,
  answersTo: [
    searchSources.by([
      {
        kind: "TRACE",
        permission: "trace.read",
        async find(_services, reader, typed) {
          const traceId = typed.trim().toLowerCase();
          if (!/^[0-9a-f]{32}$/.test(traceId)) return null;
          const found = await traceStepsOf(reader, traceId, 1);
          return found.length === 0 ? [] : [{ borrowerId: null, to: `/staff/trace?traceId=${traceId}` }];
        },
      },
    ]),
  ],
};
