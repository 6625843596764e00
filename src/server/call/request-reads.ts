/**
 * What one request reads, it reads once. A page makes several calls, and the domains behind them ask for the same rows: the
 * loans, the profile, the borrower's key. The calls of a request that only read share one handle on the database, and
 * `readOnce` remembers on it. // docs/decisions/172
 */
import type { Database, Reader } from "#server/database.server.ts";

const readsOf = new WeakMap<Reader, Map<string, Promise<unknown>>>();

/** A handle on the same pool, for the reading calls of one request. */
export function forOneRequest(database: Database): Database {
  const handle = database.withoutPlugins();
  readsOf.set(handle, new Map());
  return handle;
}

/**
 * Reads, or gives what this request has read under this name already. In transactions and jobs it reads each time: they see
 * what they and others have written since. `name` says which rows and whose; what comes back is shared, so nobody changes it.
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
