/** Notices to the borrower during a merge. Notices to both numbers are sent by account/security. */
import { holdHours } from "#features/account/hold/contract.ts";
import { defineNotice, type NoticeDefinition } from "#features/platform/notice/server/index.ts";
import { reviewAskHours } from "#shared/promised-times.ts";
import { mergePages, mergePromisedHours, reversibleHours } from "../contract.ts";

type Nothing = Record<never, string>;

export const mergeReceivedNotice = defineNotice<Nothing>({
  kind: "account-merge.received",
  topic: "SECURITY",
  channels: ["INBOX"],
  link: () => ({ path: mergePages.result }),
  example: {},
  texts: {
    title: { id: "Permintaan gabung akun diterima", en: "Account merge received", zh: "已收到合并申请" },
    body: {
      id: `Kami meninjau permintaan Anda. Keputusannya dalam 1 sampai ${mergePromisedHours / 24} hari; selama itu kedua akun tetap seperti sekarang.`,
      en: `We are reviewing your request. You will have a decision within 1 to ${mergePromisedHours / 24} days; until then both accounts stay as they are.`,
      zh: `我们正在审核您的申请，1 至 ${mergePromisedHours / 24} 天内会有结果，在此之前两个账户保持不变。`,
    },
  },
});

export const mergeProofNotice = defineNotice<Nothing>({
  kind: "account-merge.asked",
  topic: "SECURITY",
  channels: ["INBOX", "WHATSAPP", "SMS", "MAIL"],
  link: () => ({ path: mergePages.proof }),
  example: {},
  texts: {
    title: { id: "Kami perlu bukti tambahan", en: "We need more proof", zh: "需要补充证明" },
    body: {
      id: `Untuk menggabungkan akun, kami perlu melihat bukti tambahan dalam ${reviewAskHours} jam. Waktu peninjauan kami hentikan sampai bukti kami terima.`,
      en: `To merge your accounts we need to see more proof within ${reviewAskHours} hours. Our review is paused until we have it.`,
      zh: `为合并账户，请在 ${reviewAskHours} 小时内补充证明材料，期间审核时间暂停计算。`,
    },
    sms: {
      id: `{brand}: kami perlu bukti tambahan untuk gabung akun, dalam ${reviewAskHours} jam: {link}`,
      en: `{brand}: we need more proof for your account merge, within ${reviewAskHours} hours: {link}`,
      zh: "{brand}：合并账户需补充证明 {link}",
    },
    mail: {
      subject: {
        id: "Bukti tambahan untuk gabung akun {brand}",
        en: "More proof for your account merge at {brand}",
        zh: "{brand} 合并账户需补充证明",
      },
      body: {
        id: `Untuk menggabungkan akun {brand} Anda, kami perlu melihat bukti tambahan dalam ${reviewAskHours} jam.\n\nKirim di sini: {link}`,
        en: `To merge your {brand} accounts we need to see more proof within ${reviewAskHours} hours.\n\nSend it here: {link}`,
        zh: `为合并您的 {brand} 账户，请在 ${reviewAskHours} 小时内补充证明材料。\n\n前往：{link}`,
      },
    },
  },
});

export const mergeLateNotice = defineNotice<Nothing>({
  kind: "account-merge.late",
  topic: "SECURITY",
  channels: ["INBOX", "WHATSAPP", "SMS"],
  link: () => ({ path: mergePages.result }),
  example: {},
  texts: {
    title: { id: "Peninjauan gabung akun terlambat", en: "Your account merge is late", zh: "合并审核延迟" },
    body: {
      id: `Maaf, kami belum memutuskan penggabungan akun Anda dalam ${mergePromisedHours / 24} hari seperti yang dijanjikan. Permintaan Anda kami dahulukan; Anda tidak perlu mengirim ulang.`,
      en: `We are sorry: we have not decided about your merge within ${mergePromisedHours / 24} days as promised. Your request comes first now; there is no need to send it again.`,
      zh: `很抱歉，我们未能在承诺的 ${mergePromisedHours / 24} 天内完成合并审核。您的申请已优先处理，无需重新提交。`,
    },
    sms: {
      id: "{brand}: maaf, keputusan gabung akun Anda terlambat dan kami dahulukan. {link}",
      en: "{brand}: sorry, the decision about your account merge is late. It comes first now. {link}",
      zh: "{brand}：合并审核延迟 {link}",
    },
  },
});

