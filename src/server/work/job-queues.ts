/** Combined queries for the queues of all kinds: pg-boss alone would create and poll each one separately, and there are more than a hundred. */
import { sql } from "kysely";
import type { PgBoss } from "pg-boss";
import type { Database } from "#server/database.server.ts";
import { jobSchema } from "#server/postgres/migrate.ts";
import type { JobKind } from "./job-kind.ts";
import { repeatEvery, type Repeating } from "./timers.ts";

type Queue = Pick<JobKind, "name" | "retry">;

/** How soon a due job starts when no notification came: a later try, or a notification lost with its connection. */
const dueMilliseconds = 1_000;

/** Creates queues that this process has not created before; resolves when all exist. */
export function queueMaker(boss: PgBoss): (jobs: readonly Queue[]) => Promise<void> {
  const queues = new Map<string, Promise<void>>();
  return async (jobs) => {
    const missing = jobs.filter(({ name }) => !queues.has(name));
    if (missing.length > 0) {
      const making = createQueues(boss, missing);
      for (const { name } of missing) {
        queues.set(name, making);
        making.catch(() => queues.delete(name));
      }
    }
    await Promise.all(jobs.map(({ name }) => queues.get(name)));
  };
}

/** Creates missing queues by one statement; existing ones stay as they are. */
async function createQueues(boss: PgBoss, jobs: readonly Queue[]): Promise<void> {
  const defaults = { policy: "standard", retryBackoff: true, heartbeatSeconds: 10, notify: true };
  const queues = jobs
    .map(({ name, retry }) => ({ name, options: { ...retry, ...defaults } }))
    // Two processes that start together create them in the same order, so they cannot deadlock.
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  await boss
    .getDb()
    .executeSql(
      `select ${jobSchema}.create_queue(name, options) from jsonb_to_recordset($1::jsonb) as queue (name text, options jsonb)`,
      [JSON.stringify(queues)],
    );
}

export interface Waker {
  /** The worker that takes this kind. */
  add(name: string, workerId: string): void;
  start(): void;
  /** Starts no further round, and waits for the running one. */
  stop(): Promise<void>;
}

/** Wakes the workers of kinds with due jobs, by one query for all of them. */
export function wakerOf(boss: PgBoss, reader: Database, failed: (error: unknown) => void): Waker {
  const workers = new Map<string, string>();
  let waking: Repeating | undefined;
  const round = async (): Promise<void> => {
    for (const name of await namesToBegin(reader, [...workers.keys()])) boss.notifyWorker(workers.get(name)!);
  };
  return {
    add: (name, workerId) => void workers.set(name, workerId),
    start() {
      waking ??= repeatEvery(dueMilliseconds, round, failed);
    },
    stop: async () => waking?.stop(),
  };
}

/** The kinds that have a due job not yet started: one index lookup for each kind. Prepared, as it is asked each second. */
async function namesToBegin(reader: Database, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select kind.name from unnest(${names}::text[]) as kind (name) where exists (
      select from ${sql.raw(jobSchema)}.job where job.name = kind.name and state < 'active' and start_after <= ${sql.raw(jobSchema)}.job_now())`.execute(
    reader,
  );
  return rows.map(({ name }) => name);
}
