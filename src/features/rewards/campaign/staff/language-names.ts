import type { Language } from "#shared/texts.ts";

/** Each language's own name. */
export const languageNames: Readonly<Record<Language, string>> = { id: "Indonesia", en: "English", zh: "中文" };
