/**
 * Texts in three languages. A text is next to the code that shows it; a missing language does not compile.
 * Placeholders are written in braces: `"Sisa {count} kali"` with `{ count: 3 }`. A placeholder whose name ends in `InSeconds`
 * is a wait and is shown with its unit (`wait.ts`): `"Tunggu {retryInSeconds}."` with `{ retryInSeconds: 3038 }` is
 * "Tunggu 51 menit."
 */

import { waitText } from "./wait.ts";

export const languages = ["id", "en", "zh"] as const;
export type Language = (typeof languages)[number];
/** The locale by which `Intl` writes lists and numbers in sentences of a language. */
export const locales: Record<Language, string> = { id: "id", en: "en-GB", zh: "zh-CN" };

/** One text in every language of the product. */
export type Text = Readonly<Record<Language, string>>;
export type Texts = Readonly<Record<string, Text>>;
export type TextParameters = Readonly<Record<string, string | number>>;

/** Declares the texts of a domain: `defineTexts({ balance: { id: "Saldo", en: "Balance", zh: "余额" } })`. */
export function defineTexts<const T extends Texts>(texts: T): T {
  return texts;
}

/** The text in one language with its placeholders filled. An unknown placeholder stays as written, so that it is noticed. Only English distinguishes one second from two. */
export function say(text: Text, language: Language, parameters?: TextParameters): string {
  const template = text[language];
  if (!parameters) return template;
  return template.replace(
    /\{(\w+)\}(?: (second|minute|hour|(?:working )?day)s\b)?/g,
    (whole, name: string, unit?: string) => {
      const value = parameters[name];
      if (value === undefined) return whole;
      if (isWait(name) && typeof value === "number") return waitText(value, language);
      return unit === undefined ? String(value) : `${value} ${unit}${String(value) === "1" ? "" : "s"}`;
    },
  );
}

const isWait = (name: string): boolean => name.endsWith("InSeconds");

/** Languages whose speakers read Indonesian: its old code, Malay, and those spoken in Indonesia that browsers and phones offer. */
const indonesianReaders = new Set(
  "in ms zsm jv jw su mad min ban bjn ace bug bbc btk btx bew gor nij sas mak mui tet day abs pap bjw".split(" "),
);

/** `zh-Hant-TW` → `zh`; `jv` → `id`, because speakers of Indonesia's languages read Indonesian. Anything else is undefined. */
export function languageOfTag(tag: string): Language | undefined {
  const primary = tag.trim().toLowerCase().split(/[-_]/)[0] ?? "";
  if (indonesianReaders.has(primary)) return "id";
  return languages.find((language) => language === primary);
}

/** The language in an address's `?lang=`, also as a tag such as `en-US`; its canonical address has the short one. */
export const languageNamedBy = (url: URL): Language | undefined => languageOfTag(url.searchParams.get("lang") ?? "");

/** The best language of an Accept-Language header, by its weights; Indonesian when none fits. */
export function languageOfHeader(header: string | null | undefined): Language {
  const wishes = (header ?? "")
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.split(";");
      const weight = parameters.map((p) => /^\s*q=([\d.]+)/.exec(p)?.[1]).find((q) => q !== undefined);
      return { tag, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter((input) => input.weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const input of wishes) {
    const language = languageOfTag(input.tag);
    if (language) return language;
  }
  return "id";
}
