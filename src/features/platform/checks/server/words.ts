/** The console's words for what happens to proposals. */
import type { ConsoleWords } from "#server/console-words.ts";

export const words: ConsoleWords = {
  facts: { proposalKind: { id: "Jenis usulan", en: "Kind of proposal", zh: "提案类型" } },
};
