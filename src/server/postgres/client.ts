/** Opens a connection to the database: to a server that accepts writes, with our time-outs, and dropped when it is silent. */
import type { Duplex } from "node:stream";
import pg from "pg";
import type { DatabaseHosts } from "./hosts.ts";

/** Time-outs that each session sets for itself, in milliseconds; 0 is without limit. */
export interface SessionLimits {
  statementTimeoutMilliseconds: number;
  lockTimeoutMilliseconds: number;
  idleInTransactionTimeoutMilliseconds: number;
}

export interface DatabaseClientConfig extends Omit<pg.ClientConfig, "connectionString" | "host" | "port"> {
  hosts: DatabaseHosts;
  /** Null when a pooler lends sessions per transaction: there the role's own settings apply. */
  session: SessionLimits | null;
  /** It is only read from: with several servers, one that accepts no writes will do. */
  isForReads?: boolean;
}

/** Time limit for opening a connection, and for each of its first statements. */
export const connectMilliseconds = 5_000;

/** The time zone of every session: `instant::date` in SQL is the business date. */
export const sessionTimeZone = "Asia/Jakarta";

/** Opens at the server that `hosts` names at that moment. */
export class DatabaseClient extends pg.Client {
  /** On the clock of `performance.now()`. */
  readonly openedAt = performance.now();
  /** We closed it ourselves: its end is not reported. */
  isGivenUp = false;
  readonly #hosts: DatabaseHosts;
  readonly #url: string;
  readonly #session: SessionLimits | null;
  readonly #isForReads: boolean;
  #isGathering = false;

  constructor({ hosts, session, isForReads = false, ...config }: DatabaseClientConfig) {
    const url = hosts.current;
    super({
      connectionTimeoutMillis: connectMilliseconds,
      // Detects a network path that drops silent connections before a query waits on one.
      keepAlive: true,
      ...config,
      connectionString: url,
    });
    this.#hosts = hosts;
    this.#url = url;
    this.#session = session;
    this.#isForReads = isForReads;
    // The running query reports the loss; an event without a listener would end the process.
    this.on("error", () => {});
  }

  /** @throws DatabaseUnreachable; the next connection then goes to the next server. */
  override connect(): Promise<pg.Client>;
  override connect(callback: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void;
  override connect(callback?: (error: never, client: pg.Client) => void): Promise<pg.Client> | void {
    const opening = this.#open();
    if (!callback) return opening;
    opening.then(
      () => callback(null as never, this),
      (error: unknown) => callback(error as never, this),
    );
  }

  /** Sends all statements of this turn of the event loop in one write, at its end. */
  gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    const stream = this.#stream;
    stream.cork();
    // A tick scheduled while promises settle runs after all of them.
    process.nextTick(() => {
      this.#isGathering = false;
      stream.uncork();
    });
  }

  /** Ends the connection without notifying the server, which may never answer. */
  giveUp(): void {
    this.isGivenUp = true;
    this.#stream.destroy();
  }

  get #stream(): Duplex {
    return (this as unknown as { connection: { stream: Duplex } }).connection.stream;
  }

  async #open(): Promise<this> {
    try {
      await super.connect();
      const opening = openingOf(this.#session, this.#hosts.count > 1 && !this.#isForReads);
      if (opening === null) return this;
      // Not as parameters of the start: a pooler refuses those that it does not know.
      const { rows } = await this.query<{ read_only: string }>({
        text: opening,
        query_timeout: connectMilliseconds,
      } as pg.QueryConfig);
      if (rows[0]?.read_only === "on") throw new Error("none of its servers takes writes");
      return this;
    } catch (error) {
      this.giveUp();
      this.#hosts.failed(this.#url);
      throw this.#hosts.unreachable(error);
    }
  }
}

/** The first statement of a session, which sets it up and, with several servers, asks whether this one accepts writes. */
function openingOf(session: SessionLimits | null, isOneOfSeveral: boolean): string | null {
  const settings = session && {
    TimeZone: sessionTimeZone,
    statement_timeout: session.statementTimeoutMilliseconds,
    lock_timeout: session.lockTimeoutMilliseconds,
    idle_in_transaction_session_timeout: session.idleInTransactionTimeoutMilliseconds,
  };
  const columns = Object.entries(settings ?? {}).map(([name, value]) => `set_config('${name}', '${value}', false)`);
  if (isOneOfSeveral) columns.push("current_setting('transaction_read_only') as read_only");
  return columns.length === 0 ? null : `select ${columns.join(", ")}`;
}
