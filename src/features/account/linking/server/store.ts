/** All SQL of account links. User ids, passwords, codes and raw answers never come here. */
import type { Reader, Transaction } from "#server/database.server.ts";
import type { BusinessDate } from "#shared/dates.ts";
import { maxLinksADay, type LinkFailure, type LinkKind, type LinkState } from "../contract.ts";

export interface LinkRow {
  borrowerId: string;
  id: string;
  kind: LinkKind;
  state: LinkState;
  failure: LinkFailure | null;
  institution: string | null;
  consentId: string;
  agreedAt: Date | null;
  begunAt: Date;
  refusals: number;
  /** The id by which the partner knows the try that counts; null: the link's own. */
  orderId: string | null;
  /** By user id and password, not by the partner's page. */
  byLogin: boolean;
  providerReference: string | null;
  askUntil: Date | null;
  stepUntil: Date | null;
  returnIndex: string | null;
  sessionIndex: string | null;
  partnerUrlSealed: string | null;
  factsSealed: string | null;
  linkedAt: Date | null;
  endsAt: Date;
  revokedAt: Date | null;
}

const columns = [
  "borrowerId as borrowerId",
  "id",
  "kind",
  "state",
  "failure",
  "institution",
  "consentId as consentId",
  "agreedAt as agreedAt",
  "begunAt as begunAt",
  "refusals",
  "orderId as orderId",
  "byLogin as byLogin",
  "providerReference as providerReference",
  "askUntil as askUntil",
  "stepUntil as stepUntil",
  "returnIndex as returnIndex",
  "sessionIndex as sessionIndex",
  "partnerUrlSealed as partnerUrlSealed",
  "factsSealed as factsSealed",
  "linkedAt as linkedAt",
  "endsAt as endsAt",
  "revokedAt as revokedAt",
] as const;
const standing: readonly LinkState[] = ["CONSENTED", "CONNECTING", "CODE_NEEDED", "REDIRECTED", "LINKED"];
const rowOf = (row: { kind: string; state: string }): LinkRow => row as unknown as LinkRow;

/** Starts a link in a free slot of its day; `TAKEN` when one of the kind exists, `FULL` when the day has all its links. */
export async function insertLink(
  trx: Transaction,
  link: {
    borrowerId: string;
    id: string;
    kind: LinkKind;
    consentId: string;
    askedOn: BusinessDate;
    begunAt: Date;
    stepUntil: Date;
    endsAt: Date;
  },
): Promise<"ADDED" | "TAKEN" | "FULL"> {
  for (let slot = 1; slot <= maxLinksADay; slot++) {
    const added = await trx
      .insertInto("account_link")
      .values({
        borrowerId: link.borrowerId,
        id: link.id,
        kind: link.kind,
        state: "CONSENTED",
        consentId: link.consentId,
        askedOn: link.askedOn,
        slot,
        begunAt: link.begunAt,
        stepUntil: link.stepUntil,
        endsAt: link.endsAt,
        changedAt: link.begunAt,
      })
      // Waits for a concurrent insert, then reads its result.
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (added) return "ADDED";
    if (await standingLink(trx, link.borrowerId, link.kind)) return "TAKEN";
  }
  return "FULL";
}

export async function standingLink(reader: Reader, borrowerId: string, kind: LinkKind): Promise<LinkRow | null> {
  const row = await reader
    .selectFrom("account_link")
    .select(columns)
    .where("borrowerId", "=", borrowerId)
    .where("kind", "=", kind)
    .where("state", "in", standing)
    .executeTakeFirst();
  return row ? rowOf(row) : null;
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

export async function findLink(reader: Reader, borrowerId: string, id: string): Promise<LinkRow | null> {
  const row = await reader
    .selectFrom("account_link")
    .select(columns)
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? rowOf(row) : null;
}

/** The borrower's link to which this return token of a partner's page belongs. */
export async function findByReturn(reader: Reader, borrowerId: string, returnIndex: string): Promise<LinkRow | null> {
  const row = await reader
    .selectFrom("account_link")
    .select(columns)
    .where("borrowerId", "=", borrowerId)
    .where("returnIndex", "=", returnIndex)
    .executeTakeFirst();
  return row ? rowOf(row) : null;
}

/** The newest one of each kind. */
export async function newestOfEachKind(reader: Reader, borrowerId: string): Promise<LinkRow[]> {
  const rows = await reader
    .selectFrom("account_link")
    .distinctOn("kind")
    .select(columns)
    .where("borrowerId", "=", borrowerId)
    .orderBy("kind")
    .orderBy("begunAt", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map(rowOf);
}

/** Counts links since then that led to another person's account. */
export async function countForeign(reader: Reader, borrowerId: string, since: Date): Promise<number> {
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
export async function dayOf(
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
export async function claimToAsk(trx: Transaction, now: Date, nextAt: Date, most: number): Promise<Found[]> {
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
export async function findOver(reader: Reader, now: Date, most: number): Promise<(Found & { state: LinkState })[]> {
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

/** Deletes what has been over since before `until`; answers the ids. */
export async function deleteOver(trx: Transaction, until: Date, most: number): Promise<string[]> {
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
