/** Work after the business transaction: written in it, done after its commit, retried until it succeeds (pg-boss). */
import { sql } from "kysely";
import { fromKysely, PgBoss, type JobResult, type JobWithMetadata, type StopOptions } from "pg-boss";
import * as v from "valibot";
import { secondPool, executeStatement, type Database, type Transaction } from "#server/database.server.ts";
import type { Log } from "#server/process/log.server.ts";
import { listen } from "#server/postgres/listener.ts";
import { ConnectionLost } from "#server/postgres/lost-connection.ts";
import { jobSchema } from "#server/postgres/migrate.ts";
import {
  inTrace,
  recordedTraceId,
  readTraceparent,
  traceparent,
  type TraceParent,
} from "#server/observability/spans.ts";
import type { Tally } from "./tally.ts";
import type { BatchRule, JobData, JobKind, RetryRule } from "./job-kind.ts";
import { queueMaker, wakerOf } from "./job-queues.ts";
import { pause, realTime, finishedWithin } from "./timers.ts";

export type { JobData, JobKind } from "./job-kind.ts";

export interface JobContext {
  jobId: string;
  /** 1 for the first try. */
  attempt: number;
}

export interface SendOptions {
  /** Earliest start in real seconds from now: technical waits only. Business deadlines are rows with a due time and a sweep. */
  startAfterSeconds?: number;
}

/** Done at least once, maybe twice: a handler must find out from its rows what remains to be done. */
export type JobHandler<Data extends JobData> = (data: Data, context: JobContext) => Promise<void>;

export interface Jobs {
  /** Writes the job in the business transaction: it exists exactly if the transaction commits. */
  send<Data extends JobData>(
    trx: Transaction,
    job: JobKind<Data>,
    data: NoInfer<Data>,
    options?: SendOptions,
  ): Promise<void>;
  /** Registers the one handler of a job; before `work`. */
  handle<Data extends JobData>(job: JobKind<Data>, handler: JobHandler<Data>): void;
  /** Starts the workers of all handled jobs in this process. */
  work(): Promise<void>;
  /** Does every job that is due now, here or by waiting for another process, until none is left; then returns how many were done here. */
  drain(): Promise<number>;
  /** How many tries of jobs have ended in this process so far, in its workers or in `drain`. */
  worked(): number;
  /** The payloads that wait for a first or next try, oldest first: for tests and the operator's page. */
  waiting<Data extends JobData>(job: JobKind<Data>): Promise<Data[]>;
  /** Number of jobs waiting for a first or next try, and how many whole seconds the oldest due one has waited. */
  backlog(): Promise<{ waiting: number; oldestDueSeconds: number }>;
  /** Takes no further job and gives running ones 5 s; another process repeats unfinished ones. Jobs may still be sent. */
  rest(): Promise<void>;
  /** Does as `rest`, and closes the connection for notifications. */
  stop(): Promise<void>;
}

export interface JobsOptions {
  /** Its separate pool is used. The owner closes it after the jobs. */
  database: Database;
  /** `postgresql://…` for notifications: a connection that keeps its session. */
  connection: string;
  /** Name of that address in errors. */
  name?: string;
  log: Log;
  /** Counts how tries end: DONE, AGAIN or FAILED for good. */
  tally?: Tally;
}

const defaultRetry: RetryRule = { retryLimit: 20, retryDelay: 1, retryDelayMax: 300, expireInSeconds: 60 };
const defaultBatch: BatchRule = { size: 8, sideBySide: 8 };
const drainMilliseconds = 60_000;
/** A worker's own polling interval, in addition to notifications; otherwise each of a hundred kinds would poll every other second. */
const ownRoundSeconds = 60;
const resting = { graceful: true, timeout: 5_000 };
const maxText = 100;

/** Declares a job by its name (`domain-verb`: `disbursement-send`) and the shape of its payload. */
export function defineJob<Data extends JobData>(
  name: string,
  data: v.GenericSchema<Data, Data>,
  retry: Partial<RetryRule> = {},
  batch: BatchRule = defaultBatch,
): JobKind<Data> {
  return { name, data, retry: { ...defaultRetry, ...retry }, batch };
}

type Queue = Pick<JobKind, "name" | "retry" | "batch">;

interface Registered {
  job: Queue;
  run: (raw: unknown, context: JobContext) => Promise<void>;
}

interface OpenBoss {
  boss: PgBoss;
  /** Says in the log that the database did not answer, until it is stopped. */
  unanswered(error: unknown): void;
  stop(how: StopOptions): Promise<void>;
}

