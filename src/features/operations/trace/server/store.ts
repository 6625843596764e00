/** All SQL of the steps of traces. */
import type { Database, Reader } from "#server/database.server.ts";
import type { TraceStep } from "#server/observability/trace-steps.ts";
import type { DayTable } from "#server/postgres/day-tables.ts";
import type { Random } from "#server/process/random.ts";

export const traceTable: DayTable = { name: "trace_step", at: "at" };

/** Rows of one statement: PostgreSQL takes 65,535 parameters. */
const rowsAtOnce = 1_000;

export async function addSteps(database: Database, random: Random, steps: readonly TraceStep[]): Promise<void> {
  for (let from = 0; from < steps.length; from += rowsAtOnce)
    await database
      .insertInto("trace_step")
      .values(
        steps.slice(from, from + rowsAtOnce).map((step) => ({
          id: random.uuid(),
          traceId: step.traceId,
          at: step.at,
          ordinal: step.ordinal,
          name: step.name,
          call: step.call ?? null,
          status: step.status ?? null,
          code: step.code ?? null,
          job: step.job ?? null,
          jobId: step.jobId ?? null,
          attempt: step.attempt ?? null,
          sweep: step.sweep ?? null,
          port: step.port ?? null,
          reason: step.reason ?? null,
          milliseconds: step.milliseconds,
          hasFailed: step.hasFailed,
        })),
      )
      .execute();
}

/** The steps of a trace in their order. */
export async function stepsOf(reader: Reader, traceId: string, max: number) {
  return reader
    .selectFrom("trace_step")
    .selectAll()
    .where("traceId", "=", traceId)
    .orderBy("at")
    .orderBy("ordinal")
    .limit(max)
    .execute();
}
