/** Figures for texts about loans: the standard product, its caps and a worked example, as in force. */
import type { TextFigure, TextFigureSource } from "#features/platform/content/server/index.ts";
import { formatPpm, formatRupiah } from "#shared/money.ts";
import { locales, say, type Text } from "#shared/texts.ts";
import { standardProduct, tenorClass } from "./engine/index.ts";
import { productsToday, quoteFor } from "./products.ts";
import { ruleInForce } from "./rules/regulation.ts";

/** The amount of the worked example in rupiah, within the product's limits. */
const exampleRupiah = 1_000_000;
const daysInYear = 365;

const words = {
  days: { id: "{list} hari", en: "{list} days", zh: "{list} 天" },
  instalment: {
    id: "- Cicilan {number}, hari ke-{day}: pokok {principal} dan bunga {interest}, bayar **{total}**.",
    en: "- Instalment {number}, day {day}: principal {principal} and interest {interest}, pay **{total}**.",
    zh: "- 第 {number} 期，第 {day} 天：本金 {principal}，利息 {interest}，应还 **{total}**。",
  },
} as const satisfies Record<string, Text>;

export const textFiguresOfProducts: TextFigureSource = async ({ services, language, today }) => {
  const [product = standardProduct] = await productsToday(services);
  const maxDays = Math.max(...product.tenorsDays);
  const amountRupiah = Math.min(Math.max(exampleRupiah, product.minimumRupiah), product.maximumRupiah);
  const example = await quoteFor(services, {
    principalRupiah: amountRupiah,
    tenorDays: maxDays,
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
  const ppm = (ratePpm: number): TextFigure => ({ text: formatPpm(ratePpm, language) });
  const rupiah = (amount: number): TextFigure => ({ text: formatRupiah(amount) });
  const list = new Intl.ListFormat(locales[language], { type: "disjunction" }).format(product.tenorsDays.map(String));
  return {
    loanMinimum: rupiah(product.minimumRupiah),
    loanMaximum: rupiah(product.maximumRupiah),
    loanStep: rupiah(product.stepRupiah),
    tenors: { text: say(words.days, language, { list }) },
    longestTenorDays: { text: String(maxDays) },
    instalmentDays: { text: String(product.instalmentDays) },
    dailyRate: ppm(product.dailyRatePpm),
    yearlyRateNominal: ppm(product.dailyRatePpm * daysInYear),
    lateFeeRate: ppm(product.lateFeeDailyPpm),
    fee: ppm(product.feePpm),
    dailyCostCap: ppm(ruleInForce("DAILY_COST_CAP_PPM", today, tenorClass(today, maxDays)).value),
    totalCostCap: ppm(ruleInForce("TOTAL_COST_CAP_PPM", today).value),
    exampleAmount: rupiah(amountRupiah),
    exampleDays: { text: String(maxDays) },
    exampleInstalment: rupiah(example.instalments[0]?.totalRupiah ?? 0),
    exampleTotal: rupiah(example.totalRupiah),
    exampleInterest: rupiah(example.interestRupiah),
    exampleSchedule: { text: schedule.join("\n"), isMarkdown: true },
  };
};
