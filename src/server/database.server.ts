/** The database: a pool with time-outs and listeners, Kysely's types, and transactions that are tried again only where that is safe. */
import { Kysely, type IsolationLevel, type Transaction as KyselyTransaction } from "kysely";
import pg from "pg";
import type { DB } from "./database.types.ts";
import { FieldDialect } from "#server/postgres/column-names.ts";
import { DatabaseHosts } from "#server/postgres/hosts.ts";
import { errorCodeOf, CommitUnknown, isConnectionLost } from "#server/postgres/lost-connection.ts";
import type { DatabaseWatch } from "#server/postgres/connection-pool.ts";
import { queryPool, type QueryPool } from "#server/postgres/query-pool.ts";
import type { ReadSource } from "#server/postgres/read-scope.ts";
import { Standby } from "#server/postgres/standby.ts";
import { isStalePlan } from "#server/postgres/statements.ts";
import { inSpan } from "#server/observability/spans.ts";
import { pause } from "#server/work/timers.ts";

export { CommitUnknown };

/** The product's database. Reads may use it directly; everything that writes goes through `transact`. */
export type Database = Kysely<DB>;
/** A database transaction: the first argument of every store function that writes. */
export type Transaction = KyselyTransaction<DB>;
/** For functions that only read: the database, or the transaction whose own writes they must see. */
export type Reader = Database | Transaction;

export interface DatabaseOptions {
  /** `postgresql://…`, from DATABASE_URL or from the embedded server; several servers by commas. */
  connection: string;
  /** Name of that address in errors; `DATABASE_URL` by default. */
  name?: string;
  /** A standby of the same database, from DATABASE_READ_URL, for reads that `freshStandby` allows. */
  standby?: { connection: string; name: string };
  /** Connections for transactions, at most. */
  poolSize?: number;
  /** Connections that plain reads share, at most; half as many as for transactions by default. */
  readConnections?: number;
  /** Connections of the separate pool (`secondPool`), at most. */
  apartConnections?: number;
  statementTimeoutMilliseconds?: number;
  lockTimeoutMilliseconds?: number;
  idleInTransactionTimeoutMilliseconds?: number;
  /** How much longer than the server's own statement time-out this process waits before it drops a connection. */
  graceMilliseconds?: number;
  /** Time limit for opening a connection. */
  connectTimeoutMilliseconds?: number;
  /** A pooler lends sessions per transaction: nothing is prepared, and the role's own settings apply (`role-settings.ts`). */
  hasTransactionPooler?: boolean;
  /** Receives lost connections; a restart of the database must not end this process. */
  log: (message: string) => void;
  /** Is notified how the database answers; lost connections then go to it instead of `log`. */
  watch?: DatabaseWatch;
}

const defaultStatementMilliseconds = 15_000;
const defaultGraceMilliseconds = 2_000;
const defaultPoolSize = 10;
const defaultApartConnections = 4;

