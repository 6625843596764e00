/** Fields of the registry of personal data in words: names and values. */
import { wordOf } from "#server/console/console-words.ts";
import { bankByCode } from "#server/outside/bank/banks.ts";
import { codesHeld } from "#server/records/record.ts";
import type { Services } from "#server/services.ts";
import { formatDate, formatInstant, formatMonth, isBusinessDate } from "#shared/dates.ts";
import { formatPpm, formatRupiah, groupThousands } from "#shared/money.ts";
import { defineTexts, languages, say, type Language, type Text } from "#shared/texts.ts";
import { staffRoles } from "#shared/staff-permissions.ts";
import { texts as privacyTexts } from "../texts.ts";
import { codeTexts } from "./code-texts.ts";
import { creditFieldTexts } from "./credit-field-texts.ts";
import { personalFieldTexts } from "./field-texts.ts";

const texts = defineTexts({
  yes: { id: "ya", en: "yes", zh: "是" },
  no: { id: "tidak", en: "no", zh: "否" },
  kilobytes: { id: "{value} kB", en: "{value} kB", zh: "{value} kB" },
  seconds: { id: "{value} detik", en: "{value} seconds", zh: "{value} 秒" },
});
const languageNames = defineTexts({
  id: { id: "Bahasa Indonesia", en: "Indonesian", zh: "印尼语" },
  en: { id: "Bahasa Inggris", en: "English", zh: "英语" },
  zh: { id: "Bahasa Tionghoa", en: "Chinese", zh: "中文" },
});

/** Ids, hashes and the like are omitted: programs use them, and they mean nothing to people. */
const technical = /^(?:[a-z_]*[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?:pay_)?[0-9a-f]{32,128})$/;
const instantText = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::[\d.]+)?(?:Z|[+-]\d\d:\d\d)$/;

/** A text that was stored in every language. */
const isText = (value: unknown): value is Text =>
  typeof value === "object" &&
  value !== null &&
  Object.keys(value).length === languages.length &&
  languages.every((language) => typeof (value as Record<string, unknown>)[language] === "string");

/** Flattens a row to `work.companyName` and its value; empty values are omitted. */
export function flattenedRow(row: Readonly<Record<string, unknown>>, before = ""): [field: string, value: unknown][] {
  return Object.entries(row).flatMap(([name, value]): [string, unknown][] => {
    if (value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0))
      return [];
    const path = before ? `${before}.${name}` : name;
    const isObject = typeof value === "object" && !(value instanceof Date) && !Array.isArray(value) && !isText(value);
    return isObject ? flattenedRow(value as Record<string, unknown>, path) : [[path, value]];
  });
}

/** The name of a field in words. */
export function personalFieldText(name: string): Text | undefined {
  if (Object.hasOwn(personalFieldTexts, name)) return personalFieldTexts[name as keyof typeof personalFieldTexts];
  if (Object.hasOwn(creditFieldTexts, name)) return creditFieldTexts[name as keyof typeof creditFieldTexts];
  return undefined;
}

/** Each part of the path by the table's own names, else by those that many tables share. A name without words is shown as it is. */
export function labelOf(path: string, language: Language, labels: Readonly<Record<string, Text>> = {}): string {
  return path
    .split(".")
    .map((name) => {
      const text = Object.hasOwn(labels, name) ? labels[name] : personalFieldText(name);
      return text ? say(text, language) : name;
    })
    .join(" › ");
}

