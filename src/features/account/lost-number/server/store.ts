/** All SQL of requests; what was typed is sealed with a key that belongs to the request alone. */
import { fixedQuery } from "#server/postgres/fixed-query.ts";
import { sealedColumn } from "#server/records/rows.ts";
import { sql, type Selectable, type Updateable } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { LostNumberRequest as Table } from "#server/database.types.ts";
import type { Services } from "#server/services.ts";

export type LostNumberRow = Selectable<Table>;

/** The typed data, and the results after it was sent. */
export interface LostNumberFacts {
  /** `08…` */
  oldNumber: string;
  nik: string;
  /** YYYY-MM-DD */
  birthDate: string;
  newNumber?: string;
  /** All different new numbers that were named, each of which was sent a code. */
  named?: string[];
  /** One number or NIK had more requests in a day than the machine checks. */
  isBeyond?: boolean;
  language: "id" | "en" | "zh";
  brandId: string;
  device: string;
  /** Result of the face check: MATCH, or the code that refused it. */
  face?: string;
  similarityPpm?: number;
}

const sealedFacts = sealedColumn<LostNumberFacts>("lost_number_request", "factsSealed");

export const sealLostNumberFacts = (
  services: Services,
  trx: Transaction,
  { id, ownerId }: Pick<LostNumberRow, "id" | "ownerId">,
  facts: LostNumberFacts,
): Promise<string> => sealedFacts.sealOf(services.keys.borrowerKeys, trx, ownerId, id, facts);

export async function lostNumberFactsOf(
  services: Services,
  reader: Reader,
  { id, ownerId, factsSealed }: Pick<LostNumberRow, "id" | "ownerId" | "factsSealed">,
): Promise<LostNumberFacts> {
  return sealedFacts.openOf(services.keys.borrowerKeys, reader, ownerId, id, factsSealed);
}

/** False when the reference exists already: another one is drawn. */
export async function insertLostNumberRequest(
  services: Services,
  trx: Transaction,
  made: Pick<LostNumberRow, "id" | "ownerId" | "sessionId" | "reference" | "createdAt" | "expiresAt">,
  facts: LostNumberFacts,
): Promise<boolean> {
  const row = await trx
    .insertInto("lost_number_request")
    .values({ ...made, state: "STARTED", factsSealed: await sealLostNumberFacts(services, trx, made, facts) })
    .onConflict((conflict) => conflict.column("reference").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function findLostNumberRequest(
  reader: Reader,
  id: string,
  { sessionId, isHeld = false }: { sessionId?: string; isHeld?: boolean } = {},
): Promise<LostNumberRow | null> {
  let query = reader.selectFrom("lost_number_request").selectAll().where("id", "=", id);
  if (sessionId !== undefined) query = query.where("sessionId", "=", sessionId);
  return (await (isHeld ? query.forUpdate() : query).executeTakeFirst()) ?? null;
}

/** Stores findings without a change of state; the caller holds the row. */
/** Extends the time to send a session's request to this moment at least, but to at most `maxHours` after its start. */
export async function extendLostNumber(
  trx: Transaction,
  sessionId: string,
  { notBefore, now, maxHours }: { notBefore: Date; now: Date; maxHours: number },
): Promise<void> {
  await trx
    .updateTable("lost_number_request")
    .set({
      expiresAt: sql<Date>`greatest(expires_at, least(${notBefore}::timestamptz, created_at + make_interval(hours => ${maxHours}::integer)))`,
    })
    .where("sessionId", "=", sessionId)
    .where("expiresAt", ">", now)
    .execute();
}

export async function updateLostNumber(trx: Transaction, id: string, set: Updateable<Table>): Promise<void> {
  await trx.updateTable("lost_number_request").set(set).where("id", "=", id).execute();
}

/** The newest request about an account that waits for staff or for its day. */
export async function findOtherOpenLostNumber(
  reader: Reader,
  borrowerId: string,
): Promise<Pick<LostNumberRow, "id" | "reference" | "submittedAt" | "effectiveFrom"> | null> {
  return (await newestOpen.executeTakeFirst(reader, { borrowerId })) ?? null;
}

const newestOpen = fixedQuery((reader, { borrowerId }: { borrowerId: string }) =>
  reader
    .selectFrom("lost_number_request")
    .select(["id", "reference", "submittedAt", "effectiveFrom"])
    .where("borrowerId", "=", borrowerId)
    .where("closedAt", "is", null)
    .orderBy("submittedAt", "desc")
    .limit(1),
);

/** The newest 20 requests about an account. */
export const requestsAbout = (reader: Reader, borrowerId: string): Promise<LostNumberRow[]> =>
  reader
    .selectFrom("lost_number_request")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .orderBy("submittedAt", "desc")
    .limit(20)
    .execute();

/** Open requests about an account, locked. */
export const openLostNumbersOf = (trx: Transaction, borrowerId: string): Promise<LostNumberRow[]> =>
  trx
    .selectFrom("lost_number_request")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("closedAt", "is", null)
    .forUpdate()
    .execute();

export type LostNumberDue = "EXPIRE" | "WARN" | "CONFLICT" | "EFFECT" | "TELL";
const max = 100;

/** Ids of requests for which something is due, the longest waiting first. */
export async function dueLostNumberRequests(reader: Reader, due: LostNumberDue, now: Date): Promise<{ id: string }[]> {
  const from = reader.selectFrom("lost_number_request as r").select("r.id").limit(max);
  const open = sql<boolean>`r.borrower_id is not null and r.closed_at is null`;
  switch (due) {
    case "EXPIRE":
      return from.where("r.expiresAt", "<=", now).orderBy("r.expiresAt").execute();
    case "WARN":
      return from
        .where(open)
        .where("r.warnings", "<", 3)
        .where(sql<boolean>`r.submitted_at + r.warnings * interval '24 hours' <= ${now}`)
        .orderBy("r.submittedAt")
        .execute();
    case "CONFLICT":
      // The login domain knows about logins: each open request is checked, and there are few.
      return from.where(open).orderBy("r.submittedAt").execute();
    case "EFFECT":
      return from
        .where("r.state", "=", sql.lit("APPROVED"))
        .where("r.effectiveFrom", "<=", now)
        .orderBy("r.effectiveFrom")
        .execute();
    case "TELL":
      return from
        .where("r.toldAt", "is", null)
        .where("r.tellAfter", "<=", now)
        .where(
          sql<boolean>`(r.state in ('REJECTED', 'STOPPED') or (r.checked_at is not null and r.borrower_id is null))`,
        )
        .orderBy("r.tellAfter")
        .execute();
  }
}

/** Deletes requests that ended before this time, with or without an account; returns their ids and the owners of the keys. */
export async function deleteClosedLostNumbers(
  trx: Transaction,
  before: { about: Date; none: Date },
  atOnce: number,
): Promise<{ id: string; ownerId: string }[]> {
  const { rows } = await sql<{ id: string; ownerId: string }>`
    delete from lost_number_request where id in (
      select id from lost_number_request
      where closed_at < ${before.about} or (borrower_id is null and closed_at < ${before.none})
      limit ${atOnce} for update skip locked)
    returning id, owner_id`.execute(trx);
  return rows;
}