/**
 * Opens the pool. Every session has statement, lock and idle-in-transaction time-outs and counts days in
 * Asia/Jakarta, so `instant::date` in SQL is the business date. Close it with `database.destroy()`.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const statementTimeoutMilliseconds = options.statementTimeoutMilliseconds ?? defaultStatementMilliseconds;
  const session = {
    statementTimeoutMilliseconds,
    lockTimeoutMilliseconds: options.lockTimeoutMilliseconds ?? 5_000,
    idleInTransactionTimeoutMilliseconds: options.idleInTransactionTimeoutMilliseconds ?? 30_000,
  };
  const grace = options.graceMilliseconds ?? defaultGraceMilliseconds;
  const isPooled = options.hasTransactionPooler ?? false;
  const size = options.poolSize ?? defaultPoolSize;
  const connection = {
    hosts: new DatabaseHosts(options.connection, options.name),
    session: isPooled ? null : session,
    // If the server has no limit, the client has none either.
    ...(statementTimeoutMilliseconds > 0 ? { query_timeout: statementTimeoutMilliseconds + grace } : {}),
    ...(options.connectTimeoutMilliseconds === undefined
      ? {}
      : { connectionTimeoutMillis: options.connectTimeoutMilliseconds }),
    application_name: "tunai",
    types: { getTypeParser },
  };
  const maxShared = options.readConnections ?? Math.ceil(size / 2);
  const queries = queryPool({
    connection,
    size,
    maxShared,
    isPrepared: !isPooled,
    watch: options.watch ?? { answered: () => {}, lost: (error) => options.log(error.message) },
    hasStandby: options.standby !== undefined,
  });
  const standby =
    options.standby &&
    new Standby({
      connection: {
        ...connection,
        hosts: new DatabaseHosts(options.standby.connection, options.standby.name),
        isForReads: true,
      },
      size: Math.max(1, maxShared),
      statements: queries.statements,
      askPrimary: (text) => queries.execute(text),
      log: options.log,
    });
  const database = new Kysely<DB>({ dialect: new FieldDialect({ pool: queries }) });
  const further: Database[] = [];
  const another = (poolSize: number): Database => {
    const { standby: _standby, ...same } = options;
    const opened = openDatabase({ ...same, poolSize, readConnections: 0 });
    further.push(opened);
    return opened;
  };
  let separate: Database | undefined;
  parts.set(database, {
    queries,
    standby,
    another,
    apart: () => (separate ??= another(options.apartConnections ?? defaultApartConnections)),
  });
  const destroy = database.destroy.bind(database);
  database.destroy = async () => {
    await Promise.all([...further.map((one) => one.destroy()), standby?.end()]);
    await destroy();
    // Kysely ends no pool that it has not used itself.
    await queries.end();
  };
  return database;
}

interface Parts {
  queries: QueryPool;
  standby: Standby | undefined;
  apart: () => Database;
  another: (poolSize: number) => Database;
}
const parts = new WeakMap<Database, Parts>();

function partsOf(database: Database): Parts {
  const found = parts.get(database);
  if (!found) throw new Error("Only a database that openDatabase made has a pool.");
  return found;
}

/** Waits for a pool connection and for a shared read connection, and uses neither: the duration is what each caller waits. */
export async function waitForConnection(database: Database): Promise<void> {
  await partsOf(database).queries.waitForConnection();
}

/**
 * A second, small pool of the same database, for the few short writes that stay although the transaction around them is
 * undone (a counted wrong code), and for the bookkeeping of jobs. Taken from the first pool they could wait for each
 * other's callers for ever.
 */
export function secondPool(database: Database): Database {
  return partsOf(database).apart();
}

/** A further pool for the same database, with its own time-outs; it is closed with the first one. */
export function furtherPool(database: Database, poolSize: number): Database {
  return partsOf(database).another(poolSize);
}

/** One statement outside of any transaction, with values as the client itself reads them: for a library that brings its own SQL. */
export function executeStatement(
  database: Database,
  text: string,
  values?: unknown[],
): Promise<{ rows: Record<string, unknown>[] }> {
  return partsOf(database).queries.execute(text, values);
}

/** The standby to read from, once it has every write that was confirmed before this moment; null where there is none, or it is away or late. */
export async function freshStandby(database: Database): Promise<ReadSource | null> {
  return (await partsOf(database).standby?.fresh()) ?? null;
}

/** How far the standby is behind, in bytes of the log and in seconds; null where there is none. */
export async function standbyLag(database: Database): Promise<{ bytes: number; seconds: number } | null> {
  return (await partsOf(database).standby?.lag()) ?? null;
}

/** A probe expects an answer within two seconds; the process's own limit is shorter. */
const readyMilliseconds = 1_500;

/**
 * Says within 1.5 s whether the database answers on a connection that writes use, and takes writes; for readiness, so it
 * never throws. A standby is not ready.
 */
export async function isDatabaseReady(database: Database, milliseconds = readyMilliseconds): Promise<boolean> {
  return partsOf(database).queries.takesWrites(milliseconds);
}

export interface TransactOptions {
  isolation?: IsolationLevel;
  /** Tries in all, including the first. */
  tries?: number;
}

