/**
 * The pool as Kysely takes it. Two things make what people wait for cheap: a statement is parsed and planned once a
 * connection and not with every question, and reads outside a transaction share a few connections on which they are sent
 * without waiting for the answers before them.
 */
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import pg from "pg";
import { readScope } from "./read-scope.ts";

/** Statements that a connection keeps prepared. What comes after them is sent as text: a list that grows (`in ($1, $2, …)`) must not fill the database's memory. */
const maxStatements = 500;
/** A read that takes longer than this has nobody put behind it while another connection has fewer. */
const slowMilliseconds = 50;

export interface QueryPoolOptions {
  pool: pg.Pool;
  /** What each connection is opened with, the pool's as well as the shared ones. */
  connection: pg.ClientConfig;
  /** Connections that reads share, at most. */
  maxShared: number;
  /** Receives the loss of a shared connection. */
  lost: (error: Error) => void;
}

export interface QueryPool extends PostgresPool {
  /** Resolves when the least busy of the shared connections has answered what it was asked; at once where one is idle. */
  waitForShared(): Promise<void>;
}

type Askable = Pick<pg.ClientBase, "query">;
type Values = readonly unknown[];

/** Whether a read may be sent among others: it holds no lock, changes nothing and does not sleep. */
export function isPlainRead(text: string): boolean {
  return (
    /^\s*(?:select|with)\b/i.test(text) &&
    !/\b(?:insert|update|delete|merge|share|into|set_config|nextval|notify)\b|\bpg_(?!typeof\b)\w+\s*\(/i.test(text)
  );
}

/** A prepared `on conflict (…) where state = $1 do …` no longer finds the partial index that it means once its plan leaves the values open. */
const isPreparable = (text: string): boolean => !/\bon conflict\b(?:(?!\bdo\b).)*\bwhere\b/is.test(text);

/** The database refuses a prepared statement whose columns a migration changed since. */
export function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "0A000" && error.message.startsWith("cached plan");
}

/** Names and kinds of statements, by their text. */
class Statements {
  #known = new Map<string, { name: string; isRead: boolean }>();
  #generation = 0;

  of(text: string): { name?: string; isRead: boolean } {
    const known = this.#known.get(text);
    if (known) return known;
    const isRead = isPlainRead(text);
    if (this.#known.size >= maxStatements || !isPreparable(text)) return { isRead };
    const statement = { name: `s${this.#generation}_${this.#known.size}`, isRead };
    this.#known.set(text, statement);
    return statement;
  }

  /** Asks, prepared where the statement has values: `begin`, `commit` and their like go as they are. */
  async ask<Row>(client: Askable, text: string, values: Values): Promise<PostgresQueryResult<Row>> {
    const { name } = this.of(text);
    try {
      const config = { text, values: values as unknown[] };
      const result = await client.query(name && values.length > 0 ? { name, ...config } : config);
      return result as unknown as PostgresQueryResult<Row>;
    } catch (error) {
      if (isStalePlan(error)) this.#forget();
      throw error;
    }
  }

  /** New names, so that every connection prepares anew. */
  #forget(): void {
    this.#known.clear();
    this.#generation++;
  }
}

/** A connection on which reads are sent one after the other without waiting. */
class Shared {
  readonly ready: Promise<Askable>;
  readonly #client: pg.Client;
  /** When each read that is under way was sent, oldest first. */
  readonly #sent = new Set<{ at: number }>();
  isLost = false;

  constructor(connection: pg.ClientConfig, lost: (error: Error) => void) {
    this.#client = new pg.Client({ ...connection, pipeline: true });
    this.#client.on("error", (error) => {
      if (!this.isLost) lost(error);
      this.isLost = true;
    });
    this.#client.on("end", () => (this.isLost = true));
    this.ready = this.#client.connect().then(
      () => this.#client,
      (error: unknown) => {
        this.isLost = true;
        throw error;
      },
    );
    this.ready.catch(() => {});
  }

  get waiting(): number {
    return this.#sent.size;
  }

  get isSlow(): boolean {
    const [oldest] = this.#sent;
    return oldest !== undefined && performance.now() - oldest.at > slowMilliseconds;
  }

  async use<Result>(ask: (client: Askable) => Promise<Result>): Promise<Result> {
    const one = { at: performance.now() };
    this.#sent.add(one);
    try {
      return await ask(await this.ready);
    } finally {
      this.#sent.delete(one);
    }
  }

  async end(): Promise<void> {
    this.isLost = true;
    await this.#client.end().catch(() => {});
  }
}

/** Wraps a pool for Kysely. A connection of the pool is taken with the first statement that is no plain read: `begin`, or a write of its own. */
export function queryPool({ pool, connection, maxShared, lost }: QueryPoolOptions): QueryPool {
  const statements = new Statements();
  let shared: Shared[] = [];
  let isEnded = false;

  /** An idle one, else a new one as long as there may be more, else the one with the shortest queue that is not stuck. */
  const freest = (): Shared => {
    shared = shared.filter((one) => !one.isLost);
    const idle = shared.find((one) => one.waiting === 0);
    if (idle) return idle;
    if (shared.length < maxShared) {
      const opened = new Shared(connection, lost);
      shared.push(opened);
      return opened;
    }
    const lively = shared.filter((one) => !one.isSlow);
    return (lively.length > 0 ? lively : shared).reduce((one, other) => (other.waiting < one.waiting ? other : one));
  };

  const readShared = async <Row>(text: string, values: Values): Promise<PostgresQueryResult<Row>> => {
    const ask = () => freest().use((client) => statements.ask<Row>(client, text, values));
    try {
      return await ask();
    } catch (error) {
      // A read may be asked again.
      if (isStalePlan(error)) return ask();
      throw error;
    }
  };

  /** Let go and not closed: Kysely makes a connection of its own around each that it has not seen. */
  const free: PostgresPoolClient[] = [];
  const openClient = (): PostgresPoolClient => {
    let own: pg.PoolClient | undefined;
    const query = async (text: unknown, values: Values = []): Promise<PostgresQueryResult<never>> => {
      if (typeof text !== "string") throw new TypeError("Rows are read in pages here, not by cursors.");
      const scope = readScope();
      if (!own && !isEnded && statements.of(text).isRead) {
        const read = () => readShared(text, values);
        return (await (scope ? scope.ask(text, values, read) : read())) as PostgresQueryResult<never>;
      }
      scope?.forget();
      own ??= await pool.connect();
      return statements.ask(own, text, values);
    };
    const client: PostgresPoolClient = {
      query: query as unknown as PostgresPoolClient["query"],
      release(destroy) {
        // Two callers must never share one transaction.
        if (free.includes(client)) throw new Error("The connection was let go of twice.");
        own?.release(destroy);
        own = undefined;
        if (!destroy) free.push(client);
      },
    };
    return client;
  };

  return {
    options: pool.options,
    connect: async () => free.pop() ?? openClient(),
    async end() {
      isEnded = true;
      await Promise.all(shared.map((one) => one.end()));
      await pool.end();
    },
    async waitForShared() {
      const one = freest();
      if (one.waiting > 0) await one.use((client) => client.query("select 1"));
    },
  };
}
