/** The figures that texts name, read from what is in force: products, rule rows, brand, configuration, constants with their source. */
import { mostPhotos } from "#features/account/document/contract.ts";
import { codeSeconds } from "#features/account/verification/contract.ts";
import {
  productsToday,
  quoteFor,
  ruleInForce,
  standardProduct,
  tenorClass,
} from "#features/credit/loan/server/index.ts";
import { rulesInForce } from "#features/credit/underwriting/server/index.ts";
import { ratesInForce } from "#features/operations/configuration/server/index.ts";
import { complaintTerms } from "#features/support/complaint/server/index.ts";
import type { Services } from "#server/services.ts";
import type { Brand } from "#shared/brand.ts";
import { contactHours, dateInWib, formatHours, type HourWindow } from "#shared/dates.ts";
import { mostPhotoMegabytes } from "#shared/fields/photo.ts";
import { formatPpm, formatRupiah } from "#shared/money.ts";
import {
  paymentCheckHours,
  payoutMinutes,
  pushSeconds,
  remindDaysBefore,
  reviewTime,
  signHours,
} from "#shared/promised-times.ts";
import { say, type Language, type Text } from "#shared/texts.ts";
import type { FigureName } from "../contract.ts";

/** What stands for `{{name}}`: in a sentence, and in an address (`tel:{{supportPhone}}`) where that differs. */
export interface Figure {
  text: string;
  address?: string;
  /** The text is Markdown of its own (a list), not words. */
  isMarkdown?: true;
}
export type Figures = Readonly<Record<FigureName, Figure>>;

/** Spec 9: Monday to Sunday 08:00 to 20:00 local time. */
const supportWindow: HourWindow = { fromHour: 8, toHour: 20, weekdays: [1, 2, 3, 4, 5, 6, 7] };
/** Of the worked example in texts, in rupiah; the product's own bounds hold it. */
const exampleRupiah = 1_000_000;
const daysInYear = 365;

const words = {
  sample: { id: "{fact} (contoh)", en: "{fact} (sample)", zh: "{fact}（示例）" },
  days: { id: "{list} hari", en: "{list} days", zh: "{list} 天" },
  localTime: { id: "{hours} waktu setempat", en: "{hours} local time", zh: "{hours}（当地时间）" },
  reviewTime: {
    id: "{leastMinutes} menit sampai {mostHours} jam",
    en: "{leastMinutes} minutes to {mostHours} hours",
    zh: "{leastMinutes} 分钟至 {mostHours} 小时",
  },
  minutes: { id: "{count} menit", en: "{count} minutes", zh: "{count} 分钟" },
  hour: { id: "{count} jam", en: "{count} hour", zh: "{count} 小时" },
  hours: { id: "{count} jam", en: "{count} hours", zh: "{count} 小时" },
  instalment: {
    id: "- Cicilan {number}, hari ke-{day}: pokok {principal} dan bunga {interest}, bayar **{total}**.",
    en: "- Instalment {number}, day {day}: principal {principal} and interest {interest}, pay **{total}**.",
    zh: "- 第 {number} 期，第 {day} 天：本金 {principal}，利息 {interest}，应还 **{total}**。",
  },
} as const satisfies Record<string, Text>;

const locales: Record<Language, string> = { id: "id", en: "en-GB", zh: "zh-CN" };

