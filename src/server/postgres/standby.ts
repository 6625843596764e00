/**
 * Reads from a standby that are as fresh as those from the primary: a request asks the primary how far its log is
 * confirmed, and reads from the standby once that has replayed as much. So no reader misses a write that was confirmed
 * before the request, own writes included, whichever process took it. Where the standby is away or late the primary
 * answers. // docs/decisions/172
 */
import type { PostgresQueryResult } from "kysely";
import { count } from "#server/observability/instruments.ts";
import { pause, finishedWithin } from "#server/work/timers.ts";
import type { DatabaseClientConfig } from "./client.ts";
import { ConnectionPool, isReadOnly } from "./connection-pool.ts";
import { errorCodeOf, ConnectionLost, DatabaseUnreachable } from "./lost-connection.ts";
import type { Values } from "./prepared-query.ts";
import type { ReadSource } from "./read-scope.ts";
import { SharedReads } from "./shared-reads.ts";
import type { Statements } from "./statements.ts";

/** A request waits this long for the standby before the primary answers it. Replay takes milliseconds. */
const waitMilliseconds = 100;
const betweenMilliseconds = 5;
/** A standby that answers later than this is away. */
const answerMilliseconds = 500;
/** How long the primary answers before a standby that was away, or late, is asked again. */
const awayMilliseconds = 5_000;
const lateMilliseconds = 1_000;
/** A standby that has been late for this long is logged. */
const persistentMilliseconds = 10_000;
const maxSamples = 500;

const confirmedQuestion = "select pg_current_wal_flush_lsn()::text as lsn";
const replayedQuestion = "select pg_is_in_recovery() as is_standby, pg_last_wal_replay_lsn()::text as lsn";

export interface StandbyOptions {
  connection: DatabaseClientConfig;
  /** Connections to it, at most. */
  size: number;
  /** Those of the primary, so that what is learnt of a statement from one server holds for both. */
  statements: Statements;
  /** Asks the primary, outside of any transaction. */
  askPrimary: (text: string) => Promise<{ rows: Record<string, unknown>[] }>;
  /** Logged once when the standby is given up, and once when it is back. */
  log: (message: string) => void;
  /** Milliseconds of a clock that only goes forward. */
  monotonicMilliseconds?: () => number;
}

