import { defineTexts } from "#shared/texts.ts";

export const chartTexts = defineTexts({
  noData: { id: "Belum ada angka.", en: "No figures yet.", zh: "暂无数据。" },
  nothingWaits: { id: "Tidak ada yang menunggu.", en: "Nothing is waiting.", zh: "没有等待的工作。" },
  figures: { id: "Tabel dan definisi", en: "Table and definition", zh: "表格与定义" },
  csv: { id: "Unduh CSV", en: "Download CSV", zh: "下载 CSV" },
  day: { id: "Hari", en: "Day", zh: "日期" },
  part: { id: "Bagian", en: "Part", zh: "项目" },
  value: { id: "Nilai", en: "Value", zh: "数值" },
  seeTable: {
    id: "Semua angka ada di tabel.",
    en: "The table has every figure.",
    zh: "完整数据见表格。",
  },
});
