/** Sessions: one for borrowers and visitors, one for the console, each behind its cookie (`cookies.ts`). The only credentials of the product. */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { deviceNameOf } from "./device-name.ts";
import type { Transaction, Reader } from "#server/database.server.ts";
import { fixedQuery } from "#server/postgres/fixed-query.ts";
import type { Services } from "#server/services.ts";
import { rememberedDays } from "#shared/promised-times.ts";
import type { SessionLimit } from "#shared/contract.ts";
import type { StepUpPurpose } from "#shared/purposes.ts";
import type { StaffRole } from "#shared/staff-permissions.ts";

export interface Session {
  id: string;
  /** Null while the visitor is anonymous. */
  borrowerId: string | null;
  deviceToken: string | null;
  createdAt: Date;
  /** True when the cookie is an earlier value within its 30 seconds of grace. */
  readOnly: boolean;
  /** The restriction of a limited login, which may make only calls whose policy names it; null for a full login. */
  limit: SessionLimit | null;
  /** Whether the session has a fresh proof for this purpose at `now`. */
  proves(purpose: StepUpPurpose, now: Date): boolean;
  /** Adds a later proof to this cached session: the calls of one request share it. */
  noteProof(purpose: StepUpPurpose, until: Date): void;
}
export interface StaffSession {
  id: string;
  staffId: string;
  name: string;
  roles: StaffRole[];
  /** The browser's label: a checker may not use the maker's (threat B13). As a label it can only refuse, never allow. */
  deviceToken: string | null;
  createdAt: Date;
}
export type SessionKind = "anonymous" | "web" | "remembered" | "webview" | "staff";

/** Idle and whole life in seconds. Product decisions 2 (web, remembered, web views) and 5 (staff). */
const lives: Record<SessionKind, { idleSeconds: number; wholeSeconds: number }> = {
  anonymous: { idleSeconds: 30 * 60, wholeSeconds: 12 * 3600 },
  web: { idleSeconds: 30 * 60, wholeSeconds: 12 * 3600 },
  remembered: { idleSeconds: rememberedDays * 86_400, wholeSeconds: 90 * 86_400 },
  webview: { idleSeconds: rememberedDays * 86_400, wholeSeconds: 90 * 86_400 },
  staff: { idleSeconds: 15 * 60, wholeSeconds: 8 * 3600 },
};
const graceSeconds = 30;
/** A session's last-seen time is written at most this often, so that reading a page is not a write. */
const seenEverySeconds = 60;
export const stepUpSeconds = 600;

const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();
const later = (from: Date, seconds: number): Date => new Date(from.getTime() + seconds * 1000);

export interface OpenedSession {
  id: string;
  /** The cookie's value; it exists here and in the caller's cookie only. */
  token: string;
  /** When it ends at the latest. */
  expiresAt: Date;
  /** Max-Age of the cookie in seconds, undefined for a cookie that ends with the browser. */
  maxAgeSeconds: number | undefined;
}

/**
 * Opens a session. `subjectId` is the borrower's or staff member's id, null for an anonymous visitor. `proves`: purposes
 * that the very effect which opens it has proven, good for as long as any step-up.
 */
export async function openSession(
  services: Services,
  trx: Reader,
  input: {
    kind: SessionKind;
    subjectId: string | null;
    subjectName?: string;
    roles?: StaffRole[];
    deviceToken: string | null;
    deviceLabel: string;
    proves?: readonly StepUpPurpose[];
    limit?: SessionLimit | null;
  },
): Promise<OpenedSession> {
  const { idleSeconds, wholeSeconds } = lives[input.kind];
  const now = services.clock.realNow();
  const token = services.random.token();
  const id = services.random.uuid();
  const audience = input.kind === "staff" ? "staff" : "borrower";
  const until = later(now, stepUpSeconds).toISOString();
  const expiresAt = later(now, wholeSeconds);
  const row = {
    id,
    subjectId: input.subjectId,
    subjectName: input.subjectName ?? "",
    roles: input.roles ?? [],
    deviceToken: input.deviceToken,
    proofs: Object.fromEntries((input.proves ?? []).map((purpose) => [purpose, until])),
    limitedTo: input.limit ?? null,
    createdAt: now,
  };
  await trx
    .insertInto("login_session")
    .values({
      ...row,
      proofs: JSON.stringify(row.proofs),
      audience,
      tokenHash: hashOf(token),
      deviceLabel: input.deviceLabel.slice(0, 200),
      idleSeconds,
      lastSeenAt: now,
      expiresAt,
    })
    .execute();
  known.set(knownAs(audience, token), { ...row, read_only: false });
  const lasting = input.kind === "remembered" || input.kind === "webview";
  return { id, token, expiresAt, maxAgeSeconds: lasting ? wholeSeconds : undefined };
}