/** A place in the log: `16/B374D848`. */
export function logPosition(lsn: string): bigint {
  const [high = "", low = ""] = lsn.split("/");
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

export class Standby {
  readonly #options: StandbyOptions;
  readonly #pool: ConnectionPool;
  readonly #reads: SharedReads;
  readonly #now: () => number;
  /** Places that the primary had confirmed, and when it was asked, as far as the standby is not known to have them. */
  #behind: { place: bigint; at: number }[] = [];
  #confirmed = 0n;
  #replayed = 0n;
  #skippedUntil = -Infinity;
  #lateSince: number | undefined;
  /** When it was given up, and logged so. */
  #goneSince: number | undefined;
  /** Requests that the primary answered since. */
  #missed = 0;

  constructor(options: StandbyOptions) {
    this.#options = options;
    this.#now = options.monotonicMilliseconds ?? (() => performance.now());
    this.#pool = new ConnectionPool(options.connection, options.size, { answered: () => {}, lost: () => {} });
    this.#reads = new SharedReads(this.#pool, options.statements, options.size);
  }

  /** The standby, once it has everything that was confirmed before this moment; null where the primary must answer. */
  async fresh(): Promise<ReadSource | null> {
    const isFresh = this.#now() >= this.#skippedUntil && (await this.#catchesUp());
    count("tunai.standby.requests", { by: isFresh ? "STANDBY" : "PRIMARY" });
    if (!isFresh) this.#missed++;
    return isFresh ? this.#source : null;
  }

  /** How far it is behind: bytes of the log, and the age in seconds of the oldest confirmed write that it may lack. */
  async lag(): Promise<{ bytes: number; seconds: number }> {
    await this.#askConfirmed();
    await this.#askReplayed().catch(() => {});
    const [oldest] = this.#behind;
    return {
      bytes: Math.max(0, Number(this.#confirmed - this.#replayed)),
      seconds: oldest ? (this.#now() - oldest.at) / 1000 : 0,
    };
  }

  async end(): Promise<void> {
    await Promise.all([this.#reads.end(), this.#pool.end()]);
  }

  readonly #source: ReadSource = {
    read: async (text, values) => {
      try {
        return await this.#reads.read<never>(text, values);
      } catch (error) {
        if (!isOfStandbyAlone(error)) throw error;
        if (error instanceof DatabaseUnreachable || (error instanceof ConnectionLost && !isReadOnly(error.cause)))
          this.#giveUp(error.message);
        return null;
      }
    },
  };

  async #catchesUp(): Promise<boolean> {
    const until = this.#now() + waitMilliseconds;
    // Where the primary does not answer, the request's own reads say so.
    const confirmed = await this.#askConfirmed().catch(() => null);
    if (confirmed === null) return false;
    try {
      for (;;) {
        if ((await this.#askReplayed()) >= confirmed) {
          this.#follows();
          return true;
        }
        if (this.#now() >= until) break;
        await pause(betweenMilliseconds);
      }
    } catch (error) {
      this.#giveUp((error as Error).message);
      return false;
    }
    this.#isLate();
    return false;
  }

  async #askConfirmed(): Promise<bigint> {
    const at = this.#now();
    const { rows } = await this.#options.askPrimary(confirmedQuestion);
    const place = logPosition(String(rows[0]?.["lsn"]));
    if (place > this.#replayed && place > (this.#behind.at(-1)?.place ?? 0n)) this.#behind.push({ place, at });
    // The oldest counts; what came between says no more.
    if (this.#behind.length > maxSamples) this.#behind.splice(1, maxSamples / 2);
    this.#confirmed = place;
    return place;
  }

  /** @throws where it does not answer in time, or is no standby: a primary of before has a log of its own. */
  async #askReplayed(): Promise<bigint> {
    const answer = this.#reads.read<{ isStandby: boolean; lsn: string | null }>(replayedQuestion, []);
    if (!(await finishedWithin(answerMilliseconds, answer))) throw new Error("it does not answer");
    const [row] = (await answer).rows;
    if (!row?.isStandby || row.lsn === null) throw new Error("it is no standby");
    this.#replayed = logPosition(row.lsn);
    this.#behind = this.#behind.filter(({ place }) => place > this.#replayed);
    return this.#replayed;
  }

  #follows(): void {
    this.#lateSince = undefined;
    if (this.#goneSince !== undefined) {
      const seconds = Math.round((this.#now() - this.#goneSince) / 1000);
      this.#log(`follows again after ${seconds} s, in which the primary answered ${this.#missed} requests for it`);
    }
    this.#goneSince = undefined;
    this.#missed = 0;
  }

  #isLate(): void {
    const now = this.#now();
    this.#skippedUntil = now + lateMilliseconds;
    this.#lateSince ??= now;
    if (now - this.#lateSince >= persistentMilliseconds) this.#noteGone("it is late");
  }

  #giveUp(reason: string): void {
    this.#skippedUntil = this.#now() + awayMilliseconds;
    this.#noteGone(reason);
  }

  #noteGone(reason: string): void {
    if (this.#goneSince !== undefined || this.#pool.isEnded) return;
    this.#goneSince = this.#now();
    this.#log(`is not read from, the primary answers: ${reason}`);
  }

  #log(message: string): void {
    this.#options.log(`the standby ${message}`);
  }
}

/**
 * The primary may answer what the standby does not: it is away, its replay removed rows that the statement still needed
 * (40001), or the statement is no plain read.
 */
const isOfStandbyAlone = (error: unknown): boolean =>
  error instanceof ConnectionLost ||
  error instanceof DatabaseUnreachable ||
  ["40001", "40P01", "25006"].includes(errorCodeOf(error));

/** An answer of the standby, or of the primary where it gives none. */
export async function readFrom(
  source: ReadSource | null | undefined,
  text: string,
  values: Values,
  primary: () => Promise<PostgresQueryResult<never>>,
): Promise<PostgresQueryResult<never>> {
  return (source && (await source.read(text, values))) ?? primary();
}
