/** All SQL of the limits. Every function takes the transaction (or the database, for reads) first. */
import { sql, type Selectable } from "kysely";
import type { Database, Transaction, Reader } from "#server/database.server.ts";
import type { CreditLimit, CreditLimitChange } from "#server/database.types.ts";
import type { BusinessDate } from "#shared/dates.ts";
import type { LimitChangeCause, WhyChanged } from "../contract.ts";
import type { ScoreBand } from "../score-contract.ts";
import type { LimitRow } from "./rules.ts";
import { freezesOf, freezesOfEach, type FreezeRow } from "./freeze-store.ts";

/** A limit with what its refreshes know of it. */
export interface LimitRecord extends LimitRow {
  freezes: readonly FreezeRow[];
  score: number | null;
  band: ScoreBand | null;
  /** The ceiling that the income allows, by the last refresh. */
  affordableRupiah: number | null;
  /** A limit from before there was a score; 0 where none is kept. */
  keptRupiah: number;
  /** The first day of the month whose beginning `monthRupiah` tells. */
  monthOf: BusinessDate | null;
  monthRupiah: number | null;
  refresh: DueRefresh | null;
}
export interface DueRefresh {
  at: Date;
  cause: RefreshCause;
}
export const refreshCauses = ["MONTH", "LOAN_ENDED", "LATE", "BUREAU"] as const;
export type RefreshCause = (typeof refreshCauses)[number];

const recordOf = (row: Selectable<CreditLimit>, freezes: readonly FreezeRow[]): LimitRecord => ({
  creditRupiah: row.credit_rupiah,
  temporaryRupiah: row.temporary_rupiah,
  temporaryUntil: row.temporary_until,
  usedRupiah: row.used_rupiah,
  freezes,
  isFrozen: freezes.length > 0,
  score: row.score,
  band: row.band as ScoreBand | null,
  affordableRupiah: row.affordable_rupiah,
  keptRupiah: row.kept_rupiah,
  monthOf: row.month_of,
  monthRupiah: row.month_rupiah,
  refresh: row.refresh_due_at && { at: row.refresh_due_at, cause: row.refresh_cause as RefreshCause },
});

export async function findLimit(reader: Reader, borrowerId: string): Promise<LimitRecord | null> {
  const [row, freezes] = await Promise.all([
    reader.selectFrom("credit_limit").selectAll().where("borrower_id", "=", borrowerId).executeTakeFirst(),
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
    .values({ borrower_id: borrowerId, updated_at: now })
    .onConflict((conflict) => conflict.column("borrower_id").doNothing())
    .execute();
  const made = await lockKnownLimit(trx, borrowerId);
  if (!made) throw new Error(`The limit of ${borrowerId} is gone although nothing deletes it.`);
  return made;
}

/** The same where there is a limit, as it stands once another transaction that held it has ended; null where there is none. */
export async function lockKnownLimit(trx: Transaction, borrowerId: string): Promise<LimitRecord | null> {
  const row = await trx
    .selectFrom("credit_limit")
    .selectAll()
    .where("borrower_id", "=", borrowerId)
    .forUpdate()
    .executeTakeFirst();
  // Asked after the lock: a freeze that came while this waited is seen.
  return row ? recordOf(row, await freezesOf(trx, borrowerId)) : null;
}

/** Locks those of these limits that are to be refreshed by `now` and that no other transaction holds. */
export async function lockDueLimits(
  trx: Transaction,
  borrowerIds: readonly string[],
  now: Date,
): Promise<Map<string, LimitRecord>> {
  const rows = await trx
    .selectFrom("credit_limit")
    .selectAll()
    .where("borrower_id", "in", [...borrowerIds])
    .where("refresh_due_at", "<=", now)
    .orderBy("borrower_id")
    .forUpdate()
    .skipLocked()
    .execute();
  if (rows.length === 0) return new Map();
  const ids = rows.map((row) => row.borrower_id);
  // Asked after the locks: a freeze that came before them is seen.
  const freezes = await freezesOfEach(trx, ids);
  return new Map(rows.map((row) => [row.borrower_id, recordOf(row, freezes.get(row.borrower_id) ?? [])]));
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

export async function writeLimit(
  trx: Transaction,
  borrowerId: string,
  change: Partial<Omit<LimitRecord, "usedRupiah" | "isFrozen" | "freezes">>,
  now: Date,
): Promise<void> {
  await trx
    .updateTable("credit_limit")
    .set({
      ...(change.creditRupiah === undefined ? {} : { credit_rupiah: change.creditRupiah }),
      ...(change.temporaryRupiah === undefined ? {} : { temporary_rupiah: change.temporaryRupiah }),
      ...(change.temporaryUntil === undefined ? {} : { temporary_until: change.temporaryUntil }),
      ...(change.score === undefined ? {} : { score: change.score }),
      ...(change.band === undefined ? {} : { band: change.band }),
      ...(change.affordableRupiah === undefined ? {} : { affordable_rupiah: change.affordableRupiah }),
      ...(change.keptRupiah === undefined ? {} : { kept_rupiah: change.keptRupiah }),
      ...(change.monthOf === undefined ? {} : { month_of: change.monthOf }),
      ...(change.monthRupiah === undefined ? {} : { month_rupiah: change.monthRupiah }),
      ...(change.refresh === undefined
        ? {}
        : { refresh_due_at: change.refresh?.at ?? null, refresh_cause: change.refresh?.cause ?? null }),
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

/** Sets a reservation that stands to another amount (rupiah); false where none stands. */
export async function changeReservation(
  trx: Transaction,
  borrowerId: string,
  loanId: string,
  amountRupiah: number,
  now: Date,
): Promise<boolean> {
  const own = trx
    .selectFrom("credit_limit_reservation")
    .select("amount_rupiah")
    .where("borrower_id", "=", borrowerId)
    .where("loan_id", "=", loanId)
    .where("released_at", "is", null);
  const before = await own.executeTakeFirst();
  if (!before) return false;
  await trx
    .updateTable("credit_limit_reservation")
    .set({ amount_rupiah: amountRupiah })
    .where("borrower_id", "=", borrowerId)
    .where("loan_id", "=", loanId)
    .where("released_at", "is", null)
    .execute();
  await moveUsed(trx, borrowerId, amountRupiah - before.amount_rupiah, now);
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
  /** Null where a person or another account decided it, and in changes from before there was a score. */
  why: WhyChanged | null;
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
      why: change.why && JSON.stringify(change.why),
    })
    .execute();
}

/** One page of changes, newest first. `after` is the last id of the page before; ids are time-ordered (UUID v7). */
/** One change of a borrower's limit; null where there is none of this id. */
export async function findChange(reader: Reader, borrowerId: string, id: string): Promise<ChangeRow | null> {
  const row = await reader
    .selectFrom("credit_limit_change")
    .selectAll()
    .where("borrower_id", "=", borrowerId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? changeOf(row) : null;
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
    .where("borrower_id", "=", borrowerId)
    .orderBy("id", "desc")
    .limit(most);
  if (after) query = query.where("id", "<", after);
  if (kind) query = query.where("kind", "=", kind);
  const rows = await query.execute();
  return rows.map(changeOf);
}

const changeOf = (row: Selectable<CreditLimitChange>): ChangeRow => ({
  id: row.id,
  kind: row.kind as ChangeRow["kind"],
  cause: row.cause as LimitChangeCause,
  fromRupiah: row.from_rupiah,
  toRupiah: row.to_rupiah,
  changedAt: row.changed_at,
  why: row.why as WhyChanged | null,
});

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
