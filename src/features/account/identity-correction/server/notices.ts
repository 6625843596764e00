/** Notices to the borrower during a correction; they contain none of the data. Account/security also reports the request and its end, with a link to object. */
import { defineNotice, type NoticeDefinition } from "#features/platform/notice/server/index.ts";
import { reviewAskHours } from "#shared/promised-times.ts";
import { correctionPage, correctionPromisedHours } from "../contract.ts";

type Nothing = Record<never, string>;
const common = { topic: "SECURITY", link: () => ({ path: correctionPage }) as const, example: {} } as const;

export const correctionReceivedNotice = defineNotice<Nothing>({
  ...common,
  kind: "identity-correction.received",
  channels: ["INBOX"],
  texts: {
    title: {
      id: "Permintaan perbaikan identitas diterima",
      en: "Identity correction received",
      zh: "已收到身份信息更正申请",
    },
    body: {
      id: `Kami membandingkan data yang Anda tulis dengan buktinya dan memberi keputusan dalam ${correctionPromisedHours} jam. Bukan Anda? Bekukan akun lewat halaman Keamanan.`,
      en: `We compare your data with the proof and decide within ${correctionPromisedHours} hours. Was it not you? Freeze the account on the Security page.`,
      zh: `我们将核对您填写的信息与证明材料，并在 ${correctionPromisedHours} 小时内作出决定。非本人操作？请在安全页面冻结账户。`,
    },
  },
});

export const correctionProofNotice = defineNotice<Nothing>({
  ...common,
  kind: "identity-correction.asked",
  channels: ["INBOX", "WHATSAPP", "SMS", "MAIL"],
  texts: {
    title: { id: "Kami perlu bukti tambahan", en: "We need more proof", zh: "需要补充证明" },
    body: {
      id: `Untuk memperbaiki identitas Anda, kami perlu melihat bukti tambahan dalam ${reviewAskHours} jam. Waktu peninjauan kami hentikan sampai bukti kami terima.`,
      en: `To correct your identity we need to see more proof within ${reviewAskHours} hours. Our review is paused until we have it.`,
      zh: `为更正身份信息，请在 ${reviewAskHours} 小时内补充证明材料，期间审核时间暂停计算。`,
    },
    sms: {
      id: `{brand}: kami perlu bukti tambahan untuk perbaikan identitas, dalam ${reviewAskHours} jam: {link}`,
      en: `{brand}: we need more proof for your identity correction, within ${reviewAskHours} hours: {link}`,
      zh: "{brand}：更正身份需补充证明 {link}",
    },
    mail: {
      subject: {
        id: "Bukti tambahan untuk perbaikan identitas {brand}",
        en: "More proof for your identity correction at {brand}",
        zh: "{brand} 身份信息更正需补充证明",
      },
      body: {
        id: `Untuk memperbaiki identitas di akun {brand} Anda, kami perlu melihat bukti tambahan dalam ${reviewAskHours} jam.\n\nKirim di sini: {link}`,
        en: `To correct the identity of your {brand} account we need to see more proof within ${reviewAskHours} hours.\n\nSend it here: {link}`,
        zh: `为更正您 {brand} 账户的身份信息，请在 ${reviewAskHours} 小时内补充证明材料。\n\n前往：{link}`,
      },
    },
  },
});

export const correctionLateNotice = defineNotice<Nothing>({
  ...common,
  kind: "identity-correction.late",
  channels: ["INBOX", "WHATSAPP", "SMS"],
  texts: {
    title: { id: "Perbaikan identitas terlambat", en: "Your identity correction is late", zh: "身份信息更正审核延迟" },
    body: {
      id: `Maaf, kami belum memutuskan perbaikan identitas Anda dalam ${correctionPromisedHours} jam seperti yang dijanjikan. Permintaan Anda kami dahulukan; Anda tidak perlu mengirim ulang.`,
      en: `We are sorry: we have not decided about your correction within ${correctionPromisedHours} hours as promised. Your request comes first now; there is no need to send it again.`,
      zh: `很抱歉，我们未能在承诺的 ${correctionPromisedHours} 小时内完成身份信息更正的审核。您的申请已优先处理，无需重新提交。`,
    },
    sms: {
      id: "{brand}: maaf, keputusan perbaikan identitas terlambat dan kami dahulukan. {link}",
      en: "{brand}: sorry, the decision about your identity correction is late. It comes first now. {link}",
      zh: "{brand}：身份更正审核延迟 {link}",
    },
  },
});

export const correctionRejectedNotice = defineNotice<Nothing>({
  ...common,
  kind: "identity-correction.rejected",
  channels: ["INBOX", "WHATSAPP", "SMS", "MAIL"],
  texts: {
    title: { id: "Identitas tidak diubah", en: "Identity not changed", zh: "身份信息未更改" },
    body: {
      id: "Permintaan perbaikan identitas Anda ditolak; data yang ada tetap berlaku. Alasannya dan langkah berikutnya ada di halaman permintaan.",
      en: "Your request to correct the identity was rejected; the present data stays. The page of the request shows the reason and your next steps.",
      zh: "您的身份信息更正申请未通过，现有信息保持不变。原因和后续操作请查看申请页面。",
    },
    sms: {
      id: "{brand}: perbaikan identitas ditolak, data tetap. Alasan: {link}",
      en: "{brand}: your identity correction was rejected, nothing changed. Why: {link}",
      zh: "{brand}：身份更正未通过 {link}",
    },
    mail: {
      subject: {
        id: "Identitas {brand} tidak diubah",
        en: "Your {brand} identity was not changed",
        zh: "{brand} 身份信息未更改",
      },
      body: {
        id: "Permintaan perbaikan identitas di akun {brand} Anda ditolak; data yang ada tetap berlaku.\n\nAlasan dan langkah berikutnya: {link}",
        en: "Your request to correct the identity of your {brand} account was rejected; the present data stays.\n\nThe reason and your next steps: {link}",
        zh: "您 {brand} 账户的身份信息更正申请未通过，现有信息保持不变。\n\n原因和后续操作：{link}",
      },
    },
  },
});

export const correctionDoneNotice = defineNotice<Nothing>({
  ...common,
  kind: "identity-correction.done",
  channels: ["INBOX"],
  texts: {
    title: { id: "Identitas sudah diperbaiki", en: "Your identity is corrected", zh: "身份信息已更正" },
    body: {
      id: "Data identitas di akun Anda sudah diperbaiki. Kontrak yang sudah ditandatangani tidak berubah. Bukan Anda yang meminta? Bekukan akun lewat halaman Keamanan.",
      en: "The identity of your account was corrected. Signed contracts do not change. Was it not you? Freeze the account on the Security page.",
      zh: "您账户的身份信息已更正，已签署的合同不受影响。非本人申请？请在安全页面冻结账户。",
    },
  },
});

export const notices = [
  correctionReceivedNotice,
  correctionProofNotice,
  correctionLateNotice,
  correctionRejectedNotice,
  correctionDoneNotice,
] as unknown as readonly NoticeDefinition<never>[];
