/** Tells the borrower that documents are asked for; which ones and why is read behind the login. */
import { defineNotice, withLink } from "#features/platform/notice/server/index.ts";
import { documentAskHours } from "#shared/promised-times.ts";
import { defineTexts } from "#shared/texts.ts";
import { findRequest } from "./request-store.ts";

const words = defineTexts({
  askedTitle: { id: "Kami perlu dokumen Anda", en: "We need documents from you", zh: "需要您补充资料" },
  asked: {
    id: `Untuk memutuskan pengajuan Anda, kami perlu melihat dokumen tertentu lagi. Unggah sampai {dueOn} (${documentAskHours} jam). Selama itu waktu pemeriksaan berhenti. Tanpa jawaban, kami melanjutkan dengan data yang ada; pengajuan Anda tidak ditolak karena itu.`,
    en: `To decide about your application we need to see some documents again. Upload them by {dueOn} (${documentAskHours} hours). The time of our review stands still meanwhile. Without an answer we go on with what there is; nobody is refused for silence.`,
    zh: `为审核您的申请，我们需要再次查看部分资料。请于 {dueOn} 前（${documentAskHours} 小时内）上传。期间审核时限暂停。若未上传，我们将按现有资料继续审核，不会因此拒绝您。`,
  },
  askedSms: {
    id: "Ada dokumen yang kami perlukan untuk pengajuan Anda, sampai {dueOn}. Unggah: {link}",
    en: "We need documents for your application by {dueOn}. Upload them: {link}",
    zh: "您的申请需补充资料，截至 {dueOn}：{link}",
  },
  remindedTitle: { id: "Dokumen Anda masih ditunggu", en: "We still wait for your documents", zh: "仍在等待您的资料" },
  reminded: {
    id: "Dokumen yang kami minta belum dikirim. Anda dapat mengunggahnya sampai {dueOn}; setelah itu kami melanjutkan dengan data yang ada.",
    en: "The documents that we asked for have not been sent. You can upload them until {dueOn}; after that we go on with what there is.",
    zh: "您尚未提交所需资料。可于 {dueOn} 前上传；逾期我们将按现有资料继续审核。",
  },
  remindedSms: {
    id: "Dokumen untuk pengajuan Anda masih ditunggu sampai {dueOn}. Unggah: {link}",
    en: "We still wait for documents for your application until {dueOn}. Upload: {link}",
    zh: "仍需补充申请资料，截至 {dueOn}：{link}",
  },
  toUpload: { id: "Unggah:", en: "Upload:", zh: "上传：" },
});

type Values = { requestId: string; dueOn: string };

const requestNotice = (what: "asked" | "reminded") =>
  defineNotice<Values>({
    kind: `document.${what}`,
    topic: "LOAN",
    channels: ["INBOX", "WHATSAPP", "SMS"],
    texts: {
      title: words[`${what}Title`],
      body: words[what],
      whatsapp: withLink(words[what], words.toUpload),
      sms: words[`${what}Sms`],
    },
    isReminder: what === "reminded",
    link: () => ({ path: "/webview/additional-again" }),
    // Answered or ended meanwhile: nobody is asked any more.
    async prepare({ database }, { borrowerId, values }) {
      const row = borrowerId && (await findRequest(database, borrowerId, values.requestId));
      return row && row.state === "OPEN" ? { values } : null;
    },
    example: { requestId: "", dueOn: "2026-11-30" },
  });

export const documentsAsked = requestNotice("asked");
export const documentsReminded = requestNotice("reminded");
export const notices = [documentsAsked, documentsReminded];
