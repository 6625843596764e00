import { defineTexts } from "#shared/texts.ts";

/** Texts of the borrower's answers for the credit review, in the console. */
export const reviewAnswersTexts = defineTexts({
  title: {
    id: "Jawaban peminjam untuk tinjauan kredit",
    en: "The borrower's answers for the credit review",
    zh: "借款人的信贷审核回答",
  },
  lead: {
    id: "Hanya yang disetujui peminjam untuk dibaca dalam tinjauan. Jika ditarik, jawabannya hilang dari sini.",
    en: "Only answers that the borrower agreed to have read in the review. If the consent is withdrawn, they disappear from here.",
    zh: "仅包含借款人同意在审核中参阅的内容；撤回后即从此处消失。",
  },
  none: {
    id: "Tidak ada jawaban dengan persetujuan.",
    en: "There are no answers with a consent.",
    zh: "没有经同意的回答。",
  },
});
