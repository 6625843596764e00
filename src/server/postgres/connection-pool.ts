/**
 * The connections for transactions, dropped when their server is silent: the client waits as long as the server's own
 * statement time-out and a little more (`query_timeout`), then drops the connection and every idle one that was opened
 * before, because they lead to the same silent server. // docs/decisions/011
 */
import pg from "pg";
import { pause, finishedWithin } from "#server/work/timers.ts";
import { connectMilliseconds, DatabaseClient, type DatabaseClientConfig } from "./client.ts";
import type { DatabaseHosts } from "./hosts.ts";
import { ConnectionLost, DatabaseUnreachable, isConnectionLost } from "./lost-connection.ts";

/** A page uses up to eight connections at once, and each new one starts a process that has to load the catalogue: with the pool's own ten seconds, every visit after a quiet moment paid for that. */
const keptIdleMilliseconds = 600_000;
/** A pool is closed in this time; a connection that is still open then has a silent server. */
export const closeMilliseconds = 1_000;

/** Is notified how the database answers. */
export interface DatabaseWatch {
  /** A query was answered, also by an error. */
  answered(): void;
  /** A connection was lost, or could not be opened. */
  lost(error: Error): void;
}

/** A connection of the pool; an instance of our own class, which the pool was configured with. */
export type Pooled = pg.PoolClient & DatabaseClient;

/** The client dropped a statement that the server did not answer. It says so only in its message. */
const isUnanswered = (error: unknown): boolean => error instanceof Error && error.message === "Query read timeout";

/** The server has become a standby: the statement had no effect, and no write on this connection will. */
export const isReadOnly = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === "25006";

const readinessQuestion = {
  text: "select $1::int as answer, pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as is_standby",
  values: [1],
};

export class ConnectionPool {
  readonly connection: DatabaseClientConfig;
  readonly #pool: pg.Pool;
  readonly #watch: DatabaseWatch;
  readonly #opened = new Set<Pooled>();
  readonly #retiring: ((before: number) => void)[] = [];
  #isEnded = false;
  /** Connections that were opened before this are not used any more. */
  #retiredBefore = -Infinity;
  #answeredAt = -Infinity;
  #probing: Promise<boolean> | undefined;

