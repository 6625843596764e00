/** Browsers on which staff accounts logged in before, recognised by our signed cookies; each has its own count of tries. All SQL of that table. */
import { sql } from "kysely";
import type { Transaction, Reader } from "#server/database.server.ts";

export async function isStaffDevice(trx: Reader, emailIndex: string, deviceIndex: string): Promise<boolean> {
  const row = await trx
    .selectFrom("staff_device")
    .select("deviceIndex")
    .where("emailIndex", "=", emailIndex)
    .where("deviceIndex", "=", deviceIndex)
    .executeTakeFirst();
  return row !== undefined;
}

export async function rememberStaffDevice(
  trx: Transaction,
  emailIndex: string,
  deviceIndex: string,
  now: Date,
): Promise<void> {
  await trx
    .insertInto("staff_device")
    .values({ emailIndex, deviceIndex, lastLoginAt: now })
    .onConflict((conflict) => conflict.columns(["emailIndex", "deviceIndex"]).doUpdateSet({ lastLoginAt: now }))
    .execute();
}

/** Deletes browsers whose last login was before then, at most 1,000 a round; returns how many. */
export async function deleteOldStaffDevices(trx: Transaction, before: Date): Promise<number> {
  const result = await sql`delete from staff_device where (email_index, device_index) in
    (select email_index, device_index from staff_device where last_login_at < ${before} limit 1000 for update skip locked)`.execute(
    trx,
  );
  return Number(result.numAffectedRows ?? 0);
}
