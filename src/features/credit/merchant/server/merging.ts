/**
 * Two accounts of one person become one: shops that are verified or begun move into free places, three in all, and none
 * with the same link twice; those that ended stay where they are. The merge waits while one is under review. Photos
 * were for the review: unfinished shops need new ones. // Spec account 5, docs/decisions/275
 */
import { defineMergeAsset } from "#features/account/account-merge/server/index.ts";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { defineTexts } from "#shared/texts.ts";
import { maxShops } from "../contract.ts";
import { findShop, giveShop, sealedShopFacts, shopsOf, type ShopRow } from "./store.ts";

const texts = defineTexts({
  shops: { id: "Toko", en: "Shops", zh: "店铺" },
  most: {
    id: "Paling banyak 3 toko; tautan yang sama dihitung sekali, dan toko yang sudah berakhir tidak ikut pindah.",
    en: "At most 3 shops; the same link counts once, and shops that ended are not moved.",
    zh: "最多 3 家店铺；相同链接只计一次，已结束的店铺不转移。",
  },
});

type Moved = { shops: { id: string; slot: number }[] };

const firstOf = ["VERIFIED", "DRAFT"] as const;

/** The shops that move, each with its place in the surviving account: the verified ones first. */
async function moving(
  reader: Reader,
  { survivorId, absorbedId }: { survivorId: string; absorbedId: string },
): Promise<{ shop: ShopRow; slot: number }[]> {
  const [own, others] = [await shopsOf(reader, survivorId), await shopsOf(reader, absorbedId)];
  const links = new Set(own.flatMap(({ linkIndex }) => linkIndex ?? []));
  const free = Array.from({ length: maxShops }, (_, index) => index + 1).filter(
    (slot) => !own.some((shop) => shop.slot === slot),
  );
  const found: { shop: ShopRow; slot: number }[] = [];
  for (const state of firstOf)
    for (const shop of others.filter((one) => one.state === state)) {
      if (shop.linkIndex !== null && links.has(shop.linkIndex)) continue;
      const slot = free.shift();
      if (slot === undefined) return found;
      if (shop.linkIndex !== null) links.add(shop.linkIndex);
      found.push({ shop, slot });
    }
  return found;
}

/** Its facts are sealed with their owner's key, so they are sealed again. */
async function give(
  { keys }: Services,
  trx: Transaction,
  { borrowerId: from, id, factsSealed }: ShopRow,
  { to, slot }: { to: string; slot: number },
): Promise<void> {
  const facts = await sealedShopFacts.openOf(keys.borrowerKeys, trx, from, id, factsSealed);
  const sealed = await sealedShopFacts.sealOf(keys.borrowerKeys, trx, to, id, facts);
  await giveShop(trx, { from, to, id, slot, factsSealed: sealed });
}

export const mergedShops = defineMergeAsset<Moved>({
  asset: "SHOP",
  async preview(_services, reader, merging) {
    const survivor = (await shopsOf(reader, merging.survivorId)).length;
    const absorbed = (await shopsOf(reader, merging.absorbedId)).length;
    const after = survivor + (await moving(reader, merging)).length;
    const line = { code: "SHOP", text: texts.shops, unit: "COUNT", survivor, absorbed, after } as const;
    return [{ ...line, isListed: true, note: texts.most }] as const;
  },
  isBusy: async (_services, reader, { survivorId, absorbedId }) =>
    [...(await shopsOf(reader, survivorId)), ...(await shopsOf(reader, absorbedId))].some(
      ({ state }) => state === "SUBMITTED",
    ),
  async move(services, trx, merge) {
    const found = await moving(trx, merge);
    for (const { shop, slot } of found) await give(services, trx, shop, { to: merge.survivorId, slot });
    if (found.length === 0) return null;
    return { shops: found.map(({ shop: { id, slot } }) => ({ id, slot })) };
  },
  async back(services, trx, { survivorId, absorbedId }, { shops }) {
    for (const { id, slot } of shops) {
      const shop = await findShop(trx, survivorId, id);
      // A shop that was removed stays removed; one under review stays where its reviewers see it.
      if (shop && shop.state !== "SUBMITTED") await give(services, trx, shop, { to: absorbedId, slot });
    }
  },
});
