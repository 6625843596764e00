/** Shops from their adding to their end. */
import { areaPath } from "#features/account/profile/server/index.ts";
import { addShown, shownIn } from "#features/account/change-request/server/index.ts";
import { notify } from "#features/platform/notice/server/index.ts";
import {
  evidenceOf,
  isShownFreely,
  openReview,
  readEvidence,
  removeEvidence,
  withdrawReview,
} from "#features/platform/review/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import { previewPicture } from "#server/media/picture.ts";
import type { Services } from "#server/services.ts";
import { eachDue, type Sweep } from "#server/work/sweeps.ts";
import { maxShops, shopDays, type addShop, type ShopKind, type ShopPlatform } from "../contract.ts";
import { shopLife } from "./lifecycle.ts";
import { shopVerificationExpiredNotice } from "./notices.ts";
import { shopReview } from "./review-kind.ts";
import {
  deleteShop,
  findShop,
  insertShop,
  lockShop,
  othersWithLink,
  overShops,
  sealedShopFacts,
  type ShopFacts,
} from "./store.ts";

const dayMilliseconds = 86_400_000;

/** Two spellings of one address are one: without scheme, `www.`, query and the last slash. */
function sameLink(link: string): string {
  const { hostname, pathname } = new URL(/^https?:\/\//i.test(link) ? link : `https://${link}`);
  return `${hostname.replace(/^(?:www|m)\./, "")}${pathname.replace(/\/+$/, "").toLowerCase()}`;
}

/** @returns its id. @throws Refusal SHOPS_FULL, AREA_UNKNOWN */
export async function createShop(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  { kind, platform, ...facts }: ShopFacts & { kind: ShopKind; platform: ShopPlatform },
): Promise<string> {
  if (!areaPath(facts.villageCode)) throw new Refusal("AREA_UNKNOWN");
  const { keys, random, clock } = services;
  const id = random.uuid();
  const createdAt = clock.now();
  const added = await insertShop(trx, {
    borrowerId,
    id,
    kind,
    platform,
    factsSealed: await sealedShopFacts.sealOf(keys.borrowerKeys, trx, borrowerId, id, facts),
    linkIndex: facts.link === "" ? null : keys.blindIndex("shop-link", sameLink(facts.link)),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + shopDays * dayMilliseconds),
  });
  if (!added) throw new Refusal<typeof addShop.problems>("SHOPS_FULL", { max: maxShops });
  await shopLife.begin(trx, { id, borrowerId, actor: "BORROWER", cause: "TOLD", at: createdAt });
  return id;
}

const setOf = (borrowerId: string, subjectId: string) => ({ kind: shopReview, borrowerId, subjectId });

/** @throws Refusal SHOP_UNKNOWN, SHOP_CLOSED */
async function openShop(services: Services, borrowerId: string, shopId: string): Promise<void> {
  const shop = await findShop(services.database, borrowerId, shopId);
  if (!shop) throw new Refusal("SHOP_UNKNOWN");
  if (shop.state !== "DRAFT") throw new Refusal("SHOP_CLOSED");
}

/** @throws Refusal SHOP_UNKNOWN, SHOP_CLOSED, and those of `addShown` */
export async function storeShopPhoto(
  services: Services,
  borrowerId: string,
  shopId: string,
  photo: File,
): Promise<void> {
  await openShop(services, borrowerId, shopId);
  await addShown(services, setOf(borrowerId, shopId), { photo }).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === "PROOF_CLOSED" ? new Refusal("SHOP_CLOSED") : error;
  });
}

/** False where there is none, or the shop was sent. */
export async function deleteShopPhoto(
  services: Services,
  borrowerId: string,
  shopId: string,
  evidenceId: string,
): Promise<boolean> {
  const shop = await findShop(services.database, borrowerId, shopId);
  return shop?.state === "DRAFT" && removeEvidence(services, setOf(borrowerId, shopId), evidenceId);
}

/** A small copy of a photo; null if it is no photo of this shop. */
export async function previewShop(
  services: Services,
  borrowerId: string,
  shopId: string,
  evidenceId: string,
): Promise<Uint8Array | null> {
  const { database } = services;
  const [shop, pieces] = await Promise.all([
    findShop(database, borrowerId, shopId),
    evidenceOf(database, borrowerId, shopId),
  ]);
  const row = pieces.find(({ id }) => id === evidenceId);
  if (!shop || !row || !isShownFreely(row)) return null;
  const found = await readEvidence(services, database, borrowerId, shopId, evidenceId);
  return found && previewPicture(found.bytes);
}

/** @throws Refusal SHOP_UNKNOWN, SHOP_CLOSED, SHOP_PHOTO_NEEDED */
export async function sendShopToReview(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  shopId: string,
): Promise<void> {
  const shop = await lockShop(trx, borrowerId, shopId);
  if (!shop) throw new Refusal("SHOP_UNKNOWN");
  if (shop.state !== "DRAFT") throw new Refusal("SHOP_CLOSED");
  const { photos } = await shownIn(trx, borrowerId, shopId);
  if (photos.length === 0) throw new Refusal("SHOP_PHOTO_NEEDED");
  const at = services.clock.now();
  const set = { submittedAt: at, expiresAt: null };
  await shopLife.move(trx, {
    id: shopId,
    borrowerId,
    from: ["DRAFT"],
    to: "SUBMITTED",
    actor: "BORROWER",
    cause: "SENT",
    at,
    set,
  });
  const isShared = (await othersWithLink(trx, shop)) > 0;
  await openReview(services, trx, shopReview, { borrowerId, subjectId: shopId, facts: { isShared } });
}

/** Also removes its review, which needs no decision any more; its photos are deleted after their retention time. */
export async function closeShop(services: Services, borrowerId: string, shopId: string): Promise<void> {
  await transact(services.database, async (trx) => {
    if (!(await lockShop(trx, borrowerId, shopId))) return;
    await withdrawReview(services, trx, shopReview, shopId);
    await shopLife.forget(trx, [shopId]);
    await deleteShop(trx, borrowerId, shopId);
  });
}

async function expire(
  services: Services,
  trx: Transaction,
  { borrowerId, id }: { borrowerId: string; id: string },
): Promise<boolean> {
  const at = services.clock.now();
  const shop = await lockShop(trx, borrowerId, id);
  if (!shop?.expiresAt || shop.expiresAt > at) return false;
  await shopLife.move(trx, {
    id,
    borrowerId,
    from: ["DRAFT", "VERIFIED"],
    to: "EXPIRED",
    actor: "SYSTEM",
    cause: "TIME_OVER",
    at,
    set: { expiresAt: null },
  });
  if (shop.state === "VERIFIED")
    await notify(services, trx, shopVerificationExpiredNotice, { id, borrowerId, values: { shopId: id } });
  return true;
}

export const shopSweep: Sweep = {
  name: "merchant-shop-end",
  everySeconds: 300,
  waits: {
    text: { id: "Toko yang masa berlakunya habis", en: "Shops whose validity ends", zh: "到期的店铺" },
    rows: [{ table: "merchant_shop", at: "expiresAt" }],
  },
  async run(services) {
    const { database, clock, log } = services;
    const over = await overShops(database, clock.now(), 100);
    return eachDue(over, (shop) => transact(database, (trx) => expire(services, trx, shop)), {
      log,
      failure: "a shop did not end",
      idOf: ({ id }) => id,
    });
  },
};
