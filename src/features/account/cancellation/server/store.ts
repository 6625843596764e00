/** All SQL of the closing of accounts. */
import { sql, type Selectable } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { AccountClosure } from "#server/database.types.ts";
import type { BusinessDate } from "#shared/dates.ts";
import { deleteReasons, type DeleteReason } from "../contract.ts";

export type ClosureRow = Selectable<AccountClosure>;

const openStates = ["COOLING", "CLOSED", "RETAINING", "ERASED"];

/** The closing in force, in any state; null when there is none, or it was withdrawn. */
export async function findClosureInForce(reader: Reader, borrowerId: string): Promise<ClosureRow | null> {
  const row = await reader
    .selectFrom("account_closure")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("state", "in", openStates)
    .executeTakeFirst();
  return row ?? null;
}

/** A closing that can still be withdrawn, by its id alone. */
export async function findCooling(reader: Reader, id: string): Promise<ClosureRow | null> {
  const row = await reader
    .selectFrom("account_closure")
    .selectAll()
    .where("id", "=", id)
    .where("state", "=", "COOLING")
    .executeTakeFirst();
  return row ?? null;
}

/** By id alone: for holders of the certificate. Null while the closing can still be withdrawn. */
export async function findClosed(reader: Reader, id: string): Promise<ClosureRow | null> {
  const row = await reader
    .selectFrom("account_closure")
    .selectAll()
    .where("id", "=", id)
    .where("closedAt", "is not", null)
    .executeTakeFirst();
  return row ?? null;
}

/** False when one is open already. */
export async function insertClosure(
  trx: Transaction,
  row: Pick<ClosureRow, "borrowerId" | "id" | "askedAt" | "coolingUntil" | "brandId" | "language" | "balanceChoice">,
): Promise<boolean> {
  const made = await trx
    .insertInto("account_closure")
    .values({ ...row, state: "COOLING" })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return made !== undefined;
}

/**
 * Whether the borrower was deleted after the backup from which this database was restored: only then the cooling time
 * is zero. It needs no column of its own, so a backup of an earlier release can be marked before it is migrated.
 */
export const isTombstoned = ({ askedAt, coolingUntil }: Pick<ClosureRow, "askedAt" | "coolingUntil">): boolean =>
  askedAt.getTime() === coolingUntil.getTime();

/** Adds a closing that is due at once; returns its id. */
export async function insertTombstoned(trx: Transaction, borrowerId: string, at: Date): Promise<string> {
  const row = await trx
    .insertInto("account_closure")
    .values({
      borrowerId,
      id: sql<string>`gen_random_uuid()`,
      state: "COOLING",
      askedAt: at,
      coolingUntil: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Marks the closing as due at once; false if it was marked before. */
export async function noteTombstone(trx: Transaction, id: string): Promise<boolean> {
  const row = await trx
    .updateTable("account_closure")
    .set(({ ref }) => ({ coolingUntil: ref("askedAt") }))
    .where("id", "=", id)
    .where("state", "=", "COOLING")
    .whereRef("askedAt", "<", "coolingUntil")
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Records, once, that nothing is kept any more; returns the closing's id, null when there is none, or it was recorded before. */
export async function endRetention(trx: Transaction, borrowerId: string, at: Date): Promise<string | null> {
  const row = await trx
    .updateTable("account_closure")
    .set({ retentionEndedAt: at })
    .where("borrowerId", "=", borrowerId)
    .where("state", "=", "ERASED")
    .where("retentionEndedAt", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

type Named = Pick<ClosureRow, "borrowerId" | "id">;

export const coolingOver = (reader: Reader, now: Date, max: number): Promise<Named[]> =>
  reader
    .selectFrom("account_closure")
    .select(["borrowerId", "id"])
    .where("state", "=", "COOLING")
    .where("coolingUntil", "<=", now)
    .orderBy("coolingUntil")
    .limit(max)
    .execute();

export const toErase = (reader: Reader, max: number): Promise<(Named & Pick<ClosureRow, "state">)[]> =>
  reader
    .selectFrom("account_closure")
    .select(["borrowerId", "id", "state"])
    .where("state", "in", ["CLOSED", "RETAINING"])
    .orderBy("closedAt")
    .limit(max)
    .execute();

/** Deletes closings that were withdrawn before; returns the ids. */
export async function forgetWithdrawn(trx: Transaction, before: Date, max: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from account_closure where (borrower_id, id) in (
      select borrower_id, id from account_closure
      where state in ('WITHDRAWN', 'UNDONE') and ended_at < ${before} limit ${max} for update skip locked)
    returning id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** The reasons that are offered, in their order. */
export async function offeredReasons(reader: Reader): Promise<DeleteReason[]> {
  const rows = await reader
    .selectFrom("closure_reason")
    .select("code")
    .where("isOffered", "=", true)
    .orderBy("position")
    .execute();
  return rows.flatMap(({ code }) => deleteReasons.find((known) => known === code) ?? []);
}

export async function insertFeedback(
  trx: Transaction,
  row: { id: string; toldOn: BusinessDate; reasons: readonly DeleteReason[]; descriptionSealed: string | null },
): Promise<void> {
  await trx
    .insertInto("closure_feedback")
    .values({
      id: row.id,
      toldOn: row.toldOn,
      reasons: [...row.reasons],
      descriptionSealed: row.descriptionSealed,
    })
    .execute();
}

export async function forgetFeedback(trx: Transaction, before: BusinessDate, max: number): Promise<number> {
  const { rows } = await sql`
    delete from closure_feedback where id in (
      select id from closure_feedback where told_on < ${before} limit ${max} for update skip locked)
    returning id`.execute(trx);
  return rows.length;
}
