/** What happens here, in the words of the console. */
import type { ConsoleWords } from "#server/console-words.ts";
import { defineTexts } from "#shared/texts.ts";

const codes = defineTexts({
  NOT_CONFIRMED: { id: "tidak terbukti", en: "not confirmed", zh: "未能证实" },
  CONFLICT: { id: "pemilik masuk selama itu", en: "its owner logged in meanwhile", zh: "期间账户有登录" },
});

export const words: ConsoleWords = { codes };
