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
    .set({ claimedAt: now })
    .where("id", "=", id)
    .where("endedAt", "is", null)
    .where((where) => where.or([where("dueAt", "is", null), where("dueAt", "<=", now)]))
    .where((where) =>
      where.or([where("claimedAt", "is", null), where("claimedAt", "<=", new Date(now.getTime() - claimMilliseconds))]),
    )
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export async function findNotice(database: Database, id: string): Promise<NoticeRow | null> {
  return (await database.selectFrom("notice").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

export async function findNoticeByLink(database: Database, linkHash: Buffer): Promise<NoticeRow | null> {
  return (await database.selectFrom("notice").selectAll().where("linkHash", "=", linkHash).executeTakeFirst()) ?? null;
}

type Change = Partial<
  Pick<
    NoticeRow,
    | "valuesSealed"
    | "dueAt"
    | "claimedAt"
    | "shownAt"
    | "number"
    | "phoneChannel"
    | "phoneStatus"
    | "phoneAt"
    | "mailStatus"
    | "mailAt"
    | "pushStatus"
    | "pushAt"
    | "endedAt"
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
    .where("dueAt", "<=", now)
    .orderBy("dueAt")
    .limit(max)
    .execute();
  return rows.map(({ id }) => id);
}

/** Removes the notice from the waiting ones; false when another process came first. */
export async function claimDueNotice(trx: Transaction, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("notice")
    .set({ dueAt: null })
    .where("id", "=", id)
    .where("dueAt", "<=", now)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Deletes up to `max` notices written before `before`, but for those of loans; returns how many. */
export async function forgetNotices(database: Database, before: Date, max: number): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom("notice")
    .where("id", "in", (from) =>
      from
        .selectFrom("notice")
        .select("id")
        .where("topic", "<>", "LOAN")
        .where("createdAt", "<", before)
        .limit(max)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
