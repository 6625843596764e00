/** Notices to the borrower during a change of number. Account/security notifies the owner of the old number. */
import { holdHours } from "#features/account/hold/contract.ts";
import { reviewAskHours } from "#shared/promised-times.ts";
import { defineNotice, type NoticeDefinition } from "#features/platform/notice/server/index.ts";
import { mobileChangePages, mobileChangePromisedHours, mobileChangeWaitHours } from "../contract.ts";

type Masked = { masked: string };
type Nothing = Record<never, string>;
const link = () => ({ path: mobileChangePages.result }) as const;
const example: Masked = { masked: "0812••••890" };

export const mobileChangeReceivedNotice = defineNotice<Masked>({
  kind: "mobile-change.received",
  topic: "SECURITY",
  channels: ["INBOX"],
  link,
  example,
  texts: {
    title: { id: "Permintaan ganti nomor diterima", en: "Number change received", zh: "已收到更换号码申请" },
    body: {
      id: `Kami meninjau permintaan Anda memakai nomor {masked}. Keputusannya dalam 1 sampai ${mobileChangePromisedHours / 24} hari, dan berlaku paling cepat ${mobileChangeWaitHours} jam setelah dikirim.`,
      en: `We are reviewing your request to use the number {masked}. You will have a decision within 1 to ${mobileChangePromisedHours / 24} days; it takes effect ${mobileChangeWaitHours} hours after you sent it at the earliest.`,
      zh: `我们正在审核您改用号码 {masked} 的申请，1 至 ${mobileChangePromisedHours / 24} 天内会有结果，最早于提交 ${mobileChangeWaitHours} 小时后生效。`,
    },
  },
});

export const mobileChangeProofNotice = defineNotice<Nothing>({
  kind: "mobile-change.asked",
  topic: "SECURITY",
  channels: ["INBOX", "WHATSAPP", "SMS", "MAIL"],
  link: () => ({ path: mobileChangePages.proof }),
  example: {},
  texts: {
    title: { id: "Kami perlu bukti tambahan", en: "We need more proof", zh: "需要补充证明" },
    body: {
      id: `Untuk mengganti nomor, kami perlu melihat bukti tambahan dalam ${reviewAskHours} jam. Waktu peninjauan kami hentikan sampai bukti kami terima.`,
      en: `To change your number we need to see more proof within ${reviewAskHours} hours. Our review is paused until we have it.`,
      zh: `为更换号码，请在 ${reviewAskHours} 小时内补充证明材料，期间审核时间暂停计算。`,
    },
    sms: {
      id: `{brand}: kami perlu bukti tambahan untuk ganti nomor, dalam ${reviewAskHours} jam: {link}`,
      en: `{brand}: we need more proof for your number change, within ${reviewAskHours} hours: {link}`,
      zh: "{brand}：更换号码需补充证明 {link}",
    },
    mail: {
      subject: {
        id: "Bukti tambahan untuk ganti nomor {brand}",
        en: "More proof for your number change at {brand}",
        zh: "{brand} 更换号码需补充证明",
      },
      body: {
        id: `Untuk mengganti nomor ponsel akun {brand} Anda, kami perlu melihat bukti tambahan dalam ${reviewAskHours} jam.\n\nKirim di sini: {link}`,
        en: `To change the mobile number of your {brand} account we need to see more proof within ${reviewAskHours} hours.\n\nSend it here: {link}`,
        zh: `为更换您 {brand} 账户的手机号码，请在 ${reviewAskHours} 小时内补充证明材料。\n\n前往：{link}`,
      },
    },
  },
});

export const mobileChangeLateNotice = defineNotice<Nothing>({
  kind: "mobile-change.late",
  topic: "SECURITY",
  channels: ["INBOX", "WHATSAPP", "SMS"],
  link,
  example: {},
  texts: {
    title: { id: "Peninjauan ganti nomor terlambat", en: "Your number change is late", zh: "更换号码审核延迟" },
    body: {
      id: `Maaf, kami belum memutuskan penggantian nomor Anda dalam ${mobileChangePromisedHours / 24} hari seperti yang dijanjikan. Permintaan Anda kami dahulukan; Anda tidak perlu mengirim ulang.`,
      en: `We are sorry: we have not decided about your number change within ${mobileChangePromisedHours / 24} days as promised. Your request comes first now; there is no need to send it again.`,
      zh: `很抱歉，我们未能在承诺的 ${mobileChangePromisedHours / 24} 天内完成更换号码的审核。您的申请已优先处理，无需重新提交。`,
    },
    sms: {
      id: "{brand}: maaf, keputusan ganti nomor Anda terlambat dan kami dahulukan. {link}",
      en: "{brand}: sorry, the decision about your number change is late. It comes first now. {link}",
      zh: "{brand}：更换号码审核延迟 {link}",
    },
  },
});

