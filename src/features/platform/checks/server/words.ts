/** Console words for proposals. */
import type { ConsoleWords } from "#server/console/console-words.ts";

export const words: ConsoleWords = {
  facts: {
    proposalKind: { id: "jenis usulan", en: "kind of proposal", zh: "提案类型" },
    proposalAbout: { id: "tentang", en: "about", zh: "对象" },
  },
};
