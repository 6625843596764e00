import { defineTexts } from "#shared/texts.ts";

export const texts = defineTexts({
  // The console's
  proposalBudget: { id: "Event: aturan dan anggaran", en: "Campaign: rules and budget", zh: "活动：规则与预算" },
  staffTitle: { id: "Judul", en: "Title", zh: "标题" },
  staffOpens: { id: "Dibuka", en: "Opens", zh: "开始" },
  staffCloses: { id: "Ditutup", en: "Closes", zh: "结束" },
  staffBudget: { id: "Anggaran", en: "Budget", zh: "预算" },
  staffPrize: { id: "Hadiah", en: "Prize", zh: "奖品" },
});
