/** Messages to borrowers about restructuring. Outside the app a message names neither debt nor amount. */
import { defineNotice, withLink, type NoticeDefinition } from "#features/platform/notice/server/index.ts";
import { defineTexts } from "#shared/texts.ts";
import { findRestructureOffer, restructureOffersOf } from "./store.ts";

const page = "/webview/loanrestruture";

const words = defineTexts({
  offeredTitle: { id: "Keringanan untuk Anda", en: "Help for you", zh: "为您提供的还款方案" },
  offered: {
    id: "Ada jadwal pembayaran baru untuk pinjaman {number}. Bandingkan dan putuskan paling lambat {until}; menolak tidak dikenai biaya.",
    en: "There is a new payment schedule for loan {number}. Compare it and decide by {until}; declining costs nothing.",
    zh: "借款 {number} 有新的还款计划。请在 {until} 前比较并决定，拒绝不收费。",
  },
  offeredOutside: {
    id: "Ada tawaran untuk pinjaman {number} sampai {until}.",
    en: "There is an offer for loan {number} until {until}.",
    zh: "借款 {number} 有一份方案，有效期至 {until}。",
  },
  see: { id: "Lihat:", en: "See it:", zh: "查看：" },
  offeredSms: {
    id: "Ada tawaran untuk Anda di aplikasi. Lihat: {link}",
    en: "There is an offer for you in the app. See it: {link}",
    zh: "应用内有一份为您准备的方案：{link}",
  },
  signedTitle: { id: "Jadwal baru berlaku", en: "Your new schedule is in force", zh: "新还款计划已生效" },
  signed: {
    id: "Pinjaman {old} diganti pinjaman {number} dengan jadwal baru. Jadwal dan perjanjiannya ada di aplikasi.",
    en: "Loan {old} is replaced by loan {number} with a new schedule. Schedule and agreement are in the app.",
    zh: "借款 {old} 已由借款 {number} 替换，新计划和协议见应用。",
  },
  signedSms: {
    id: "Perjanjian baru Anda berlaku. Lihat: {link}",
    en: "Your new agreement is in force. See it: {link}",
    zh: "您的新协议已生效：{link}",
  },
  expiredTitle: { id: "Tawaran sudah berakhir", en: "The offer has ended", zh: "方案已到期" },
  expired: {
    id: "Tawaran untuk pinjaman {number} berakhir tanpa ditandatangani. Pinjaman Anda berjalan seperti semula.",
    en: "The offer for loan {number} ended unsigned. Your loan continues as before.",
    zh: "借款 {number} 的方案未签署，已到期。借款照旧继续。",
  },
  expiredSms: {
    id: "Sebuah tawaran di aplikasi sudah berakhir. Lihat: {link}",
    en: "An offer in the app has ended. See it: {link}",
    zh: "应用内的一份方案已到期：{link}",
  },
  rejectedTitle: { id: "Hasil permintaan keringanan", en: "Result of your request for help", zh: "协商还款申请结果" },
  rejected: {
    id: "Petugas sudah memeriksa permintaan keringanan untuk pinjaman {number}. Hasilnya ada di halaman keringanan.",
    en: "Our staff have reviewed your request for help with loan {number}. The result is on the page about it.",
    zh: "工作人员已审核借款 {number} 的协商还款申请，结果见协商还款页面。",
  },
  rejectedSms: {
    id: "Hasil permintaan Anda sudah ada. Lihat: {link}",
    en: "There is a result for your request. See it: {link}",
    zh: "您的申请已有结果：{link}",
  },
});

const common = {
  topic: "LOAN",
  channels: ["INBOX", "WHATSAPP", "SMS"],
  link: () => ({ path: page }) as const,
} as const;
const example = { loanId: "", number: "TN-7KQ2-M4XD" };

type Offered = { loanId: string; number: string; until: string };
export const restructureOfferedNotice = defineNotice<Offered>({
  ...common,
  kind: "restructure.offered",
  texts: {
    title: words.offeredTitle,
    body: words.offered,
    whatsapp: withLink(words.offeredOutside, words.see),
    sms: words.offeredSms,
  },
  // Signed, declined or paid by now: there is nothing left to decide.
  async prepare({ database }, { borrowerId, values }) {
    const offers = borrowerId ? await restructureOffersOf(database, borrowerId) : [];
    return offers.some(({ loanId, state }) => loanId === values.loanId && state === "OFFERED") ? { values } : null;
  },
  example: { ...example, until: "2026-11-26T10:00:00.000Z" },
});

export const restructureSignedNotice = defineNotice<{ old: string; number: string }>({
  ...common,
  kind: "restructure.signed",
  link: () => ({ path: `${page}/contract` }),
  texts: {
    title: words.signedTitle,
    body: words.signed,
    whatsapp: withLink(words.signed, words.see),
    sms: words.signedSms,
  },
  example: { old: example.number, number: example.number },
});

export const restructureExpiredNotice = defineNotice<{ offerId: string; number: string }>({
  ...common,
  kind: "restructure.expired",
  texts: {
    title: words.expiredTitle,
    body: words.expired,
    whatsapp: withLink(words.expired, words.see),
    sms: words.expiredSms,
  },
  async prepare({ database }, { borrowerId, values }) {
    const offer = borrowerId && (await findRestructureOffer(database, borrowerId, values.offerId));
    return offer && offer.state === "EXPIRED" ? { values } : null;
  },
  example: { offerId: "", number: example.number },
});

export const restructureRejectedNotice = defineNotice<{ number: string }>({
  ...common,
  kind: "restructure.rejected",
  texts: {
    title: words.rejectedTitle,
    body: words.rejected,
    whatsapp: withLink(words.rejected, words.see),
    sms: words.rejectedSms,
  },
  example: { number: example.number },
});

export const notices = [
  restructureOfferedNotice,
  restructureSignedNotice,
  restructureExpiredNotice,
  restructureRejectedNotice,
] as unknown as readonly NoticeDefinition<never>[];
