/** Console words for the audit trail's facts about list files. */
import type { ConsoleWords } from "#server/console/console-words.ts";

export const words: ConsoleWords = {
  facts: { exportId: { id: "berkas", en: "file", zh: "文件" } },
};
