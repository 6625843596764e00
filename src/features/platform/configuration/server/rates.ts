/** The standard rates as they are shown now, and all that their picture and PDFs say. // Spec 2.1, 3 and 8 */
import type { Database } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { Brand } from "#shared/brand.ts";
import { dateInWib, formatDate } from "#shared/dates.ts";
import { formatPpm } from "#shared/money.ts";
import { say, type Text } from "#shared/texts.ts";
import { defaultStandardRates, readStandardRates, standardRateConfigName, type StandardRates } from "../contract.ts";
import { capsToday } from "./rate-caps.ts";
import { newestPublicConfig } from "./store.ts";

export type RateLanguage = "id" | "en";

/** One range with its name and its basis. */
export interface RateRow {
  label: string;
  note: string;
  value: string;
}
/** The words of a rate table; picture and PDFs show the same. */
export interface RateSheet {
  language: RateLanguage;
  brandName: string;
  colours: { brand: string; onBrand: string };
  title: string;
  rows: readonly [normal: RateRow, overdue: RateRow];
  /** Limits for every loan. */
  caps: readonly string[];
  since: string;
  personal: string;
  /** Operator and licence; unverified facts carry a mark. // Product decisions 1 */
  operator: string;
}

type BothWords = Omit<Text, "zh">;
const words = {
  title: { id: "Informasi suku bunga standar", en: "Standard rate information" },
  normal: { id: "Bunga per hari", en: "Interest per day" },
  normalNote: { id: "dihitung dari jumlah pinjaman", en: "counted on the loan amount" },
  overdue: { id: "Denda keterlambatan per hari", en: "Late fee per day" },
  overdueNote: { id: "dihitung dari pokok yang lewat jatuh tempo", en: "counted on the principal past its due date" },
  dailyCap: { id: "Bunga dan biaya paling banyak {cap} per hari.", en: "Interest and fees never exceed {cap} a day." },
  totalCap: {
    id: "Bunga, biaya, dan denda bersama paling banyak {cap} dari pokok.",
    en: "Together with late fees they never exceed {cap} of the principal.",
  },
  since: { id: "Berlaku sejak {date}.", en: "In force since {date}." },
  personal: {
    id: "Bunga untuk Anda tampil lengkap sebelum Anda mengajukan.",
    en: "Your own rate is shown in full before you apply.",
  },
  operator: { id: "{operator}, nomor izin {licence}", en: "{operator}, licence number {licence}" },
  sample: { id: "{fact} (contoh)", en: "{fact} (sample)" },
} as const satisfies Record<string, BothWords>;

/** The built-in rates when the configuration is missing or broken, silently. // Spec 8 */
export async function ratesInForce(database: Database): Promise<StandardRates> {
  const found = await newestPublicConfig(database, standardRateConfigName);
  return (found && readStandardRates(found.value)) ?? defaultStandardRates;
}

export async function rateSheet(services: Services, language: RateLanguage, brand: Brand): Promise<RateSheet> {
  const { database, clock } = services;
  const today = dateInWib(clock.now());
  const [found, caps] = await Promise.all([newestPublicConfig(database, standardRateConfigName), capsToday(services)]);
  const readable = found && readStandardRates(found.value);
  const rates = readable ?? defaultStandardRates;
  const t = (name: keyof typeof words, parameters?: Record<string, string>): string =>
    say({ ...words[name], zh: words[name].en }, language, parameters);
  const fact = ({ value, verified }: Brand["operator"]): string => (verified ? value : t("sample", { fact: value }));
  const cap = (ppm: number): Record<string, string> => ({ cap: formatPpm(ppm, language) });
  const isId = language === "id";
  return {
    language,
    brandName: brand.name,
    colours: { brand: brand.tokens.light["--brand"] ?? "#0b5a52", onBrand: "#ffffff" },
    title: t("title"),
    rows: [
      { label: t("normal"), note: t("normalNote"), value: isId ? rates.rateContentForIdn : rates.rateContentForEn },
      {
        label: t("overdue"),
        note: t("overdueNote"),
        value: isId ? rates.overdueRateContentForIdn : rates.overdueRateContentForEn,
      },
    ],
    caps: [t("dailyCap", cap(caps.dailyCostOfLongestTenorPpm)), t("totalCap", cap(caps.totalCostPpm))],
    since: t("since", { date: formatDate(readable && found ? dateInWib(found.at) : today, language) }),
    personal: t("personal"),
    operator: t("operator", { operator: fact(brand.operator), licence: fact(brand.licence) }),
  };
}