  constructor(connection: DatabaseClientConfig, size: number, watch: DatabaseWatch) {
    this.connection = connection;
    this.#watch = watch;
    this.#pool = new pg.Pool({
      ...connection,
      max: size,
      connectionTimeoutMillis: connection.connectionTimeoutMillis ?? connectMilliseconds,
      idleTimeoutMillis: keptIdleMilliseconds,
      Client: DatabaseClient,
    } as unknown as pg.PoolConfig);
    // A connection reports on itself, idle or not; an unheard error of the pool would end the process.
    this.#pool.on("error", () => {});
    this.#pool.on("connect", (client) => {
      const one = client as Pooled;
      this.#opened.add(one);
      one.on("error", (error) => {
        if (!one.isGivenUp) this.lost("a connection was lost", error);
      });
    });
    this.#pool.on("remove", (client) => this.#opened.delete(client as Pooled));
  }

  get hosts(): DatabaseHosts {
    return this.connection.hosts;
  }

  /** The options of the pool, as Kysely wants to know them. */
  get options(): Record<string, unknown> {
    return this.#pool.options as unknown as Record<string, unknown>;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Calls `retire` with the instant before which connections were opened that are not used any more. */
  onRetire(retire: (before: number) => void): void {
    this.#retiring.push(retire);
  }

  /** The pool does not wait until its connections have ended: a later end of one that was dropped is no news. */
  lost(words: string, error: Error): void {
    if (!this.#isEnded)
      this.#watch.lost(new ConnectionLost(`${this.hosts.name}: ${words}: ${error.message}`, { cause: error }));
  }

  unreachable(error: DatabaseUnreachable): void {
    this.#watch.lost(error);
  }

  /** A connection opened after the last silence; with several servers, each is tried. @throws DatabaseUnreachable */
  async acquire(): Promise<Pooled> {
    for (let tries = 1; ;) {
      try {
        const client = (await this.#pool.connect()) as Pooled;
        if (client.openedAt >= this.#retiredBefore) return client;
        client.giveUp();
        client.release(true);
      } catch (error) {
        const unreachable = isConnectionLost(error) ? this.hosts.unreachable(error) : error;
        if (!(unreachable instanceof DatabaseUnreachable)) throw error;
        this.unreachable(unreachable);
        if (tries++ >= this.hosts.count) throw unreachable;
      }
    }
  }

  /** Lends a connection for one piece of work; a lost one is discarded, so no other caller gets it. */
  async borrow<Result>(work: (client: Pooled) => Promise<Result>): Promise<Result> {
    const client = await this.acquire();
    let isLost = true;
    try {
      const result = await work(client);
      isLost = false;
      return result;
    } catch (error) {
      isLost = error instanceof ConnectionLost;
      throw error;
    } finally {
      if (isLost) client.giveUp();
      client.release(isLost);
    }
  }

  /** Runs a statement; the error says whether the connection is lost with it. @throws ConnectionLost, or the database's own error */
  async ask<Answer>(send: () => Promise<Answer>): Promise<Answer> {
    const sentAt = performance.now();
    try {
      const answer = await send();
      this.#answered();
      return answer;
    } catch (error) {
      const lost = this.#lossOf(error, sentAt);
      if (!lost) this.#answered();
      throw lost ?? error;
    }
  }

  /**
   * Whether the server answers within this many milliseconds on a write connection, and accepts writes. Never throws.
   */
  takesWrites(milliseconds: number): Promise<boolean> {
    return (this.#probing ??= this.#probe(milliseconds).finally(() => {
      this.#probing = undefined;
    }));
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    if (!(await finishedWithin(closeMilliseconds, this.#pool.end())))
      for (const client of this.#opened) client.giveUp();
  }

  #answered(): void {
    this.#answeredAt = performance.now();
    this.#watch.answered();
  }

  #retire(before: number): void {
    this.#retiredBefore = Math.max(this.#retiredBefore, before);
    for (const retire of this.#retiring) retire(this.#retiredBefore);
  }

  #lossOf(error: unknown, sentAt: number): ConnectionLost | undefined {
    const reason = isUnanswered(error)
      ? "a statement was not answered"
      : isReadOnly(error)
        ? "the server takes no writes any more"
        : isConnectionLost(error)
          ? `the connection was lost: ${(error as Error).message}`
          : undefined;
    if (reason === undefined) return undefined;
    if (isUnanswered(error) || isReadOnly(error)) this.#retire(sentAt);
    const lost = new ConnectionLost(`${this.hosts.name}: ${reason}`, { cause: error });
    this.#watch.lost(lost);
    return lost;
  }

  /** Asks once, and drops the connection when it does not answer in time. */
  async #probe(milliseconds: number): Promise<boolean> {
    const askedAt = performance.now();
    let asking: Pooled | undefined;
    let isLate = false;
    const probe = this.borrow(async (client) => {
      if (isLate) return false;
      asking = client;
      const { rows } = await this.ask(() => client.query<{ is_standby: boolean }>(readinessQuestion));
      asking = undefined;
      if (rows[0]?.is_standby) this.#retire(performance.now());
      return rows[0]?.is_standby === false;
    }).catch(() => false);
    // An answer that already arrived while the event loop was busy counts.
    const isInTime =
      (await finishedWithin(milliseconds, probe)) ||
      (await finishedWithin(
        1,
        pause(0).then(() => probe),
      ));
    if (isInTime) return probe;
    isLate = true;
    // All connections are in use, and on some of them the server answers.
    if (!asking) return this.#answeredAt > askedAt;
    // Its statement fails with this error, and its connection is dropped.
    this.#retire(askedAt);
    asking.giveUp();
    return false;
  }
}
