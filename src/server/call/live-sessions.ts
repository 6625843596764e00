/** The live sessions of a person: listed, limited to some calls, ended. */
import { sql } from "kysely";
import type { Transaction, Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { SessionLimit } from "#shared/contract.ts";

/** An ended session also counts as expired: its row, which holds a device name, is deleted like any other expired one (`retention.ts`). */
const endedAt = (now: Date) => ({ revokedAt: now, expiresAt: sql<Date>`least(expires_at, ${now})` });

export async function revokeLiveSession(services: Services, trx: Reader, sessionId: string): Promise<void> {
  await trx
    .updateTable("login_session")
    .set(endedAt(services.clock.realNow()))
    .where("id", "=", sessionId)
    .where("revokedAt", "is", null)
    .execute();
}

/** Revokes every session of a person, but for `exceptId`. */
export async function revokeSessionsOf(
  services: Services,
  trx: Transaction,
  audience: "borrower" | "staff",
  subjectId: string,
  exceptId?: string,
): Promise<void> {
  let update = trx
    .updateTable("login_session")
    .set(endedAt(services.clock.realNow()))
    .where("audience", "=", audience)
    .where("subjectId", "=", subjectId)
    .where("revokedAt", "is", null);
  if (exceptId) update = update.where("id", "<>", exceptId);
  await update.execute();
}

/** Limits all live sessions of a borrower to the calls whose policy names the limit; null removes the limit. */
export async function limitSessionsOf(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  limit: SessionLimit | null,
): Promise<void> {
  await trx
    .updateTable("login_session")
    .set({ limitedTo: limit })
    .where("audience", "=", "borrower")
    .where("subjectId", "=", borrowerId)
    .where("revokedAt", "is", null)
    .where("expiresAt", ">", services.clock.realNow())
    .execute();
}

/** Whether a session is neither revoked nor expired nor idle for too long. */
export async function isLiveSession(services: Services, trx: Reader, sessionId: string): Promise<boolean> {
  const now = services.clock.realNow();
  const row = await trx
    .selectFrom("login_session")
    .select("id")
    .where("id", "=", sessionId)
    .where("revokedAt", "is", null)
    .where("expiresAt", ">", now)
    .where(sql<boolean>`last_seen_at + make_interval(secs => idle_seconds) > ${now}`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Logins in this list that are neither ended nor past their maximal age. A login that was idle for too long counts until then. */
export async function loginsInForce(
  services: Services,
  trx: Reader,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, { expiresAt: Date }>> {
  if (sessionIds.length === 0) return new Map();
  const rows = await trx
    .selectFrom("login_session")
    .select(["id", "expiresAt"])
    .where("id", "in", sessionIds)
    .where("revokedAt", "is", null)
    .where("expiresAt", ">", services.clock.realNow())
    .execute();
  return new Map(rows.map((row) => [row.id, { expiresAt: row.expiresAt }]));
}

export interface LiveSession {
  id: string;
  deviceLabel: string;
  createdAt: Date;
  lastSeenAt: Date;
}

/** The live sessions of a person, newest first; `before` is the id after which a page of the list begins. */
export async function sessionsOf(
  services: Services,
  trx: Reader,
  audience: "borrower" | "staff",
  subjectId: string,
  page: { before?: string | undefined; limit: number },
): Promise<LiveSession[]> {
  const now = services.clock.realNow();
  let query = trx
    .selectFrom("login_session")
    .select(["id", "deviceLabel", "createdAt", "lastSeenAt"])
    .where("subjectId", "=", subjectId)
    .where("audience", "=", audience)
    .where("revokedAt", "is", null)
    .where("expiresAt", ">", now)
    .where(sql<boolean>`last_seen_at + make_interval(secs => idle_seconds) > ${now}`);
  if (page.before) query = query.where("id", "<", page.before);
  const rows = await query.orderBy("id", "desc").limit(page.limit).execute();
  return rows.map((row) => ({
    id: row.id,
    deviceLabel: row.deviceLabel,
    createdAt: row.createdAt,
    lastSeenAt: row.lastSeenAt,
  }));
}

/** Ends one session of this person; false when it belongs to another person or has ended. */
export async function revokeSessionOf(
  services: Services,
  trx: Reader,
  audience: "borrower" | "staff",
  subjectId: string,
  sessionId: string,
): Promise<boolean> {
  const row = await trx
    .updateTable("login_session")
    .set(endedAt(services.clock.realNow()))
    .where("id", "=", sessionId)
    .where("subjectId", "=", subjectId)
    .where("audience", "=", audience)
    .where("revokedAt", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** The unique id of a login's device, as a blind index: the first one stays. */
export async function noteUniqueDevice(database: Reader, sessionId: string, index: string): Promise<void> {
  await database
    .updateTable("login_session")
    .set({ uniqueDeviceIndex: index })
    .where("id", "=", sessionId)
    .where("uniqueDeviceIndex", "is", null)
    .execute();
}