interface SessionRow {
  id: string;
  subjectId: string | null;
  subjectName: string;
  roles: string[];
  deviceToken: string | null;
  proofs: unknown;
  limitedTo: string | null;
  createdAt: Date;
  read_only: boolean;
}

/**
 * Sessions as this process last read them: a read-only request starts with one while it checks that the session is
 * still valid (`assumeSession`). They grant no access by themselves.
 */
const known = new LRUCache<string, SessionRow>({ max: 5_000 });
const knownAs = (audience: "borrower" | "staff", token: string): string =>
  `${audience} ${hashOf(token).toString("base64url")}`;

const tokenShape = /^[\w-]{40,64}$/;

/** Whether a cookie belonged to a borrower's login, active or ended; an ended one is known while its row is kept (`retention.ts`). */
export async function wasLogin({ database }: Services, token: string): Promise<boolean> {
  if (!tokenShape.test(token)) return false;
  const hash = hashOf(token);
  const row = await database
    .selectFrom("login_session")
    .select("subjectId")
    .where((one) => one.or([one("tokenHash", "=", hash), one("previousTokenHash", "=", hash)]))
    .where("audience", "=", "borrower")
    .executeTakeFirst();
  return row !== undefined && row.subjectId !== null;
}

/** The live session of a cookie's value; null when it is unknown, idle for too long, expired or revoked. */
async function findSession(
  services: Services,
  audience: "borrower" | "staff",
  token: string,
): Promise<SessionRow | null> {
  if (!tokenShape.test(token)) return null;
  const row = await findRow(services, audience, token);
  if (row) known.set(knownAs(audience, token), row);
  else known.delete(knownAs(audience, token));
  return row;
}

const live = fixedQuery(
  (reader, { hash, audience, now }: { hash: Buffer; audience: "borrower" | "staff"; now: Date }) =>
    reader
      .selectFrom("login_session")
      .select([
        "id",
        "subjectId",
        "subjectName",
        "roles",
        "deviceToken",
        "proofs",
        "limitedTo",
        "createdAt",
        "lastSeenAt",
        "idleSeconds",
        "tokenHash",
        "previousUntil",
      ])
      .where((row) => row.or([row("tokenHash", "=", hash), row("previousTokenHash", "=", hash)]))
      .where("audience", "=", audience)
      .where("revokedAt", "is", null)
      .where("expiresAt", ">", now),
);

async function findRow(services: Services, audience: "borrower" | "staff", token: string): Promise<SessionRow | null> {
  const now = services.clock.realNow();
  const hash = hashOf(token);
  const found = await live.executeTakeFirst(services.database, { hash, audience, now });
  if (!found) return null;
  if (later(found.lastSeenAt, found.idleSeconds) <= now) return null;
  const read_only = !found.tokenHash.equals(hash);
  if (read_only && !(found.previousUntil && found.previousUntil > now)) return null;
  if (!read_only && later(found.lastSeenAt, seenEverySeconds) < now) touch(services, found.id, now);
  const { id, subjectId, subjectName, roles, deviceToken, proofs, limitedTo, createdAt } = found;
  return { id, subjectId, subjectName, roles, deviceToken, proofs, limitedTo, createdAt, read_only };
}

/** A session as it was last read, and the database's current answer. */
export interface Assumed<Kind> {
  session: Kind;
  /** The current session: the same object when nothing has changed. */
  now: Promise<Kind | null>;
}

/**
 * The session that this process last read for a cookie, with the pending check that it is still valid. A read-only
 * request can query its data in parallel, and sends nothing before the check has ended. Null when the cookie is
 * unknown here.
 */
export function assumeSession(services: Services, token: string): Assumed<Session> | null {
  return assume(services, "borrower", token, borrowerSession);
}

/** The same for the console. */
export function assumeStaffSession(services: Services, token: string): Assumed<StaffSession> | null {
  return assume(services, "staff", token, staffSession);
}

