/** Console words for this domain's events, facts and codes. */
import type { ConsoleWords } from "#server/console/console-words.ts";
import { defineTexts } from "#shared/texts.ts";

const facts = defineTexts({
  configName: { id: "konfigurasi", en: "configuration", zh: "配置" },
  version: { id: "versi", en: "version", zh: "版本" },
});

export const words: ConsoleWords = { facts };
