/** The database: a pool with time-outs and listeners, Kysely's types, and transactions that are tried again only where that is safe. */
import { Kysely, PostgresDialect, sql, type IsolationLevel, type Transaction as KyselyTransaction } from "kysely";
import pg from "pg";
import type { DB } from "./database.types.ts";
import { isStalePlan, queryPool } from "#server/postgres/query-pool.ts";
import { pause } from "#server/work/timers.ts";

/** The product's database. Reads may use it directly; everything that writes goes through `transact`. */
export type Database = Kysely<DB>;
/** What every function of a store takes first. */
export type Transaction = KyselyTransaction<DB>;
/** What only reads takes: the database, or the transaction that must see its own writes. */
export type Reader = Database | Transaction;

export interface DatabaseOptions {
  /** `postgresql://…`, from DATABASE_URL or from the embedded server. */
  connection: string;
  poolSize?: number;
  statementTimeoutMilliseconds?: number;
  lockTimeoutMilliseconds?: number;
  idleInTransactionTimeoutMilliseconds?: number;
  /** Receives lost connections; a restart of the database must not end this process. */
  log: (message: string) => void;
}

/** A page asks over up to eight connections at once, and each new one starts a process that has to learn the tables: the pool's own ten seconds made every visit after a quiet moment pay for that. */
const keptIdleMilliseconds = 600_000;

/**
 * Opens the pool. Every session has statement, lock and idle-in-transaction time-outs and counts days in
 * Asia/Jakarta, so `instant::date` in SQL is the business date. Close it with `database.destroy()`.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const connection = {
    connectionString: options.connection,
    statement_timeout: options.statementTimeoutMilliseconds ?? 15_000,
    lock_timeout: options.lockTimeoutMilliseconds ?? 5_000,
    idle_in_transaction_session_timeout: options.idleInTransactionTimeoutMilliseconds ?? 30_000,
    connectionTimeoutMillis: 5_000,
    // A path to the database that forgets silent connections is found out before a query waits on one.
    keepAlive: true,
    options: "-c timezone=Asia/Jakarta",
    application_name: "tunai",
    types: { getTypeParser },
  };
  const poolSize = options.poolSize ?? 10;
  const pool = new pg.Pool({ ...connection, max: poolSize, idleTimeoutMillis: keptIdleMilliseconds });
  // Idle clients report on the pool, checked-out ones on themselves; an unheard error would end the process.
  let isClosed = false;
  const lost = (message: string): void => {
    // The pool does not wait until its connections have ended: one that the database ends just after was given up before.
    if (!isClosed) options.log(message);
  };
  pool.on("error", (error) => lost(`database connection lost while idle: ${error.message}`));
  pool.on("connect", (client) => {
    client.on("error", (error) => lost(`database connection lost: ${error.message}`));
  });
  const queries = queryPool({
    pool,
    connection,
    maxShared: Math.ceil(poolSize / 2),
    lost: (error) => lost(`database connection for reads lost: ${error.message}`),
  });
  const database = new Kysely<DB>({ dialect: new PostgresDialect({ pool: queries }) });
  waitsOf.set(database, async () => {
    const taken = pool.connect().then((client) => client.release());
    await Promise.all([taken, queries.waitForShared()]);
  });
  let beside: Database | undefined;
  besideOf.set(database, () => (beside ??= openDatabase({ ...options, poolSize: 3 })));
  const destroy = database.destroy.bind(database);
  database.destroy = async () => {
    await beside?.destroy();
    await destroy();
    isClosed = true;
  };
  return database;
}

const besideOf = new WeakMap<Database, () => Database>();
const waitsOf = new WeakMap<Database, () => Promise<void>>();

/** Waits in turn for a connection of this database's pool, and for one that reads share, and uses neither: how long that takes, each caller waits. */
export async function waitForConnection(database: Database): Promise<void> {
  await waitsOf.get(database)?.();
}

/**
 * A second, small pool of the same database, for the few short writes that stay although the transaction around them is
 * undone (a counted wrong code). Taken from the first pool they could wait for each other's callers for ever.
 */
export function apart(database: Database): Database {
  const open = besideOf.get(database);
  if (!open) throw new Error("Only a database that openDatabase made has a pool beside it.");
  return open();
}

/** Says whether the database answers; for readiness, so it never throws. */
export async function isDatabaseReady(database: Database): Promise<boolean> {
  try {
    await sql`select 1`.execute(database);
    return true;
  } catch {
    return false;
  }
}

/** The commit was sent and its answer lost: whether it happened is unknown. The caller's idempotency key tells, on a retry with the same key. */
export class CommitUnknown extends Error {
  override readonly name = "CommitUnknown";
}

export interface TransactOptions {
  isolation?: IsolationLevel;
  /** Tries in all, the first one counted. */
  tries?: number;
}

/**
 * Runs `work` in a transaction and returns its result once committed.
 *
 * It runs `work` again, in a new transaction, after a serialization failure (40001), a deadlock (40P01), a statement
 * whose columns a migration has just changed, or a connection lost **before** the commit was sent: in all of them nothing was written. So `work` must have no effect
 * outside the transaction: no network, no memory that survives; what leaves the house leaves by a job. A connection
 * lost **during** the commit is never tried again and becomes `CommitUnknown`.
 */
export async function transact<Result>(
  database: Database,
  work: (trx: Transaction) => Promise<Result>,
  options: TransactOptions = {},
): Promise<Result> {
  const tries = options.tries ?? 5;
  for (let attempt = 1; ; attempt++) {
    let isWorkDone = false;
    try {
      let building = database.transaction();
      if (options.isolation) building = building.setIsolationLevel(options.isolation);
      return await building.execute(async (trx) => {
        const result = await work(trx);
        isWorkDone = true;
        return result;
      });
    } catch (error) {
      const lost = isConnectionLost(error);
      if (isWorkDone && lost) throw new CommitUnknown("The connection was lost while committing.", { cause: error });
      if (attempt >= tries || !(lost || isTransient(error))) throw error;
      // Two that met once must not meet again in step: the wait grows and differs by connection attempt.
      await pause(5 * 2 ** attempt + (process.pid % 7));
    }
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function isTransient(error: unknown): boolean {
  return ["40001", "40P01"].includes(codeOf(error)) || isStalePlan(error);
}

/** Connection exceptions (class 08), shutdown and crash of the server, and the socket's own ends. */
function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error);
  if (code.startsWith("08") || ["57P01", "57P02", "57P03", "ECONNRESET", "EPIPE", "ECONNREFUSED"].includes(code))
    return true;
  if (!(error instanceof Error)) return false;
  // A socket file that is not there (yet) while the server restarts; any other missing file is none of ours.
  if (code === "ENOENT") return "syscall" in error && error.syscall === "connect";
  return /Connection terminated|not queryable/.test(error.message);
}

/** The constraint that an insert or update broke: `violated(error, "23505") === "borrower_mobile_key"`. Undefined for any other error. */
export function violated(error: unknown, code: "23505" | "23514" | "23503" | "23P01"): string | undefined {
  if (codeOf(error) !== code) return undefined;
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

/** As the sessions here write it, `2026-11-25 23:04:11.123+07`, which the runtime reads at half the cost; whatever else it may be, as the client does. */
function instantOf(text: string): Date {
  if (text[10] !== " " || !text.endsWith("+07")) return anyInstant(text);
  return new Date(`${text.slice(0, 10)}T${text.slice(11)}:00`);
}

function getTypeParser(oid: number, format?: "text" | "binary"): (text: string) => unknown {
  return ownParsers.get(oid) ?? pg.types.getTypeParser(oid, format as "text");
}
