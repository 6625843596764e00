/** All SQL of failures to protect personal data. */
import type { Selectable } from "kysely";
import type { Database, Reader, Transaction } from "#server/database.server.ts";
import type { DataBreach } from "#server/database.types.ts";

export type BreachRow = Selectable<DataBreach>;
/** Breaches are rare, so the list is short. */
const maxOpen = 20;

export async function insertBreach(trx: Transaction, row: Omit<BreachRow, "toldAt" | "alarmedAt">): Promise<void> {
  await trx.insertInto("data_breach").values(row).execute();
}

export async function insertBreachPerson(trx: Transaction, borrowerId: string, breachId: string): Promise<void> {
  await trx
    .insertInto("data_breach_person")
    .values({ borrowerId, breachId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Breaches of which not all affected people were notified yet. */
export const openBreaches = (reader: Reader): Promise<BreachRow[]> =>
  reader.selectFrom("data_breach").selectAll().where("toldAt", "is", null).orderBy("dueAt").limit(maxOpen).execute();

export async function personsToNotify(reader: Reader, breachId: string, max: number): Promise<string[]> {
  const rows = await reader
    .selectFrom("data_breach_person")
    .select("borrowerId")
    .where("breachId", "=", breachId)
    .where("toldAt", "is", null)
    .limit(max)
    .execute();
  return rows.map((row) => row.borrowerId);
}

/** False if another process was first. */
export async function notePersonNotified(
  trx: Transaction,
  borrowerId: string,
  breachId: string,
  at: Date,
): Promise<boolean> {
  const row = await trx
    .updateTable("data_breach_person")
    .set({ toldAt: at })
    .where("borrowerId", "=", borrowerId)
    .where("breachId", "=", breachId)
    .where("toldAt", "is", null)
    .returning("breachId")
    .executeTakeFirst();
  return row !== undefined;
}

export async function endBreach(database: Database, id: string, at: Date): Promise<boolean> {
  const row = await database
    .updateTable("data_breach")
    .set({ toldAt: at })
    .where("id", "=", id)
    .where("toldAt", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** False if the alarm was raised before. */
export async function noteBreachAlarm(database: Database, id: string, at: Date): Promise<boolean> {
  const row = await database
    .updateTable("data_breach")
    .set({ alarmedAt: at })
    .where("id", "=", id)
    .where("alarmedAt", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}
