/** SQL of notices to be sent; reads of the inbox are in `inbox-store.ts`. */
import { sql, type Selectable } from "kysely";
import type { Database, Transaction, Reader } from "#server/database.server.ts";
import type { Notice as NoticeTable } from "#server/database.types.ts";
import type { NoticeTopic } from "../contract.ts";

export type NoticeRow = Selectable<NoticeTable>;

/** A claim this old belongs to a dead process. */
export const claimMilliseconds = 60_000;

export interface NewNotice {
  id: string;
  borrowerId: string | null;
  kind: string;
  /** Contains the borrower's id, if there is one. */
  sourceId: string;
  /** The same without the borrower: notices of an earlier release are stored under it. */
  formerSourceId: string;
  topic: NoticeTopic;
  valuesSealed: string;
  toSealed: string | null;
  linkHash: Buffer;
  createdAt: Date;
}

/** False when it was stored before. Waits for a parallel transaction that stores the same. */
export async function addNotice(trx: Transaction, row: NewNotice): Promise<boolean> {
  const { id, borrowerId, kind, sourceId, formerSourceId, createdAt } = row;
  const { numAffectedRows } = await sql`
    insert into notice (id, borrower_id, kind, source_id, topic, values_sealed, to_sealed, link_hash, created_at)
    select ${id}::uuid, ${borrowerId}::uuid, ${kind}, ${sourceId}, ${row.topic}, ${row.valuesSealed}, ${row.toSealed},
      ${row.linkHash}::bytea, ${createdAt}::timestamptz
    where not exists (
      select from notice where kind = ${kind} and source_id = ${formerSourceId} and borrower_id = ${borrowerId}::uuid)
    on conflict (kind, source_id) do nothing`.execute(trx);
  return numAffectedRows === 1n;
}

/** Claims the notice for sending; null when it is done, waits for its hour, or is claimed by another process. */
export async function claimNotice(database: Database, id: string, now: Date): Promise<NoticeRow | null> {
  const row = await database
    .updateTable("notice")
    .set({ claimed_at: now })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .where((where) => where.or([where("due_at", "is", null), where("due_at", "<=", now)]))
    .where((where) =>
      where.or([
        where("claimed_at", "is", null),
        where("claimed_at", "<=", new Date(now.getTime() - claimMilliseconds)),
      ]),
    )
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export async function findNotice(database: Database, id: string): Promise<NoticeRow | null> {
  return (await database.selectFrom("notice").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

export async function findNoticeByLink(database: Database, linkHash: Buffer): Promise<NoticeRow | null> {
  return (await database.selectFrom("notice").selectAll().where("link_hash", "=", linkHash).executeTakeFirst()) ?? null;
}

type Change = Partial<
  Pick<
    NoticeRow,
    | "values_sealed"
    | "due_at"
    | "claimed_at"
    | "shown_at"
    | "number"
    | "phone_channel"
    | "phone_status"
    | "phone_at"
    | "mail_status"
    | "mail_at"
    | "ended_at"
  >
>;

export async function changeNotice(trx: Reader, id: string, change: Change): Promise<void> {
  await trx.updateTable("notice").set(change).where("id", "=", id).execute();
}

/** Notices whose time has come, the longest waiting first. */
export async function dueNotices(database: Database, now: Date, max: number): Promise<string[]> {
  const rows = await database
    .selectFrom("notice")
    .select("id")
    .where("due_at", "<=", now)
    .orderBy("due_at")
    .limit(max)
    .execute();
  return rows.map(({ id }) => id);
}

/** Removes the notice from the waiting ones; false when another process came first. */
export async function claimDue(trx: Transaction, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("notice")
    .set({ due_at: null })
    .where("id", "=", id)
    .where("due_at", "<=", now)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Deletes up to `max` notices written before `before`, but for those of loans; answers how many. */
export async function forgetNotices(database: Database, before: Date, max: number): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom("notice")
    .where("id", "in", (from) =>
      from
        .selectFrom("notice")
        .select("id")
        .where("topic", "<>", "LOAN")
        .where("created_at", "<", before)
        .limit(max)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
