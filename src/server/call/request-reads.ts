/**
 * One request reads each row once. A page makes several calls, and their domains need the same rows: the loans, the
 * profile, the borrower's key. The read-only calls of a request share one database handle, and `readOnce` caches
 * results on it. // docs/decisions/172
 */
import type { Database, Reader } from "#server/database.server.ts";

const readsOf = new WeakMap<Reader, Map<string, Promise<unknown>>>();

/** A handle on the same pool, for the read-only calls of one request. */
export function forOneRequest(database: Database): Database {
  const handle = database.withoutPlugins();
  readsOf.set(handle, new Map());
  return handle;
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
