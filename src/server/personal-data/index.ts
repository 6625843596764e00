/** Types and functions for domains that register personal data, and for the readers of the registry. */
import { sql } from "kysely";
import { removeObject } from "#server/media/borrower-object.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { exportTable, retainTable } from "./export.ts";
import { ownedBy, type PersonalData, type PersonalTable, type PersonalRow } from "./registry.ts";

export * from "./registry.ts";
export { sealedValues } from "./export.ts";

/** A domain's part: children before the rows that they belong to. */
export function personalDataOf(tables: readonly PersonalTable[], more: Pick<PersonalData, "uses"> = {}): PersonalData {
  return {
    ...more,
    tables,
    async export(services, reader, borrowerId) {
      const sections = [];
      for (const table of tables) sections.push(await exportTable(services, reader, borrowerId, table));
      return sections;
    },
    async retain(services, borrowerId, retaining) {
      for (const table of tables) await retainTable(services, borrowerId, table, retaining);
    },
    async erase(services, trx, borrowerId, keeps) {
      for (const table of tables) {
        const count = stays(table, keeps)
          ? await emptyRows(trx, borrowerId, table)
          : await eraseRows(services, trx, borrowerId, table);
        if (count > 0) return count;
      }
      return 0;
    },
  };
}

const stays = ({ keeps }: PersonalTable, { loans }: { loans: boolean }): boolean =>
  keeps === "TRAIL" || (keeps === "LOAN" && loans);

/**
 * Removes objects that are not sealed with the borrower's key from the store, before the rows that name them are
 * deleted: the others become unreadable with the key, and a job may remove them later. Not within a transaction.
 * @throws when the store does not answer
 */
export async function removeUnsealed(
  services: Services,
  borrowerId: string,
  table: PersonalTable,
  keeps: { loans: boolean },
): Promise<void> {
  const columns = Object.entries(table.objects ?? {}).flatMap(([column, { row }]) => (row === null ? [column] : []));
  if (columns.length === 0 || stays(table, keeps)) return;
  const { rows } = await sql<PersonalRow>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table.table)}
    where ${ownedBy(table, borrowerId)}`.execute(services.database);
  for (const objectKey of rows.flatMap((row) => Object.values(row)))
    if (typeof objectKey === "string") await services.outside.storage.remove(objectKey);
}

async function eraseRows(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  table: PersonalTable,
): Promise<number> {
  const objects = Object.keys(table.objects ?? {});
  const returning = objects.length === 0 ? sql`1 as one` : sql.join(objects.map((column) => sql.ref(column)));
  const { rows } = await sql<PersonalRow>`
    delete from ${sql.table(table.table)} where ${ownedBy(table, borrowerId)} returning ${returning}`.execute(trx);
  for (const row of rows)
    for (const column of objects) {
      const objectKey = row[column];
      if (typeof objectKey === "string") await services.jobs.send(trx, removeObject, { objectKey });
    }
  return rows.length;
}

/** Empties columns of rows that stay; returns how many rows still had a value. */
async function emptyRows(trx: Transaction, borrowerId: string, table: PersonalTable): Promise<number> {
  const empties = Object.entries(table.empties ?? {});
  if (empties.length === 0) return 0;
  const set = sql.join(empties.map(([column, value]) => sql`${sql.ref(column)} = ${value}`));
  const has = sql.join(
    empties.map(([column, value]) => sql`${sql.ref(column)} is distinct from ${value}`),
    sql` or `,
  );
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(table.table)} set ${set} where ${ownedBy(table, borrowerId)} and (${has})`.execute(trx);
  return Number(numAffectedRows);
}