/** pg-boss on our own connections, which are dropped when they are silent. */
async function openBoss({ database, connection, name, log }: JobsOptions): Promise<OpenBoss> {
  let isClosed = false;
  const unanswered = (error: unknown): void => {
    if (!isClosed) log.warn("jobs: the database did not answer", { error: errorOf(error) });
  };
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) => executeStatement(secondPool(database), text, values),
      listen: (channel, handler, joined) =>
        listen({
          connection,
          ...(name === undefined ? {} : { name }),
          channel,
          heard: handler,
          joined,
          failed: unanswered,
        }),
    },
    schema: jobSchema,
    migrate: false,
    createSchema: false,
    schedule: false,
    useListenNotify: true,
    // How soon the jobs of a killed process are seen to be without heartbeat.
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  });
  boss.on("error", unanswered);
  boss.on("warning", (warning) => log.warn("jobs: warning", { reason: warning.message }));
  const stop = async (how: StopOptions): Promise<void> => {
    await boss.stop(how);
    isClosed = true;
  };
  try {
    await boss.start();
  } catch (error) {
    // It may be listening already.
    await stop({ graceful: false }).catch(() => {});
    throw error;
  }
  return { boss, unanswered, stop };
}

/** pg-boss passes a copy of an error's fields, which is not an Error any more; its cause is kept. */
function errorOf(error: unknown): unknown {
  if (error instanceof Error || typeof error !== "object" || error === null) return error;
  const { message, stack, code } = error as { message?: unknown; stack?: unknown; code?: unknown };
  const whole = new Error(String(message));
  if (typeof stack === "string") whole.stack = stack;
  const isAway = typeof code === "string" && (code.startsWith("08") || code === "ETIMEDOUT");
  return isAway ? new ConnectionLost(whole.message, { cause: whole }) : whole;
}

/** Opens the jobs' schema (made by `migrate`). No job runs here until `work` or `drain`. */
export async function openJobs(options: JobsOptions): Promise<Jobs> {
  const { boss, unanswered, stop } = await openBoss(options);
  const registered = new Map<string, Registered>();
  let worked = 0;
  const batchOf = async (one: Registered, batch: JobWithMetadata<unknown>[]): Promise<JobResult[]> => {
    const results = await runBatch(one, batch, options);
    worked += results.length;
    return results;
  };
  const makeQueues = queueMaker(boss);
  const makeQueue = (job: Queue): Promise<void> => makeQueues([job]);
  const waker = wakerOf(boss, secondPool(options.database), unanswered);

  return {
    async send(trx, job, data, options = {}) {
      await makeQueue(job);
      const payload = withTrace(checkPayload(job, data));
      const id = await boss.send(job.name, payload, {
        db: fromKysely(trx),
        ...(options.startAfterSeconds ? { startAfter: options.startAfterSeconds } : {}),
      });
      if (!id) throw new Error(`The job ${job.name} was not written.`);
    },
    handle(job, handler) {
      if (registered.has(job.name)) throw new Error(`The job ${job.name} has two handlers.`);
      registered.set(job.name, {
        job: { name: job.name, retry: job.retry, batch: job.batch },
        run: (raw, context) => handler(v.parse(job.data, withoutTrace(raw).data), context),
      });
    },
    async work() {
      await makeQueues([...registered.values()].map(({ job }) => job));
      for (const one of registered.values()) {
        const { name, batch } = one.job;
        const polling = { pollingIntervalSeconds: ownRoundSeconds, notifyPollingIntervalSeconds: ownRoundSeconds };
        const taking = { ...polling, burstWhenBatchFull: true, batchSize: batch.size };
        const worker = await boss.work(name, { ...taking, perJobResults: true, includeMetadata: true }, (batch) =>
          batchOf(one, batch),
        );
        waker.add(name, worker);
      }
      waker.start();
    },
    drain: () => drain(boss, secondPool(options.database), registered, makeQueue, batchOf),
    worked: () => worked,
    async waiting<Data extends JobData>(job: JobKind<Data>) {
      const { rows } = await boss
        .getDb()
        .executeSql(
          `select data from ${jobSchema}.job where name = $1 and state in ('created', 'retry') order by created_on, id`,
          [job.name],
        );
      return rows.map((row: { data: unknown }) => v.parse(job.data, withoutTrace(row.data).data));
    },
    backlog: () => backlogOf(boss),
    async rest() {
      await finishedWithin(resting.timeout, waker.stop());
      await boss.stop({ ...resting, close: false });
    },
    async stop() {
      await finishedWithin(resting.timeout, waker.stop());
      await stop(resting);
    },
  };
}

/** The shape of the job, and no long text: a payload that holds more than ids and codes is a fault of ours. */
function checkPayload<Data extends JobData>(job: JobKind<Data>, data: Data): Data {
  const payload = v.parse(job.data, data);
  for (const [name, value] of Object.entries(payload)) {
    if (typeof value === "string" && value.length > maxText)
      throw new Error(`The payload of ${job.name} holds a long text in ${name}; payloads carry ids only.`);
  }
  return payload;
}

