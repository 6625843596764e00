import { readingHours } from "../staff-contract.ts";
import { defineTexts } from "#shared/texts.ts";

export const retentionWords = defineTexts({
  closed: {
    id: "akun yang ditutup",
    en: "closed account",
    zh: "已注销账户",
  },
  confirmedFollows: {
    id: `Pengusul bisa membuka yang tersimpan, satu per satu, selama ${readingHours} jam. Setiap pembukaan tercatat.`,
    en: `The maker may open the kept data, one item at a time, for ${readingHours} hours. Each opening is recorded.`,
    zh: `提议人可在 ${readingHours} 小时内逐项查看，每次查看都会记录。`,
  },
  refusedFollows: {
    id: "Tidak ada yang dibuka.",
    en: "Nothing is opened.",
    zh: "不开放查看。",
  },
  kind: { id: "Membuka data tersimpan", en: "Opening kept data", zh: "查看保留数据" },
  pieces: { id: "Yang tersimpan", en: "What is kept", zh: "保留项数" },
});
