import { defineTexts } from "#shared/texts.ts";

export const texts = defineTexts({
  charts: { id: "Angka usaha", en: "The business in figures", zh: "业务数据" },
  operation: { id: "Mitra dan pekerjaan server", en: "Partners and the server’s work", zh: "合作方与后台处理" },
  kinds: { id: "Jenis grafik", en: "Kinds of charts", zh: "图表类别" },
  business: { id: "Usaha", en: "Business", zh: "业务" },
  operationShort: { id: "Mitra dan server", en: "Partners and server", zh: "合作方与服务器" },
  period: { id: "Rentang waktu", en: "Period", zh: "时间范围" },
  lastDays: { id: "{days} hari", en: "{days} days", zh: "{days} 天" },
  countedAt: { id: "Dihitung", en: "Counted", zh: "统计于" },
  notYet: {
    id: "Grafik muncul setelah angka pertama dihitung, beberapa menit setelah server mulai.",
    en: "Charts appear once the first figures are counted, some minutes after the server's start.",
    zh: "服务器启动几分钟后统计出首批数据，图表随即显示。",
  },
});
