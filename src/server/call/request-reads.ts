/**
 * One request reads each row once. A page makes several calls, and their domains need the same rows: the loans, the
 * profile, the borrower's key. The read-only calls of a request share one database handle, and `readOnce` caches
 * results on it. // docs/decisions/172
 */
import { freshStandby, type Database, type Reader } from "#server/database.server.ts";
import { readingFrom, readingIn, type ReadScope } from "#server/postgres/read-scope.ts";
import type { Call } from "#shared/contract.ts";

export { unitingReads } from "#server/postgres/read-scope.ts";

const readsOf = new WeakMap<Reader, Map<string, Promise<unknown>>>();

/** A handle on the same pool, for the read-only calls of one request. */
export function forOneRequest(database: Database): Database {
  const handle = database.withoutPlugins();
  readsOf.set(handle, new Map());
  return handle;
}

/** Reads of the console and of partners are many and large; each sees every write that was confirmed before its request. */
const mayReadStandby = ({ method, policy }: Call): boolean =>
  method === "GET" && (policy.who === "staff" || policy.who === "partner");

/** Runs a read-only call in its request's scope: on the standby where that may be, and on the primary otherwise. */
export async function readInScope<Result>(
  database: Database,
  call: Call,
  scope: ReadScope,
  read: () => Promise<Result>,
): Promise<Result> {
  const source = mayReadStandby(call) ? await (scope.source ??= freshStandby(database)) : null;
  return readingIn(scope, read, source);
}

/** Runs reading work outside a request, such as a page of a file, on the standby where there is one. */
export async function readOnStandby<Result>(database: Database, read: () => Promise<Result>): Promise<Result> {
  return readingFrom(await freshStandby(database), read);
}

/**
 * Reads, or returns the cached result for this name. Transactions and jobs read each time, because they must see new
 * writes. `name` says which rows and whose; the result is shared, so callers must not change it.
 */
export function readOnce<Read>(reader: Reader, name: string, read: () => Promise<Read>): Promise<Read> {
  const reads = readsOf.get(reader);
  if (!reads) return read();
  const known = reads.get(name) as Promise<Read> | undefined;
  if (known) return known;
  const reading = read();
  reads.set(name, reading);
  return reading;
}
