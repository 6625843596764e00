/** The progress of an installation's book; at most one. */
import type { Database } from "#server/database.server.ts";
import type { BookSize } from "./plan.ts";

export interface BookRow extends BookSize {
  /** The day to be played next, from 0; `days` when all are played. */
  day: number;
  /** Number of actions, and of refused ones. */
  acts: number;
  refused: number;
}

export async function findBook(database: Database): Promise<BookRow | null> {
  const row = await database.selectFrom("sandbox_book").selectAll().executeTakeFirst();
  if (!row) return null;
  const { borrowers, days, seed, day, acts, refused } = row;
  return { borrowers, days, seed, day, acts, refused };
}

/** Begins the book, once. */
export async function beginBook(database: Database, { borrowers, days, seed }: BookSize, now: Date): Promise<void> {
  await database
    .insertInto("sandbox_book")
    .values({ id: 1, borrowers, days, seed, beganAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Claims the playing until `until`, by real time; false while another process plays. */
export async function claimBook(database: Database, now: Date, until: Date): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("sandbox_book")
    .set({ claimedUntil: until })
    .where((eb) => eb.or([eb("claimedUntil", "is", null), eb("claimedUntil", "<=", now)]))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) === 1;
}

/** Records a day as played; `until` extends the claim, null releases it. */
export async function noteBook(
  database: Database,
  { day, acts, refused }: Pick<BookRow, "day" | "acts" | "refused">,
  until: Date | null,
): Promise<void> {
  await database.updateTable("sandbox_book").set({ day, acts, refused, claimedUntil: until }).execute();
}