export const mobileChangeRejectedNotice = defineNotice<Nothing>({
  kind: "mobile-change.rejected",
  topic: "SECURITY",
  channels: ["INBOX", "WHATSAPP", "SMS", "MAIL"],
  link,
  example: {},
  texts: {
    title: { id: "Nomor tidak diganti", en: "Number not changed", zh: "号码未更换" },
    body: {
      id: "Permintaan ganti nomor Anda ditolak. Nomor sekarang tetap berlaku. Alasannya dan langkah berikutnya ada di halaman permintaan.",
      en: "Your request to change the number was rejected. The present number stays. The page of the request shows the reason and your next steps.",
      zh: "您的更换号码申请未通过，现有号码继续有效。原因和后续操作请查看申请页面。",
    },
    sms: {
      id: "{brand}: permintaan ganti nomor ditolak, nomor sekarang tetap berlaku. Alasan: {link}",
      en: "{brand}: your number change was rejected, the present number stays. Why: {link}",
      zh: "{brand}：更换号码未通过 {link}",
    },
    mail: {
      subject: {
        id: "Nomor {brand} tidak diganti",
        en: "Your {brand} number was not changed",
        zh: "{brand} 号码未更换",
      },
      body: {
        id: "Permintaan ganti nomor akun {brand} Anda ditolak. Nomor sekarang tetap berlaku.\n\nAlasan dan langkah berikutnya: {link}",
        en: "Your request to change the number of your {brand} account was rejected. The present number stays.\n\nThe reason and your next steps: {link}",
        zh: "您 {brand} 账户的更换号码申请未通过，现有号码继续有效。\n\n原因和后续操作：{link}",
      },
    },
  },
});

/** Decided before it may take effect: sent to the current number, so that its holder can still object. */
export const mobileChangeApprovedNotice = defineNotice<Masked & { effectiveAt: string }>({
  kind: "mobile-change.approved",
  topic: "SECURITY",
  channels: ["INBOX", "WHATSAPP", "SMS", "MAIL"],
  link,
  example: { ...example, effectiveAt: "2026-12-28T16:59:00Z" },
  texts: {
    title: { id: "Penggantian nomor disetujui", en: "Number change approved", zh: "更换号码已通过" },
    body: {
      id: "Permintaan Anda disetujui. Nomor {masked} berlaku mulai {effectiveAt}; sampai saat itu masuk dengan nomor sekarang. Berubah pikiran? Batalkan di halaman permintaan.",
      en: "Your request was approved. The number {masked} takes effect on {effectiveAt}; until then log in with the present one. Changed your mind? Cancel it on the page of the request.",
      zh: "您的申请已通过。号码 {masked} 将于 {effectiveAt} 生效，在此之前请使用现有号码登录。如需取消，请在申请页面撤回。",
    },
    sms: {
      id: "{brand}: ganti nomor disetujui, berlaku {effectiveAt}. Batalkan di sini: {link}",
      en: "{brand}: number change approved, in effect {effectiveAt}. Cancel it here: {link}",
      zh: "{brand}：更换号码已通过 {link}",
    },
    mail: {
      subject: {
        id: "Penggantian nomor {brand} disetujui",
        en: "Your number change at {brand} is approved",
        zh: "{brand} 更换号码已通过",
      },
      body: {
        id: "Permintaan ganti nomor akun {brand} Anda disetujui. Nomor {masked} berlaku mulai {effectiveAt}; sampai saat itu masuk dengan nomor sekarang.\n\nMembatalkan: {link}",
        en: "The number change of your {brand} account was approved. The number {masked} takes effect on {effectiveAt}; until then log in with the present one.\n\nCancel it: {link}",
        zh: "您 {brand} 账户的更换号码申请已通过。号码 {masked} 将于 {effectiveAt} 生效，在此之前请使用现有号码登录。\n\n撤回：{link}",
      },
    },
  },
});

/** Sent to the new number, which belongs to the account by then. */
export const mobileChangeDoneNotice = defineNotice<Masked>({
  kind: "mobile-change.done",
  topic: "SECURITY",
  channels: ["INBOX", "WHATSAPP", "SMS", "MAIL"],
  link: () => ({ path: "/login" }),
  example,
  texts: {
    title: { id: "Nomor baru berlaku", en: "Your new number is now in use", zh: "新号码已生效" },
    body: {
      id: `Mulai sekarang, masuk dengan nomor {masked}. Kata sandi dihapus; buat yang baru setelah masuk. Penarikan dan perubahan akun dibuka lagi dalam ${holdHours} jam; Anda tetap bisa membayar.`,
      en: `From now on log in with the number {masked}. The password was removed; set a new one after logging in. Withdrawals and account changes open again in ${holdHours} hours; you can still repay.`,
      zh: `请使用号码 {masked} 登录。原密码已清除，登录后请重新设置。提现和账户变更将于 ${holdHours} 小时后恢复，还款不受影响。`,
    },
    sms: {
      id: "{brand}: nomor baru berlaku. Masuk dengan nomor ini: {link}",
      en: "{brand}: your new number is now in use. Log in with it: {link}",
      zh: "{brand}：新号码已生效 {link}",
    },
    mail: {
      subject: {
        id: "Nomor baru akun {brand} berlaku",
        en: "Your {brand} account now uses the new number",
        zh: "{brand} 账户新号码已生效",
      },
      body: {
        id: `Mulai sekarang, masuk ke akun {brand} dengan nomor {masked}. Kata sandi dihapus; buat yang baru setelah masuk. Penarikan dan perubahan akun dibuka lagi dalam ${holdHours} jam.\n\nMasuk: {link}`,
        en: `From now on log in to your {brand} account with the number {masked}. The password was removed; set a new one after logging in. Withdrawals and account changes open again in ${holdHours} hours.\n\nLog in: {link}`,
        zh: `请使用号码 {masked} 登录您的 {brand} 账户。原密码已清除，登录后请重新设置。提现和账户变更将于 ${holdHours} 小时后恢复。\n\n登录：{link}`,
      },
    },
  },
});

export const notices = [
  mobileChangeReceivedNotice,
  mobileChangeProofNotice,
  mobileChangeLateNotice,
  mobileChangeApprovedNotice,
  mobileChangeRejectedNotice,
  mobileChangeDoneNotice,
] as unknown as readonly NoticeDefinition<never>[];
