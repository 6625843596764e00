/** The figures for texts, read from their sources in force: products, rule rows, brand, configuration, constants. */
import { ratesInForce } from "#features/platform/configuration/server/index.ts";
import type { Services } from "#server/services.ts";
import type { Brand } from "#shared/brand.ts";
import { contactHours, dateInWib, formatHours, type BusinessDate, type HourWindow } from "#shared/dates.ts";
import { maxPhotoMegabytes } from "#shared/fields/photo.ts";
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
import { defineQuestion } from "#server/questions.ts";

/** The value of `{{name}}`: in a sentence, and in an address (`tel:{{supportPhone}}`) when that differs. */
export interface TextFigure {
  text: string;
  address?: string;
  /** The figure is a Markdown block (a list), not words. */
  isMarkdown?: true;
}
export type Figures = Readonly<Record<FigureName, TextFigure>>;

/** Spec 9: Monday to Sunday 08:00 to 20:00 local time. */
const supportWindow: HourWindow = { fromHour: 8, toHour: 20, weekdays: [1, 2, 3, 4, 5, 6, 7] };

const words = {
  sample: { id: "{fact} (contoh)", en: "{fact} (sample)", zh: "{fact}（示例）" },
  localTime: { id: "{hours} waktu setempat", en: "{hours} local time", zh: "{hours}（当地时间）" },
  reviewTime: {
    id: "{minMinutes} menit sampai {maxHours} jam",
    en: "{minMinutes} minutes to {maxHours} hours",
    zh: "{minMinutes} 分钟至 {maxHours} 小时",
  },
  minutes: { id: "{count} menit", en: "{count} minutes", zh: "{count} 分钟" },
  hour: { id: "{count} jam", en: "{count} hour", zh: "{count} 小时" },
  hours: { id: "{count} jam", en: "{count} hours", zh: "{count} 小时" },
} as const satisfies Record<string, Text>;

/** Asked by contents: figures for texts, as in force. Each belongs to one domain. */
export const textFigures = defineQuestion<TextFigureSource>("text-figures", "MANY");
export interface FigureContext {
  services: Services;
  language: Language;
  brand: Brand;
  /** WIB. */
  today: BusinessDate;
}
export type TextFigureSource = (context: FigureContext) => Promise<Partial<Figures>> | Partial<Figures>;

/** All figures in force today (WIB), formatted for one language and brand. */
export async function figuresInForce(services: Services, language: Language, brand: Brand): Promise<Figures> {
  const context = { services, language, brand, today: dateInWib(services.clock.now()) };
  const [rates, ...handedIn] = await Promise.all([
    ratesInForce(services.database),
    ...services.ask(textFigures).map((figures) => figures(context)),
  ]);
  const bare = (count: number): TextFigure => ({ text: String(count) });
  const hours = (count: number): string => say(count === 1 ? words.hour : words.hours, language, { count });
  // A placeholder without a figure stays as it is; a test ensures that there is none.
  return {
    ...brandFigures(brand, language),
    ...(Object.assign({}, ...handedIn) as Figures),
    supportHours: { text: say(words.localTime, language, { hours: formatHours(supportWindow, language) }) },
    normalRates: { text: language === "id" ? rates.rateContentForIdn : rates.rateContentForEn },
    overdueRates: { text: language === "id" ? rates.overdueRateContentForIdn : rates.overdueRateContentForEn },
    reviewTime: { text: say(words.reviewTime, language, reviewTime) },
    paymentCheckTime: { text: hours(paymentCheckHours) },
    disbursementTime: { text: say(words.minutes, language, { count: payoutMinutes }) },
    signingDeadline: { text: hours(signHours) },
    collectionHours: { text: formatHours(contactHours, language) },
    photoMegabytes: bare(maxPhotoMegabytes),
    confirmSeconds: bare(pushSeconds),
    reminderDays: bare(remindDaysBefore),
  };
}

type BrandFigure = "brand" | "operator" | "licence" | "address" | "supportPhone" | "supportWhatsapp" | "supportEmail";

/** An unverified fact carries a mark in sentences; an address cannot. // Product decisions 1 */
function brandFigures(brand: Brand, language: Language): Record<BrandFigure, TextFigure> {
  const fact = ({ value, verified }: Brand["operator"]): TextFigure => ({
    text: verified ? value : say(words.sample, language, { fact: value }),
    address: value,
  });
  const phone = (one: Brand["operator"]): TextFigure => ({
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
/** The address of a Markdown link that contains a placeholder. */
const addressWithSlot = /\]\(([^()\s]*\{\{[^()]*?)\)/g;
const markdownSigns = /[\\`*_{}[\]()#+!|<>~]/g;

const known = (figures: Figures, name: string): TextFigure | undefined =>
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

/** Markdown with its figures: in address form inside addresses, as words elsewhere. */
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
