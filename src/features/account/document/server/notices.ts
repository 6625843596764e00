/** Notifies the borrower that documents are asked for; which ones and why is read behind the login. */
import { defineNotice, withLink } from "#features/platform/notice/server/index.ts";
import { documentAskHours, linkDays } from "#shared/promised-times.ts";
import { defineTexts } from "#shared/texts.ts";
import { fillLinkPurpose, offerLinkPurpose } from "../contract.ts";
import { findInformationOffer } from "./offer-store.ts";
import { findDocumentRequest } from "./request-store.ts";

const words = defineTexts({
  askedTitle: { id: "Kami perlu dokumen Anda", en: "We need documents from you", zh: "需要您补充资料" },
  asked: {
    id: `Untuk memutuskan pengajuan Anda, kami perlu melihat dokumen tertentu lagi. Unggah sampai {dueOn} (${documentAskHours} jam). Selama itu waktu pemeriksaan berhenti. Tanpa jawaban, kami melanjutkan dengan data yang ada; pengajuan Anda tidak ditolak karena itu.`,
    en: `To decide about your application we need to see some documents again. Upload them by {dueOn} (${documentAskHours} hours). Our review is paused until then. Without an answer we go on with the data that we have; your application is not refused because of that.`,
    zh: `为审核您的申请，我们需要再次查看部分资料。请于 {dueOn} 前（${documentAskHours} 小时内）上传。期间审核时限暂停。若未上传，我们将按现有资料继续审核，不会因此拒绝您。`,
  },
  askedSms: {
    id: "Ada dokumen yang kami perlukan untuk pengajuan Anda, sampai {dueOn}. Unggah: {link}",
    en: "We need documents for your application by {dueOn}. Upload them: {link}",
    zh: "您的申请需补充资料，截至 {dueOn}：{link}",
  },
  remindedTitle: {
    id: "Dokumen Anda masih ditunggu",
    en: "We are still waiting for your documents",
    zh: "仍在等待您的资料",
  },
  reminded: {
    id: "Dokumen yang kami minta belum dikirim. Anda bisa mengunggahnya sampai {dueOn}; setelah itu kami melanjutkan dengan data yang ada.",
    en: "The documents that we requested have not been sent. You can upload them until {dueOn}; after that we continue with the data that we have.",
    zh: "您尚未提交所需资料。可于 {dueOn} 前上传；逾期我们将按现有资料继续审核。",
  },
  remindedSms: {
    id: "Dokumen untuk pengajuan Anda masih ditunggu sampai {dueOn}. Unggah: {link}",
    en: "We still need documents for your application by {dueOn}. Upload: {link}",
    zh: "仍需补充申请资料，截至 {dueOn}：{link}",
  },
  offeredTitle: { id: "Satu data lagi bisa membantu", en: "One more document can help", zh: "再补充一项或有帮助" },
  offered: {
    id: "Pengajuan Anda sedang ditinjau. Bila mau, tambahkan satu dari beberapa pilihan sampai {dueOn}; itu bisa mempercepat keputusan. Melewatinya tidak merugikan Anda.",
    en: "Your application is being reviewed. If you like, add one of several things by {dueOn}; it may speed up the decision. Skipping it does you no harm.",
    zh: "您的申请正在审核。如愿意，可于 {dueOn} 前从几项中选一项补充，或可加快审核。跳过不会有任何影响。",
  },
  offeredSms: {
    id: "Tambah satu data untuk pengajuan Anda, bila mau, sampai {dueOn}: {link}",
    en: "You may add one thing to your application until {dueOn}: {link}",
    zh: "可为申请补充一项，截至 {dueOn}：{link}",
  },
  reofferedTitle: { id: "Coba lagi dengan satu bukti", en: "Try again with one proof", zh: "补充一项后可再次申请" },
  reoffered: {
    id: "Tambahkan satu bukti penghasilan sampai {dueOn}, lalu ajukan lagi dengan jumlah dan jangka waktu yang sama; semuanya sudah kami isikan.",
    en: "Add one proof of income by {dueOn} and apply again on the same terms; we have filled them in for you.",
    zh: "请于 {dueOn} 前补充一项收入证明，即可按相同条件再次申请，我们已为您填好。",
  },
  reofferedSms: {
    id: "Tambah satu bukti sampai {dueOn}, lalu ajukan lagi: {link}",
    en: "Add one proof by {dueOn} and apply again: {link}",
    zh: "补充一项可再申请，至{dueOn} {link}",
  },
  toChoose: { id: "Pilih:", en: "Choose:", zh: "选择：" },
  toUpload: { id: "Unggah:", en: "Upload:", zh: "上传：" },
});

/** `linkId`: the link for uploads without a login; empty without one. */
type Values = { requestId: string; dueOn: string; linkId: string };

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
    link: ({ borrowerId, values: { linkId } }) => ({
      path: "/webview/additional-again",
      ...(linkId === "" || borrowerId === null
        ? {}
        : {
            signed: {
              path: "/webview/no-login-fill",
              purpose: fillLinkPurpose,
              subject: `${borrowerId}.${linkId}`,
              ownerId: borrowerId,
              days: linkDays,
              endsWithNumber: true,
            },
          }),
    }),
    // An answered or ended request needs no notice any more.
    async prepare({ database }, { borrowerId, values }) {
      const row = borrowerId && (await findDocumentRequest(database, borrowerId, values.requestId));
      return row && row.state === "OPEN" ? { values } : null;
    },
    example: { requestId: "", dueOn: "2026-11-30", linkId: "" },
  });

export const documentsAsked = requestNotice("asked");
export const documentsReminded = requestNotice("reminded");

/** By a link that shows nothing personal and takes uploads; behind the login, every option. */
const offerNotice = (what: "offered" | "reoffered", path: `/${string}`) =>
  defineNotice<{ offerId: string; dueOn: string }>({
    kind: `document.${what}`,
    topic: "LOAN",
    channels: ["INBOX", "WHATSAPP", "SMS"],
    texts: {
      title: words[`${what}Title`],
      body: words[what],
      whatsapp: withLink(words[what], words.toChoose),
      sms: words[`${what}Sms`],
    },
    link: ({ borrowerId, values: { offerId } }) => ({
      path,
      signed: {
        path: "/webview/n-select-one-outside",
        purpose: offerLinkPurpose,
        subject: `${borrowerId}.${offerId}`,
        ownerId: borrowerId!,
        days: linkDays,
        endsWithNumber: true,
      },
    }),
    async prepare({ database }, { borrowerId, values }) {
      const row = borrowerId && (await findInformationOffer(database, borrowerId, values.offerId));
      return row && row.state === "OPEN" ? { values } : null;
    },
    example: { offerId: "", dueOn: "2026-11-30" },
  });
export const informationOffered = {
  REVIEW: offerNotice("offered", "/webview/n-select-one"),
  REOFFER: offerNotice("reoffered", "/webview/n-select-one-reoffer"),
};

export const notices = [documentsAsked, documentsReminded, ...Object.values(informationOffered)];
