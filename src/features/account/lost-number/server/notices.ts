/** Notices to the requester, only at the new number. Account/security notifies the owner. */
import { holdHours } from "#features/account/hold/contract.ts";
import { lostNumberPromisedHours } from "../contract.ts";
import { defineNotice, type NoticeDefinition } from "#features/platform/notice/server/index.ts";

type About = { reference: string };
const example: About = { reference: "LN-7F3K9Q2M" };
type Request = About & { requestId: string };
const exampleRequest: Request = { ...example, requestId: "00000000-0000-4000-8000-000000000000" };
/** The page with the request's state, for the browser that started it; elsewhere the page says so. */
const toRequest = ({ values }: { values: Request }) => ({ path: `/lost-number?request=${values.requestId}` }) as const;

export const lostNumberReceivedNotice = defineNotice<Request>({
  kind: "lost-number.received",
  topic: "SECURITY",
  channels: ["WHATSAPP", "SMS"],
  link: toRequest,
  example: exampleRequest,
  texts: {
    title: { id: "Permintaan diterima", en: "Request received", zh: "已收到申请" },
    body: {
      id: `Permintaan {reference} diterima. Hasilnya kami kabari di nomor ini dalam ${lostNumberPromisedHours / 24} hari.`,
      en: `Request {reference} was received. We send the result to this number within ${lostNumberPromisedHours / 24} days.`,
      zh: `已收到申请 {reference}，${lostNumberPromisedHours / 24} 天内将通过此号码通知结果。`,
    },
    sms: {
      id: `{brand}: permintaan nomor hilang {reference} diterima. Hasilnya dikabari di nomor ini dalam ${lostNumberPromisedHours / 24} hari. {link}`,
      en: `{brand}: lost number request {reference} received. The result comes to this number within ${lostNumberPromisedHours / 24} days. {link}`,
      zh: "{brand}：已收到申请 {link}",
    },
  },
});

/**
 * The promised time has passed. Silence until then reveals nothing more: a request without a matching account was
 * answered before.
 */
export const lostNumberLateNotice = defineNotice<Request>({
  kind: "lost-number.late",
  topic: "SECURITY",
  channels: ["WHATSAPP", "SMS"],
  link: toRequest,
  example: exampleRequest,
  texts: {
    title: { id: "Permintaan terlambat", en: "Your request is late", zh: "申请处理延迟" },
    body: {
      id: `Maaf, permintaan {reference} belum selesai kami periksa dalam ${lostNumberPromisedHours / 24} hari seperti yang dijanjikan. Permintaan Anda kami dahulukan; Anda tidak perlu mengirim ulang.`,
      en: `We are sorry: request {reference} was not decided within ${lostNumberPromisedHours / 24} days as promised. It comes first now; there is no need to send it again.`,
      zh: `很抱歉，申请 {reference} 未能在承诺的 ${lostNumberPromisedHours / 24} 天内处理完毕。我们已优先处理，无需重新提交。`,
    },
    sms: {
      id: "{brand}: maaf, permintaan {reference} terlambat dan kami dahulukan. {link}",
      en: "{brand}: sorry, request {reference} is late. It comes first now. {link}",
      zh: "{brand}：申请处理延迟 {link}",
    },
  },
});

export const lostNumberRejectedNotice = defineNotice<About>({
  kind: "lost-number.rejected",
  topic: "SECURITY",
  channels: ["WHATSAPP", "SMS"],
  link: () => ({ path: "/webview/customer-service" }),
  example,
  texts: {
    title: { id: "Permintaan tidak bisa dipenuhi", en: "Request could not be met", zh: "申请未能通过" },
    body: {
      id: "Permintaan {reference} tidak bisa kami penuhi: data dan bukti yang dikirim tidak cukup untuk mengganti nomor akun mana pun. Hubungi layanan pelanggan atau daftar baru.",
      en: "We could not meet request {reference}: what was sent is not enough to change the number of any account. Contact customer service, or register again.",
      zh: "申请 {reference} 未能通过：提交的信息和证明不足以更换任何账户的号码。请联系客服或重新注册。",
    },
    sms: {
      id: "{brand}: permintaan {reference} tidak bisa dipenuhi, data dan bukti tidak cukup. Bantuan: {link}",
      en: "{brand}: request {reference} could not be met, what was sent is not enough. Help: {link}",
      zh: "{brand}：申请未通过 {link}",
    },
  },
});

/** The owner made the request and has found the SIM again. */
export const lostNumberEndedNotice = defineNotice<About>({
  kind: "lost-number.ended",
  topic: "SECURITY",
  channels: ["WHATSAPP", "SMS"],
  link: () => ({ path: "/login" }),
  example,
  texts: {
    title: { id: "Permintaan dihentikan", en: "Request ended", zh: "申请已终止" },
    body: {
      id: "Permintaan {reference} dihentikan karena pemilik akun masuk dengan nomor lamanya. Nomor akun tidak berubah.",
      en: "Request {reference} was ended, because the owner of the account logged in with the former number. The number stays as it is.",
      zh: "申请 {reference} 已终止，因账户本人已用原号码登录。账户号码不变。",
    },
    sms: {
      id: "{brand}: permintaan {reference} dihentikan, pemilik masuk dengan nomor lama. {link}",
      en: "{brand}: request {reference} ended, the owner logged in with the former number. {link}",
      zh: "{brand}：申请已终止 {link}",
    },
  },
});

export const lostNumberDoneNotice = defineNotice<About>({
  kind: "lost-number.done",
  topic: "SECURITY",
  channels: ["INBOX", "WHATSAPP", "SMS", "MAIL"],
  link: () => ({ path: "/login" }),
  example,
  texts: {
    title: { id: "Akun Anda memakai nomor ini", en: "Your account uses this number", zh: "账户已改用此号码" },
    body: {
      id: `Permintaan {reference} disetujui. Mulai sekarang, masuk dengan nomor ini dan buat kata sandi baru. Penarikan dan perubahan akun dibuka lagi dalam ${holdHours} jam; Anda tetap bisa membayar.`,
      en: `Request {reference} was approved. From now on log in with this number and set a new password. Withdrawals and account changes open again in ${holdHours} hours; you can still repay.`,
      zh: `申请 {reference} 已通过。请使用此号码登录并重设密码。提现和账户变更将于 ${holdHours} 小时后恢复，还款不受影响。`,
    },
    sms: {
      id: "{brand}: permintaan {reference} disetujui. Masuk dengan nomor ini: {link}",
      en: "{brand}: request {reference} was approved. Log in with this number: {link}",
      zh: "{brand}：申请已通过 {link}",
    },
    mail: {
      subject: {
        id: "Nomor baru akun {brand} berlaku",
        en: "Your {brand} account now uses the new number",
        zh: "{brand} 账户新号码已生效",
      },
      body: {
        id: "Permintaan {reference} disetujui. Masuk ke akun {brand} dengan nomor baru, lalu buat kata sandi baru.\n\nMasuk: {link}",
        en: "Request {reference} was approved. Log in to your {brand} account with the new number, then set a new password.\n\nLog in: {link}",
        zh: "申请 {reference} 已通过。请使用新号码登录您的 {brand} 账户并重设密码。\n\n登录：{link}",
      },
    },
  },
});

export const notices = [
  lostNumberReceivedNotice,
  lostNumberLateNotice,
  lostNumberRejectedNotice,
  lostNumberEndedNotice,
  lostNumberDoneNotice,
] as unknown as readonly NoticeDefinition<never>[];
