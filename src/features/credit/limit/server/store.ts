/** All SQL of the limits. Every function takes the transaction (or the database, for reads) first. */
import { sql, type Selectable } from "kysely";
import type { Database, Transaction, Reader } from "#server/database.server.ts";
import type { CreditLimit } from "#server/database.types.ts";
import type { RowOf } from "#server/records/record.ts";
import { fixedQuery } from "#server/postgres/fixed-query.ts";
import type { ScoreBand } from "../score-contract.ts";
import { freezesOf, freezesOfEach } from "./freeze-store.ts";
import { changeTable, limitTable, type ChangeRow, type FreezeRow, type RefreshCause } from "./records.ts";

/** A limit with what freezes it, and its next refresh. */
export type LimitRecord = RowOf<typeof limitTable> & {
  freezes: readonly FreezeRow[];
  isFrozen: boolean;
  refresh: DueRefresh | null;
};
export interface DueRefresh {
  at: Date;
  cause: RefreshCause;
}

function recordOf(columns: Selectable<CreditLimit>, freezes: readonly FreezeRow[]): LimitRecord {
  const row = limitTable.read(columns);
  const { refreshDueAt: at, refreshCause: cause } = row;
  return { ...row, freezes, isFrozen: freezes.length > 0, refresh: at && cause && { at, cause } };
}

const ofBorrower = fixedQuery((reader, { borrowerId }: { borrowerId: string }) =>
  reader.selectFrom("credit_limit").selectAll().where("borrowerId", "=", borrowerId),
);

export async function findLimit(reader: Reader, borrowerId: string): Promise<LimitRecord | null> {
  const [row, freezes] = await Promise.all([
    ofBorrower.executeTakeFirst(reader, { borrowerId }),
    freezesOf(reader, borrowerId),
  ]);
  return row ? recordOf(row, freezes) : null;
}

/** Locks the borrower's limit until the transaction ends, making an empty one where none is. */
export async function lockLimit(trx: Transaction, borrowerId: string, now: Date): Promise<LimitRecord> {
  const locked = await lockKnownLimit(trx, borrowerId);
  if (locked) return locked;
  await trx
    .insertInto("credit_limit")
    .values({ borrowerId, updatedAt: now })
    .onConflict((conflict) => conflict.column("borrowerId").doNothing())
    .execute();
  const made = await lockKnownLimit(trx, borrowerId);
  if (!made) throw new Error(`The limit of ${borrowerId} is gone although nothing deletes it.`);
  return made;
}

/**
 * The same where there is a limit, as it is once another transaction that locked it has ended; null where there is
 * none.
 */
export async function lockKnownLimit(trx: Transaction, borrowerId: string): Promise<LimitRecord | null> {
  const row = await trx
    .selectFrom("credit_limit")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .forUpdate()
    .executeTakeFirst();
  // Read after the lock, so that it includes a freeze added during the wait.
  return row ? recordOf(row, await freezesOf(trx, borrowerId)) : null;
}

/** Locks those of these limits that are to be refreshed by `now` and that no other transaction has locked. */
export async function lockDueLimits(
  trx: Transaction,
  borrowerIds: readonly string[],
  now: Date,
): Promise<Map<string, LimitRecord>> {
  const rows = await trx
    .selectFrom("credit_limit")
    .selectAll()
    .where("borrowerId", "in", [...borrowerIds])
    .where("refreshDueAt", "<=", now)
    .orderBy("borrowerId")
    .forUpdate()
    .skipLocked()
    .execute();
  if (rows.length === 0) return new Map();
  const ids = rows.map((row) => row.borrowerId);
  // Read after the locks, so that it includes freezes added before them.
  const freezes = await freezesOfEach(trx, ids);
  return new Map(rows.map((row) => [row.borrowerId, recordOf(row, freezes.get(row.borrowerId) ?? [])]));
}

/** A limit's columns that a refresh writes; with `score` null only the time of the next refresh. */
export interface RefreshedLimit {
  borrowerId: string;
  score: number | null;
  band: ScoreBand | null;
  affordableRupiah: number | null;
  refresh: DueRefresh | null;
}

/** Writes refreshes of limits that are locked. In the bands D and E nothing is kept from before the score. */
export async function writeRefreshes(trx: Transaction, limits: readonly RefreshedLimit[], now: Date): Promise<void> {
  if (limits.length === 0) return;
  const rows = limits.map(({ borrowerId, score, band, affordableRupiah, refresh }) => ({
    id: borrowerId,
    score,
    band,
    affordable: affordableRupiah,
    at: refresh?.at ?? null,
    cause: refresh?.cause ?? null,
  }));
  await sql`
    update credit_limit l set
      score = coalesce(r.score, l.score), band = coalesce(r.band, l.band),
      affordable_rupiah = coalesce(r.affordable, l.affordable_rupiah),
      kept_rupiah = case when r.band in ('D', 'E') then 0 else l.kept_rupiah end,
      refresh_due_at = r.at, refresh_cause = r.cause, updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (id uuid, score integer, band text, affordable bigint, at timestamptz, cause text)
    where l.borrower_id = r.id`.execute(trx);
}

