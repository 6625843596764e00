import { defineTexts } from "#shared/texts.ts";

export const texts = defineTexts({
  interest: { id: "Bunga {rate} per hari", en: "Interest {rate} a day", zh: "利息 每天 {rate}" },
  otherFees: { id: "Biaya lain", en: "Other fees", zh: "其他费用" },
  total: { id: "Total kembali", en: "Total to repay", zh: "应还总额" },
  instalmentsFirst: { id: "{count} cicilan, pertama {date}", en: "{count} instalments, first on {date}", zh: "共 {count} 期，首期 {date}" },
  yearlyRate: { id: "Setara {rate} per tahun (efektif).", en: "Equals {rate} a year (effective).", zh: "折合年利率（有效）{rate}。" },
  highest: {
    id: "Paling mahal sekalipun: {total}. Tidak akan lebih.",
    en: "At the very most: {total}. Never more.",
    zh: "最多不超过 {total}，绝不会更多。",
  },
});
