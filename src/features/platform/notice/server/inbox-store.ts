/** SQL of the inbox: its notices, read or unread, and muted topics. */
import { sql } from "kysely";
import type { Database, Transaction, Reader } from "#server/database.server.ts";
import { fixedQuery } from "#server/postgres/fixed-query.ts";
import type { MutableTopic, NoticeTopic } from "../contract.ts";
import type { NoticeRow } from "./store.ts";

/** Gives a notice the next position in its borrower's inbox. Concurrent calls wait, so positions become visible in order. */
export async function showInInbox(
  database: Database,
  { borrowerId, id }: { borrowerId: string; id: string },
  shown: Pick<NoticeRow, "valuesSealed" | "shownAt">,
): Promise<number> {
  const { number } = await database
    .with("place", (here) =>
      here
        .insertInto("notice_inbox")
        .values({ borrowerId, lastNumber: 1 })
        .onConflict((conflict) =>
          conflict.column("borrowerId").doUpdateSet({ lastNumber: sql`notice_inbox.last_number + 1` }),
        )
        .returning("lastNumber"),
    )
    .updateTable("notice")
    .set((from) => ({ ...shown, number: from.selectFrom("place").select("lastNumber") }))
    .where("id", "=", id)
    .returning("number")
    .executeTakeFirstOrThrow();
  return number!;
}

/** One page, newest first, of one topic or all. `below`: the last position of the previous page. */
export async function listInbox(
  database: Database,
  borrowerId: string,
  page: { topic?: NoticeTopic | undefined; below?: number | undefined; max: number },
): Promise<NoticeRow[]> {
  let query = database
    .selectFrom("notice")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("number", "is not", null)
    .orderBy("number", "desc")
    .limit(page.max);
  if (page.topic !== undefined) query = query.where("topic", "=", page.topic);
  if (page.below !== undefined) query = query.where("number", "<", page.below);
  return query.execute();
}

/** The newest of these kinds, all of one topic. */
export const listInboxKinds = (
  database: Reader,
  borrowerId: string,
  { topic, kinds, max }: { topic: NoticeTopic; kinds: readonly string[]; max: number },
): Promise<NoticeRow[]> =>
  database
    .selectFrom("notice")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("topic", "=", topic)
    .where("number", "is not", null)
    .where("kind", "in", kinds)
    .orderBy("number", "desc")
    .limit(max)
    .execute();

export async function findInInbox(database: Database, borrowerId: string, id: string): Promise<NoticeRow | null> {
  const row = await database
    .selectFrom("notice")
    .selectAll()
    .where("id", "=", id)
    .where("borrowerId", "=", borrowerId)
    .where("number", "is not", null)
    .executeTakeFirst();
  return row ?? null;
}

/** Unread messages, counted no further than `max`. */
export async function countUnread(database: Reader, borrowerId: string, max: number): Promise<number> {
  const row = await unread.executeTakeFirst(database, { borrowerId, max });
  return Number(row?.count);
}

const unread = fixedQuery((database, { borrowerId, max }: { borrowerId: string; max: number }) =>
  database
    .selectFrom((from) =>
      from
        .selectFrom("notice")
        // The index of unread messages holds it.
        .select("number")
        .where("borrowerId", "=", borrowerId)
        .where("number", "is not", null)
        .where("readAt", "is", null)
        .limit(max)
        .as("unread"),
    )
    .select((one) => one.fn.countAll<number>().as("count")),
);

/** Records the first reading; a later one changes nothing. */
export async function noteRead(trx: Transaction, borrowerId: string, id: string, now: Date): Promise<void> {
  await trx
    .updateTable("notice")
    .set({ readAt: now })
    .where("id", "=", id)
    .where("borrowerId", "=", borrowerId)
    .where("readAt", "is", null)
    .execute();
}

/** Marks notices up to this position as read: later ones stay unread. Returns how many were marked. */
export async function noteReadUpTo(trx: Transaction, borrowerId: string, number: number, now: Date): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable("notice")
    .set({ readAt: now })
    .where("borrowerId", "=", borrowerId)
    .where("number", "<=", number)
    .where("readAt", "is", null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

export async function readMuted(database: Reader, borrowerId: string): Promise<MutableTopic[]> {
  const row = await database
    .selectFrom("notice_inbox")
    .select("mutedTopics")
    .where("borrowerId", "=", borrowerId)
    .executeTakeFirst();
  return (row?.mutedTopics ?? []) as MutableTopic[];
}

export async function writeMuted(trx: Transaction, borrowerId: string, muted: readonly MutableTopic[]): Promise<void> {
  await trx
    .insertInto("notice_inbox")
    .values({ borrowerId, mutedTopics: [...muted] })
    .onConflict((conflict) => conflict.column("borrowerId").doUpdateSet({ mutedTopics: [...muted] }))
    .execute();
}

/** The newest messages of a borrower's inbox, for the console. */
export const newestNotices = (database: Database, borrowerId: string, max: number): Promise<NoticeRow[]> =>
  listInbox(database, borrowerId, { max });
