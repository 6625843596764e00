/** SQL of shops. Name, link and other details are sealed with their owner's key. */
import { mergedWith } from "#features/account/account-merge/server/index.ts";
import type { Reader, Transaction } from "#server/database.server.ts";
import { rowFromColumns, sealedColumn } from "#server/records/rows.ts";
import { maxShops, type ShopKind, type ShopPlatform, type ShopState } from "../contract.ts";

/** Details given by the owner. */
export interface ShopFacts {
  name: string;
  link: string;
  months: number;
  monthlyTurnoverRupiah: number;
  villageCode: string;
  nib: string;
}
export const sealedShopFacts = sealedColumn<ShopFacts>("merchant_shop", "factsSealed");

export interface ShopRow {
  borrowerId: string;
  id: string;
  state: ShopState;
  slot: number;
  kind: ShopKind;
  platform: ShopPlatform;
  factsSealed: string;
  linkIndex: string | null;
  createdAt: Date;
  submittedAt: Date | null;
  decidedAt: Date | null;
  reason: string | null;
  expiresAt: Date | null;
}

type NewShop = Pick<
  ShopRow,
  "borrowerId" | "id" | "kind" | "platform" | "factsSealed" | "linkIndex" | "createdAt" | "expiresAt"
>;

/** Takes a free place; false where all of them are taken. */
export async function insertShop(trx: Transaction, shop: NewShop): Promise<boolean> {
  for (let slot = 1; slot <= maxShops; slot++) {
    const added = await trx
      .insertInto("merchant_shop")
      .values({ ...shop, slot, state: "DRAFT" })
      .onConflict((conflict) => conflict.columns(["borrowerId", "slot"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    if (added) return true;
  }
  return false;
}

/** The newest first; there are few. */
export async function shopsOf(reader: Reader, borrowerId: string): Promise<ShopRow[]> {
  const rows = await reader
    .selectFrom("merchant_shop")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .orderBy("createdAt", "desc")
    .limit(maxShops)
    .execute();
  return rows.map((row) => rowFromColumns<ShopRow>(row));
}

export async function findShop(reader: Reader, borrowerId: string, id: string): Promise<ShopRow | null> {
  const row = await reader
    .selectFrom("merchant_shop")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? rowFromColumns<ShopRow>(row) : null;
}

/** The shop, locked until the transaction ends. */
export async function lockShop(trx: Transaction, borrowerId: string, id: string): Promise<ShopRow | null> {
  const row = await trx
    .selectFrom("merchant_shop")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row ? rowFromColumns<ShopRow>(row) : null;
}

export async function deleteShop(trx: Transaction, borrowerId: string, id: string): Promise<void> {
  await trx.deleteFrom("merchant_shop").where("borrowerId", "=", borrowerId).where("id", "=", id).execute();
}

/** Moves the shop to another account of the same person, to a free place there. */
export async function giveShop(
  trx: Transaction,
  { from, to, id, slot, factsSealed }: { from: string; to: string; id: string; slot: number; factsSealed: string },
): Promise<void> {
  await trx
    .updateTable("merchant_shop")
    .set({ borrowerId: to, slot, factsSealed })
    .where("borrowerId", "=", from)
    .where("id", "=", id)
    .execute();
}

/** Number of other borrowers with the same link; drafts and other accounts of the same person do not count. */
export async function othersWithLink(reader: Reader, { borrowerId, linkIndex }: ShopRow): Promise<number> {
  if (linkIndex === null) return 0;
  const own = await mergedWith(reader, borrowerId);
  const { count } = await reader
    .selectFrom("merchant_shop")
    .select(({ fn }) => fn.count<number>("borrowerId").distinct().as("count"))
    .where("linkIndex", "=", linkIndex)
    .where("borrowerId", "not in", own)
    .where("state", "<>", "DRAFT")
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Shops whose time has passed by `now`. */
export async function overShops(
  reader: Reader,
  now: Date,
  most: number,
): Promise<{ borrowerId: string; id: string }[]> {
  return reader
    .selectFrom("merchant_shop")
    .select(["borrowerId as borrowerId", "id"])
    .where("expiresAt", "<=", now)
    .orderBy("expiresAt")
    .limit(most)
    .execute();
}
