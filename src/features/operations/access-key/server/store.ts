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
  keySealed: row.key_sealed,
  shownAt: row.shown_at,
  madeAt: row.made_at,
  revokedAt: row.revoked_at,
  lastUsedOn: row.last_used_on,
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
      key_hash: row.keyHash,
      key_sealed: row.keySealed,
      made_by: row.madeBy,
      made_at: row.madeAt,
    })
    .execute();
}

export async function findKey(reader: Reader, id: string): Promise<KeyRow | null> {
  const row = await reader.selectFrom("access_key").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? rowOf(row) : null;
}

/** The same, held until the transaction ends. */
export async function lockKey(trx: Transaction, id: string): Promise<KeyRow | null> {
  const row = await trx.selectFrom("access_key").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  return row ? rowOf(row) : null;
}

/** The key with this hash, unless it was revoked. */
export async function findKeyByHash(reader: Reader, keyHash: string): Promise<KeyRow | null> {
  const row = await reader
    .selectFrom("access_key")
    .selectAll()
    .where("key_hash", "=", keyHash)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return row ? rowOf(row) : null;
}

/** Keys, oldest first, after that one. */
export async function listKeys(
  reader: Reader,
  { after, max }: { after: { at: Date; id: string } | undefined; max: number },
): Promise<KeyRow[]> {
  let query = reader.selectFrom("access_key").selectAll().orderBy("made_at").orderBy("id").limit(max);
  if (after) query = query.where(sql<boolean>`(made_at, id) > (${after.at}, ${after.id})`);
  return (await query.execute()).map(rowOf);
}

/** Records that the key was shown, and deletes its stored copy. */
export async function noteShown(trx: Transaction, id: string, at: Date): Promise<void> {
  await trx.updateTable("access_key").set({ key_sealed: null, shown_at: at }).where("id", "=", id).execute();
}

export async function revokeKey(trx: Transaction, id: string, at: Date): Promise<void> {
  await trx.updateTable("access_key").set({ key_sealed: null, revoked_at: at }).where("id", "=", id).execute();
}

/** Records the day of the last use; at most one write per day and key. */
export async function noteUse(reader: Reader, id: string, on: BusinessDate): Promise<void> {
  await reader
    .updateTable("access_key")
    .set({ last_used_on: on })
    .where("id", "=", id)
    .where((row) => row.or([row("last_used_on", "is", null), row("last_used_on", "<", on)]))
    .execute();
}
