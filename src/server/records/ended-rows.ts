/** Deletes borrowers' rows some time after they have ended. // docs/decisions: how long each table is kept */
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Transaction } from "#server/database.server.ts";
import type { DB } from "#server/database.types.ts";

/** Tables whose rows are identified by borrower and id. */
type BorrowersTable = {
  [Table in keyof DB]: DB[Table] extends { borrowerId: unknown; id: unknown } ? Table : never;
}[keyof DB];

/**
 * Deletes up to `max` rows for which `hasEnded` holds, except those that another process deletes at the same time.
 * @returns the ids of deleted rows
 */
export async function deleteEndedRows(
  trx: Transaction,
  table: BorrowersTable,
  hasEnded: RawBuilder<SqlBool>,
  max: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`delete from ${sql.table(table)} where (borrower_id, id) in
    (select borrower_id, id from ${sql.table(table)} where ${hasEnded} limit ${max} for update skip locked) returning id`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}
