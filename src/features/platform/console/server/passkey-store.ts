/** Passkeys of staff and their challenges: all SQL of both tables. */
import { sql } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";

export type Passkey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>;

export async function listPasskeys(trx: Reader, staffId: string, max: number) {
  return trx
    .selectFrom("staff_passkey")
    .selectAll()
    .where("staffId", "=", staffId)
    .orderBy("createdAt")
    .limit(max)
    .execute();
}

/** By the id that the authenticator gave it. */
export async function findPasskey(trx: Reader, credentialId: string) {
  return trx.selectFrom("staff_passkey").selectAll().where("credentialId", "=", credentialId).executeTakeFirst();
}

export interface NewPasskey {
  id: string;
  staffId: string;
  credentialId: string;
  publicKey: Uint8Array;
  counter: number;
  transports: readonly string[];
  name: string;
  now: Date;
}

/** Undefined when the key is known already. */
export async function addPasskeyRow(trx: Transaction, added: NewPasskey) {
  return trx
    .insertInto("staff_passkey")
    .values({
      id: added.id,
      staffId: added.staffId,
      credentialId: added.credentialId,
      publicKey: Buffer.from(added.publicKey),
      counter: added.counter,
      transports: [...added.transports],
      name: added.name,
      createdAt: added.now,
    })
    .onConflict((conflict) => conflict.column("credentialId").doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function writeName(trx: Reader, staffId: string, id: string, name: string) {
  return trx
    .updateTable("staff_passkey")
    .set({ name })
    .where("id", "=", id)
    .where("staffId", "=", staffId)
    .returningAll()
    .executeTakeFirst();
}

export async function removePasskeyRow(trx: Reader, staffId: string, id: string): Promise<boolean> {
  const row = await trx
    .deleteFrom("staff_passkey")
    .where("id", "=", id)
    .where("staffId", "=", staffId)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function removePasskeysOf(trx: Transaction, staffId: string): Promise<void> {
  await trx.deleteFrom("staff_passkey").where("staffId", "=", staffId).execute();
}

/** Notes a use. False when another one with the same count came first, or the key is gone or marked as copied. */
export async function notePasskeyUse(trx: Reader, passkey: Passkey, counter: number, now: Date): Promise<boolean> {
  const row = await trx
    .updateTable("staff_passkey")
    .set({ counter, lastUsedAt: now })
    .where("id", "=", passkey.id)
    .where("counter", "=", passkey.counter)
    .where("copiedAt", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function markAsCopied(trx: Reader, id: string, now: Date): Promise<void> {
  await trx
    .updateTable("staff_passkey")
    .set({ copiedAt: now })
    .where("id", "=", id)
    .where("copiedAt", "is", null)
    .execute();
}

export async function addPasskeyChallenge(
  trx: Reader,
  challenge: { mac: string; staffId: string | null; expiresAt: Date },
): Promise<void> {
  await trx
    .insertInto("staff_passkey_challenge")
    .values({ challengeMac: challenge.mac, staffId: challenge.staffId, expiresAt: challenge.expiresAt })
    .execute();
}

/**
 * Uses a challenge up: of two answers to it one is accepted. `staffId`: the member whose new key it is for; null for a
 * login.
 */
export async function useChallenge(trx: Reader, mac: string, staffId: string | null, now: Date): Promise<boolean> {
  const row = await trx
    .deleteFrom("staff_passkey_challenge")
    .where("challengeMac", "=", mac)
    .where("expiresAt", ">", now)
    .where("staffId", staffId === null ? "is" : "=", staffId)
    .returning("challengeMac")
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes those whose time has passed, at most 1,000 a round; returns how many. */
export async function removeEndedChallenges(trx: Transaction, now: Date): Promise<number> {
  const result = await sql`delete from staff_passkey_challenge where challenge_mac in
    (select challenge_mac from staff_passkey_challenge where expires_at <= ${now} limit 1000 for update skip locked)`.execute(
    trx,
  );
  return Number(result.numAffectedRows ?? 0);
}