/** A field's value in words, one line per list item; none when it means nothing to people. */
export function personalLinesOf(services: Services, path: string, value: unknown, language: Language): string[] {
  if (!Array.isArray(value)) {
    const text = valueText(services, path, value, language);
    return text === null ? [] : [text];
  }
  const parts = value.map((one: unknown) =>
    typeof one === "object" && one !== null && !(one instanceof Date)
      ? flattenedRow(one as Readonly<Record<string, unknown>>)
          .flatMap(([field, inner]) => {
            const lines = personalLinesOf(services, field, inner, language);
            return lines.length === 0 ? [] : [`${labelOf(field, language)}: ${lines.join(", ")}`];
          })
          .join("; ")
      : valueText(services, path, one, language),
  );
  const words = parts.filter((part): part is string => part !== null && part !== "");
  const isOfObjects = value.some((one) => typeof one === "object" && one !== null && !(one instanceof Date));
  return isOfObjects || words.length === 0 ? words : [words.join(", ")];
}

/** A sealed value's fields, in words. */
export function fieldsInWords(
  services: Services,
  value: unknown,
  language: Language,
): { label: string; text: string }[] {
  const row = typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : { value };
  return flattenedRow(row).map(([field, one]) => {
    const lines = personalLinesOf(services, field, one, language);
    // A person who opens it for a reason also sees codes and ids.
    return { label: labelOf(field, language), text: lines.length === 0 ? String(one) : lines.join(" | ") };
  });
}

function valueText(services: Services, path: string, value: unknown, language: Language): string | null {
  if (value instanceof Date) return formatInstant(value, language);
  if (isText(value)) return say(value, language);
  if (typeof value === "boolean") return say(value ? texts.yes : texts.no, language);
  if (typeof value === "number") return numberText(services, path, value, language);
  const text = String(value);
  if (technical.test(text)) return null;
  if (isBusinessDate(text)) return path.endsWith("month") ? formatMonth(text, language) : formatDate(text, language);
  if (/^\d{4}-\d\d$/.test(text)) return formatMonth(`${text}-01`, language);
  if (path.endsWith("Rupiah") && /^\d{1,15}$/.test(text)) return formatRupiah(Number(text));
  if (instantText.test(text)) return formatInstant(new Date(text), language);
  if (/language$/i.test(path) && Object.hasOwn(languageNames, text))
    return say(languageNames[text as Language], language);
  if (/brand(?:Id)?$/i.test(path)) return services.brands.find(({ id }) => id === text)?.name ?? text;
  if (path.endsWith("bankCode")) return bankByCode(text)?.name ?? text;
  const role = path.endsWith("roles") ? staffRoles.find((one) => one === text) : undefined;
  if (role) return say(privacyTexts[role], language);
  if (!/^[A-Z][A-Z0-9_]*$/.test(text)) return text;
  // A single letter is a band of the score in these fields; elsewhere it is text that a person typed.
  if (/^[A-Z]$/.test(text) && !/band(?:From|To)?$/i.test(path)) return text;
  const words = codeText(services, text, language);
  // People write no underscores: this is an internal code without a text.
  return words === text && /_/.test(text) ? null : words;
}

function numberText(services: Services, path: string, value: number, language: Language): string {
  if (path.endsWith("civilStatus")) return codeText(services, `CIVIL_${value}`, language);
  if (path.endsWith("Rupiah")) return formatRupiah(value);
  if (/ppm$/i.test(path)) return formatPpm(value, language);
  if (/bytes$/i.test(path))
    return say(texts.kilobytes, language, { value: groupThousands(Math.max(1, Math.round(value / 1_000))) });
  if (path.endsWith("Milliseconds")) return say(texts.seconds, language, { value: Math.round(value / 1_000) });
  return String(value);
}

/** A code in words: those that fit many tables, those of a list of codes, or the console's. */
export function codeText(services: Services, code: string, language: Language): string {
  const list = services
    .ask(codesHeld)
    .flat()
    .find(({ texts }) => Object.hasOwn(texts, code));
  const text = Object.hasOwn(codeTexts, code) ? codeTexts[code as keyof typeof codeTexts] : list?.texts[code];
  return text ? say(text, language) : asConsole(services, code, language);
}

function asConsole(services: Services, code: string, language: Language): string {
  const words = wordOf(services, "codes", code, language);
  return words === code ? wordOf(services, "happenings", code, language) : words;
}
