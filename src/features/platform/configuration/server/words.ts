/** What happens here, and what its facts and codes are, in the words of the console. */
import type { ConsoleWords } from "#server/console/console-words.ts";
import { defineTexts } from "#shared/texts.ts";

const facts = defineTexts({
  configName: { id: "konfigurasi", en: "configuration", zh: "配置" },
  version: { id: "versi", en: "version", zh: "版本" },
});

export const words: ConsoleWords = { facts };
