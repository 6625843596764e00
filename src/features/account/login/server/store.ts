/** All SQL of the login. Every function takes the transaction (or the database, for single statements) first. */
import { sql } from "kysely";
import type { Transaction, Reader } from "#server/database.server.ts";
import { fixedQuery } from "#server/postgres/fixed-query.ts";
import type { Language } from "#shared/texts.ts";
import { agreementKeys, type AgreementKey } from "../contract.ts";

type Executor = Reader;
const borrowerStates = ["ACTIVE", "BLOCKED", "CLOSED", "MERGED"] as const;
export type BorrowerStatus = (typeof borrowerStates)[number];

export interface NewBorrower {
  borrowerId: string;
  language: Language;
  brand: string;
  invitationCode: string | null;
  now: Date;
}

export async function addBorrower(
  trx: Transaction,
  { borrowerId, language, brand, invitationCode, now }: NewBorrower,
): Promise<void> {
  await trx
    .insertInto("borrower")
    .values({
      borrowerId,
      status: "ACTIVE",
      statusChangedAt: now,
      language,
      brand,
      invitationCode,
      registeredAt: now,
      lastLoginAt: now,
    })
    .execute();
}

/** The key of the brand under which a borrower registered; null where the account is gone. */
export async function brandOfBorrower(reader: Reader, borrowerId: string): Promise<string | null> {
  const row = await reader
    .selectFrom("borrower")
    .select("brand")
    .where("borrowerId", "=", borrowerId)
    .executeTakeFirst();
  return row?.brand ?? null;
}

/** The brands of these borrowers, by their ids; those of erased accounts are missing. */
export async function brandsOfBorrowers(reader: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await reader
    .selectFrom("borrower")
    .select(["borrowerId", "brand"])
    .where("borrowerId", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.borrowerId, row.brand]));
}

/** A text that was agreed to: the version in force at that time, in the language shown. Null: agreed before versions were stored. */
export interface AgreedText {
  agreement: AgreementKey;
  version: number | null;
  language: Language;
}

/** Stores agreements given for the first time: ticking the same version at each login adds nothing. */
export async function addAgreements(
  trx: Transaction,
  borrowerId: string,
  texts: readonly AgreedText[],
  now: Date,
): Promise<void> {
  const known = await readAgreements(trx, borrowerId);
  const fresh = texts.filter(
    (text) => !known.some(({ agreement, version }) => agreement === text.agreement && version === text.version),
  );
  if (fresh.length === 0) return;
  await trx
    .insertInto("borrower_agreement")
    .values(
      fresh.map(({ agreement, version, language }) => ({
        borrowerId,
        agreement,
        agreedAt: now,
        version,
        language,
      })),
    )
    .onConflict((conflict) => conflict.columns(["borrowerId", "agreement", "agreedAt"]).doNothing())
    .execute();
}

/** Each version that a borrower agreed to, once, with the first time; the newest first. */
export async function readAgreements(
  executor: Executor,
  borrowerId: string,
): Promise<(AgreedText & { agreedAt: Date })[]> {
  const rows = await executor
    .selectFrom("borrower_agreement")
    .distinctOn(["agreement", "version"])
    .select(["agreement", "version", "language", "agreedAt"])
    .where("borrowerId", "=", borrowerId)
    .orderBy("agreement")
    .orderBy("version")
    .orderBy("agreedAt")
    .execute();
  const texts = rows.map(({ agreement, version, language, agreedAt }) => ({
    agreement: agreement as AgreementKey,
    version,
    language: language as Language,
    agreedAt,
  }));
  return texts.sort(
    (a, b) =>
      b.agreedAt.getTime() - a.agreedAt.getTime() ||
      agreementKeys.indexOf(a.agreement) - agreementKeys.indexOf(b.agreement),
  );
}

const ofId = fixedQuery((reader, { borrowerId }: { borrowerId: string }) =>
  reader.selectFrom("borrower").selectAll().where("borrowerId", "=", borrowerId),
);

export async function findBorrower(trx: Executor, borrowerId: string) {
  return ofId.executeTakeFirst(trx, { borrowerId });
}

/**
 * Locks a borrower's row until the transaction ends: actions that need an open account, and closing it, wait for each
 * other here. Read the borrower in a separate statement afterwards, so that it sees the other one's changes.
 */
export async function lockBorrower(trx: Transaction, borrowerId: string): Promise<void> {
  await trx.selectFrom("borrower").select("borrowerId").where("borrowerId", "=", borrowerId).forUpdate().execute();
}