export const notMerged = defineNotice<Nothing>({
  kind: "account-merge.declined",
  topic: "SECURITY",
  channels: ["INBOX", "WHATSAPP", "SMS", "MAIL"],
  link: () => ({ path: mergePages.result }),
  example: {},
  texts: {
    title: { id: "Akun tidak digabung", en: "Accounts not merged", zh: "账户未合并" },
    body: {
      id: "Kedua akun Anda tidak digabung dan tetap seperti semula. Alasannya ada di halaman permintaan.",
      en: "Your two accounts were not merged and stay as they were. The page of the request says why.",
      zh: "您的两个账户未合并，保持不变。原因请查看申请页面。",
    },
    sms: {
      id: "{brand}: akun Anda tidak digabung dan tetap seperti semula. Alasan: {link}",
      en: "{brand}: your accounts were not merged and stay as they were. Why: {link}",
      zh: "{brand}：账户未合并 {link}",
    },
    mail: {
      subject: {
        id: "Akun {brand} tidak digabung",
        en: "Your {brand} accounts were not merged",
        zh: "{brand} 账户未合并",
      },
      body: {
        id: "Kedua akun {brand} Anda tidak digabung dan tetap seperti semula.\n\nAlasan: {link}",
        en: "Your two {brand} accounts were not merged and stay as they were.\n\nWhy: {link}",
        zh: "您的两个 {brand} 账户未合并，保持不变。\n\n原因：{link}",
      },
    },
  },
});

export const mergedNotice = defineNotice<Nothing>({
  kind: "account-merge.merged",
  topic: "SECURITY",
  channels: ["INBOX", "WHATSAPP", "SMS", "MAIL"],
  link: () => ({ path: mergePages.result }),
  example: {},
  texts: {
    title: { id: "Kedua akun sudah menjadi satu", en: "The two accounts are one", zh: "两个账户已合并" },
    body: {
      id: `Mulai sekarang, masuk dengan nomor yang Anda pilih. Selama ${reversibleHours} jam Anda bisa membatalkannya; penarikan dan perubahan akun dibuka lagi dalam ${holdHours} jam; Anda tetap bisa membayar.`,
      en: `From now on log in with the number that you chose. For ${reversibleHours} hours you can undo it; withdrawals and account changes open again in ${holdHours} hours; you can still repay.`,
      zh: `请使用您选择的号码登录。${reversibleHours} 小时内可撤销；提现和账户变更将于 ${holdHours} 小时后恢复，还款不受影响。`,
    },
    sms: {
      id: `{brand}: kedua akun Anda sudah digabung. Bisa dibatalkan ${reversibleHours} jam: {link}`,
      en: `{brand}: your two accounts are merged. You can undo it for ${reversibleHours} hours: {link}`,
      zh: "{brand}：账户已合并，可撤销 {link}",
    },
    mail: {
      subject: { id: "Akun {brand} sudah digabung", en: "Your {brand} accounts are merged", zh: "{brand} 账户已合并" },
      body: {
        id: `Kedua akun {brand} Anda sudah menjadi satu. Selama ${reversibleHours} jam Anda bisa membatalkannya.\n\nBatalkan atau unduh berita acara: {link}`,
        en: `Your two {brand} accounts are one. For ${reversibleHours} hours you can undo it.\n\nUndo it or download the statement: {link}`,
        zh: `您的两个 {brand} 账户已合并。${reversibleHours} 小时内可撤销。\n\n撤销或下载合并记录：{link}`,
      },
    },
  },
});

export const unmergedNotice = defineNotice<Nothing>({
  kind: "account-merge.unmerged",
  topic: "SECURITY",
  channels: ["INBOX", "WHATSAPP", "SMS", "MAIL"],
  link: () => ({ path: mergePages.result }),
  example: {},
  texts: {
    title: { id: "Penggabungan akun dibatalkan", en: "Account merge undone", zh: "合并已撤销" },
    body: {
      id: "Kedua akun kembali seperti semula, masing-masing dengan nomornya.",
      en: "Both accounts are as they were, each with its number.",
      zh: "两个账户已恢复原状，各自使用原号码。",
    },
    sms: {
      id: "{brand}: penggabungan akun dibatalkan, kedua akun kembali seperti semula. {link}",
      en: "{brand}: the account merge was undone, both accounts are as they were. {link}",
      zh: "{brand}：合并已撤销 {link}",
    },
    mail: {
      subject: {
        id: "Penggabungan akun {brand} dibatalkan",
        en: "Your {brand} account merge was undone",
        zh: "{brand} 合并已撤销",
      },
      body: {
        id: "Kedua akun {brand} Anda kembali seperti semula, masing-masing dengan nomornya.\n\n{link}",
        en: "Both of your {brand} accounts are as they were, each with its number.\n\n{link}",
        zh: "您的两个 {brand} 账户已恢复原状，各自使用原号码。\n\n{link}",
      },
    },
  },
});

export const notices = [
  mergeReceivedNotice,
  mergeProofNotice,
  mergeLateNotice,
  notMerged,
  mergedNotice,
  unmergedNotice,
] as unknown as readonly NoticeDefinition<never>[];