/** The sending span's id travels in the job's payload, so that one trace shows both. Only when it is recorded. */
const traceField = "traceparent";
function withTrace<Data extends JobData>(payload: Data): Data {
  const parent = traceparent();
  return parent === null ? payload : { ...payload, [traceField]: parent };
}
function withoutTrace(raw: unknown): { data: unknown; parent: TraceParent | null } {
  if (typeof raw !== "object" || raw === null || !(traceField in raw)) return { data: raw, parent: null };
  const { [traceField]: parent, ...data } = raw as Record<string, unknown>;
  return { data, parent: readTraceparent(String(parent)) };
}

async function runBatch(
  one: Registered,
  batch: JobWithMetadata<unknown>[],
  watched: Pick<JobsOptions, "log" | "tally">,
): Promise<JobResult[]> {
  const results: JobResult[] = [];
  const waiting = [...batch];
  const runInTurn = async (): Promise<void> => {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      const error = await runOne(one, job, watched);
      results.push(error ? { id: job.id, status: "failed", output: error } : { id: job.id, status: "completed" });
    }
  };
  await Promise.all(Array.from({ length: one.job.batch.sideBySide }, runInTurn));
  return results;
}

/** Runs the handler; returns the part of a failure that is stored: its trace, and no message, which may quote a person's data. */
async function runOne(
  one: Registered,
  job: JobWithMetadata<unknown>,
  { log, tally }: Pick<JobsOptions, "log" | "tally">,
): Promise<{ name: string; traceId?: string } | undefined> {
  const attempt = job.retryCount + 1;
  const traced: { traceId?: string } = {};
  try {
    const { parent } = withoutTrace(job.data);
    const fields = { job: one.job.name, jobId: job.id, attempt };
    await inTrace("job", { fields, parent }, () => {
      const traceId = recordedTraceId();
      if (traceId !== null) traced.traceId = traceId;
      return one.run(job.data, { jobId: job.id, attempt });
    });
    tally?.add("job.tries", "DONE");
    return undefined;
  } catch (error) {
    const fields = { job: one.job.name, jobId: job.id, attempt, error, ...traced };
    const isLast = job.retryCount >= job.retryLimit;
    tally?.add("job.tries", isLast ? "FAILED" : "AGAIN");
    if (isLast) log.error("job failed for good", fields);
    else log.warn("job failed, to be tried again", fields);
    return { name: error instanceof Error ? error.name : "unknown", ...traced };
  }
}

async function drain(
  boss: PgBoss,
  reader: Database,
  registered: Map<string, Registered>,
  makeQueue: (job: Queue) => Promise<void>,
  batchOf: (one: Registered, batch: JobWithMetadata<unknown>[]) => Promise<JobResult[]>,
): Promise<number> {
  let giveUp = realTime().getTime() + drainMilliseconds;
  const names = [...registered.keys()];
  let done = 0;
  for (;;) {
    const due = await dueNames(reader, names);
    if (due.length === 0) return done;
    let here = 0;
    for (const name of due) {
      const one = registered.get(name)!;
      await makeQueue(one.job);
      const batch = await boss.fetch<unknown>(name, { batchSize: one.job.batch.size, includeMetadata: true });
      const results = await batchOf(one, batch);
      const completed = results.filter(({ status }) => status === "completed").map(({ id }) => id);
      if (completed.length > 0) await boss.complete(name, completed);
      for (const result of results) if (result.status !== "completed") await boss.fail(name, result.id, result.output);
      here += batch.length;
    }
    done += here;
    // Independent of their number: it ends only when no job finishes any more.
    if (here > 0) giveUp = realTime().getTime() + drainMilliseconds;
    if (realTime().getTime() > giveUp)
      throw new Error(`Jobs are still due after ${drainMilliseconds} ms: ${due.join(", ")}.`);
    // The rest is under way in a worker here or in another process.
    if (here === 0) await pause(5);
  }
}

/** Kinds that have a job under way or due now; a retry that waits for its time does not count. Prepared: its plan costs more than its answer. */
async function dueNames(reader: Database, names: string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct name from ${sql.raw(jobSchema)}.job
    where name = any(${names}) and (state = 'active' or (state in ('created', 'retry') and start_after <= ${sql.raw(jobSchema)}.job_now()))`.execute(
    reader,
  );
  return rows.map(({ name }) => name);
}

async function backlogOf(boss: PgBoss): ReturnType<Jobs["backlog"]> {
  const { rows } = await boss.getDb().executeSql(
    `select count(*)::int as waiting,
      greatest(0, coalesce(floor(extract(epoch from ${jobSchema}.job_now() - min(start_after))), 0))::int as oldest
    from ${jobSchema}.job where state in ('created', 'retry')`,
    [],
  );
  const [row] = rows as { waiting: number; oldest: number }[];
  return { waiting: row?.waiting ?? 0, oldestDueSeconds: row?.oldest ?? 0 };
}
