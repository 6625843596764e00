/** SQL of data kept after a borrower's deletion, and of the deletion's progress. */
import { sql, type Selectable } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { Erasure as ErasureRow, LegalHold, RetentionItem } from "#server/database.types.ts";
import type { RetentionRule } from "#server/personal-data/index.ts";
import type { BusinessDate } from "#shared/dates.ts";

export type ItemRow = Selectable<RetentionItem>;
export type Erasure = Selectable<ErasureRow>;

/** Years of a rule, by the row in force on a day. @throws when there is no row */
export async function retentionYearsOf(reader: Reader, rule: RetentionRule, on: BusinessDate): Promise<number> {
  const row = await reader
    .selectFrom("retention_rule")
    .select("years")
    .where("rule", "=", rule)
    .where("validFrom", "<=", on)
    .orderBy("validFrom", "desc")
    .executeTakeFirst();
  if (!row) throw new Error(`No row says for how long ${rule} keeps.`);
  return row.years;
}

export async function hasItem(reader: Reader, borrowerId: string, kind: string, source: string): Promise<boolean> {
  const row = await reader
    .selectFrom("retention_item")
    .select("id")
    .where("borrowerId", "=", borrowerId)
    .where("kind", "=", kind)
    .where("source", "=", source)
    .executeTakeFirst();
  return row !== undefined;
}

/** False when the row it copies is kept already. */
export async function addItem(trx: Reader, item: ItemRow): Promise<boolean> {
  const row = await trx
    .insertInto("retention_item")
    .values(item)
    .onConflict((conflict) => conflict.columns(["borrowerId", "kind", "source"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export const itemsOf = (reader: Reader, borrowerId: string): Promise<ItemRow[]> =>
  reader.selectFrom("retention_item").selectAll().where("borrowerId", "=", borrowerId).orderBy("id").execute();

/** Kept data of a borrower, one line per kind: the count, the rule, and the last end date. */
export async function retainedKinds(
  reader: Reader,
  borrowerId: string,
): Promise<{ kind: string; rule: string; count: number; until: Date }[]> {
  return reader
    .selectFrom("retention_item")
    .select((row) => ["kind", "rule", row.fn.countAll<number>().as("count"), sql<Date>`max(until)`.as("until")])
    .where("borrowerId", "=", borrowerId)
    .groupBy(["kind", "rule"])
    .orderBy("kind")
    .execute();
}

/** Items whose rule has ended, without those under a legal hold. */
export const endedItems = (reader: Reader, now: Date, max: number): Promise<ItemRow[]> =>
  reader
    .selectFrom("retention_item")
    .selectAll()
    .where("until", "<=", now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("legal_hold")
            .select("id")
            .whereRef("legal_hold.borrowerId", "=", "retention_item.borrowerId")
            .where("liftedAt", "is", null),
        ),
      ),
    )
    .orderBy("until")
    .limit(max)
    .execute();

/** The hold in force; null without one. */
export async function findHold(reader: Reader, borrowerId: string): Promise<Selectable<LegalHold> | null> {
  const row = await reader
    .selectFrom("legal_hold")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("liftedAt", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** Whether a legal hold keeps a borrower's data. */
export const isHeldByLaw = async (reader: Reader, borrowerId: string): Promise<boolean> =>
  (await findHold(reader, borrowerId)) !== null;

/** False when one is in force. */
export async function insertLegalHold(
  trx: Transaction,
  hold: Pick<Selectable<LegalHold>, "borrowerId" | "id" | "authority" | "setAt">,
): Promise<boolean> {
  const made = await trx
    .insertInto("legal_hold")
    .values(hold)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return made !== undefined;
}

/** False when none is in force. */
export async function liftHold(trx: Transaction, borrowerId: string, at: Date): Promise<boolean> {
  const row = await trx
    .updateTable("legal_hold")
    .set({ liftedAt: at })
    .where("borrowerId", "=", borrowerId)
    .where("liftedAt", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** False if another process was first. */
export async function removeItem(trx: Transaction, borrowerId: string, id: string): Promise<boolean> {
  const row = await trx
    .deleteFrom("retention_item")
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function beginErasure(reader: Reader, borrowerId: string, at: Date): Promise<Erasure> {
  await reader
    .insertInto("erasure")
    .values({ borrowerId, beganAt: at })
    .onConflict((conflict) => conflict.column("borrowerId").doNothing())
    .execute();
  return (await findErasure(reader, borrowerId))!;
}

export async function findErasure(reader: Reader, borrowerId: string): Promise<Erasure | null> {
  const row = await reader.selectFrom("erasure").selectAll().where("borrowerId", "=", borrowerId).executeTakeFirst();
  return row ?? null;
}

/** Locks the row until the transaction ends, so that only one process destroys the key and counts. */
export const lockErasure = (trx: Transaction, borrowerId: string): Promise<Erasure> =>
  trx.selectFrom("erasure").selectAll().where("borrowerId", "=", borrowerId).forUpdate().executeTakeFirstOrThrow();

export async function noteErasure(
  trx: Reader,
  borrowerId: string,
  change: Partial<Omit<Erasure, "borrowerId" | "beganAt" | "deletedRows">>,
): Promise<void> {
  await trx.updateTable("erasure").set(change).where("borrowerId", "=", borrowerId).execute();
}

export async function countDeleted(trx: Transaction, borrowerId: string, rows: number): Promise<void> {
  await trx
    .updateTable("erasure")
    .set({ deletedRows: sql<number>`deleted_rows + ${rows}` })
    .where("borrowerId", "=", borrowerId)
    .execute();
}

/** Erasures that a process left unfinished. */
export async function openErasures(reader: Reader, begunBefore: Date, max: number): Promise<string[]> {
  const rows = await reader
    .selectFrom("erasure")
    .select("borrowerId")
    .where("erasedAt", "is", null)
    .where("beganAt", "<=", begunBefore)
    .orderBy("beganAt")
    .limit(max)
    .execute();
  return rows.map((row) => row.borrowerId);
}
