/** Shops as their owner sees them. */
import { shownIn, wordedBy } from "#features/account/change-request/server/index.ts";
import { findReviewOf } from "#features/platform/review/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { Language } from "#shared/texts.ts";
import { maxShopPhotos, maxShops, type Shop, type ShopDetail, type Shops } from "../contract.ts";
import { areaText, shopReview } from "./review-kind.ts";
import { findShop, sealedShopFacts, shopsOf, type ShopRow } from "./store.ts";

interface By {
  borrowerId: string;
  language: Language;
}

async function viewOf({ keys }: Services, reader: Reader, row: ShopRow, { borrowerId, language }: By): Promise<Shop> {
  const { id, state, kind, platform, createdAt, expiresAt, reason } = row;
  const [facts, found] = await Promise.all([
    sealedShopFacts.openOf(keys.borrowerKeys, reader, borrowerId, id, row.factsSealed),
    state === "SUBMITTED" ? findReviewOf(reader, shopReview.kind, id) : null,
  ]);
  const { villageCode, ...details } = facts;
  return {
    shopId: id,
    state,
    kind,
    platform,
    ...details,
    area: areaText(villageCode),
    createdAt: createdAt.toISOString(),
    promisedUntil: found?.dueAt.toISOString() ?? null,
    isLate: found?.lateAt != null,
    reason: reason === null ? null : wordedBy(reason, shopReview.decisions.reasons, language),
    endsAt: expiresAt?.toISOString() ?? null,
  };
}

export async function shopsAnswerOf(services: Services, reader: Reader, by: By): Promise<Shops> {
  const rows = await shopsOf(reader, by.borrowerId);
  return { items: await Promise.all(rows.map((row) => viewOf(services, reader, row, by))), max: maxShops };
}

/** @throws Refusal SHOP_UNKNOWN */
export async function shopDetailOf(services: Services, reader: Reader, shopId: string, by: By): Promise<ShopDetail> {
  const [row, { photos }] = await Promise.all([
    findShop(reader, by.borrowerId, shopId),
    shownIn(reader, by.borrowerId, shopId),
  ]);
  if (!row) throw new Refusal("SHOP_UNKNOWN");
  return { ...(await viewOf(services, reader, row, by)), photos, maxPhotos: maxShopPhotos };
}
