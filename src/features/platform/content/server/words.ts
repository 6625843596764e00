/** Console words for this domain's events, facts and codes. */
import type { ConsoleWords } from "#server/console/console-words.ts";
import { defineTexts } from "#shared/texts.ts";

const facts = defineTexts({
  content: { id: "konten", en: "content", zh: "内容" },
});

export const words: ConsoleWords = { facts };
