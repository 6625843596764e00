/** Business deadlines and periodic work: rows with a due time, swept by the injected clock (security rules 7). */
import { AsyncLocalStorage } from "node:async_hooks";
import { LRUCache } from "lru-cache";
import type { Log } from "#server/process/log.server.ts";
import { inTrace } from "#server/observability/spans.ts";
import type { Services } from "#server/services.ts";
import type { SweepOf, SweepsOf, WhichSweeps } from "./sweep.ts";
import { repeatEvery, finishedWithin, type Repeating } from "./timers.ts";
import { dueLook, type WaitingRows } from "./waits.ts";

export type Sweep = SweepOf<Services>;
type Sweeps = SweepsOf<Services>;

/** The running round of a sweep: aborted when its process stops, and counts failed rows. It is implicit, so a sweep cannot forget to pass it on. */
const roundRunning = new AsyncLocalStorage<{ ending: AbortSignal; rowFailed(): void }>();

/** The process stops: the rest of a round is left to others and to the next start. Nothing has failed. */
class RoundLeft extends Error {}

/** Ends the running round when its process stops: for sweeps that page through many rows by themselves. */
export function leaveWhereEnding(): void {
  if (roundRunning.getStore()?.ending.aborted) throw new RoundLeft("The process stops.");
}

/** Sweeps with at least this interval mostly do work that is due by time alone: deletion and expiry. */
const seldomSeconds = 300;
/** Rounds without an end mean that a sweep answers more than 0 without changing anything; a million rows fit in by fifties. */
const maxRounds = 20_000;
const restless = (): Error =>
  new Error(`The sweeps do not come to rest: after ${maxRounds} rounds something is still due.`);

/** How many first rounds a starting process runs in parallel: some seventy at once would take all connections from people who open pages. */
const startingAtOnce = 3;
/** Time after which a slow first round, such as one that waits for a partner, does not delay the others any more. */
const patienceMilliseconds = 2_000;
/** An hourly sweep that failed, for example at a start on a busy machine, is retried before the next hour. */
const afterFailureSeconds = 60;

/** Starts the first rounds in `count` lanes. Call it once for each sweep, in their order. */
function startLanes(count: number): () => { turn: Promise<void>; over: () => void } {
  const lanes = Array.from({ length: count }, () => Promise.resolve());
  let next = 0;
  return () => {
    const lane = next++ % count;
    const turn = lanes[lane]!;
    const { promise, resolve } = Promise.withResolvers<void>();
    lanes[lane] = turn.then(async () => void (await finishedWithin(patienceMilliseconds, promise)));
    return { turn, over: resolve };
  };
}

/**
 * Real milliseconds to the next round of a sweep. `share` of its interval follows its first round, more than 0 and at most 1: sweeps
 * with the same interval that started together are spread over it from then on.
 */
export function pausesOf({ everySeconds }: Sweep, share: number): { next: () => number; failed: () => void } {
  let isFirst = true;
  let hasFailed = false;
  return {
    failed: () => (hasFailed = true),
    next() {
      const seconds = isFirst ? everySeconds * share : everySeconds;
      const wait = hasFailed ? Math.min(seconds, afterFailureSeconds) : seconds;
      isFirst = hasFailed = false;
      return wait * 1000;
    },
  };
}

/** Runs one round of a sweep. Returns 0 when the process stopped during it: finished rows stay done, and no further ones are started. */
async function runRound(sweep: Sweep, services: Services, ending: AbortSignal): Promise<number> {
  try {
    const rowFailed = (): void => services.tally.add("sweep.rows", "FAILED");
    const changed = await roundRunning.run({ ending, rowFailed }, () =>
      inTrace("sweep", { fields: { sweep: sweep.name } }, () => sweep.run(services)),
    );
    services.tally.add("sweep.rows", "DONE", changed);
    return changed;
  } catch (error) {
    if (error instanceof RoundLeft) return 0;
    if (!ending.aborted) {
      services.tally.add("sweep.rows", "ROUND_FAILED");
      throw error;
    }
    // Rows cut off by the closing of the database were not handled, and are due again at the next start.
    services.log.info("sweep cut off by the stop", { sweep: sweep.name });
    return 0;
  }
}

