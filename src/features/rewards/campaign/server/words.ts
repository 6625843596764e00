/** Console words for campaigns. */
import type { ConsoleWords } from "#server/console/console-words.ts";
import { defineTexts } from "#shared/texts.ts";
import { awardTexts } from "../texts.ts";

const codes = defineTexts({
  CLAIM: { id: "klaim", en: "claim", zh: "领取" },
  CHECK_IN: { id: "check-in harian", en: "daily check-in", zh: "每日签到" },
  INSTANT: { id: "undian langsung", en: "instant draw", zh: "即时抽奖" },
  DRAW: { id: "undian harian", en: "daily draw", zh: "每日抽奖" },
  GROW: { id: "menanam", en: "growing", zh: "种树" },
  PICK: { id: "tebakan", en: "pick", zh: "竞猜" },
  INVITE: { id: "ajak teman", en: "invitation", zh: "邀请" },
});

const { PENDING, HELD, REVOKED } = awardTexts;

export const words: ConsoleWords = { codes: { ...codes, PENDING, HELD, REVOKED } };
