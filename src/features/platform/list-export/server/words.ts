/** The console's words for what the trail notes of files of lists. */
import type { ConsoleWords } from "#server/console/console-words.ts";

export const words: ConsoleWords = {
  facts: { exportId: { id: "berkas", en: "file", zh: "文件" } },
};