/** The rows that a sweep declares to find, or a superset; null when it declares none. */
export const rowsFound = ({ finds, waits }: Sweep): readonly WaitingRows[] | null =>
  finds === undefined ? (waits?.rows ?? null) : finds;

/** The sweeps of these that find nothing due, by one query instead of a transaction each. */
function idleLook(sweeps: readonly Sweep[]): (services: Services) => Promise<ReadonlySet<Sweep>> {
  const telling = sweeps.flatMap((sweep) => {
    const rows = rowsFound(sweep);
    return rows ? [{ sweep, name: sweep.name, rows }] : [];
  });
  const look = dueLook(telling);
  return async ({ database, clock }) => {
    const due = await look(database, clock.now());
    return new Set(telling.filter(({ name }) => !due.has(name)).map(({ sweep }) => sweep));
  };
}

const isSeldom = ({ everySeconds }: Sweep): boolean => everySeconds >= seldomSeconds;

/**
 * Whether a sweep that last found nothing `at` that time is omitted: with a standing clock the rare ones are not asked
 * twice at the same instant, and upkeep is asked once since a moment.
 */
function isQuiet(sweep: Sweep, at: number | undefined, now: Date, since: Date): boolean {
  if (at === undefined || !isSeldom(sweep)) return false;
  return at === now.getTime() || (sweep.isUpkeep === true && at >= since.getTime());
}

/** Runs rounds of a sweep until one finds nothing, and notes when that was; returns how many rows changed. */
async function untilNothing(
  sweep: Sweep,
  { clock }: Services,
  quietAt: Map<Sweep, number>,
  runOne: () => Promise<number>,
): Promise<number> {
  let total = 0;
  for (let round = 0; round < maxRounds; round++) {
    const began = clock.now().getTime();
    const changed = await runOne();
    if (changed === 0) {
      quietAt.set(sweep, began);
      return total;
    }
    quietAt.delete(sweep);
    total += changed;
  }
  throw restless();
}

export function createSweeps(): Sweeps {
  const sweeps = new Map<string, Sweep>();
  const ending = new AbortController();
  let running: Repeating[] = [];
  let look: ReturnType<typeof idleLook> | undefined;
  const roundOf = (sweep: Sweep, services: Services): Promise<number> => runRound(sweep, services, ending.signal);
  /** When sweeps last found nothing. */
  const quietAt = new Map<Sweep, number>();
  return {
    ending: ending.signal,
    add(sweep) {
      if (sweeps.has(sweep.name)) throw new Error(`There are two sweeps named ${sweep.name}.`);
      look = undefined;
      sweeps.set(sweep.name, sweep);
    },
    list: () => [...sweeps.values()],
    prepare: (services) => prepare([...sweeps.values()], services, ending.signal),
    start(services) {
      const begun = startLanes(startingAtOnce);
      running = [...sweeps.values()].map((sweep, index, { length }) => {
        const pauses = pausesOf(sweep, (index + 1) / length);
        const first = begun();
        return repeatEvery(
          pauses.next,
          async () => {
            await first.turn;
            try {
              // A backlog is worked off without waiting for the next interval.
              while (!ending.signal.aborted && (await roundOf(sweep, services)) > 0) first.over();
            } finally {
              first.over();
            }
          },
          (error) => {
            pauses.failed();
            services.log.error("sweep failed", { sweep: sweep.name, error });
          },
        );
      });
    },
    async runOnce(services, which, since = services.clock.now()) {
      const all = [...sweeps.values()];
      // All of them, so that the query is always the same, and can be prepared.
      const idle = await (look ??= idleLook(all))(services);
      const runThese = async (some: readonly Sweep[]): Promise<number> => {
        let total = 0;
        for (const sweep of some)
          if (!idle.has(sweep) && !isQuiet(sweep, quietAt.get(sweep), services.clock.now(), since))
            total += await untilNothing(sweep, services, quietAt, () => roundOf(sweep, services));
        return total;
      };
      if (which === "ALL") return runThese(all);
      return (await runThese(all.filter((sweep) => !isSeldom(sweep)))) || runThese(all.filter(isSeldom));
    },
    async runAllDue(services) {
      let total = 0;
      const since = services.clock.now();
      await inTurns(async (which) => {
        const changed = await this.runOnce(services, which, since);
        total += changed;
        return changed > 0;
      });
      return total;
    },
    async stop() {
      ending.abort();
      await Promise.all(running.map((one) => one.stop()));
      running = [];
    },
  };
}

