/** The language of the page for every component below it, and the texts, money and dates written in it. */
import { createContext, useContext } from "react";
import type { ReactNode } from "react";
import { formatDate, formatInstant, weekdayName } from "#shared/dates.ts";
import type { BusinessDate, Zone } from "#shared/dates.ts";
import { formatRupiah, signedRupiah } from "#shared/money.ts";
import { say } from "#shared/texts.ts";
import type { Language, Text, TextParameters, Texts } from "#shared/texts.ts";

const LanguageContext = createContext<Language>("id");

/** Wraps the page once; the root renders it with the language of the answer. // Product decisions 6 */
export function LanguageProvider({ language, children }: { language: Language; children: ReactNode }) {
  return <LanguageContext value={language}>{children}</LanguageContext>;
}

export function useLanguage(): Language {
  return useContext(LanguageContext);
}

/** `const t = useTexts(texts); t("balance")`, `t("left", { count: 3 })`. An unknown key does not compile. */
export function useTexts<const T extends Texts>(
  texts: T,
): (key: keyof T & string, parameters?: TextParameters) => string {
  const language = useLanguage();
  return (key, parameters) => say(texts[key] as Text, language, parameters);
}

/** An amount of whole rupiah: digits of equal width, never broken over two lines. `signed`: with a plus for a positive difference. */
export function Money({ rupiah, signed = false }: { rupiah: number; signed?: boolean }) {
  const isBare = useContext(BareAmounts);
  const words = signed ? signedRupiah(rupiah) : formatRupiah(rupiah);
  return <span className="money">{isBare ? words.replace(/Rp\s?/, "") : words}</span>;
}

const BareAmounts = createContext(false);
/** Around a column of amounts: each is written without "Rp", which would stand in every row. */
export const BareAmountsProvider = BareAmounts.Provider;

/** A business date (`YYYY-MM-DD`) in words, readable by machines too. `weekday` names the day before the long form. */
export function DateText({ date, style = "long" }: { date: BusinessDate; style?: "long" | "short" | "weekday" }) {
  const language = useLanguage();
  const words = formatDate(date, language, style === "short" ? "short" : "long");
  const separator = language === "zh" ? " " : ", ";
  return (
    <time dateTime={date}>{style === "weekday" ? `${weekdayName(date, language)}${separator}${words}` : words}</time>
  );
}

/** An instant as date and time in a zone (default WIB); a string is read as ISO 8601, the format of calls. */
export function InstantText({ at, zone = "WIB", style }: { at: Date | string; zone?: Zone; style?: "long" | "short" }) {
  const instant = typeof at === "string" ? new Date(at) : at;
  return <time dateTime={instant.toISOString()}>{formatInstant(instant, useLanguage(), zone, style)}</time>;
}
