/** All SQL of requests; their facts are sealed with the borrower's own key. */
import { sealedColumn } from "#server/records/rows.ts";
import { sql } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";

export interface RequestRow {
  id: string;
  borrowerId: string;
  kind: string;
  state: string;
  isOpen: boolean;
  facts: Record<string, unknown>;
  /** Blind index of the browser in which the request was started; null if unknown. */
  deviceIndex: string | null;
  /** The login that proved the number which the account has. */
  provenSessionId: string | null;
  createdAt: Date;
  /** Deadline for sending the request; null once it was sent or has ended. */
  expiresAt: Date | null;
  promisedUntil: Date | null;
  /** The earliest time at which it takes effect, once it is sent; null: at once. */
  effectiveFrom: Date | null;
  closedAt: Date | null;
}

const sealedFacts = sealedColumn<Record<string, unknown>>("change_request", "facts_sealed");

export const sealFacts = (
  services: Services,
  trx: Transaction,
  { borrowerId, id }: { borrowerId: string; id: string },
  facts: object,
): Promise<string> => sealedFacts.sealOf(services.keys.borrowerKeys, trx, borrowerId, id, { ...facts });

/** False when one of this kind is open already, including one that a concurrent transaction starts. */
export async function insertRequest(
  services: Services,
  trx: Transaction,
  request: Pick<RequestRow, "id" | "borrowerId" | "kind" | "state" | "deviceIndex" | "createdAt" | "expiresAt">,
): Promise<boolean> {
  const { id, borrowerId, kind, state, deviceIndex, createdAt, expiresAt } = request;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("change_request")
    .values({
      borrower_id: borrowerId,
      id,
      kind,
      state,
      is_open: true,
      facts_sealed: await sealFacts(services, trx, request, {}),
      device_index: deviceIndex,
      proven_session_id: null,
      created_at: createdAt,
      expires_at: expiresAt,
    })
    .onConflict((conflict) => conflict.columns(["borrower_id", "kind"]).where("is_open", "=", true).doNothing())
    .executeTakeFirstOrThrow();
  return Boolean(numInsertedOrUpdatedRows);
}

/** The open request of this kind; null without one. */
export async function findOpen(
  services: Services,
  reader: Reader,
  borrowerId: string,
  kind: string,
): Promise<RequestRow | null> {
  const row = await reader
    .selectFrom("change_request")
    .selectAll()
    .where("borrower_id", "=", borrowerId)
    .where("kind", "=", kind)
    .where("is_open", "=", true)
    .executeTakeFirst();
  return row ? opened(services, reader, row) : null;
}

/** The kinds with an open request of a borrower, including those waiting for a decision or their day. */
export async function openKinds(reader: Reader, borrowerId: string): Promise<string[]> {
  const rows = await reader
    .selectFrom("change_request")
    .select("kind")
    .where("borrower_id", "=", borrowerId)
    .where("is_open", "=", true)
    .execute();
  return rows.map(({ kind }) => kind);
}

/** A borrower's requests without decrypting their facts, newest first. */
export function newestRequests(
  reader: Reader,
  borrowerId: string,
  max: number,
): Promise<
  Pick<RequestRow, "id" | "kind" | "state" | "isOpen" | "createdAt" | "expiresAt" | "promisedUntil" | "effectiveFrom">[]
> {
  return reader
    .selectFrom("change_request")
    .select(["id", "kind", "state", "is_open as isOpen", "created_at as createdAt", "expires_at as expiresAt"])
    .select(["promised_until as promisedUntil", "effective_from as effectiveFrom"])
    .where("borrower_id", "=", borrowerId)
    .orderBy("id", "desc")
    .limit(max)
    .execute();
}

/** The newest one of this kind, open or ended. */
export async function findNewest(
  services: Services,
  reader: Reader,
  borrowerId: string,
  kind: string,
): Promise<RequestRow | null> {
  const row = await reader
    .selectFrom("change_request")
    .selectAll()
    .where("borrower_id", "=", borrowerId)
    .where("kind", "=", kind)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .executeTakeFirst();
  return row ? opened(services, reader, row) : null;
}

/** Those of this kind that were carried out, the newest first, at most 20. */
export async function findDone(
  services: Services,
  reader: Reader,
  borrowerId: string,
  kind: string,
): Promise<RequestRow[]> {
  const rows = await reader
    .selectFrom("change_request")
    .selectAll()
    .where("borrower_id", "=", borrowerId)
    .where("kind", "=", kind)
    .where("state", "=", "DONE")
    .orderBy("closed_at", "desc")
    .limit(20)
    .execute();
  return Promise.all(rows.map((row) => opened(services, reader, row)));
}

