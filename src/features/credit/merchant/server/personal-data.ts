/** Shops as their owners described them. */
import { personalDataOf, wordFromTexts } from "#server/personal-data/index.ts";
import { say } from "#shared/texts.ts";
import { exportTexts, shopKindTexts, salesPlatformTexts, shopReviewTexts, shopStateTexts } from "../texts.ts";
import { areaText } from "./review-kind.ts";

export const personalData = personalDataOf([
  {
    table: "merchant_shop",
    title: { id: "Toko Anda", en: "Your shops", zh: "您的店铺" },
    inWords: {
      kind: wordFromTexts("kind", shopKindTexts),
      platform: wordFromTexts("platform", salesPlatformTexts),
      state: wordFromTexts("state", shopStateTexts),
      reason: wordFromTexts("reason", shopReviewTexts),
      months: (_services, { months }, language) => say(exportTexts.months, language, { count: Number(months) }),
      villageCode: (_services, { villageCode }) => areaText(String(villageCode)) || null,
    },
    shows: ["id", "state", "kind", "platform", "createdAt", "submittedAt", "decidedAt", "reason", "expiresAt"],
    sealed: { factsSealed: { holds: ["name", "link", "months", "monthlyTurnoverRupiah", "villageCode", "nib"] } },
    withholds: { UPKEEP: ["slot"], SECRET: ["linkIndex"] },
    keeps: "NOTHING",
  },
]);