/** After one silent connection the pool opens a new one; a caller does not wait for a second silent one. */
const patienceMilliseconds = 18_000;

/**
 * Runs `work` in a transaction and returns its result once committed.
 * It runs `work` again, in a new transaction, after a serialization failure (40001), a deadlock (40P01), a statement
 * whose columns a migration has just changed, a key that another transaction shredded (once), or a connection lost
 * **before** the commit was sent: in all of them nothing was written. So `work` must have no effect outside the
 * transaction: no network, no memory that survives; everything that goes outside is sent by a job. A connection lost
 * **during** the commit is never tried again and becomes `CommitUnknown`.
 */
export async function transact<Result>(
  database: Database,
  work: (trx: Transaction) => Promise<Result>,
  options: TransactOptions = {},
): Promise<Result> {
  const tries = options.tries ?? 5;
  const begun = performance.now();
  for (let attempt = 1; ; attempt++) {
    let isWorkDone = false;
    try {
      const plain = database.transaction();
      const building = options.isolation ? plain.setIsolationLevel(options.isolation) : plain;
      return await inSpan("transaction", { attempt }, () =>
        building.execute(async (trx) => {
          const result = await work(trx);
          isWorkDone = true;
          return result;
        }),
      );
    } catch (error) {
      const lost = isConnectionLost(error);
      if (isWorkDone && lost) throw new CommitUnknown("The connection was lost while committing.", { cause: error });
      const isWorthwhile = attempt < tries && performance.now() - begun < patienceMilliseconds;
      const isPassing = lost || isTransient(error) || (attempt === 1 && isShreddedBetween(error));
      if (!isWorthwhile || !isPassing) throw error;
      // Two transactions that collided must not collide again: the wait grows and is random.
      await pause(5 * 2 ** attempt + (process.pid % 7));
    }
  }
}

function isTransient(error: unknown): boolean {
  return ["40001", "40P01"].includes(errorCodeOf(error)) || isStalePlan(error);
}

/**
 * The key was destroyed between reading the row and reading the key: another transaction emptied both. The retry sees
 * neither.
 */
const isShreddedBetween = (error: unknown): boolean => error instanceof Error && error.name === "BorrowerShredded";

/** The constraint that an insert or update broke: `violated(error, "23505") === "borrower_mobile_key"`. Undefined for any other error. */
export function violated(error: unknown, code: "23505" | "23514" | "23503" | "23P01"): string | undefined {
  if (errorCodeOf(error) !== code) return undefined;
  return error instanceof pg.DatabaseError ? error.constraint : undefined;
}

/** Whole numbers arrive as numbers or not at all: a value beyond 2^53, or a fraction, is a fault and never rounded. */
function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || text.includes("."))
    throw new Error(`The database answered ${text}, which is no safe whole number.`);
  return value;
}

const textArrayOid = 1009;
const textArray = pg.types.getTypeParser(textArrayOid as never, "text") as (text: string) => string[];
const ownParsers = new Map<number, (text: string) => unknown>([
  [20, wholeNumber], // int8
  [1700, wholeNumber], // numeric, which is what sum(bigint) answers
  [1016, (text) => textArray(text).map(wholeNumber)], // int8[]
  [1082, (text) => text], // date: a business date stays the string YYYY-MM-DD
  [1182, (text) => textArray(text)], // date[]
  [1184, instantOf], // timestamptz
]);

const anyInstant = pg.types.getTypeParser(1184, "text") as (text: string) => Date;

/** Parses the format of our sessions, `2026-11-25 23:04:11.123+07`, at half the client's cost; other formats are parsed by the client. */
function instantOf(text: string): Date {
  if (text[10] !== " " || !text.endsWith("+07")) return anyInstant(text);
  return new Date(`${text.slice(0, 10)}T${text.slice(11)}:00`);
}

function getTypeParser(oid: number, format?: "text" | "binary"): (text: string) => unknown {
  return ownParsers.get(oid) ?? pg.types.getTypeParser(oid, format as "text");
}
