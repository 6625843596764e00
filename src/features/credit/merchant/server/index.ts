/** Shops: answers to the domain's calls, and functions for other domains. */
import { mergeAssets } from "#features/account/account-merge/server/index.ts";
import { noticeKinds, notify } from "#features/platform/notice/server/index.ts";
import { reviewLate, reviews } from "#features/platform/review/server/index.ts";
import { addedIncomes } from "#features/credit/limit/server/index.ts";
import { verifiedSources } from "#features/credit/membership/server/index.ts";
import { answer, Binary, type CallAnswer } from "#server/call/pipeline.ts";
import { borrowerFigures, consoleWords, timelineSources } from "#server/console/questions.ts";
import type { Domain } from "#server/domain.ts";
import { after } from "#server/events/domain-events.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";
import { lifecycles } from "#server/records/lifecycle.ts";
import {
  addShop,
  addShopPhoto,
  getShop,
  getShopCenter,
  getShopPhoto,
  listShops,
  removeShop,
  removeShopPhoto,
  submitShop,
} from "../contract.ts";
import { centerOf } from "./center.ts";
import { ownersOfShops } from "#features/account/linking/server/index.ts";
import { shopLife } from "./lifecycle.ts";
import { mergedShops } from "./merging.ts";
import { shopLateNotice, notices } from "./notices.ts";
import { personalData } from "./personal-data.ts";
import { shopReview } from "./review-kind.ts";
import {
  createShop,
  storeShopPhoto,
  previewShop,
  closeShop,
  deleteShopPhoto,
  shopSweep,
  sendShopToReview,
} from "./shops.ts";
import { shopsOf } from "./store.ts";
import { timeline } from "./timeline.ts";
import { shopDetailOf, shopsAnswerOf } from "./views.ts";
import { words } from "./words.ts";
import { figures } from "./figures.ts";

const answers: readonly CallAnswer[] = [
  answer(listShops, (_input, { services, database, borrowerId, language }) =>
    shopsAnswerOf(services, database, { borrowerId, language }),
  ),
  answer(addShop, async (input, { services, trx, borrowerId, language }) => {
    const shopId = await createShop(services, trx, borrowerId, input);
    return shopDetailOf(services, trx, shopId, { borrowerId, language });
  }),
  // Before the calls of one shop, whose path would match this one.
  answer(getShopCenter, (_input, { services, database, borrowerId }) => centerOf(services, database, borrowerId)),
  answer(getShop, ({ shopId }, { services, database, borrowerId, language }) =>
    shopDetailOf(services, database, shopId, { borrowerId, language }),
  ),
  answer(removeShop, async ({ shopId }, { services, database, borrowerId, language }) => {
    await closeShop(services, borrowerId, shopId);
    return shopsAnswerOf(services, database, { borrowerId, language });
  }),
  answer(submitShop, async ({ shopId }, { services, trx, borrowerId, language }) => {
    await sendShopToReview(services, trx, borrowerId, shopId);
    return shopDetailOf(services, trx, shopId, { borrowerId, language });
  }),
  answer(addShopPhoto, async ({ shopId, photo }, { services, database, borrowerId, language }) => {
    await storeShopPhoto(services, borrowerId, shopId, photo);
    return shopDetailOf(services, database, shopId, { borrowerId, language });
  }),
  answer(getShopPhoto, async ({ shopId, evidenceId }, { services, borrowerId, refuse }) => {
    const bytes = (await previewShop(services, borrowerId, shopId, evidenceId)) ?? refuse("SHOP_PHOTO_UNKNOWN");
    return new Binary(bytes, "image/jpeg", { "Content-Disposition": 'attachment; filename="photo.jpg"' });
  }),
  answer(removeShopPhoto, async ({ shopId, evidenceId }, { services, borrowerId, refuse }) => {
    if (!(await deleteShopPhoto(services, borrowerId, shopId, evidenceId))) refuse("SHOP_PHOTO_UNKNOWN");
    return { deleted: true as const };
  }),
];

export const domain: Domain = {
  answers,
  work: (services) => services.sweeps.add(shopSweep),
  subscribes: [
    after(reviewLate, "merchant-late", async (services, trx, { kind, borrowerId, subjectId: id }) => {
      if (kind === shopReview.kind)
        await notify(services, trx, shopLateNotice, { id, borrowerId, values: { shopId: id } });
    }),
  ],
  answersTo: [
    personalDataHeld.by(personalData),
    timelineSources.by(timeline),
    borrowerFigures.by(figures),
    consoleWords.by(words),
    noticeKinds.by(notices),
    lifecycles.by([shopLife]),
    reviews.by([shopReview]),
    mergeAssets.by([mergedShops]),
    addedIncomes.by(async (services, reader, borrowerIds) => {
      const counted = new Map<string, number>();
      for (const id of await ownersOfShops(reader, borrowerIds, services.clock.now()))
        counted.set(id, (await centerOf(services, reader, id)).link?.countedRupiah ?? 0);
      return counted;
    }),
    // Compared with the current time: an expired shop does not count, even before the sweep has ended it.
    verifiedSources.by(async ({ clock }, reader, borrowerId) =>
      (await shopsOf(reader, borrowerId)).some(
        ({ state, expiresAt }) => state === "VERIFIED" && expiresAt !== null && expiresAt > clock.now(),
      ),
    ),
  ],
};
