/** All SQL of failures to protect personal data. */
import type { Selectable } from "kysely";
import type { Database, Reader, Transaction } from "#server/database.server.ts";
import type { DataBreach } from "#server/database.types.ts";

export type BreachRow = Selectable<DataBreach>;
/** Failures are few; otherwise the house has other worries. */
const maxOpen = 20;

export async function insertBreach(trx: Transaction, row: Omit<BreachRow, "told_at" | "alarmed_at">): Promise<void> {
  await trx.insertInto("data_breach").values(row).execute();
}

export async function insertBreachPerson(trx: Transaction, borrowerId: string, breachId: string): Promise<void> {
  await trx
    .insertInto("data_breach_person")
    .values({ borrower_id: borrowerId, breach_id: breachId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Breaches of which not all affected people were notified yet. */
export const openBreaches = (reader: Reader): Promise<BreachRow[]> =>
  reader.selectFrom("data_breach").selectAll().where("told_at", "is", null).orderBy("due_at").limit(maxOpen).execute();

export async function untoldPersons(reader: Reader, breachId: string, max: number): Promise<string[]> {
  const rows = await reader
    .selectFrom("data_breach_person")
    .select("borrower_id")
    .where("breach_id", "=", breachId)
    .where("told_at", "is", null)
    .limit(max)
    .execute();
  return rows.map((row) => row.borrower_id);
}

/** False if another process was first. */
export async function notePersonTold(
  trx: Transaction,
  borrowerId: string,
  breachId: string,
  at: Date,
): Promise<boolean> {
  const row = await trx
    .updateTable("data_breach_person")
    .set({ told_at: at })
    .where("borrower_id", "=", borrowerId)
    .where("breach_id", "=", breachId)
    .where("told_at", "is", null)
    .returning("breach_id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function endBreach(database: Database, id: string, at: Date): Promise<boolean> {
  const row = await database
    .updateTable("data_breach")
    .set({ told_at: at })
    .where("id", "=", id)
    .where("told_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** False if the alarm was raised before. */
export async function noteBreachAlarm(database: Database, id: string, at: Date): Promise<boolean> {
  const row = await database
    .updateTable("data_breach")
    .set({ alarmed_at: at })
    .where("id", "=", id)
    .where("alarmed_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}