/** One round of each sweep that comes before a process is ready; a failure is handled as in any round. */
async function prepare(sweeps: readonly Sweep[], services: Services, ending: AbortSignal): Promise<void> {
  for (const sweep of sweeps.filter(({ isBeforeReady }) => isBeforeReady))
    await runRound(sweep, services, ending).catch((error: unknown) =>
      services.log.error("sweep failed", { sweep: sweep.name, error }),
    );
}

/** How a sweep's rows are handled. */
export interface EachDue<Row> {
  log: Log;
  /** The log message for a row that failed. */
  failure: string;
  idOf: (row: Row) => string;
  /** Rows in parallel: 1 by default; more when a row waits for a partner or for the database. */
  lanes?: number;
  /** Postpones a row at which `act` failed, which then counts as changed: the next round continues after it. */
  putOff?: (row: Row) => Promise<void>;
}

/** A row that fails in each round is logged once an hour: more lines would hide the rest of the log. */
const quietMilliseconds = 3_600_000;
const maxRemembered = 10_000;
const saidBy = new WeakMap<Log, LRUCache<string, true>>();

/** Whether this failure of this row was not logged in the last hour; marks it as logged. */
function isNews(log: Log, failure: string, id: string): boolean {
  let logged = saidBy.get(log);
  if (!logged) saidBy.set(log, (logged = new LRUCache({ max: maxRemembered, ttl: quietMilliseconds })));
  const key = `${failure}\n${id}`;
  if (logged.has(key)) return false;
  logged.set(key, true);
  return true;
}

/**
 * Handles each due row separately: a failure is logged with its id once an hour, does not block others and comes again
 * in the next round, or when it is postponed to. Once the process stops no further row is started, and the round ends.
 * Returns how many `act` changed.
 */
export async function eachDue<Row>(
  rows: readonly Row[],
  act: (row: Row) => Promise<boolean>,
  { log, failure, idOf, lanes = 1, putOff }: EachDue<Row>,
): Promise<number> {
  let changed = 0;
  const round = roundRunning.getStore();
  const waiting = [...rows];
  const inTurn = async () => {
    for (let row = waiting.shift(); row !== undefined && !round?.ending.aborted; row = waiting.shift()) {
      try {
        if (await act(row)) changed += 1;
      } catch (error) {
        // The closing of the database cut it off: its transaction is undone, and the next start does it.
        if (round?.ending.aborted) return;
        round?.rowFailed();
        if (isNews(log, failure, idOf(row))) log.error(failure, { reference: idOf(row), error });
        await putOff?.(row);
        if (putOff) changed += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, rows.length) }, inTurn));
  leaveWhereEnding();
  return changed;
}

/**
 * Repeats until nothing is left to do: one turn of all sweeps, then of the frequent ones, with the rare ones once these
 * find no more work. `turn` says whether anything was done. // docs/decisions/013
 */
async function inTurns(turn: (which: WhichSweeps) => Promise<boolean>): Promise<void> {
  if (!(await turn("ALL"))) return;
  for (let round = 1; round < maxRounds; round++) if (!(await turn("OFTEN"))) return;
  throw restless();
}

/**
 * Runs sweeps, jobs and the sandbox's bank in turn until none finds work: after the sandbox's clock moved, and in
 * tests. Work done by jobs and the bank may make rows due for a sweep.
 */
export async function runUntilIdle(services: Services): Promise<void> {
  const { sweeps, jobs, outside } = services;
  const worked = () => jobs.worked() + (outside.sandbox?.bank.worked() ?? 0);
  const since = services.clock.now();
  await inTurns(async (which) => {
    const before = worked();
    const changed = await sweeps.runOnce(services, which, since);
    await jobs.drain();
    await outside.sandbox?.bank.tick();
    return changed > 0 || worked() !== before;
  });
}
