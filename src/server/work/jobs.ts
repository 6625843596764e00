/** Work that leaves the business transaction: written in it, done after its commit, tried again until it succeeds (pg-boss). */
import { fromKysely, PgBoss, type JobResult, type JobWithMetadata, type StopOptions } from "pg-boss";
import * as v from "valibot";
import type { Transaction } from "#server/database.server.ts";
import type { Log } from "#server/log.server.ts";
import { jobSchema } from "#server/postgres/migrate.ts";
import type { Tally } from "./tally.ts";
import { queueMaker, wakerOf } from "./job-queues.ts";
import { pause, realTime, within } from "./timers.ts";

/**
 * A payload: ids and codes of our own rows only. Never a name, number, address or text of a person: payloads lie
 * unencrypted and outlive what they point at. The handler reads the rest from the rows.
 */
export type JobData = Record<string, string | number | boolean | null>;

export interface JobKind<Data extends JobData = JobData> {
  name: string;
  data: v.GenericSchema<Data, Data>;
  retry: RetryRule;
  batch: BatchRule;
}

export interface BatchRule {
  /** Jobs that a process takes at once. */
  size: number;
  /** Those of them that run at the same time; each holds at most one connection of the pool. */
  sideBySide: number;
}

export interface RetryRule {
  /** Tries after the first one; then the job stays as failed, and what it left is the reconciliation sweep's. */
  retryLimit: number;
  /** The first wait; it doubles with each try, up to `retryDelayMax`. */
  retryDelay: number;
  retryDelayMax: number;
  /** A try that takes longer counts as failed. */
  expireInSeconds: number;
}

export interface JobContext {
  jobId: string;
  /** 1 for the first try. */
  attempt: number;
}

export interface SendOptions {
  /** Not before so many real seconds: technical waits only. Business deadlines are rows with a due time and a sweep. */
  startAfterSeconds?: number;
}

/** Done at least once, maybe twice: a handler must find out from its rows what is still to do. */
export type JobHandler<Data extends JobData> = (data: Data, context: JobContext) => Promise<void>;

export interface Jobs {
  /** Writes the job in the business transaction: it exists exactly if the transaction commits. */
  send<Data extends JobData>(
    trx: Transaction,
    job: JobKind<Data>,
    data: NoInfer<Data>,
    options?: SendOptions,
  ): Promise<void>;
  /** Names the one handler of a job; before `work`. */
  handle<Data extends JobData>(job: JobKind<Data>, handler: JobHandler<Data>): void;
  /** Starts the workers of all handled jobs in this process. */
  work(): Promise<void>;
  /** Does every job that is due now, here or by waiting for another process, until none is left; then returns how many were done here. */
  drain(): Promise<number>;
  /** How many tries of jobs have ended in this process so far, in its workers or in `drain`. */
  worked(): number;
  /** The payloads that wait for a first or next try, oldest first: for tests and the operator's page. */
  waiting<Data extends JobData>(job: JobKind<Data>): Promise<Data[]>;
  /** Jobs that wait for a first or next try, and for how many whole seconds the oldest of those whose time has come is due. */
  backlog(): Promise<{ waiting: number; oldestDueSeconds: number }>;
  /** Takes no further job and gives those under way 5 s; what is not done by then another process does again. Jobs may still be sent. */
  rest(): Promise<void>;
  /** Rests, and closes the connections. */
  stop(): Promise<void>;
}

export interface JobsOptions {
  connection: string;
  log: Log;
  /** Counts how tries end: DONE, AGAIN or FAILED for good. */
  tally?: Tally;
}

const defaultRetry: RetryRule = { retryLimit: 20, retryDelay: 1, retryDelayMax: 300, expireInSeconds: 60 };
const defaultBatch: BatchRule = { size: 8, sideBySide: 8 };
const drainMilliseconds = 60_000;
/** What a worker does by itself beside being woken; each of a hundred kinds would else ask for its own jobs every other second. */
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
  /** Says in the log that the database did not answer, while the connections are still ours. */
  unanswered(error: unknown): void;
  stop(how: StopOptions): Promise<void>;
}

