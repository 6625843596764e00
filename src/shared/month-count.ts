/** A length of time in everyday words: people do not say "27 months" about a job. */
import type { Language } from "#shared/texts.ts";

const words: Readonly<Record<Language, { year(count: number): string; month(count: number): string }>> = {
  id: { year: (count) => `${count} tahun`, month: (count) => `${count} bulan` },
  en: {
    year: (count) => (count === 1 ? "1 year" : `${count} years`),
    month: (count) => (count === 1 ? "1 month" : `${count} months`),
  },
  zh: { year: (count) => `${count} 年`, month: (count) => `${count} 个月` },
};

/** 27 → `2 tahun 3 bulan`; whole years without months, less than a year without years. */
export function sayMonths(months: number, language: Language): string {
  const [years, rest] = [Math.floor(months / 12), months % 12];
  const { year, month } = words[language];
  return [...(years > 0 ? [year(years)] : []), ...(rest > 0 || years === 0 ? [month(rest)] : [])].join(" ");
}
