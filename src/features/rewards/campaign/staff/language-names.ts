import type { Language } from "#shared/texts.ts";

/** As each language calls itself. */
export const languageNames: Readonly<Record<Language, string>> = { id: "Indonesia", en: "English", zh: "中文" };
