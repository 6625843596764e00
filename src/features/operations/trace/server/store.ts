/** All SQL of the steps of traces. */
import { sql } from "kysely";
import type { Database, Reader } from "#server/database.server.ts";
import type { TraceStep } from "#server/observability/trace-steps.ts";
import type { DayTable } from "#server/postgres/day-tables.ts";
import type { Random } from "#server/process/random.ts";

export const traceTable: DayTable = { name: "trace_step", at: "at" };

/** Steps may be lost, so they are not waited for on the disk. Arrays: one statement whatever their number. */
export async function addSteps(database: Database, random: Random, steps: readonly TraceStep[]): Promise<void> {
  const column = <Value>(of: (step: TraceStep) => Value): Value[] => steps.map(of);
  const words = (of: (step: TraceStep) => string | undefined) => sql`${column((step) => of(step) ?? null)}::text[]`;
  const numbers = (of: (step: TraceStep) => number | undefined) => sql`${column((step) => of(step) ?? null)}::int[]`;
  await sql`with quick as materialized (select set_config('synchronous_commit', 'off', true))
    insert into trace_step (id, trace_id, at, ordinal, name, call, status, code, job, job_id, attempt, sweep, port, reason,
      milliseconds, has_failed)
    select one.* from quick, unnest(${column(() => random.uuid())}::uuid[], ${words(({ traceId }) => traceId)},
      ${column(({ at }) => at)}::timestamptz[], ${numbers(({ ordinal }) => ordinal)}, ${words(({ name }) => name)},
      ${words(({ call }) => call)}, ${numbers(({ status }) => status)}, ${words(({ code }) => code)}, ${words(({ job }) => job)},
      ${words(({ jobId }) => jobId)}, ${numbers(({ attempt }) => attempt)}, ${words(({ sweep }) => sweep)},
      ${words(({ port }) => port)}, ${words(({ reason }) => reason)}, ${numbers(({ milliseconds }) => milliseconds)},
      ${column(({ hasFailed }) => hasFailed)}::bool[]) as one`.execute(database);
}

/** The steps of a trace in their order. */
export async function traceStepsOf(reader: Reader, traceId: string, max: number) {
  return reader
    .selectFrom("trace_step")
    .selectAll()
    .where("traceId", "=", traceId)
    .orderBy("at")
    .orderBy("ordinal")
    .limit(max)
    .execute();
}
