import { defineTexts } from "#shared/texts.ts";

/** Texts of the list of areas only: they are sent with its script. */
export const areasTexts = defineTexts({
  code: { id: "Kode wilayah", en: "Area code", zh: "地区代码" },
  codeHint: {
    id: "Misalnya 31, 31.71, atau 31.71.01. Kosongkan untuk semua provinsi.",
    en: "Such as 31, 31.71 or 31.71.01. Leave it empty for all provinces.",
    zh: "例如 31、31.71 或 31.71.01。留空则显示所有省份。",
  },
  show: { id: "Tampilkan", en: "Show", zh: "显示" },
  provinces: { id: "Semua provinsi", en: "All provinces", zh: "所有省份" },
  below: { id: "Di dalam {code}", en: "Within {code}", zh: "{code} 之内" },
  up: { id: "Satu tingkat ke atas", en: "One level up", zh: "上一级" },
  shown: { id: "{count} wilayah", en: "{count} areas", zh: "{count} 个地区" },
  deepest: { id: "Ini tingkat terdalam", en: "This is the deepest level", zh: "已是最深一级" },
  deepestBody: {
    id: "Di bawah desa atau kelurahan tidak ada wilayah lagi. Kodenya dipakai dalam alamat.",
    en: "Nothing lies below a village. Its code is what an address takes.",
    zh: "村之下没有更小的地区。地址使用它的代码。",
  },
});
