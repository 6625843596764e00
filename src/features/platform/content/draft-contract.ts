/** A content as it is edited in the console, and reasons for refusing a text. */
import * as v from "valibot";
import { freeText, optionalText } from "#shared/fields/free-text.ts";
import { openShape, shape } from "#shared/fields/shape.ts";

/** Limits of a text and of its title in characters; longer texts should be split. */
export const maxMarkdown = 40_000;
export const maxTitle = 200;

/** Faults of a text beyond its fields' own rules; `{names}` are the words concerned. */
export const writingProblems = {
  LINE_UNKNOWN: {
    id: "Kumpulan ini tidak memakai isian ini.",
    en: "This collection does not use this field.",
    zh: "此集合不使用该字段。",
  },
  SECTION_UNKNOWN: { id: "Pilih bagian dari daftar.", en: "Choose a section of the list.", zh: "请从列表中选择栏目。" },
  ORDER_FORMAT: {
    id: "Tulis urutan sebagai bilangan bulat, misalnya 10.",
    en: "Write the order as a whole number, such as 10.",
    zh: "请用整数填写顺序，例如 10。",
  },
  DATE_FORMAT: {
    id: "Tulis tanggal sebagai TTTT-BB-HH.",
    en: "Write the date as YYYY-MM-DD.",
    zh: "请按 YYYY-MM-DD 填写日期。",
  },
  UNTIL_BEFORE_PUBLISHED: {
    id: "Tanggal akhir harus setelah tanggal terbit.",
    en: "The last day must not be before the first.",
    zh: "结束日期不得早于发布日期。",
  },
  PICTURE_FORMAT: {
    id: "Tulis nama gambar dari galeri, misalnya receipt.",
    en: "Write the name of a picture of the gallery, such as receipt.",
    zh: "请填写图库中的图片名称，例如 receipt。",
  },
  FIGURE_UNKNOWN: {
    id: "Angka ini tidak dikenal: {names}.",
    en: "There is no such figure: {names}.",
    zh: "没有这些数据：{names}。",
  },
  LINK_UNSAFE: {
    id: "Tautan ini tidak akan tampil: {names}.",
    en: "These links would not be shown: {names}.",
    zh: "以下链接不会显示：{names}。",
  },
  STRUCTURE_WRONG: {
    id: "Susunannya belum benar: {names}.",
    en: "Its structure is not right yet: {names}.",
    zh: "结构有误：{names}。",
  },
  STRUCTURE_DIFFERS: {
    id: "Susunannya berbeda dari bahasa lain: pertanyaan, pengaturan, dan pilihannya harus sama.",
    en: "Its structure differs from the other languages: questions, settings and options must be the same.",
    zh: "结构与其他语言不同：问题、设置和选项必须一致。",
  },
} as const;

const written = shape("ContentWritten", {
  title: freeText(maxTitle),
  summary: v.optional(optionalText(300)),
  markdown: freeText(maxMarkdown),
});
const headLine = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(60, "TOO_LONG")));
/** A content as it is edited: the texts by language, and the head lines common to all. */
export const contentDraft = {
  texts: v.strictObject({ id: written, en: written, zh: written }),
  head: v.optional(
    v.strictObject({
      section: headLine,
      topic: headLine,
      order: headLine,
      published: headLine,
      until: headLine,
      picture: headLine,
    }),
    {},
  ),
};
const storedText = openShape("ContentText", { title: v.string(), summary: v.string(), markdown: v.string() });
export const storedDraft = {
  texts: v.object({ id: storedText, en: storedText, zh: storedText }),
  head: v.object({
    section: v.string(),
    topic: v.string(),
    order: v.string(),
    published: v.string(),
    until: v.string(),
    picture: v.string(),
  }),
};
export const draftShape = v.object(storedDraft);
export type DraftShape = v.InferOutput<typeof draftShape>;
