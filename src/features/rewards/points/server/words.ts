/** Console words for points. */
import type { ConsoleWords } from "#server/console/console-words.ts";
import { defineTexts } from "#shared/texts.ts";

const happenings = defineTexts({
  POINTS_EARNED: { id: "Poin didapat", en: "Points earned", zh: "获得积分" },
  POINTS_SPENT: { id: "Poin ditukar", en: "Points exchanged", zh: "兑换积分" },
  POINTS_GIVEN_BACK: { id: "Poin kembali", en: "Points returned", zh: "积分退回" },
  POINTS_EXPIRED: { id: "Poin berakhir", en: "Points ended", zh: "积分到期" },
  POINTS_REVOKED: { id: "Poin ditarik", en: "Points taken back", zh: "积分收回" },
});

const facts = defineTexts({ points: { id: "poin", en: "points", zh: "积分" } });

export const words: ConsoleWords = { happenings, facts };
