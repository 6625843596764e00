/** All SQL of requests; their facts are sealed with the borrower's own key. */
import { sealedColumn } from "#server/records/rows.ts";
import { sql, type Selectable } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { ChangeRequest } from "#server/database.types.ts";
import type { Services } from "#server/services.ts";

export interface ChangeRequestRow {
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

const sealedFacts = sealedColumn<Record<string, unknown>>("change_request", "factsSealed");

export const sealChangeFacts = (
  services: Services,
  trx: Transaction,
  { borrowerId, id }: { borrowerId: string; id: string },
  facts: object,
): Promise<string> => sealedFacts.sealOf(services.keys.borrowerKeys, trx, borrowerId, id, { ...facts });

/** False when one of this kind is open already, including one that a concurrent transaction starts. */
export async function insertChangeRequest(
  services: Services,
  trx: Transaction,
  request: Pick<ChangeRequestRow, "id" | "borrowerId" | "kind" | "state" | "deviceIndex" | "createdAt" | "expiresAt">,
): Promise<boolean> {
  const { id, borrowerId, kind, state, deviceIndex, createdAt, expiresAt } = request;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("change_request")
    .values({
      borrowerId,
      id,
      kind,
      state,
      isOpen: true,
      factsSealed: await sealChangeFacts(services, trx, request, {}),
      deviceIndex,
      provenSessionId: null,
      createdAt,
      expiresAt,
    })
    .onConflict((conflict) => conflict.columns(["borrowerId", "kind"]).where("isOpen", "=", true).doNothing())
    .executeTakeFirstOrThrow();
  return Boolean(numInsertedOrUpdatedRows);
}

/** The open request of this kind; null without one. */
export async function findOpenChangeRequest(
  services: Services,
  reader: Reader,
  borrowerId: string,
  kind: string,
): Promise<ChangeRequestRow | null> {
  const row = await reader
    .selectFrom("change_request")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("kind", "=", kind)
    .where("isOpen", "=", true)
    .executeTakeFirst();
  return row ? opened(services, reader, row) : null;
}

/** The kinds with an open request of a borrower, including those waiting for a decision or their day. */
export async function openKinds(reader: Reader, borrowerId: string): Promise<string[]> {
  const rows = await reader
    .selectFrom("change_request")
    .select("kind")
    .where("borrowerId", "=", borrowerId)
    .where("isOpen", "=", true)
    .execute();
  return rows.map(({ kind }) => kind);
}

/** The newest one of this kind, open or ended. */
export async function findNewest(
  services: Services,
  reader: Reader,
  borrowerId: string,
  kind: string,
): Promise<ChangeRequestRow | null> {
  const row = await reader
    .selectFrom("change_request")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("kind", "=", kind)
    .orderBy("createdAt", "desc")
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
): Promise<ChangeRequestRow[]> {
  const rows = await reader
    .selectFrom("change_request")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("kind", "=", kind)
    .where("state", "=", "DONE")
    .orderBy("closedAt", "desc")
    .limit(20)
    .execute();
  return Promise.all(rows.map((row) => opened(services, reader, row)));
}

/** When the newest request of this kind was carried out; null when none was. */
export async function findLastDone(reader: Reader, borrowerId: string, kind: string): Promise<Date | null> {
  const row = await reader
    .selectFrom("change_request")
    .select("closedAt")
    .where("borrowerId", "=", borrowerId)
    .where("kind", "=", kind)
    .where("state", "=", "DONE")
    .orderBy("closedAt", "desc")
    .executeTakeFirst();
  return row?.closedAt ?? null;
}

/** One request of this borrower, locked until the transaction ends if `isHeld`. */
export async function findChangeRequest(
  services: Services,
  reader: Reader,
  about: { borrowerId: string; id: string; kind: string },
  { isHeld = false } = {},
): Promise<ChangeRequestRow | null> {
  const query = reader
    .selectFrom("change_request")
    .selectAll()
    .where("borrowerId", "=", about.borrowerId)
    .where("id", "=", about.id)
    .where("kind", "=", about.kind);
  const row = await (isHeld ? query.forUpdate() : query).executeTakeFirst();
  return row ? opened(services, reader, row) : null;
}

/** Stores the findings of a step without a change of state; the caller holds the row. */
export async function updateChangeRequest(
  trx: Transaction,
  { borrowerId, id }: { borrowerId: string; id: string },
  set: { factsSealed?: string; provenSessionId?: string | null },
): Promise<void> {
  await trx.updateTable("change_request").set(set).where("borrowerId", "=", borrowerId).where("id", "=", id).execute();
}

/** Extends the time to send an unsent request to this moment at least, but to at most `maxHours` after its start. */
export async function extendChangeRequest(
  trx: Transaction,
  borrowerId: string,
  { notBefore, now, maxHours }: { notBefore: Date; now: Date; maxHours: number },
): Promise<void> {
  await trx
    .updateTable("change_request")
    .set({
      expiresAt: sql<Date>`greatest(expires_at, least(${notBefore}::timestamptz, created_at + make_interval(hours => ${maxHours}::integer)))`,
    })
    .where("borrowerId", "=", borrowerId)
    .where("expiresAt", ">", now)
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
    .select(["borrowerId as borrowerId", "id", "kind"])
    .where("expiresAt", "is not", null)
    .where("expiresAt", "<=", now)
    .where("kind", "in", [...kinds])
    .orderBy("expiresAt")
    .limit(max)
    .execute();
}

/** Approved requests of these kinds whose time has come, the longest waiting first. */
export function dueChangeRequests(
  reader: Reader,
  kinds: readonly string[],
  now: Date,
  max: number,
): Promise<{ borrowerId: string; id: string; kind: string }[]> {
  return reader
    .selectFrom("change_request")
    .select(["borrowerId as borrowerId", "id", "kind"])
    .where("isOpen", "=", true)
    .where("state", "=", sql.lit("APPROVED"))
    .where("effectiveFrom", "<=", now)
    .where("kind", "in", [...kinds])
    .orderBy("effectiveFrom")
    .limit(max)
    .execute();
}

/** Deletes requests of a kind that ended before then; returns their ids. */
export async function deleteClosedChangeRequests(
  trx: Transaction,
  kinds: readonly string[],
  before: Date,
  max: number,
): Promise<{ id: string; kind: string }[]> {
  return trx
    .deleteFrom("change_request")
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple("borrowerId", "id"),
        "in",
        selectFrom("change_request")
          .select(["borrowerId", "id"])
          .where("closedAt", "is not", null)
          .where("closedAt", "<", before)
          .where("kind", "in", [...kinds])
          .limit(max)
          .forUpdate()
          .skipLocked()
          .$asTuple("borrowerId", "id"),
      ),
    )
    .returning(["id", "kind"])
    .execute();
}

async function opened(services: Services, reader: Reader, row: Selectable<ChangeRequest>): Promise<ChangeRequestRow> {
  const facts = await sealedFacts.openOf(services.keys.borrowerKeys, reader, row.borrowerId, row.id, row.factsSealed);
  return {
    id: row.id,
    borrowerId: row.borrowerId,
    kind: row.kind,
    state: row.state,
    isOpen: row.isOpen,
    facts,
    deviceIndex: row.deviceIndex,
    provenSessionId: row.provenSessionId,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    promisedUntil: row.promisedUntil,
    effectiveFrom: row.effectiveFrom,
    closedAt: row.closedAt,
  };
}
