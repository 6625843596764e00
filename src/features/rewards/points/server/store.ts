/** All SQL of loyalty points. Every function takes the transaction (or the database, for reads) first. */
import { sql, type Selectable } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { PointsRecord } from "#server/database.types.ts";
import type { Text } from "#shared/texts.ts";
import type { PointsKind } from "../contract.ts";

/** Locks the borrower's points until the transaction ends. Comes before every lock of the ledger. */
export async function lockPoints(trx: Transaction, borrowerId: string): Promise<{ expiresAt: Date | null }> {
  const locked = () =>
    trx
      .selectFrom("points_account")
      .select("expiresAt")
      .where("borrowerId", "=", borrowerId)
      .forUpdate()
      .executeTakeFirst();
  const row = await locked();
  if (row) return { expiresAt: row.expiresAt };
  await trx
    .insertInto("points_account")
    .values({ borrowerId })
    .onConflict((conflict) => conflict.column("borrowerId").doNothing())
    .execute();
  return { expiresAt: (await locked())!.expiresAt };
}

export async function expiryOf(reader: Reader, borrowerId: string): Promise<Date | null> {
  const row = await reader
    .selectFrom("points_account")
    .select("expiresAt")
    .where("borrowerId", "=", borrowerId)
    .executeTakeFirst();
  return row?.expiresAt ?? null;
}

export async function writeExpiry(trx: Transaction, borrowerId: string, expiresAt: Date | null): Promise<void> {
  await trx.updateTable("points_account").set({ expiresAt }).where("borrowerId", "=", borrowerId).execute();
}

/** Accounts whose points have expired. */
export async function endedAccounts(reader: Reader, now: Date, max: number): Promise<string[]> {
  const rows = await reader
    .selectFrom("points_account")
    .select("borrowerId")
    .where("expiresAt", "<=", now)
    .orderBy("expiresAt")
    .limit(max)
    .execute();
  return rows.map((row) => row.borrowerId);
}

export interface PointsRecordRow {
  borrowerId: string;
  id: string;
  /** Grows with each record of all borrowers, with gaps. */
  position: number;
  kind: PointsKind;
  points: number;
  title: Text | null;
  source: string;
  activityId: string | null;
  at: Date;
}

/** Records a movement once per source and, in the same statement, the new expiry of all points, if it changes. */
export async function insertPointsRecord(
  trx: Transaction,
  row: Omit<PointsRecordRow, "position" | "activityId"> & { activityId?: string | null },
  expiresAt?: Date,
): Promise<void> {
  const values = {
    borrowerId: row.borrowerId,
    id: row.id,
    kind: row.kind,
    points: row.points,
    title: row.title ? JSON.stringify(row.title) : null,
    source: row.source,
    activityId: row.activityId ?? null,
    happenedAt: row.at,
  };
  const noted = (to: Pick<Transaction, "insertInto">) =>
    to
      .insertInto("points_record")
      .values(values)
      .onConflict((conflict) => conflict.columns(["borrowerId", "source"]).doNothing());
  if (expiresAt === undefined) await noted(trx).execute();
  else
    await trx
      .with("noted", (with_) => noted(with_).returning("id"))
      .updateTable("points_account")
      .set({ expiresAt })
      .where("borrowerId", "=", row.borrowerId)
      .execute();
}

export async function pointsRecordOf(
  reader: Reader,
  borrowerId: string,
  source: string,
): Promise<PointsRecordRow | null> {
  const row = await reader
    .selectFrom("points_record")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("source", "=", source)
    .executeTakeFirst();
  return row ? recordOf(row) : null;
}

/** Points of a source; 0 without any. */
export async function pointsOfSource(reader: Reader, borrowerId: string, source: string): Promise<number> {
  return (await pointsRecordOf(reader, borrowerId, source))?.points ?? 0;
}

/** Newest first; `before` is the position of the last one of the previous page. */
export async function pointsRecordsOf(
  reader: Reader,
  borrowerId: string,
  { before, max }: { before?: number | undefined; max: number },
): Promise<PointsRecordRow[]> {
  let query = reader
    .selectFrom("points_record")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .orderBy("position", "desc")
    .limit(max);
  if (before !== undefined) query = query.where("position", "<", before);
  return (await query.execute()).map(recordOf);
}

const recordOf = (row: Selectable<PointsRecord>): PointsRecordRow => ({
  borrowerId: row.borrowerId,
  id: row.id,
  position: Number(row.position),
  kind: row.kind as PointsKind,
  points: row.points,
  title: row.title as unknown as Text | null,
  source: row.source,
  activityId: row.activityId,
  at: row.happenedAt,
});

/** Counts in one statement, at most up to `max`; false when it does not fit: then nothing was counted. */
export async function countPoints(
  trx: Transaction,
  borrowerId: string,
  { key, by, max, now }: { key: string; by: number; max: number; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into points_counter as c (borrower_id, key, used, max, counted_at)
    select ${borrowerId}::uuid, ${key}, ${by}::bigint, ${max}::bigint, ${now} where ${by}::bigint <= ${max}::bigint
    on conflict (borrower_id, key) do update
      set used = c.used + excluded.used, max = excluded.max, counted_at = excluded.counted_at
      where c.used + excluded.used <= excluded.max
    returning 1`.execute(trx);
  return rows.length > 0;
}

/**
 * The same after locking the borrower's points, in one statement. Also false when this borrower has no row to lock yet:
 * then `lockPoints` and `countPoints` show which case it is.
 */
export async function lockAndCount(
  trx: Transaction,
  borrowerId: string,
  { key, by, max, now }: { key: string; by: number; max: number; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    with locked as materialized (select 1 from points_account where borrower_id = ${borrowerId} for update)
    insert into points_counter as c (borrower_id, key, used, max, counted_at)
    select ${borrowerId}::uuid, ${key}, ${by}::bigint, ${max}::bigint, ${now} from locked where ${by}::bigint <= ${max}::bigint
    on conflict (borrower_id, key) do update
      set used = c.used + excluded.used, max = excluded.max, counted_at = excluded.counted_at
      where c.used + excluded.used <= excluded.max
    returning 1`.execute(trx);
  return rows.length > 0;
}

/** The value of a counter; 0 before the first count. */
export async function countedPoints(reader: Reader, borrowerId: string, key: string): Promise<number> {
  const row = await reader
    .selectFrom("points_counter")
    .select("used")
    .where("borrowerId", "=", borrowerId)
    .where("key", "=", key)
    .executeTakeFirst();
  return row?.used ?? 0;
}

/** Undoes a count made just before, when another cap of the same task was reached. */
export async function uncountPoints(trx: Transaction, borrowerId: string, key: string, by: number): Promise<void> {
  await sql`update points_counter set used = used - ${by} where borrower_id = ${borrowerId} and key = ${key}`.execute(
    trx,
  );
}

/** Deletes counters of days and months that are over. */
export async function forgetCounters(reader: Reader, before: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from points_counter where (borrower_id, key) in (
    select borrower_id, key from points_counter where counted_at < ${before} and key ~ ':' order by counted_at limit ${max})`.execute(
    reader,
  );
  return Number(numAffectedRows ?? 0);
}

/** Adds the use of both accounts' caps to the surviving one. */
export async function addPointsCounters(trx: Transaction, fromId: string, toId: string): Promise<void> {
  await sql`insert into points_counter as c (borrower_id, key, used, max, counted_at)
    select ${toId}::uuid, key, used, max, counted_at from points_counter where borrower_id = ${fromId}
    on conflict (borrower_id, key) do update set used = least(c.used + excluded.used, c.max)`.execute(trx);
}