/** Opens the connections to the jobs' schema. */
async function openBoss({ connection, log }: JobsOptions): Promise<OpenBoss> {
  const boss = new PgBoss({
    connectionString: connection,
    schema: jobSchema,
    application_name: "tunai-jobs",
    max: 4,
    migrate: false,
    createSchema: false,
    schedule: false,
    useListenNotify: true,
    // How soon the jobs of a killed process are seen to be without heartbeat.
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  });
  let isClosed = false;
  // Connections that were given up are no news when the database ends them.
  const unanswered = (error: unknown): void => {
    if (!isClosed) log.warn("jobs: the database did not answer", { error });
  };
  boss.on("error", unanswered);
  boss.on("warning", (warning) => log.warn("jobs: warning", { reason: warning.message }));
  const stop = async (how: StopOptions): Promise<void> => {
    await boss.stop(how);
    isClosed = true;
  };
  try {
    await boss.start();
  } catch (error) {
    // It may have opened its connections before.
    await stop({ graceful: false }).catch(() => {});
    throw error;
  }
  return { boss, unanswered, stop };
}

/** Connects to the jobs' schema (made by `migrate`). No job runs here until `work` or `drain`. */
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
  const waker = wakerOf(boss, unanswered);

  return {
    async send(trx, job, data, options = {}) {
      await makeQueue(job);
      const payload = checkPayload(job, data);
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
        run: (raw, context) => handler(v.parse(job.data, raw), context),
      });
    },
    async work() {
      await makeQueues([...registered.values()].map(({ job }) => job));
      for (const one of registered.values()) {
        const { name, batch } = one.job;
        const polling = { pollingIntervalSeconds: ownRoundSeconds, notifyPollingIntervalSeconds: ownRoundSeconds };
        const taking = { ...polling, burstWhenBatchFull: true, batchSize: batch.size };
        const worker = await boss.work(name, { ...taking, perJobResults: true, includeMetadata: true }, (taken) =>
          batchOf(one, taken),
        );
        waker.add(name, worker);
      }
      waker.start();
    },
    drain: () => drain(boss, registered, makeQueue, batchOf),
    worked: () => worked,
    async waiting<Data extends JobData>(job: JobKind<Data>) {
      const { rows } = await boss
        .getDb()
        .executeSql(
          `select data from ${jobSchema}.job where name = $1 and state in ('created', 'retry') order by created_on, id`,
          [job.name],
        );
      return rows.map((row: { data: unknown }) => v.parse(job.data, row.data));
    },
    backlog: () => backlogOf(boss),
    async rest() {
      await within(resting.timeout, waker.stop());
      await boss.stop({ ...resting, close: false });
    },
    async stop() {
      await within(resting.timeout, waker.stop());
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

/** Runs the handler; answers what is kept of a failure (no message: it may quote a person's data). */
async function runOne(
  one: Registered,
  job: JobWithMetadata<unknown>,
  { log, tally }: Pick<JobsOptions, "log" | "tally">,
): Promise<{ name: string } | undefined> {
  const attempt = job.retryCount + 1;
  try {
    await one.run(job.data, { jobId: job.id, attempt });
    tally?.add("job.tries", "DONE");
    return undefined;
  } catch (error) {
    const fields = { job: one.job.name, jobId: job.id, attempt, error };
    const isLast = job.retryCount >= job.retryLimit;
    tally?.add("job.tries", isLast ? "FAILED" : "AGAIN");
    if (isLast) log.error("job failed for good", fields);
    else log.warn("job failed, to be tried again", fields);
    return { name: error instanceof Error ? error.name : "unknown" };
  }
}

async function drain(
  boss: PgBoss,
  registered: Map<string, Registered>,
  makeQueue: (job: Queue) => Promise<void>,
  batchOf: (one: Registered, batch: JobWithMetadata<unknown>[]) => Promise<JobResult[]>,
): Promise<number> {
  let giveUp = realTime().getTime() + drainMilliseconds;
  const names = [...registered.keys()];
  let done = 0;
  for (;;) {
    const due = await dueNames(boss, names);
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
    // However many there are: what ends it is that none gets done.
    if (here > 0) giveUp = realTime().getTime() + drainMilliseconds;
    if (realTime().getTime() > giveUp)
      throw new Error(`Jobs are still due after ${drainMilliseconds} ms: ${due.join(", ")}.`);
    // The rest is under way in a worker here or in another process.
    if (here === 0) await pause(5);
  }
}

/** Kinds that have a job under way or due now; a retry that waits for its time does not count. */
async function dueNames(boss: PgBoss, names: string[]): Promise<string[]> {
  const { rows } = await boss.getDb().executeSql(
    `select distinct name from ${jobSchema}.job
     where name = any($1) and (state = 'active' or (state in ('created', 'retry') and start_after <= ${jobSchema}.job_now()))`,
    [names],
  );
  return rows.map((row: { name: string }) => row.name);
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
