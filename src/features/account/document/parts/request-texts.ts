import { documentAskHours, reviewTime } from "#shared/promised-times.ts";
import { defineTexts } from "#shared/texts.ts";

/** Texts of documents that are asked for again. */
export const documentRequestTexts = defineTexts({
  title: { id: "Dokumen yang diminta", en: "Requested documents", zh: "需补充的资料" },
  lead: {
    id: "Petugas perlu melihat dokumen ini lagi untuk memutuskan pengajuan Anda.",
    en: "Our staff need to see these documents again to decide about your application.",
    zh: "工作人员需要再次查看以下资料，以便审核您的申请。",
  },
  until: { id: "Kirim sampai {until}", en: "Send them by {until}", zh: "请于 {until} 前提交" },
  stands: {
    id: `Waktu pemeriksaan ${reviewTime.maxHours} jam kami hentikan selama itu. Tanpa jawaban, kami melanjutkan dengan data yang ada; pengajuan Anda tidak ditolak karena itu.`,
    en: `The ${reviewTime.maxHours} hours of our review are paused until then. Without an answer we go on with the data that we have; your application is not refused because of that.`,
    zh: `期间 ${reviewTime.maxHours} 小时审核时限暂停。若未提交，我们将按现有资料继续审核，不会因此拒绝您。`,
  },
  because: { id: "Mengapa: {reasons}", en: "Why: {reasons}", zh: "原因：{reasons}" },
  noteOf: { id: "Pesan petugas:", en: "Message from our staff:", zh: "工作人员留言：" },
  kinds: { id: "Yang perlu diunggah", en: "What to upload", zh: "需上传的资料" },
  given: { id: "Sudah ada", en: "Uploaded", zh: "已上传" },
  missing: { id: "Belum ada yang baru", en: "Nothing new yet", zh: "尚未更新" },
  open: { id: "Belum", en: "Open", zh: "待上传" },
  withoutRest: {
    id: "Saya tidak punya yang kurang. Lanjutkan dengan data yang ada.",
    en: "I do not have the missing ones. Continue without them.",
    zh: "我没有其余资料，请按现有资料继续。",
  },
  send: { id: "Kirim", en: "Send", zh: "提交" },
  sentTitle: { id: "Terima kasih, sudah kami terima", en: "Thank you, we have it", zh: "谢谢，我们已收到" },
  sent: {
    id: "Pemeriksaan berlanjut. Kami beri tahu begitu ada hasilnya.",
    en: "The review continues. We will notify you as soon as there is a result.",
    zh: "审核已继续，出结果后我们会立即通知您。",
  },
  overTitle: { id: "Waktunya sudah habis", en: "The time has run out", zh: "已超过期限" },
  over: {
    id: `Waktu ${documentAskHours} jam sudah lewat. Pemeriksaan berlanjut dengan data yang ada.`,
    en: `The ${documentAskHours} hours are over. The review continues with the documents that we have.`,
    zh: `${documentAskHours} 小时期限已过，我们将按现有资料继续审核。`,
  },
  noneTitle: { id: "Tidak ada yang diminta", en: "No documents are requested", zh: "暂无需补充的资料" },
  none: {
    id: "Bila petugas perlu melihat dokumen lagi, Anda mendapat pesan dan melihatnya di sini.",
    en: "When our staff need to see documents again, you get a message and find it here.",
    zh: "如需再次查看资料，我们会发消息通知您，并显示在此处。",
  },
  home: { id: "Ke beranda", en: "To your home page", zh: "返回首页" },
  toList: { id: "Kembali ke daftar", en: "Back to the list", zh: "返回列表" },
  // The line on the lists that link to the request.
  askedLine: { id: "Diminta petugas, sampai {until}", en: "Requested, by {until}", zh: "需补充，截至 {until}" },
  askedHeading: { id: "Diminta petugas", en: "Requested", zh: "需补充" },
});
