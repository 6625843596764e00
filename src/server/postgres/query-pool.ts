/**
 * The pool as Kysely takes it. Two things make what people wait for cheap: a statement is parsed and planned once a
 * connection and not with every question, and reads outside a transaction share a few connections on which they are sent
 * without waiting for the answers before them.
 */
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import pg from "pg";
import type { DatabaseClientConfig } from "./client.ts";
import { ConnectionPool, isReadOnly, type DatabaseWatch, type Pooled } from "./connection-pool.ts";
import { CommitUnknown, ConnectionLost } from "./lost-connection.ts";
import { forgetReads, readScope, readSource, unitedReads } from "./read-scope.ts";
import { SharedReads } from "./shared-reads.ts";
import { readFrom } from "./standby.ts";
import type { Values } from "./prepared-query.ts";
import { isStalePlan, Statements } from "./statements.ts";
import type { Send } from "./united-reads.ts";

export interface QueryPoolOptions {
  /** Settings of each connection, for the pool and for the shared ones. */
  connection: DatabaseClientConfig;
  /** Maximum of connections for transactions and other statements that are not plain reads. */
  size: number;
  /** Maximum of shared read connections; with 0 reads use the pool's. */
  maxShared: number;
  /** Whether a connection keeps its prepared statements: not behind a pooler that lends sessions for a transaction. */
  isPrepared: boolean;
  watch: DatabaseWatch;
  /** Whether reads may go to a standby where their work says so (`read-scope.ts`). */
  hasStandby?: boolean;
}

export interface QueryPool extends PostgresPool {
  statements: Statements;
  /** Resolves when a connection for transactions is free, and the least busy of the shared ones has answered. */
  waitForConnection(): Promise<void>;
  /** Whether the server answers within this many milliseconds on a write connection, and accepts writes. */
  takesWrites(milliseconds: number): Promise<boolean>;
  /** Asks outside of any transaction, not prepared, with values as the client itself reads them: for pg-boss. */
  execute(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

/** A read may be repeated on another connection. */
async function askTwice<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  try {
    return await read();
  } catch (error) {
    if (isStalePlan(error) || error instanceof ConnectionLost) return read();
    throw error;
  }
}

/** The statement was never sent, or the server said that it had no effect. */
const isRefused = ({ cause }: ConnectionLost): boolean =>
  isReadOnly(cause) || (cause instanceof Error && cause.message.includes("not queryable"));

/** Represents a connection in Kysely. A pool connection is taken with the first statement that is not a plain read: `begin`, or a separate write. */
class LazyClient {
  readonly #pool: ConnectionPool;
  readonly #statements: Statements;
  readonly #read: Send;
  #own: Pooled | undefined;
  #lostBy: ConnectionLost | undefined;
  #isInTransaction = false;
  readonly #hasStandby: boolean;

  constructor(pool: ConnectionPool, statements: Statements, read: Send, hasStandby: boolean) {
    this.#hasStandby = hasStandby;
    this.#pool = pool;
    this.#statements = statements;
    this.#read = read;
  }

  async query(text: unknown, values: Values = []): Promise<PostgresQueryResult<never>> {
    if (typeof text !== "string") throw new TypeError("Rows are read in pages here, not by cursors.");
    if (this.#lostBy) throw refusedAfter(this.#lostBy, text);
    const scope = readScope();
    if (!this.#own && !this.#pool.isEnded && this.#statements.of(text).isRead) {
      const source = this.#hasStandby ? readSource() : null;
      const send: Send = (asked, given) => readFrom(source, asked, given, () => this.#read(asked, given));
      const united = unitedReads();
      const read = () => (united ? united.ask(this.#statements, text, values, send) : send(text, values));
      return (await (scope ? scope.ask(text, values, read) : read())) as PostgresQueryResult<never>;
    }
    forgetReads();
    const own = (this.#own ??= await this.#pool.acquire());
    this.#isInTransaction ||= /^\s*(?:begin|start transaction)\b/i.test(text);
    try {
      return await this.#pool.ask(() => this.#statements.ask<never>(own, text, values));
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
      this.#lostBy = error;
      this.#own = undefined;
      own.giveUp();
      own.release(true);
      if (this.#isInTransaction || isRefused(error)) throw error;
      throw new CommitUnknown("The connection was lost while a statement of its own was committed.", { cause: error });
    }
  }

  release(destroy?: boolean): void {
    this.#own?.release(destroy);
    this.#own = undefined;
    this.#lostBy = undefined;
    this.#isInTransaction = false;
  }
}

/** The error of the lost connection, not of the failed rollback on it. */
function refusedAfter(lost: ConnectionLost, text: string): ConnectionLost {
  if (text === "rollback") return lost;
  return new ConnectionLost(`${lost.message}; the statements after it were not sent`, { cause: lost });
}

/** Opens a pool for Kysely. */
export function queryPool(options: QueryPoolOptions): QueryPool {
  const { connection, size, maxShared, isPrepared, watch, hasStandby = false } = options;
  const pool = new ConnectionPool(connection, size, watch);
  const statements = new Statements(isPrepared);
  const shared = maxShared > 0 ? new SharedReads(pool, statements, maxShared) : undefined;
  const read: Send = (text, values) =>
    askTwice(() =>
      shared
        ? shared.read<never>(text, values)
        : pool.borrow((client) => pool.ask(() => statements.ask<never>(client, text, values))),
    );
  let ending: Promise<void> | undefined;
  /** Released, not closed: Kysely wraps each connection that it has not seen. */
  const free: PostgresPoolClient[] = [];
  const openClient = (): PostgresPoolClient => {
    const lazy = new LazyClient(pool, statements, read, hasStandby);
    const client: PostgresPoolClient = {
      query: ((text: unknown, values?: Values) => lazy.query(text, values)) as unknown as PostgresPoolClient["query"],
      release(destroy) {
        // Two callers must never share one transaction.
        if (free.includes(client)) throw new Error("The connection was let go of twice.");
        lazy.release(destroy);
        if (!destroy) free.push(client);
      },
    };
    return client;
  };

  return {
    options: pool.options,
    statements,
    connect: async () => free.pop() ?? openClient(),
    end: () => (ending ??= Promise.all([shared?.end(), pool.end()]).then(() => {})),
    async waitForConnection() {
      await Promise.all([pool.borrow(async () => {}), shared?.wait()]);
    },
    takesWrites: (milliseconds) => pool.takesWrites(milliseconds),
    execute: (text, values) =>
      pool.borrow((client) =>
        pool.ask(async () => {
          const config = { text, ...(values ? { values } : {}), types: pg.types };
          return (await client.query(config)) as unknown as { rows: Record<string, unknown>[] };
        }),
      ),
  };
}
