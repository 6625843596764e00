/** The review of a shop: one person checks its details and photos; two if another borrower gave the same link. */
import * as v from "valibot";
import { areaPath } from "#features/account/profile/server/index.ts";
import { notify } from "#features/platform/notice/server/index.ts";
import { defineReview } from "#features/platform/review/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import { formatRupiah } from "#shared/money.ts";
import { maxShopPhotos, shopPromisedHours, shopDays } from "../contract.ts";
import { shopKindTexts, salesPlatformTexts, shopReviewTexts as texts } from "../texts.ts";
import { shopLife } from "./lifecycle.ts";
import { shopRejectedNotice, shopVerifiedNotice } from "./notices.ts";
import { findShop, othersWithLink, sealedShopFacts } from "./store.ts";

/** From the village up. */
export const areaText = (code: string): string =>
  (areaPath(code) ?? [])
    .toReversed()
    .map(({ name }) => name)
    .join(", ");

export const shopReview = defineReview<{ isShared: boolean }>({
  kind: "shop",
  text: texts.kind,
  promisedHours: shopPromisedHours,
  facts: v.object({ isShared: v.boolean() }),
  evidence: { max: maxShopPhotos, asks: {} },
  decisions: {
    reasons: {
      NOT_FOUND: texts.NOT_FOUND,
      NOT_THE_OWNER: texts.NOT_THE_OWNER,
      PHOTOS_UNCLEAR: texts.PHOTOS_UNCLEAR,
      OTHER: texts.OTHER,
    },
    consequences: { APPROVED: texts.approvedMeans, REJECTED: texts.rejectedMeans },
  },
  twoPeople: ({ isShared }) => isShared,
  async show(services, reader, { borrowerId, subjectId }) {
    const row = await findShop(reader, borrowerId, subjectId);
    if (!row) return [];
    const { keys } = services;
    const [facts, others] = await Promise.all([
      sealedShopFacts.openOf(keys.borrowerKeys, reader, borrowerId, row.id, row.factsSealed),
      othersWithLink(reader, row),
    ]);
    return [
      { label: texts.name, text: facts.name },
      { label: texts.shopKind, text: shopKindTexts[row.kind] },
      { label: texts.platform, text: salesPlatformTexts[row.platform] },
      { label: texts.link, text: facts.link || "–" },
      { label: texts.months, text: String(facts.months) },
      { label: texts.turnover, text: formatRupiah(facts.monthlyTurnoverRupiah) },
      { label: texts.area, text: areaText(facts.villageCode) || "–" },
      { label: texts.nib, text: facts.nib || "–" },
      ...(others > 0 ? [{ label: texts.shared, text: texts.sharedBy, isFlag: true }] : []),
    ];
  },
  async carryOut(services, trx, { borrowerId, subjectId: id }, { outcome, reason, deciderId }) {
    const at = services.clock.now();
    const isVerified = outcome === "APPROVED";
    const moved = await shopLife.move(trx, {
      id,
      borrowerId,
      from: ["SUBMITTED"],
      to: isVerified ? "VERIFIED" : "REJECTED",
      actor: `STAFF:${deciderId}`,
      cause: reason ?? outcome,
      at,
      set: {
        decidedAt: at,
        reason: isVerified ? null : reason,
        expiresAt: isVerified ? new Date(at.getTime() + shopDays * 86_400_000) : null,
      },
    });
    if (!moved) throw new Refusal("REVIEW_STALE");
    await notify(services, trx, isVerified ? shopVerifiedNotice : shopRejectedNotice, {
      id,
      borrowerId,
      values: { shopId: id },
    });
  },
});
