/** All SQL of events. */
import { sql } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { SecurityEventKind } from "../contract.ts";

export interface SecurityEvent {
  borrowerId: string;
  id: string;
  kind: SecurityEventKind;
  sourceId: string;
  happenedAt: Date;
  device: string;
  isTold: boolean;
  /** The number before the event, under the borrower's key, and its index; null when there was none. */
  numberIndex: string | null;
  mobileNumberSealed: string | null;
  contestedAt: Date | null;
}

const eventOf = (row: {
  borrower_id: string;
  id: string;
  kind: string;
  source_id: string;
  happened_at: Date;
  device: string;
  is_told: boolean;
  number_index: string | null;
  mobile_number_sealed: string | null;
  contested_at: Date | null;
}): SecurityEvent => ({
  borrowerId: row.borrower_id,
  id: row.id,
  kind: row.kind as SecurityEventKind,
  sourceId: row.source_id,
  happenedAt: row.happened_at,
  device: row.device,
  isTold: row.is_told,
  numberIndex: row.number_index,
  mobileNumberSealed: row.mobile_number_sealed,
  contestedAt: row.contested_at,
});

/** False if this event was stored before. */
export async function insertEvent(trx: Transaction, event: Omit<SecurityEvent, "contestedAt">): Promise<boolean> {
  const row = await trx
    .insertInto("security_event")
    .values({
      borrower_id: event.borrowerId,
      id: event.id,
      kind: event.kind,
      source_id: event.sourceId,
      happened_at: event.happenedAt,
      device: event.device,
      is_told: event.isTold,
      number_index: event.numberIndex,
      mobile_number_sealed: event.mobileNumberSealed,
    })
    .onConflict((conflict) => conflict.columns(["borrower_id", "source_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function findEventBySource(
  reader: Reader,
  borrowerId: string,
  sourceId: string,
): Promise<SecurityEvent | null> {
  const row = await reader
    .selectFrom("security_event")
    .selectAll()
    .where("borrower_id", "=", borrowerId)
    .where("source_id", "=", sourceId)
    .executeTakeFirst();
  return row ? eventOf(row) : null;
}

/** Whether one of these events was objected to. */
export async function isAnyContested(
  reader: Reader,
  borrowerId: string,
  sourceIds: readonly string[],
): Promise<boolean> {
  const row = await reader
    .selectFrom("security_event")
    .select("id")
    .where("borrower_id", "=", borrowerId)
    .where("source_id", "in", [...sourceIds])
    .where("contested_at", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findEvent(reader: Reader, borrowerId: string, id: string): Promise<SecurityEvent | null> {
  const row = await reader
    .selectFrom("security_event")
    .selectAll()
    .where("borrower_id", "=", borrowerId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? eventOf(row) : null;
}

/** Events of a borrower, the newest first; `before` is the place of the last one of the page before. */
export async function listEvents(
  reader: Reader,
  borrowerId: string,
  page: { before: { at: Date; id: string } | undefined; max: number },
): Promise<SecurityEvent[]> {
  let query = reader.selectFrom("security_event").selectAll().where("borrower_id", "=", borrowerId);
  const { before } = page;
  if (before)
    query = query.where((row) =>
      row.or([
        row("happened_at", "<", before.at),
        row.and([row("happened_at", "=", before.at), row("id", "<", before.id)]),
      ]),
    );
  const rows = await query.orderBy("happened_at", "desc").orderBy("id", "desc").limit(page.max).execute();
  return rows.map(eventOf);
}

export async function noteContested(trx: Transaction, borrowerId: string, id: string, at: Date): Promise<void> {
  await trx
    .updateTable("security_event")
    .set({ contested_at: at })
    .where("borrower_id", "=", borrowerId)
    .where("id", "=", id)
    .where("contested_at", "is", null)
    .execute();
}

/** How many events of a kind were sent as notices since then. */
export async function countTold(
  reader: Reader,
  borrowerId: string,
  kind: SecurityEventKind,
  since: Date,
): Promise<number> {
  const row = await reader
    .selectFrom("security_event")
    .select((event) => event.fn.countAll<string>().as("count"))
    .where("borrower_id", "=", borrowerId)
    .where("kind", "=", kind)
    .where("is_told", "=", true)
    .where("happened_at", ">", since)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Deletes up to `max` events from before then; answers how many. */
export async function deleteOld(trx: Transaction, before: Date, max: number): Promise<number> {
  const deleted = await sql`
    delete from security_event where (borrower_id, id) in (
      select borrower_id, id from security_event where happened_at < ${before} limit ${max} for update skip locked)`.execute(
    trx,
  );
  return Number(deleted.numAffectedRows ?? 0);
}