/** All figures as they are in force today (WIB), written for one language and brand. */
export async function figuresInForce(services: Services, language: Language, brand: Brand): Promise<Figures> {
  const today = dateInWib(services.clock.now());
  const [[product = standardProduct], rules, rates, complaint] = await Promise.all([
    productsToday(services),
    rulesInForce(services.database, today),
    ratesInForce(services.database),
    complaintTerms(services),
  ]);
  const rule = (name: Parameters<(typeof rules)["get"]>[0]): number => {
    const row = rules.get(name);
    if (!row) throw new Error(`No row of ${name} is in force on ${today}.`);
    return row.value;
  };
  const longestDays = Math.max(...product.tenorsDays);
  const amountRupiah = Math.min(Math.max(exampleRupiah, product.minimumRupiah), product.maximumRupiah);
  const example = await quoteFor(services, {
    principalRupiah: amountRupiah,
    tenorDays: longestDays,
    productKey: product.key,
  });
  const schedule = example.instalments.map((row) =>
    say(words.instalment, language, {
      number: row.number,
      day: row.number * product.instalmentDays,
      principal: formatRupiah(row.principalRupiah),
      interest: formatRupiah(row.interestRupiah + row.feeRupiah),
      total: formatRupiah(row.totalRupiah),
    }),
  );
  const ppm = (ratePpm: number): Figure => ({ text: formatPpm(ratePpm, language) });
  const rupiah = (amount: number): Figure => ({ text: formatRupiah(amount) });
  const bare = (count: number): Figure => ({ text: String(count) });
  const hours = (count: number): string => say(count === 1 ? words.hour : words.hours, language, { count });
  const list = new Intl.ListFormat(locales[language], { type: "disjunction" }).format(product.tenorsDays.map(String));
  return {
    ...brandFigures(brand, language),
    supportHours: { text: say(words.localTime, language, { hours: formatHours(supportWindow, language) }) },
    loanMinimum: rupiah(product.minimumRupiah),
    loanMaximum: rupiah(product.maximumRupiah),
    loanStep: rupiah(product.stepRupiah),
    tenors: { text: say(words.days, language, { list }) },
    longestTenorDays: bare(longestDays),
    instalmentDays: bare(product.instalmentDays),
    dailyRate: ppm(product.dailyRatePpm),
    yearlyRateNominal: ppm(product.dailyRatePpm * daysInYear),
    lateFeeRate: ppm(product.lateFeeDailyPpm),
    fee: ppm(product.feePpm),
    dailyCostCap: ppm(ruleInForce("DAILY_COST_CAP_PPM", today, tenorClass(today, longestDays)).value),
    totalCostCap: ppm(ruleInForce("TOTAL_COST_CAP_PPM", today).value),
    normalRates: { text: language === "id" ? rates.rateContentForIdn : rates.rateContentForEn },
    overdueRates: { text: language === "id" ? rates.overdueRateContentForIdn : rates.overdueRateContentForEn },
    reviewTime: { text: say(words.reviewTime, language, reviewTime) },
    paymentCheckTime: { text: hours(paymentCheckHours) },
    disbursementTime: { text: say(words.minutes, language, { count: payoutMinutes }) },
    signingDeadline: { text: hours(signHours) },
    minimumAge: bare(rule("AGE_FLOOR_YEARS")),
    minimumIncome: rupiah(rule("INCOME_FLOOR_RUPIAH")),
    mostPlatforms: bare(rule("OPERATORS_CAP")),
    incomeShare: ppm(rule("BURDEN_CAP_PPM")),
    complaintWorkingDays: bare(complaint.answerWorkingDays),
    complaintExtensionDays: bare(complaint.extensionWorkingDays),
    collectionHours: { text: formatHours(contactHours, language) },
    otpMinutes: bare(codeSeconds / 60),
    maximumPhotos: bare(mostPhotos),
    photoMegabytes: bare(mostPhotoMegabytes),
    confirmSeconds: bare(pushSeconds),
    reminderDays: bare(remindDaysBefore),
    exampleAmount: rupiah(amountRupiah),
    exampleDays: bare(longestDays),
    exampleInstalment: rupiah(example.instalments[0]?.totalRupiah ?? 0),
    exampleTotal: rupiah(example.totalRupiah),
    exampleInterest: rupiah(example.interestRupiah),
    exampleSchedule: { text: schedule.join("\n"), isMarkdown: true },
  };
}

type BrandFigure = "brand" | "operator" | "licence" | "address" | "supportPhone" | "supportWhatsapp" | "supportEmail";

/** A fact that nobody verified carries its mark, in sentences; an address could not. // Product decisions 1 */
function brandFigures(brand: Brand, language: Language): Record<BrandFigure, Figure> {
  const fact = ({ value, verified }: Brand["operator"]): Figure => ({
    text: verified ? value : say(words.sample, language, { fact: value }),
    address: value,
  });
  const phone = (one: Brand["operator"]): Figure => ({
    ...fact(one),
    address: `+62${one.value.replace(/\D/g, "").replace(/^(?:62|0)/, "")}`,
  });
  return {
    brand: { text: brand.name },
    operator: fact(brand.operator),
    licence: fact(brand.licence),
    address: fact(brand.address),
    supportPhone: phone(brand.supportPhone),
    // wa.me wants the number without its plus.
    supportWhatsapp: { ...fact(brand.supportWhatsapp), address: phone(brand.supportWhatsapp).address?.slice(1) ?? "" },
    supportEmail: fact(brand.supportEmail),
  };
}

const slot = /\{\{\s*(\w+)\s*\}\}/g;
/** The address of a Markdown link, where it names a figure. */
const addressWithSlot = /\]\(([^()\s]*\{\{[^()]*?)\)/g;
const markdownSigns = /[\\`*_{}[\]()#+!|<>~]/g;

const known = (figures: Figures, name: string): Figure | undefined =>
  Object.hasOwn(figures, name) ? figures[name as FigureName] : undefined;

/** Names in a text that no figure has, each once. */
export function unknownFigures(text: string, names: readonly string[]): string[] {
  return [
    ...new Set([...text.matchAll(slot)].map((match) => match[1] as string).filter((name) => !names.includes(name))),
  ];
}

/** Plain words (a title, a summary) with their figures; an unknown name stays as it is written, so that it is seen. */
export function fillWords(text: string, figures: Figures): string {
  return text.replace(slot, (whole, name: string) => known(figures, name)?.text ?? whole);
}

/** Markdown with its figures: as written in addresses, as words everywhere else. */
export function fillMarkdown(markdown: string, figures: Figures): string {
  const addressed = markdown.replace(addressWithSlot, (_whole, address: string) => {
    const filled = address.replace(slot, (whole, name: string) => {
      const figure = known(figures, name);
      return figure ? encodeURI(figure.address ?? figure.text) : whole;
    });
    return `](${filled})`;
  });
  return addressed.replace(slot, (whole, name: string) => {
    const figure = known(figures, name);
    if (!figure) return whole;
    return figure.isMarkdown ? figure.text : figure.text.replace(markdownSigns, "\\$&");
  });
}
