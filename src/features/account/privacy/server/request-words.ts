import { defineTexts } from "#shared/texts.ts";

/** Texts of the data that staff compare. */
export const dataRequestReviewTexts = defineTexts({
  kindOfReview: { id: "Permintaan soal data", en: "Request about data", zh: "数据申请" },
  kind: { id: "Yang diminta", en: "Requested", zh: "申请内容" },
  text: { id: "Penjelasan peminjam", en: "The borrower's words", zh: "借款人说明" },
  approvedMeans: {
    id: "Yang tertulis di “Bila dikabulkan” dijalankan, dan peminjam diberi tahu.",
    en: "The act under “If granted” is carried out, and the borrower is notified.",
    zh: "执行“同意后”所述内容，并通知借款人。",
  },
  rejectedMeans: {
    id: "Tidak ada yang berubah. Peminjam membaca alasan yang dipilih.",
    en: "Nothing changes. The borrower reads the chosen reason.",
    zh: "不作更改。借款人会看到所选理由。",
  },
  follows: { id: "Bila dikabulkan", en: "If granted", zh: "同意后" },
  RESTRICTIONFollows: {
    id: "Semua persetujuan yang bisa ditarik berakhir, dan pengukuran dimatikan.",
    en: "Every consent that can be withdrawn ends, and measuring is switched off.",
    zh: "所有可撤回的同意终止，并关闭统计。",
  },
  OBJECTIONFollows: {
    id: "Keputusan ditinjau petugas; catat hasilnya.",
    en: "A person reviews the decision; note the result.",
    zh: "由人工复核该决定，并记录结果。",
  },
  CORRECTIONFollows: {
    id: "Data diperbaiki lebih dulu, lalu dikabulkan.",
    en: "The data is corrected first, then this is granted.",
    zh: "先更正数据，再予同意。",
  },
  OTHERFollows: { id: "Seperti yang Anda catat.", en: "As you note in the decision.", zh: "按您的记录办理。" },
});