/** Changes fields of a borrower's limit (rupiah); `refresh` sets when it is due, null removes that. */
export async function writeLimit(
  trx: Transaction,
  borrowerId: string,
  { refresh, ...change }: Partial<Omit<RowOf<typeof limitTable>, "usedRupiah">> & { refresh?: DueRefresh | null },
  now: Date,
): Promise<void> {
  const next = refresh === undefined ? {} : { refreshDueAt: refresh?.at ?? null, refreshCause: refresh?.cause ?? null };
  await trx
    .updateTable("credit_limit")
    .set(limitTable.set({ ...change, ...next, updatedAt: now }))
    .where("borrowerId", "=", borrowerId)
    .execute();
}

/** Whether this loan holds its reservation; one that was given back does not count. */
export async function hasReservation(trx: Transaction, borrowerId: string, loanId: string): Promise<boolean> {
  const row = await trx
    .selectFrom("credit_limit_reservation")
    .select("loanId")
    .where("borrowerId", "=", borrowerId)
    .where("loanId", "=", loanId)
    .where("releasedAt", "is", null)
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
    .values({ borrowerId, loanId, amountRupiah, createdAt: now })
    .onConflict((conflict) => conflict.columns(["borrowerId", "loanId"]).doNothing())
    .returning("loanId")
    .executeTakeFirst();
  if (added) await moveUsed(trx, borrowerId, amountRupiah, now);
  return added !== undefined;
}

/** Changes the amount (rupiah) of an active reservation; false without one. */
export async function changeReservation(
  trx: Transaction,
  borrowerId: string,
  loanId: string,
  amountRupiah: number,
  now: Date,
): Promise<boolean> {
  const own = trx
    .selectFrom("credit_limit_reservation")
    .select("amountRupiah")
    .where("borrowerId", "=", borrowerId)
    .where("loanId", "=", loanId)
    .where("releasedAt", "is", null);
  const before = await own.executeTakeFirst();
  if (!before) return false;
  await trx
    .updateTable("credit_limit_reservation")
    .set({ amountRupiah })
    .where("borrowerId", "=", borrowerId)
    .where("loanId", "=", loanId)
    .where("releasedAt", "is", null)
    .execute();
  await moveUsed(trx, borrowerId, amountRupiah - before.amountRupiah, now);
  return true;
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
    .set({ releasedAt: now })
    .where("borrowerId", "=", borrowerId)
    .where("loanId", "=", loanId)
    .where("releasedAt", "is", null)
    .returning("amountRupiah")
    .executeTakeFirst();
  if (ended) await moveUsed(trx, borrowerId, -ended.amountRupiah, now);
  return ended !== undefined;
}

/** Takes a reservation up again that had ended; false when it is active or never existed. */
export async function resumeReservation(
  trx: Transaction,
  borrowerId: string,
  loanId: string,
  now: Date,
): Promise<boolean> {
  const resumed = await trx
    .updateTable("credit_limit_reservation")
    .set({ releasedAt: null })
    .where("borrowerId", "=", borrowerId)
    .where("loanId", "=", loanId)
    .where("releasedAt", "is not", null)
    .returning("amountRupiah")
    .executeTakeFirst();
  if (resumed) await moveUsed(trx, borrowerId, resumed.amountRupiah, now);
  return resumed !== undefined;
}

async function moveUsed(trx: Transaction, borrowerId: string, byRupiah: number, now: Date): Promise<void> {
  await trx
    .updateTable("credit_limit")
    .set({ usedRupiah: sql<number>`used_rupiah + ${byRupiah}`, updatedAt: now })
    .where("borrowerId", "=", borrowerId)
    .execute();
}

export async function addChange(
  trx: Transaction,
  borrowerId: string,
  change: Omit<ChangeRow, "borrowerId">,
): Promise<void> {
  await trx
    .insertInto("credit_limit_change")
    .values(changeTable.values({ borrowerId, ...change }))
    .execute();
}

/** One page of changes, newest first. `after` is the last id of the page before; ids are time-ordered (UUID v7). */
/** One change of a borrower's limit; null where there is none of this id. */
export async function findChange(reader: Reader, borrowerId: string, id: string): Promise<ChangeRow | null> {
  const row = await reader
    .selectFrom("credit_limit_change")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .executeTakeFirst();
  return changeTable.one(row);
}

export async function listChanges(
  database: Database,
  borrowerId: string,
  after: string | undefined,
  most: number,
  kind?: ChangeRow["kind"],
): Promise<ChangeRow[]> {
  let query = database
    .selectFrom("credit_limit_change")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .orderBy("id", "desc")
    .limit(most);
  if (after) query = query.where("id", "<", after);
  if (kind) query = query.where("kind", "=", kind);
  const rows = await query.execute();
  return rows.map(changeTable.read);
}

/** Borrowers whose temporary limit has ended by `now`, for the sweep. */
export async function endedTemporaryLimits(database: Database, now: Date, most: number): Promise<string[]> {
  const rows = await database
    .selectFrom("credit_limit")
    .select("borrowerId")
    .where("temporaryUntil", "<=", now)
    .limit(most)
    .execute();
  return rows.map((row) => row.borrowerId);
}
