/** All SQL of account links. User ids, passwords, codes and raw answers never come here. */
import type { Reader, Transaction } from "#server/database.server.ts";
import type { BusinessDate } from "#shared/dates.ts";
import { maxAccountLinksADay, type LinkKind, type LinkState } from "../contract.ts";
import { linkTable, type LinkRow, type NewLink } from "./records.ts";

const openStates: readonly LinkState[] = ["CONSENTED", "CONNECTING", "CODE_NEEDED", "REDIRECTED", "LINKED"];

/** Starts a link in a free slot of its day; `TAKEN` when one of the kind exists, `FULL` when the day has all its links. */
export async function insertAccountLink(
  trx: Transaction,
  link: Omit<NewLink, "state" | "slot" | "changedAt">,
): Promise<"ADDED" | "TAKEN" | "FULL"> {
  for (let slot = 1; slot <= maxAccountLinksADay; slot++) {
    const added = await trx
      .insertInto("account_link")
      .values(linkTable.values({ ...link, state: "CONSENTED", slot, changedAt: link.begunAt }))
      // Waits for a concurrent insert, then reads its result.
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (added) return "ADDED";
    if (await linkInForce(trx, link.borrowerId, link.kind)) return "TAKEN";
  }
  return "FULL";
}

export async function linkInForce(reader: Reader, borrowerId: string, kind: LinkKind): Promise<LinkRow | null> {
  const row = await reader
    .selectFrom("account_link")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("kind", "=", kind)
    .where("state", "in", openStates)
    .executeTakeFirst();
  return linkTable.one(row);
}

/** Those of these borrowers who have a shop account linked. */
export async function ownersOfShops(reader: Reader, borrowerIds: readonly string[], now: Date): Promise<string[]> {
  const rows = await reader
    .selectFrom("account_link")
    .select("borrowerId")
    .where("borrowerId", "in", [...borrowerIds])
    .where("kind", "=", "ECOM")
    .where("state", "=", "LINKED")
    .where("endsAt", ">", now)
    .execute();
  return rows.map((row) => row.borrowerId);
}

export async function findAccountLink(reader: Reader, borrowerId: string, id: string): Promise<LinkRow | null> {
  const row = await reader
    .selectFrom("account_link")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .executeTakeFirst();
  return linkTable.one(row);
}

/** The borrower's link to which this return token of a partner's page belongs. */
export async function findByReturn(reader: Reader, borrowerId: string, returnIndex: string): Promise<LinkRow | null> {
  const row = await reader
    .selectFrom("account_link")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("returnIndex", "=", returnIndex)
    .executeTakeFirst();
  return linkTable.one(row);
}

/** The newest one of each kind. */
export async function newestLinksByKind(reader: Reader, borrowerId: string): Promise<LinkRow[]> {
  const rows = await reader
    .selectFrom("account_link")
    .distinctOn("kind")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .orderBy("kind")
    .orderBy("begunAt", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map(linkTable.read);
}

/** Counts links since then that led to another person's account. */
export async function countForeignLinks(reader: Reader, borrowerId: string, since: Date): Promise<number> {
  const { count } = await reader
    .selectFrom("account_link")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("borrowerId", "=", borrowerId)
    .where("failure", "=", "OTHER_HOLDER")
    .where("changedAt", ">", since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The day's links, and by kind the refusals of institutions. */
export async function linkDayOf(
  reader: Reader,
  borrowerId: string,
  day: BusinessDate,
): Promise<{ count: number; refusals: ReadonlyMap<LinkKind, number> }> {
  const rows = await reader
    .selectFrom("account_link")
    .select(({ fn }) => ["kind", fn.countAll<number>().as("count"), fn.sum<number>("refusals").as("refusals")])
    .where("borrowerId", "=", borrowerId)
    .where("askedOn", "=", day)
    .groupBy("kind")
    .execute();
  return {
    count: rows.reduce((sum, row) => sum + Number(row.count), 0),
    refusals: new Map(rows.map((row) => [row.kind as LinkKind, Number(row.refusals)])),
  };
}

export async function noteAgreed(trx: Reader, borrowerId: string, id: string, at: Date): Promise<void> {
  await trx
    .updateTable("account_link")
    .set({ agreedAt: at })
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .where("state", "=", "CONSENTED")
    .where("agreedAt", "is", null)
    .execute();
}

type Found = Pick<LinkRow, "borrowerId" | "id">;

/** Claims links whose result is to be polled now, and sets their next time. */
export async function claimLinksToPoll(trx: Transaction, now: Date, nextAt: Date, most: number): Promise<Found[]> {
  return claim(
    trx,
    trx
      .selectFrom("account_link")
      .select(["borrowerId as borrowerId", "id"])
      .where("state", "=", "CONNECTING")
      .where("nextAskAt", "<=", now)
      .limit(most)
      .forUpdate()
      .skipLocked()
      .execute(),
    { nextAskAt: nextAt },
  );
}

/** The same for links whose access must be revoked. */
export async function claimToRevoke(trx: Transaction, now: Date, nextAt: Date, most: number): Promise<Found[]> {
  return claim(
    trx,
    trx
      .selectFrom("account_link")
      .select(["borrowerId as borrowerId", "id"])
      .where("revokedAt", "is", null)
      .where("revokeAt", "<=", now)
      .limit(most)
      .forUpdate()
      .skipLocked()
      .execute(),
    { revokeAt: nextAt },
  );
}

async function claim(
  trx: Transaction,
  found: Promise<Found[]>,
  set: { nextAskAt: Date } | { revokeAt: Date },
): Promise<Found[]> {
  const due = await found;
  for (const { borrowerId, id } of due)
    await trx.updateTable("account_link").set(set).where("borrowerId", "=", borrowerId).where("id", "=", id).execute();
  return due;
}

export async function noteRevoked(reader: Reader, borrowerId: string, id: string, at: Date): Promise<void> {
  await reader
    .updateTable("account_link")
    .set({ revokedAt: at })
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .execute();
}

/** Steps not taken in time, and data that has expired. */
export async function findOverLinks(
  reader: Reader,
  now: Date,
  most: number,
): Promise<(Found & { state: LinkState })[]> {
  const late = await reader
    .selectFrom("account_link")
    .select(["borrowerId as borrowerId", "id", "state"])
    .where("state", "in", ["CONSENTED", "CODE_NEEDED", "REDIRECTED"])
    .where("stepUntil", "<=", now)
    .limit(most)
    .execute();
  const ended = await reader
    .selectFrom("account_link")
    .select(["borrowerId as borrowerId", "id", "state"])
    .where("state", "=", "LINKED")
    .where("endsAt", "<=", now)
    .limit(most)
    .execute();
  return [...late, ...ended] as (Found & { state: LinkState })[];
}

/** Deletes rows that ended before `until`; returns the ids. */
export async function deleteOverLinks(trx: Transaction, until: Date, most: number): Promise<string[]> {
  const rows = await trx
    .selectFrom("account_link")
    .select(["borrowerId", "id"])
    .where("state", "in", ["FAILED", "ENDED"])
    .where("changedAt", "<", until)
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const { borrowerId, id } of rows)
    await trx.deleteFrom("account_link").where("borrowerId", "=", borrowerId).where("id", "=", id).execute();
  return rows.map(({ id }) => id);
}
