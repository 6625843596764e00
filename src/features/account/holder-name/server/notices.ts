/** Notices about a name that staff compared; the name itself is not in them. */
import { defineNotice, type NoticeDefinition } from "#features/platform/notice/server/index.ts";
import { holderNamePage, holderNamePromisedHours } from "../contract.ts";

type Nothing = Record<never, string>;
const common = {
  topic: "SECURITY",
  link: () => ({ path: holderNamePage }) as const,
  example: {},
  channels: ["INBOX", "WHATSAPP", "SMS"],
} as const;

export const holderNameDoneNotice = defineNotice<Nothing>({
  ...common,
  kind: "holder-name.done",
  texts: {
    title: { id: "Nama Anda disetujui", en: "Your name is approved", zh: "姓名已确认" },
    body: {
      id: "Nama yang Anda tunjukkan kami terima sebagai nama Anda. Tambahkan rekeningnya atau ambil datanya sekarang. Bukan Anda yang meminta? Bekukan akun lewat halaman Keamanan.",
      en: "We accept the name that you showed as yours. Add the account or fetch the record now. Was it not you? Freeze the account on the Security page.",
      zh: "您出示的姓名已确认为本人姓名，现在可以添加账户或获取记录。非本人申请？请在安全页面冻结账户。",
    },
    sms: {
      id: "{brand}: nama di rekening Anda disetujui. Lanjutkan: {link}",
      en: "{brand}: the name on your account is approved. Continue: {link}",
      zh: "{brand}：户名已确认 {link}",
    },
  },
});

export const holderNameRejectedNotice = defineNotice<Nothing>({
  ...common,
  kind: "holder-name.rejected",
  texts: {
    title: { id: "Nama belum bisa kami terima", en: "Name not accepted yet", zh: "姓名未获确认" },
    body: {
      id: "Kami belum bisa memastikan nama yang Anda tunjukkan. Alasannya ada di halaman permintaan; Anda bisa mengajukan lagi.",
      en: "We could not confirm the name that you showed. The page of the request says why; you can ask again.",
      zh: "我们无法确认您出示的姓名。原因请查看申请页面，您可以再次申请。",
    },
    sms: {
      id: "{brand}: nama di rekening belum bisa diterima. Alasan: {link}",
      en: "{brand}: the name on the account was not accepted. Why: {link}",
      zh: "{brand}：户名未获确认 {link}",
    },
  },
});

export const holderNameLateNotice = defineNotice<Nothing>({
  ...common,
  kind: "holder-name.late",
  texts: {
    title: { id: "Pemeriksaan nama terlambat", en: "The check of your name is late", zh: "姓名核对延迟" },
    body: {
      id: `Maaf, kami belum memutuskan dalam ${holderNamePromisedHours} jam seperti yang dijanjikan. Permintaan Anda kami dahulukan; Anda tidak perlu mengirim ulang.`,
      en: `Sorry, we have not decided within ${holderNamePromisedHours} hours as promised. Your request comes first now; there is no need to send it again.`,
      zh: `很抱歉，我们未能在承诺的 ${holderNamePromisedHours} 小时内作出决定。您的申请已优先处理，无需重新提交。`,
    },
    sms: {
      id: "{brand}: maaf, pemeriksaan nama terlambat dan kami dahulukan. {link}",
      en: "{brand}: sorry, the check of your name is late. It comes first now. {link}",
      zh: "{brand}：姓名核对延迟 {link}",
    },
  },
});

export const notices = [
  holderNameDoneNotice,
  holderNameRejectedNotice,
  holderNameLateNotice,
] as unknown as readonly NoticeDefinition<never>[];
