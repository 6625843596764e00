/** All SQL of the limits. Every function takes the transaction (or the database, for reads) first. */
import { sql, type Selectable } from "kysely";
import type { Database, Transaction, Reader } from "#server/database.server.ts";
import type { CreditLimit } from "#server/database.types.ts";
import type { LimitChangeCause } from "../contract.ts";
import type { LimitRow } from "./rules.ts";

const nothing: LimitRow = { creditRupiah: 0, temporaryRupiah: 0, temporaryUntil: null, usedRupiah: 0 };

export async function findLimit(database: Reader, borrowerId: string): Promise<LimitRow | null> {
  const row = await database
    .selectFrom("credit_limit")
    .selectAll()
    .where("borrower_id", "=", borrowerId)
    .executeTakeFirst();
  return row ? limitOf(row) : null;
}

const limitOf = (row: Selectable<CreditLimit>): LimitRow => ({
  creditRupiah: row.credit_rupiah,
  temporaryRupiah: row.temporary_rupiah,
  temporaryUntil: row.temporary_until,
  usedRupiah: row.used_rupiah,
});

/** Locks the borrower's limit until the transaction ends, making an empty one where none is. */
export async function lockLimit(trx: Transaction, borrowerId: string, now: Date): Promise<LimitRow> {
  const locked = await findLocked(trx, borrowerId);
  if (locked) return locked;
  await trx
    .insertInto("credit_limit")
    .values({ borrower_id: borrowerId, updated_at: now })
    .onConflict((conflict) => conflict.column("borrower_id").doNothing())
    .execute();
  return (await findLocked(trx, borrowerId)) ?? nothing;
}

/** As it stands once whoever held it before has ended. */
async function findLocked(trx: Transaction, borrowerId: string): Promise<LimitRow | null> {
  const row = await trx
    .selectFrom("credit_limit")
    .selectAll()
    .where("borrower_id", "=", borrowerId)
    .forUpdate()
    .executeTakeFirst();
  return row ? limitOf(row) : null;
}

export async function writeLimit(
  trx: Transaction,
  borrowerId: string,
  change: Partial<LimitRow>,
  now: Date,
): Promise<void> {
  await trx
    .updateTable("credit_limit")
    .set({
      ...(change.creditRupiah === undefined ? {} : { credit_rupiah: change.creditRupiah }),
      ...(change.temporaryRupiah === undefined ? {} : { temporary_rupiah: change.temporaryRupiah }),
      ...(change.temporaryUntil === undefined ? {} : { temporary_until: change.temporaryUntil }),
      updated_at: now,
    })
    .where("borrower_id", "=", borrowerId)
    .execute();
}

/** Whether this loan holds its reservation; one that was given back does not count. */
export async function hasReservation(trx: Transaction, borrowerId: string, loanId: string): Promise<boolean> {
  const row = await trx
    .selectFrom("credit_limit_reservation")
    .select("loan_id")
    .where("borrower_id", "=", borrowerId)
    .where("loan_id", "=", loanId)
    .where("released_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds a reservation; false when this loan has or had one, and nothing changes then. */
export async function addReservation(
  trx: Transaction,
  borrowerId: string,
  loanId: string,
  amountRupiah: number,
  now: Date,
): Promise<boolean> {
  const added = await trx
    .insertInto("credit_limit_reservation")
    .values({ borrower_id: borrowerId, loan_id: loanId, amount_rupiah: amountRupiah, created_at: now })
    .onConflict((conflict) => conflict.columns(["borrower_id", "loan_id"]).doNothing())
    .returning("loan_id")
    .executeTakeFirst();
  if (added) await moveUsed(trx, borrowerId, amountRupiah, now);
  return added !== undefined;
}

/** Ends a reservation; false when there is none or it ended before. */
export async function endReservation(
  trx: Transaction,
  borrowerId: string,
  loanId: string,
  now: Date,
): Promise<boolean> {
  const ended = await trx
    .updateTable("credit_limit_reservation")
    .set({ released_at: now })
    .where("borrower_id", "=", borrowerId)
    .where("loan_id", "=", loanId)
    .where("released_at", "is", null)
    .returning("amount_rupiah")
    .executeTakeFirst();
  if (ended) await moveUsed(trx, borrowerId, -ended.amount_rupiah, now);
  return ended !== undefined;
}

/** Takes a reservation up again that had ended; false when it stands or never was. */
export async function resumeReservation(
  trx: Transaction,
  borrowerId: string,
  loanId: string,
  now: Date,
): Promise<boolean> {
  const resumed = await trx
    .updateTable("credit_limit_reservation")
    .set({ released_at: null })
    .where("borrower_id", "=", borrowerId)
    .where("loan_id", "=", loanId)
    .where("released_at", "is not", null)
    .returning("amount_rupiah")
    .executeTakeFirst();
  if (resumed) await moveUsed(trx, borrowerId, resumed.amount_rupiah, now);
  return resumed !== undefined;
}

async function moveUsed(trx: Transaction, borrowerId: string, byRupiah: number, now: Date): Promise<void> {
  await trx
    .updateTable("credit_limit")
    .set({ used_rupiah: sql<number>`used_rupiah + ${byRupiah}`, updated_at: now })
    .where("borrower_id", "=", borrowerId)
    .execute();
}

export interface ChangeRow {
  id: string;
  kind: "CREDIT" | "TEMPORARY";
  cause: LimitChangeCause;
  fromRupiah: number;
  toRupiah: number;
  changedAt: Date;
}

export async function addChange(trx: Transaction, borrowerId: string, change: ChangeRow): Promise<void> {
  await trx
    .insertInto("credit_limit_change")
    .values({
      borrower_id: borrowerId,
      id: change.id,
      kind: change.kind,
      cause: change.cause,
      from_rupiah: change.fromRupiah,
      to_rupiah: change.toRupiah,
      changed_at: change.changedAt,
    })
    .execute();
}

/** One page of changes, newest first. `after` is the last id of the page before; ids are time-ordered (UUID v7). */
export async function listChanges(
  database: Database,
  borrowerId: string,
  after: string | undefined,
  most: number,
): Promise<ChangeRow[]> {
  let query = database
    .selectFrom("credit_limit_change")
    .selectAll()
    .where("borrower_id", "=", borrowerId)
    .orderBy("id", "desc")
    .limit(most);
  if (after) query = query.where("id", "<", after);
  const rows = await query.execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as ChangeRow["kind"],
    cause: row.cause as LimitChangeCause,
    fromRupiah: row.from_rupiah,
    toRupiah: row.to_rupiah,
    changedAt: row.changed_at,
  }));
}

/** Borrowers whose temporary limit has ended by `now`, for the sweep. */
export async function endedTemporaryLimits(database: Database, now: Date, most: number): Promise<string[]> {
  const rows = await database
    .selectFrom("credit_limit")
    .select("borrower_id")
    .where("temporary_until", "<=", now)
    .limit(most)
    .execute();
  return rows.map((row) => row.borrower_id);
}
