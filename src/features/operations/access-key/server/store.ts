/** All SQL of access keys. */
import { sql, type Selectable } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { AccessKey } from "#server/database.types.ts";
import type { PartnerScope } from "#shared/contract.ts";
import type { BusinessDate } from "#shared/dates.ts";

export interface KeyRow {
  id: string;
  brand: string;
  name: string;
  scopes: PartnerScope[];
  keySealed: string | null;
  shownAt: Date | null;
  madeAt: Date;
  revokedAt: Date | null;
  lastUsedOn: BusinessDate | null;
}

const rowOf = (row: Selectable<AccessKey>): KeyRow => ({
  id: row.id,
  brand: row.brand,
  name: row.name,
  scopes: row.scopes as PartnerScope[],
  keySealed: row.keySealed,
  shownAt: row.shownAt,
  madeAt: row.madeAt,
  revokedAt: row.revokedAt,
  lastUsedOn: row.lastUsedOn,
});

export async function insertKey(
  trx: Transaction,
  row: Pick<KeyRow, "id" | "brand" | "name" | "scopes" | "madeAt"> & {
    keyHash: string;
    keySealed: string;
    madeBy: string;
  },
): Promise<void> {
  await trx
    .insertInto("access_key")
    .values({
      id: row.id,
      brand: row.brand,
      name: row.name,
      scopes: row.scopes,
      keyHash: row.keyHash,
      keySealed: row.keySealed,
      madeBy: row.madeBy,
      madeAt: row.madeAt,
    })
    .execute();
}

export async function findKey(reader: Reader, id: string): Promise<KeyRow | null> {
  const row = await reader.selectFrom("access_key").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? rowOf(row) : null;
}

/** The same, locked until the transaction ends. */
export async function lockKey(trx: Transaction, id: string): Promise<KeyRow | null> {
  const row = await trx.selectFrom("access_key").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  return row ? rowOf(row) : null;
}

/** The key with this hash, unless it was revoked. */
export async function findKeyByHash(reader: Reader, keyHash: string): Promise<KeyRow | null> {
  const row = await reader
    .selectFrom("access_key")
    .selectAll()
    .where("keyHash", "=", keyHash)
    .where("revokedAt", "is", null)
    .executeTakeFirst();
  return row ? rowOf(row) : null;
}

/** Keys, oldest first, after that one. */
export async function listKeys(
  reader: Reader,
  { after, max }: { after: { at: Date; id: string } | undefined; max: number },
): Promise<KeyRow[]> {
  let query = reader.selectFrom("access_key").selectAll().orderBy("madeAt").orderBy("id").limit(max);
  if (after) query = query.where(sql<boolean>`(made_at, id) > (${after.at}, ${after.id})`);
  return (await query.execute()).map(rowOf);
}

/** Records that the key was shown, and deletes its stored copy. */
export async function noteShown(trx: Transaction, id: string, at: Date): Promise<void> {
  await trx.updateTable("access_key").set({ keySealed: null, shownAt: at }).where("id", "=", id).execute();
}

export async function revokeKey(trx: Transaction, id: string, at: Date): Promise<void> {
  await trx.updateTable("access_key").set({ keySealed: null, revokedAt: at }).where("id", "=", id).execute();
}

/** Records the day of the last use; at most one write per day and key. */
export async function noteAccessKeyUse(reader: Reader, id: string, on: BusinessDate): Promise<void> {
  await reader
    .updateTable("access_key")
    .set({ lastUsedOn: on })
    .where("id", "=", id)
    .where((row) => row.or([row("lastUsedOn", "is", null), row("lastUsedOn", "<", on)]))
    .execute();
}
