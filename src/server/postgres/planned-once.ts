/** Statements of many parts that are asked again and again: planned once for a connection. */
import { sql } from "kysely";
import { transact, type Database, type Reader, type Transaction } from "#server/database.server.ts";

/**
 * Runs a query by a plan that leaves its values open, so that a connection plans it once. PostgreSQL would otherwise plan
 * for the values each time; for a query over a hundred tables that takes ten times as long as the answer. Such a plan does
 * not know how many rows a value finds, so it reads by an index wherever one serves. In a transaction of its own, unless
 * it is given one.
 */
export async function plannedOnce<Result>(
  reader: Reader,
  query: (trx: Transaction) => Promise<Result>,
): Promise<Result> {
  if (!reader.isTransaction)
    return transact(reader as Database, async (trx) => {
      await begin.execute(trx);
      return query(trx);
    });
  await begin.execute(reader);
  const result = await query(reader as Transaction);
  // After an error the transaction is lost, and its settings with it.
  await end.execute(reader);
  return result;
}

const begin = sql`select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)`;
const end = sql`set local plan_cache_mode to default; set local enable_seqscan to default`;
