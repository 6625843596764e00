/** SQL of look-ups. A register's statement is sealed; credentials, codes and raw answers are never stored. */
import type { Transaction, Reader } from "#server/database.server.ts";
import type { BusinessDate } from "#shared/dates.ts";
import { fixedQuery } from "#server/postgres/fixed-query.ts";
import { maxLookupsADay, type LookupKind, type LookupState } from "../contract.ts";

export interface LookupRow {
  borrowerId: string;
  id: string;
  kind: LookupKind;
  state: LookupState;
  consentId: string | null;
  askedOn: BusinessDate;
  askedAt: Date;
  refusals: number;
  requestId: string;
  /** The id that the register knows for the current try; null: the look-up's own id. */
  orderId: string | null;
  /** While CONSENTED: deadline of the next try. */
  retryUntil: Date | null;
  providerReference: string | null;
  askUntil: Date | null;
  codeUntil: Date | null;
  factsSealed: string | null;
  foundAt: Date | null;
  endsAt: Date | null;
}

const columns = [
  "borrowerId as borrowerId",
  "id",
  "kind",
  "state",
  "consentId as consentId",
  "askedOn as askedOn",
  "askedAt as askedAt",
  "refusals",
  "requestId as requestId",
  "orderId as orderId",
  "retryUntil as retryUntil",
  "providerReference as providerReference",
  "askUntil as askUntil",
  "codeUntil as codeUntil",
  "factsSealed as factsSealed",
  "foundAt as foundAt",
  "endsAt as endsAt",
] as const;
/** One look-up of a kind at a time: running, or in force. */
const openStates: readonly LookupState[] = ["CONSENTED", "ASKING", "CODE_NEEDED", "FOUND"];
/** Final states. */
export const overStates: readonly LookupState[] = [
  "NOT_FOUND",
  "REFUSED",
  "NOT_YOURS",
  "UNAVAILABLE",
  "EXPIRED",
  "REMOVED",
];

const rowOf = (row: { kind: string; state: string; askedOn: string }): LookupRow => row as unknown as LookupRow;

export interface NewLookup {
  id: string;
  kind: LookupKind;
  requestId: string;
  askedOn: BusinessDate;
  askedAt: Date;
}

/**
 * Starts a look-up in a free slot of its day. Returns the one that this request started before, or the existing one of
 * its kind, if any; `FULL` when the day has all its look-ups. Unique keys decide between concurrent requests.
 */
export async function insertLookup(
  trx: Transaction,
  borrowerId: string,
  lookup: NewLookup,
): Promise<"ADDED" | "FULL" | LookupRow> {
  for (let slot = 1; slot <= maxLookupsADay; slot++) {
    const added = await trx
      .insertInto("lookup")
      .values({
        borrowerId,
        id: lookup.id,
        kind: lookup.kind,
        state: "CONSENTED",
        requestId: lookup.requestId,
        askedOn: lookup.askedOn,
        slot,
        askedAt: lookup.askedAt,
        changedAt: lookup.askedAt,
      })
      // Waits for a concurrent insert, then reads its result.
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (added) return "ADDED";
    const same = await trx
      .selectFrom("lookup")
      .select(columns)
      .where("borrowerId", "=", borrowerId)
      .where((where) =>
        where.or([
          where("requestId", "=", lookup.requestId),
          where.and([where("kind", "=", lookup.kind), where("state", "in", openStates)]),
        ]),
      )
      .orderBy(({ eb }) => eb("requestId", "=", lookup.requestId), "desc")
      .orderBy("askedAt", "desc")
      .executeTakeFirst();
    if (same) return rowOf(same);
  }
  return "FULL";
}

export async function findLookup(reader: Reader, borrowerId: string, id: string): Promise<LookupRow | null> {
  const row = await reader
    .selectFrom("lookup")
    .select(columns)
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? rowOf(row) : null;
}

/** The newest one of each kind. */
export async function newestLookupsByKind(reader: Reader, borrowerId: string): Promise<LookupRow[]> {
  return (await newest.execute(reader, { borrowerId })).map(rowOf);
}

const newest = fixedQuery((reader, { borrowerId }: { borrowerId: string }) =>
  reader
    .selectFrom("lookup")
    .distinctOn("kind")
    .select(columns)
    .where("borrowerId", "=", borrowerId)
    .orderBy("kind")
    .orderBy("askedAt", "desc")
    .orderBy("id", "desc"),
);