/**
 * Whether an account is frozen by its owner. Share-locks the row until the transaction ends: a concurrent freeze waits
 * for this one, or this one sees it.
 */
export async function isFrozenHeld(trx: Transaction, borrowerId: string): Promise<boolean> {
  const row = await trx
    .selectFrom("borrower")
    .select(["status", "statusCause"])
    .where("borrowerId", "=", borrowerId)
    .forShare()
    .executeTakeFirst();
  return row?.status === "BLOCKED" && row.statusCause === contested;
}

/** Removes the password and the known devices: neither allows a login any more. */
export async function forgetLogin(trx: Transaction, borrowerId: string): Promise<void> {
  await trx
    .updateTable("borrower")
    .set({ passwordHash: null, passwordSetAt: null })
    .where("borrowerId", "=", borrowerId)
    .execute();
  await trx.deleteFrom("login_device").where("borrowerId", "=", borrowerId).execute();
}

/** Notes a login of an active borrower; false when the account is blocked, closed or merged. The row stays locked, so that a block cannot slip in between. */
export async function noteBorrowerLogin(
  trx: Transaction,
  borrowerId: string,
  language: Language,
  now: Date,
): Promise<boolean> {
  const row = await trx
    .updateTable("borrower")
    .set({ lastLoginAt: now, language })
    .where("borrowerId", "=", borrowerId)
    .where("status", "=", "ACTIVE")
    .returning("borrowerId")
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes a login on a device; returns whether the account knew it. */
export async function rememberLoginDevice(
  trx: Transaction,
  borrowerId: string,
  deviceIndex: string,
  now: Date,
): Promise<boolean> {
  const added = await trx
    .insertInto("login_device")
    .values({ borrowerId, deviceIndex, knownSince: now, lastLoginAt: now })
    .onConflict((conflict) => conflict.columns(["borrowerId", "deviceIndex"]).doNothing())
    .returning("borrowerId")
    .executeTakeFirst();
  if (added) return false;
  await trx
    .updateTable("login_device")
    .set({ lastLoginAt: now })
    .where("borrowerId", "=", borrowerId)
    .where("deviceIndex", "=", deviceIndex)
    .execute();
  return true;
}

/** Whether an account knows a device, without noting anything. */
export async function isDeviceKnown(trx: Executor, borrowerId: string, deviceIndex: string): Promise<boolean> {
  const row = await trx
    .selectFrom("login_device")
    .select("deviceIndex")
    .where("borrowerId", "=", borrowerId)
    .where("deviceIndex", "=", deviceIndex)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The logins of an account since then: STRANGE when a new device was used, KNOWN when all devices were known before;
 * null without a login. Removed devices count as strange.
 */
export async function loginsSince(
  reader: Executor,
  borrowerId: string,
  since: Date,
): Promise<"STRANGE" | "KNOWN" | null> {
  const last = (await findBorrower(reader, borrowerId))?.lastLoginAt;
  if (!last || last <= since) return null;
  const rows = await reader
    .selectFrom("login_device")
    .select("knownSince")
    .where("borrowerId", "=", borrowerId)
    .where("lastLoginAt", ">", since)
    .execute();
  return rows.length > 0 && rows.every((row) => row.knownSince <= since) ? "KNOWN" : "STRANGE";
}

/** Whether an account has known this device since before then. */
export async function isDeviceKnownSince(
  reader: Executor,
  borrowerId: string,
  deviceIndex: string,
  before: Date,
): Promise<boolean> {
  const row = await reader
    .selectFrom("login_device")
    .select("deviceIndex")
    .where("borrowerId", "=", borrowerId)
    .where("deviceIndex", "=", deviceIndex)
    .where("knownSince", "<=", before)
    .executeTakeFirst();
  return row !== undefined;
}

/** How many devices an account knows. */
export async function countDevices(reader: Executor, borrowerId: string): Promise<number> {
  const { count } = await reader
    .selectFrom("login_device")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("borrowerId", "=", borrowerId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Which of these accounts logged in since then on a device on which this one did. At most 200 are asked about. */
export async function accountsSharingDevice(
  reader: Executor,
  borrowerId: string,
  others: readonly string[],
  since: Date,
): Promise<string[]> {
  if (others.length === 0) return [];
  const rows = await reader
    .selectFrom("login_device")
    .select("borrowerId")
    .distinct()
    .where("borrowerId", "in", others.slice(0, 200))
    .where("lastLoginAt", ">=", since)
    .where("deviceIndex", "in", (own) =>
      own
        .selectFrom("login_device as own_device")
        .select("own_device.deviceIndex")
        .where("own_device.borrowerId", "=", borrowerId)
        .where("own_device.lastLoginAt", ">=", since),
    )
    .execute();
  return rows.map((row) => row.borrowerId);
}

/** Accounts that logged in since then on a device that this one used too; 50 at most. */
export async function borrowersOnDevicesOf(reader: Executor, borrowerId: string, since: Date): Promise<string[]> {
  const rows = await reader
    .selectFrom("login_device as own")
    .innerJoin("login_device as other", "other.deviceIndex", "own.deviceIndex")
    .select("other.borrowerId")
    .distinct()
    .where("own.borrowerId", "=", borrowerId)
    .where("own.lastLoginAt", ">=", since)
    .where("other.borrowerId", "<>", borrowerId)
    .where("other.lastLoginAt", ">=", since)
    .limit(50)
    .execute();
  return rows.map((row) => row.borrowerId);
}

/** Deletes up to `max` devices that have not logged in since then; returns how many. */
export async function deleteOldDevices(trx: Transaction, before: Date, max: number): Promise<number> {
  const deleted = await sql`
    delete from login_device where (borrower_id, device_index) in (
      select borrower_id, device_index from login_device where last_login_at < ${before} limit ${max} for update skip locked)`.execute(
    trx,
  );
  return Number(deleted.numAffectedRows ?? 0);
}

/** Cause of a block that is not by staff: the owner said that an event was not theirs. */
export const contested = "CONTESTED";

/** Moves the status; false when it already was that. */
export async function writeStatus(
  trx: Transaction,
  borrowerId: string,
  status: BorrowerStatus,
  now: Date,
  cause: typeof contested | null = null,
): Promise<boolean> {
  const row = await trx
    .updateTable("borrower")
    .set({ status, statusChangedAt: now, statusCause: cause })
    .where("borrowerId", "=", borrowerId)
    .where("status", "<>", status)
    .returning("borrowerId")
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns true if it is the account's first password. */
export async function writePassword(trx: Transaction, borrowerId: string, hash: string, now: Date): Promise<boolean> {
  const before = await trx
    .selectFrom("borrower")
    .select("passwordHash")
    .where("borrowerId", "=", borrowerId)
    .forUpdate()
    .executeTakeFirst();
  await trx
    .updateTable("borrower")
    .set({ passwordHash: hash, passwordSetAt: now })
    .where("borrowerId", "=", borrowerId)
    .execute();
  return before?.passwordHash === null;
}

export interface WebviewCode {
  codeHash: Buffer;
  borrowerId: string;
  deviceIndex: string | null;
  path: string;
  now: Date;
  expiresAt: Date;
}

export async function addWebviewCode(trx: Executor, code: WebviewCode): Promise<void> {
  await trx
    .insertInto("webview_code")
    .values({
      codeHash: code.codeHash,
      borrowerId: code.borrowerId,
      deviceIndex: code.deviceIndex,
      path: code.path,
      createdAt: code.now,
      expiresAt: code.expiresAt,
    })
    .execute();
}

export async function findWebviewCode(trx: Executor, codeHash: Buffer, now: Date) {
  return trx
    .selectFrom("webview_code")
    .selectAll()
    .where("codeHash", "=", codeHash)
    .where("usedAt", "is", null)
    .where("expiresAt", ">", now)
    .executeTakeFirst();
}

/** Consumes a code; undefined when it was used, has expired, or belongs to another device. Of two concurrent callers, one gets it. */
export async function useWebviewCode(trx: Transaction, codeHash: Buffer, deviceIndex: string | null, now: Date) {
  return trx
    .updateTable("webview_code")
    .set({ usedAt: now })
    .where("codeHash", "=", codeHash)
    .where("usedAt", "is", null)
    .where("expiresAt", ">", now)
    .where((row) => row.or([row("deviceIndex", "is", null), row("deviceIndex", "=", deviceIndex)]))
    .returning(["borrowerId", "path"])
    .executeTakeFirst();
}

export async function deleteOldWebviewCodes(trx: Transaction, before: Date): Promise<number> {
  const result = await trx.deleteFrom("webview_code").where("createdAt", "<", before).executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Whether anybody has ever registered here. */
export async function hasBorrowers(reader: Reader): Promise<boolean> {
  return (await reader.selectFrom("borrower").select("borrowerId").limit(1).executeTakeFirst()) !== undefined;
}
