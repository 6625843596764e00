import { defineTexts } from "#shared/texts.ts";

/** What staff compare. */
export const caseTexts = defineTexts({
  kindOfReview: { id: "Permintaan soal data", en: "Request about data", zh: "数据申请" },
  kind: { id: "Yang diminta", en: "Asked for", zh: "申请内容" },
  text: { id: "Penjelasan peminjam", en: "The borrower's words", zh: "借款人说明" },
  follows: { id: "Bila dikabulkan", en: "Where granted", zh: "同意后" },
  RESTRICTIONFollows: {
    id: "Semua persetujuan yang bisa ditarik berakhir, dan pengukuran dimatikan.",
    en: "Every consent that can be withdrawn ends, and measuring is switched off.",
    zh: "所有可撤回的同意终止，并关闭统计。",
  },
  OBJECTIONFollows: {
    id: "Keputusan ditinjau orang; catat hasilnya.",
    en: "A person looks at the decision again; note what came of it.",
    zh: "由人工复核该决定，并记录结果。",
  },
  CORRECTIONFollows: {
    id: "Data diperbaiki lebih dulu, lalu dikabulkan.",
    en: "The data is corrected first, then this is granted.",
    zh: "先更正数据，再予同意。",
  },
  OTHERFollows: { id: "Seperti yang Anda catat.", en: "As you note.", zh: "按您的记录办理。" },
});