/** Counts look-ups since then that found another person's record. */
export async function countForeignLookups(reader: Reader, borrowerId: string, since: Date): Promise<number> {
  const { count } = await reader
    .selectFrom("lookup")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("borrowerId", "=", borrowerId)
    .where("state", "=", "NOT_YOURS")
    .where("changedAt", ">", since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The look-up of a kind that is in progress or in force. */
export async function lookupInForce(reader: Reader, borrowerId: string, kind: LookupKind): Promise<LookupRow | null> {
  const row = await standingOf.executeTakeFirst(reader, { borrowerId, kind });
  return row ? rowOf(row) : null;
}

const standingOf = fixedQuery((reader, { borrowerId, kind }: { borrowerId: string; kind: LookupKind }) =>
  reader
    .selectFrom("lookup")
    .select(columns)
    .where("borrowerId", "=", borrowerId)
    .where("kind", "=", kind)
    .where("state", "in", openStates),
);

/** The registers that state something of a borrower at an instant. */
export async function foundKinds(reader: Reader, borrowerId: string, at: Date): Promise<LookupKind[]> {
  const rows = await reader
    .selectFrom("lookup")
    .select("kind")
    .distinct()
    .where("borrowerId", "=", borrowerId)
    .where("state", "=", "FOUND")
    .where("endsAt", ">", at)
    .execute();
  return rows.map(({ kind }) => kind as LookupKind);
}

/** The number of registers with a valid statement about each of these borrowers at an instant; a borrower without any is absent. */
export async function foundCounts(
  reader: Reader,
  borrowerIds: readonly string[],
  at: Date,
): Promise<Map<string, number>> {
  const rows = await reader
    .selectFrom("lookup")
    .select(({ fn }) => ["borrowerId", fn.count<number>("kind").distinct().as("count")])
    .where("borrowerId", "in", [...borrowerIds])
    .where("state", "=", "FOUND")
    .where("endsAt", ">", at)
    .groupBy("borrowerId")
    .execute();
  return new Map(rows.map(({ borrowerId, count }) => [borrowerId, Number(count)]));
}

/** Counts the look-ups of a day, and the refusals by registers by kind. */
export async function lookupDayOf(
  reader: Reader,
  borrowerId: string,
  day: BusinessDate,
): Promise<{ count: number; refusals: ReadonlyMap<LookupKind, number> }> {
  const rows = await reader
    .selectFrom("lookup")
    .select(({ fn }) => ["kind", fn.countAll<number>().as("count"), fn.sum<number>("refusals").as("refusals")])
    .where("borrowerId", "=", borrowerId)
    .where("askedOn", "=", day)
    .groupBy("kind")
    .execute();
  return {
    count: rows.reduce((sum, row) => sum + Number(row.count), 0),
    refusals: new Map(rows.map((row) => [row.kind as LookupKind, Number(row.refusals)])),
  };
}

/** Claims look-ups whose result is to be polled now, and sets their next time; another process takes others. */
export async function claimLookupsToPoll(
  trx: Transaction,
  now: Date,
  nextAt: Date,
  most: number,
): Promise<{ borrowerId: string; id: string }[]> {
  const due = await trx
    .selectFrom("lookup")
    .select(["borrowerId as borrowerId", "id"])
    .where("state", "=", "ASKING")
    .where("nextAskAt", "<=", now)
    .orderBy("nextAskAt")
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const { borrowerId, id } of due)
    await trx
      .updateTable("lookup")
      .set({ nextAskAt: nextAt })
      .where("borrowerId", "=", borrowerId)
      .where("id", "=", id)
      .execute();
  return due;
}

/** Codes and further tries whose time has passed, and results that are too old. */
export async function findOverLookups(
  reader: Reader,
  now: Date,
  most: number,
): Promise<Pick<LookupRow, "borrowerId" | "id">[]> {
  const late = await reader
    .selectFrom("lookup")
    .select(["borrowerId as borrowerId", "id"])
    .where("state", "=", "CODE_NEEDED")
    .where("codeUntil", "<=", now)
    .limit(most)
    .execute();
  const ended = await reader
    .selectFrom("lookup")
    .select(["borrowerId as borrowerId", "id"])
    .where("state", "=", "FOUND")
    .where("endsAt", "<=", now)
    .limit(most)
    .execute();
  const unsent = await reader
    .selectFrom("lookup")
    .select(["borrowerId as borrowerId", "id"])
    .where("state", "=", "CONSENTED")
    .where("retryUntil", "<=", now)
    .limit(most)
    .execute();
  return [...late, ...ended, ...unsent];
}

/** Deletes rows that ended before `until`; returns the ids. */
export async function deleteOverLookups(trx: Transaction, until: Date, most: number): Promise<string[]> {
  const rows = await trx
    .selectFrom("lookup")
    .select(["borrowerId", "id"])
    .where("state", "in", overStates)
    .where("changedAt", "<", until)
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const { borrowerId, id } of rows)
    await trx.deleteFrom("lookup").where("borrowerId", "=", borrowerId).where("id", "=", id).execute();
  return rows.map(({ id }) => id);
}