function assume<Kind>(
  services: Services,
  audience: "borrower" | "staff",
  token: string,
  sessionIn: (row: SessionRow) => Kind | null,
): Assumed<Kind> | null {
  const row = known.get(knownAs(audience, token));
  const session = row && sessionIn(row);
  if (!row || !session) return null;
  const now = findSession(services, audience, token).then((found) =>
    found && JSON.stringify(found) === JSON.stringify(row) ? session : found && sessionIn(found),
  );
  // The caller of `assumeSession` handles the error; when its request failed earlier, the error is ignored.
  now.catch(() => {});
  return { session, now };
}

/** Last-seen is telemetry: it is written in parallel with the request, and a failure has no effect. */
function touch(services: Services, id: string, now: Date): void {
  services.database
    .updateTable("login_session")
    .set({ lastSeenAt: now })
    .where("id", "=", id)
    .execute()
    .catch((error: unknown) => services.log.warn("last-seen not written", { error }));
}

export async function readSession(services: Services, token: string): Promise<Session | null> {
  const row = await findSession(services, "borrower", token);
  return row && borrowerSession(row);
}

function borrowerSession(row: SessionRow): Session {
  const { id, subjectId, deviceToken, createdAt, read_only, proofs } = row;
  const session = sessionOf(id, subjectId, deviceToken, createdAt, read_only, proofs);
  return { ...session, limit: row.limitedTo as SessionLimit | null };
}

export function sessionOf(
  id: string,
  borrowerId: string | null,
  deviceToken: string | null,
  createdAt: Date,
  readOnly: boolean,
  proofs: unknown,
): Session {
  const until = { ...(proofs as object | null) } as Partial<Record<StepUpPurpose, string>>;
  return {
    id,
    borrowerId,
    deviceToken,
    createdAt,
    readOnly,
    limit: null,
    proves: (purpose, now) => until[purpose] !== undefined && new Date(until[purpose]) > now,
    noteProof: (purpose, end) => void (until[purpose] = end.toISOString()),
  };
}

export async function readStaffSession(services: Services, token: string): Promise<StaffSession | null> {
  const row = await findSession(services, "staff", token);
  return row && staffSession(row);
}

function staffSession(row: SessionRow): StaffSession | null {
  if (!row.subjectId || row.read_only) return null;
  return {
    id: row.id,
    staffId: row.subjectId,
    name: row.subjectName,
    roles: row.roles as StaffRole[],
    deviceToken: row.deviceToken,
    createdAt: row.createdAt,
  };
}

/**
 * Stores a fresh proof in the session for ten minutes and rotates its cookie value; returns the new one. The old value
 * stays readable for 30 seconds.
 */
export async function proveStepUp(
  services: Services,
  trx: Transaction,
  sessionId: string,
  purpose: StepUpPurpose,
): Promise<{ token: string; until: Date; expiresAt: Date }> {
  const now = services.clock.realNow();
  const token = services.random.token();
  const until = later(now, stepUpSeconds);
  const row = await trx
    .selectFrom("login_session")
    .select(["proofs", "tokenHash", "expiresAt"])
    .where("id", "=", sessionId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await trx
    .updateTable("login_session")
    .set({
      tokenHash: hashOf(token),
      previousTokenHash: row.tokenHash,
      previousUntil: later(now, graceSeconds),
      proofs: JSON.stringify({ ...(row.proofs as object), [purpose]: until.toISOString() }),
    })
    .where("id", "=", sessionId)
    .execute();
  return { token, until, expiresAt: row.expiresAt };
}

/** The device name that the browser or app behind a session sent; empty when unknown or deleted. */
export async function deviceOfSession(trx: Reader, sessionId: string): Promise<string> {
  const row = await trx
    .selectFrom("login_session")
    .select("deviceLabel")
    .where("id", "=", sessionId)
    .executeTakeFirst();
  return row ? deviceNameOf(row.deviceLabel) : "";
}

/** Max-Age for the renewed cookie of a session that survives closing the browser; undefined for others. */
export async function cookieAge(services: Services, trx: Reader, sessionId: string): Promise<number | undefined> {
  const row = await trx
    .selectFrom("login_session")
    .select(["expiresAt", "idleSeconds"])
    .where("id", "=", sessionId)
    .executeTakeFirst();
  if (!row || row.idleSeconds < lives.remembered.idleSeconds) return undefined;
  return Math.max(0, Math.floor((row.expiresAt.getTime() - services.clock.realNow().getTime()) / 1000));
}
