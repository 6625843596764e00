/** All SQL of merges. The page that was signed is sealed with the asking borrower's key. */
import { sealedColumn } from "#server/records/rows.ts";
import { sql, type Selectable } from "kysely";
import { fixedQuery } from "#server/postgres/fixed-query.ts";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { AccountMerge } from "#server/database.types.ts";
import type { Services } from "#server/services.ts";
import type { MergePreview } from "../contract.ts";
import type { AssetLine } from "./blocks.ts";

export type MergeRow = Selectable<AccountMerge>;

const sealedPage = sealedColumn<SignedPage>("account_merge", "previewSealed");

/** The page as it was signed, in words of every language. */
export type SignedPage = Omit<MergePreview, "lines" | "closesInstead"> & { lines: readonly AssetLine[] };

export interface NewMerge {
  borrowerId: string;
  id: string;
  otherId: string;
  survivorId: string;
  absorbedId: string;
  keeps: "OWN" | "OTHER";
  preview: SignedPage;
  brandId: string;
  language: string;
  askedAt: Date;
}

/** False when one of the accounts takes part in another merge that is not over. */
export async function insertMerge(services: Services, trx: Transaction, row: NewMerge): Promise<boolean> {
  if (await liveMergeOf(trx, [row.borrowerId, row.otherId])) return false;
  const made = await trx
    .insertInto("account_merge")
    .values({
      borrowerId: row.borrowerId,
      id: row.id,
      otherId: row.otherId,
      survivorId: row.survivorId,
      absorbedId: row.absorbedId,
      keeps: row.keeps,
      state: "ASKED",
      previewSealed: await sealedPage.sealOf(services.keys.borrowerKeys, trx, row.borrowerId, row.id, row.preview),
      previewHash: row.preview.previewHash,
      brandId: row.brandId,
      language: row.language,
      askedAt: row.askedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return made !== undefined;
}

/** The page that was signed. */
export const signedPreview = (services: Services, reader: Reader, row: MergeRow): Promise<SignedPage> =>
  sealedPage.openOf(services.keys.borrowerKeys, reader, row.borrowerId, row.id, row.previewSealed);

/** Found by id alone, for holders of the statement and for jobs. */
export async function findMerge(reader: Reader, id: string): Promise<MergeRow | null> {
  return (await reader.selectFrom("account_merge").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

export async function lockMerge(trx: Transaction, { borrowerId, id }: Pick<MergeRow, "borrowerId" | "id">) {
  return (
    (await trx
      .selectFrom("account_merge")
      .selectAll()
      .where("borrowerId", "=", borrowerId)
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst()) ?? null
  );
}

/** A merge that is requested or can still be undone, with one of these accounts. */
export async function liveMergeOf(reader: Reader, borrowerIds: readonly string[]): Promise<MergeRow | null> {
  const live = (side: "borrowerId" | "otherId") =>
    reader
      .selectFrom("account_merge")
      .selectAll()
      .where("state", "in", [sql.lit("ASKED"), sql.lit("MERGED")])
      .where(side, "in", [...borrowerIds])
      .limit(1)
      .executeTakeFirst();
  const [one, other] = await Promise.all([live("borrowerId"), live("otherId")]);
  return one ?? other ?? null;
}

/** The newest one in which an account takes or took part, on whichever side. */
export async function newestMergeOf(reader: Reader, borrowerId: string): Promise<MergeRow | null> {
  const newest = (side: "borrowerId" | "otherId") =>
    reader
      .selectFrom("account_merge")
      .selectAll()
      .where(side, "=", borrowerId)
      .orderBy("askedAt", "desc")
      .limit(1)
      .executeTakeFirst();
  const [one, other] = await Promise.all([newest("borrowerId"), newest("otherId")]);
  if (!one || !other) return one ?? other ?? null;
  return one.askedAt >= other.askedAt ? one : other;
}

/** Merges whose 72 hours are over, the longest waiting first. */
export function dueMerges(reader: Reader, now: Date, max: number): Promise<Pick<MergeRow, "borrowerId" | "id">[]> {
  return reader
    .selectFrom("account_merge")
    .select(["borrowerId", "id"])
    .where("state", "=", sql.lit("MERGED"))
    .where("reversibleUntil", "<=", now)
    .orderBy("reversibleUntil")
    .limit(max)
    .execute();
}

/** The accounts that an account has taken in, and those that these had, the nearest first. */
export async function absorbedBy(reader: Reader, borrowerId: string): Promise<string[]> {
  return (await absorbed.execute(reader, { borrowerId })).map(({ id }) => id);
}

const absorbed = fixedQuery((reader, { borrowerId }: { borrowerId: string }) => ({
  compile: () =>
    sql<{ id: string }>`
    with recursive taken (id, depth) as (
      select absorbed_id, 1 from account_merge where survivor_id = ${borrowerId} and state in ('MERGED', 'FINAL')
      union all
      select m.absorbed_id, taken.depth + 1 from account_merge m join taken on m.survivor_id = taken.id
      where m.state in ('MERGED', 'FINAL') and taken.depth < 20
    )
    select id from taken order by depth limit 50`.compile(reader),
}));

/** The same for several accounts; an account that absorbed none is absent. */
export async function absorbedByEach(reader: Reader, borrowerIds: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ survivor: string; id: string }>`
    with recursive taken (survivor, id, depth) as (
      select survivor_id, absorbed_id, 1 from account_merge
      where survivor_id = any(${[...borrowerIds]}::uuid[]) and state in ('MERGED', 'FINAL')
      union all
      select taken.survivor, m.absorbed_id, taken.depth + 1 from account_merge m join taken on m.survivor_id = taken.id
      where m.state in ('MERGED', 'FINAL') and taken.depth < 20
    )
    select survivor, id from taken order by depth`.execute(reader);
  const found = new Map<string, string[]>();
  for (const { survivor, id } of rows) found.set(survivor, [...(found.get(survivor) ?? []), id]);
  return found;
}

/** All accounts that merges have joined with this one, the surviving one first. */
export async function mergedWith(reader: Reader, borrowerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive above (id, depth) as (
      select ${borrowerId}::uuid, 0
      union all
      select m.survivor_id, above.depth + 1 from account_merge m join above on m.absorbed_id = above.id
      where m.state in ('MERGED', 'FINAL') and above.depth < 20
    )
    select id from above order by depth desc limit 1`.execute(reader);
  const top = rows[0]?.id ?? borrowerId;
  return [top, ...(await absorbedBy(reader, top))];
}

/** The surviving account of one that was absorbed for good; null for others. */
export async function survivorOf(
  reader: Reader,
  absorbedId: string,
): Promise<{ mergeId: string; survivorId: string } | null> {
  const row = await reader
    .selectFrom("account_merge")
    .select(["id", "survivorId", "state"])
    .where("absorbedId", "=", absorbedId)
    .where("state", "in", [sql.lit("MERGED"), sql.lit("FINAL")])
    .executeTakeFirst();
  return row?.state === "FINAL" ? { mergeId: row.id, survivorId: row.survivorId } : null;
}

export async function insertMoved(
  trx: Transaction,
  row: { mergeId: string; asset: string; moved: unknown },
): Promise<void> {
  await trx
    .insertInto("account_merge_asset")
    .values({ mergeId: row.mergeId, asset: row.asset, moved: JSON.stringify(row.moved) })
    .execute();
}

export async function movedOf(reader: Reader, mergeId: string): Promise<Map<string, unknown>> {
  const rows = await reader
    .selectFrom("account_merge_asset")
    .select(["asset", "moved"])
    .where("mergeId", "=", mergeId)
    .execute();
  return new Map(rows.map(({ asset, moved }) => [asset, moved]));
}

/** Deletes the data for undoing a merge. */
export async function forgetMoved(trx: Transaction, mergeId: string): Promise<void> {
  await trx.deleteFrom("account_merge_asset").where("mergeId", "=", mergeId).execute();
}

/** Stores the key of the sealed file; false when another one was stored first. */
export async function storeStatement(reader: Reader, mergeId: string, objectKey: string): Promise<boolean> {
  const row = await reader
    .updateTable("account_merge")
    .set({ statementKey: objectKey })
    .where("id", "=", mergeId)
    .where("statementKey", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}
