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
  borrowerId: string;
  id: string;
  kind: string;
  sourceId: string;
  happenedAt: Date;
  device: string;
  isTold: boolean;
  numberIndex: string | null;
  mobileNumberSealed: string | null;
  contestedAt: Date | null;
}): SecurityEvent => ({
  borrowerId: row.borrowerId,
  id: row.id,
  kind: row.kind as SecurityEventKind,
  sourceId: row.sourceId,
  happenedAt: row.happenedAt,
  device: row.device,
  isTold: row.isTold,
  numberIndex: row.numberIndex,
  mobileNumberSealed: row.mobileNumberSealed,
  contestedAt: row.contestedAt,
});

/** False if this event was stored before. */
export async function insertSecurityEvent(
  trx: Transaction,
  event: Omit<SecurityEvent, "contestedAt">,
): Promise<boolean> {
  const row = await trx
    .insertInto("security_event")
    .values({
      borrowerId: event.borrowerId,
      id: event.id,
      kind: event.kind,
      sourceId: event.sourceId,
      happenedAt: event.happenedAt,
      device: event.device,
      isTold: event.isTold,
      numberIndex: event.numberIndex,
      mobileNumberSealed: event.mobileNumberSealed,
    })
    .onConflict((conflict) => conflict.columns(["borrowerId", "sourceId"]).doNothing())
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
    .where("borrowerId", "=", borrowerId)
    .where("sourceId", "=", sourceId)
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
    .where("borrowerId", "=", borrowerId)
    .where("sourceId", "in", [...sourceIds])
    .where("contestedAt", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findEvent(reader: Reader, borrowerId: string, id: string): Promise<SecurityEvent | null> {
  const row = await reader
    .selectFrom("security_event")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
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
  let query = reader.selectFrom("security_event").selectAll().where("borrowerId", "=", borrowerId);
  const { before } = page;
  if (before)
    query = query.where((row) =>
      row.or([
        row("happenedAt", "<", before.at),
        row.and([row("happenedAt", "=", before.at), row("id", "<", before.id)]),
      ]),
    );
  const rows = await query.orderBy("happenedAt", "desc").orderBy("id", "desc").limit(page.max).execute();
  return rows.map(eventOf);
}

export async function noteContested(trx: Transaction, borrowerId: string, id: string, at: Date): Promise<void> {
  await trx
    .updateTable("security_event")
    .set({ contestedAt: at })
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .where("contestedAt", "is", null)
    .execute();
}

/** How many events of a kind were sent as notices since then. */
export async function countNotifiedEvents(
  reader: Reader,
  borrowerId: string,
  kind: SecurityEventKind,
  since: Date,
): Promise<number> {
  const row = await reader
    .selectFrom("security_event")
    .select((event) => event.fn.countAll<string>().as("count"))
    .where("borrowerId", "=", borrowerId)
    .where("kind", "=", kind)
    .where("isTold", "=", true)
    .where("happenedAt", ">", since)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Deletes up to `max` events from before then; returns how many. */
export async function deleteOldSecurityEvents(trx: Transaction, before: Date, max: number): Promise<number> {
  const deleted = await sql`
    delete from security_event where (borrower_id, id) in (
      select borrower_id, id from security_event where happened_at < ${before} limit ${max} for update skip locked)`.execute(
    trx,
  );
  return Number(deleted.numAffectedRows ?? 0);
}