/** When the newest request of this kind was carried out; null when none was. */
export async function findLastDone(reader: Reader, borrowerId: string, kind: string): Promise<Date | null> {
  const row = await reader
    .selectFrom("change_request")
    .select("closed_at")
    .where("borrower_id", "=", borrowerId)
    .where("kind", "=", kind)
    .where("state", "=", "DONE")
    .orderBy("closed_at", "desc")
    .executeTakeFirst();
  return row?.closed_at ?? null;
}

/** One request of this borrower, held until the transaction ends where `isHeld`. */
export async function findRequest(
  services: Services,
  reader: Reader,
  about: { borrowerId: string; id: string; kind: string },
  { isHeld = false } = {},
): Promise<RequestRow | null> {
  const query = reader
    .selectFrom("change_request")
    .selectAll()
    .where("borrower_id", "=", about.borrowerId)
    .where("id", "=", about.id)
    .where("kind", "=", about.kind);
  const row = await (isHeld ? query.forUpdate() : query).executeTakeFirst();
  return row ? opened(services, reader, row) : null;
}

/** Writes what a step found out without moving on; the caller holds the row. */
export async function keepInRequest(
  trx: Transaction,
  { borrowerId, id }: { borrowerId: string; id: string },
  set: { facts_sealed?: string; proven_session_id?: string | null },
): Promise<void> {
  await trx.updateTable("change_request").set(set).where("borrower_id", "=", borrowerId).where("id", "=", id).execute();
}

/** Extends the time to send an unsent request to this moment at least, but to at most `maxHours` after its start. */
export async function moveExpiry(
  trx: Transaction,
  borrowerId: string,
  { notBefore, now, maxHours }: { notBefore: Date; now: Date; maxHours: number },
): Promise<void> {
  await trx
    .updateTable("change_request")
    .set({
      expires_at: sql<Date>`greatest(expires_at, least(${notBefore}::timestamptz, created_at + make_interval(hours => ${maxHours}::integer)))`,
    })
    .where("borrower_id", "=", borrowerId)
    .where("expires_at", ">", now)
    .execute();
}

/** Open ones of these kinds that were not sent in time, the longest waiting first. */
export function overdueRequests(
  reader: Reader,
  kinds: readonly string[],
  now: Date,
  max: number,
): Promise<{ borrowerId: string; id: string; kind: string }[]> {
  return reader
    .selectFrom("change_request")
    .select(["borrower_id as borrowerId", "id", "kind"])
    .where("expires_at", "is not", null)
    .where("expires_at", "<=", now)
    .where("kind", "in", [...kinds])
    .orderBy("expires_at")
    .limit(max)
    .execute();
}

/** Approved requests of these kinds whose time has come, the longest waiting first. */
export function dueRequests(
  reader: Reader,
  kinds: readonly string[],
  now: Date,
  max: number,
): Promise<{ borrowerId: string; id: string; kind: string }[]> {
  return reader
    .selectFrom("change_request")
    .select(["borrower_id as borrowerId", "id", "kind"])
    .where("is_open", "=", true)
    .where("state", "=", sql.lit("APPROVED"))
    .where("effective_from", "<=", now)
    .where("kind", "in", [...kinds])
    .orderBy("effective_from")
    .limit(max)
    .execute();
}

/** Takes away those of a kind that ended before; answers their ids. */
export async function deleteClosed(
  trx: Transaction,
  kinds: readonly string[],
  before: Date,
  max: number,
): Promise<{ id: string; kind: string }[]> {
  return trx
    .deleteFrom("change_request")
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple("borrower_id", "id"),
        "in",
        selectFrom("change_request")
          .select(["borrower_id", "id"])
          .where("closed_at", "is not", null)
          .where("closed_at", "<", before)
          .where("kind", "in", [...kinds])
          .limit(max)
          .forUpdate()
          .skipLocked()
          .$asTuple("borrower_id", "id"),
      ),
    )
    .returning(["id", "kind"])
    .execute();
}

interface Stored {
  id: string;
  borrower_id: string;
  kind: string;
  state: string;
  is_open: boolean;
  facts_sealed: string;
  device_index: string | null;
  proven_session_id: string | null;
  created_at: Date;
  expires_at: Date | null;
  promised_until: Date | null;
  effective_from: Date | null;
  closed_at: Date | null;
}

async function opened(services: Services, reader: Reader, row: Stored): Promise<RequestRow> {
  const facts = await sealedFacts.openOf(services.keys.borrowerKeys, reader, row.borrower_id, row.id, row.facts_sealed);
  return {
    id: row.id,
    borrowerId: row.borrower_id,
    kind: row.kind,
    state: row.state,
    isOpen: row.is_open,
    facts,
    deviceIndex: row.device_index,
    provenSessionId: row.proven_session_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    promisedUntil: row.promised_until,
    effectiveFrom: row.effective_from,
    closedAt: row.closed_at,
  };
}
