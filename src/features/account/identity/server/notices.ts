/** Notices about a face that staff check: received, more asked, late, and decided. They say nothing of the face. */
import { defineNotice, type NoticeDefinition } from "#features/platform/notice/server/index.ts";
import { reviewAskHours } from "#shared/promised-times.ts";
import { faceFlowPages, faceReviewHours, type FaceReviewFlow } from "../contract.ts";

type About = { flow: FaceReviewFlow };
const common = {
  topic: "SECURITY",
  link: ({ values: { flow } }: { values: About }) => ({ path: faceFlowPages[flow] }) as const,
  example: { flow: "MOBILE_CHANGE" },
} as const;

export const faceReviewReceivedNotice = defineNotice<About>({
  ...common,
  kind: "identity.face_received",
  channels: ["INBOX"],
  texts: {
    title: { id: "Pemeriksaan wajah diterima", en: "Face check received", zh: "已收到人脸核验申请" },
    body: {
      id: `Petugas kami membandingkan selfie Anda dengan KTP dan memberi hasil dalam ${faceReviewHours} jam. Pastikan selfie sudah dikirim di halaman permintaan.`,
      en: `Our staff compare your selfie with your KTP and give you the result within ${faceReviewHours} hours. Make sure that the selfie was sent on the page of the request.`,
      zh: `工作人员将比对您的自拍与身份证，并在 ${faceReviewHours} 小时内给出结果。请确认已在申请页面提交自拍。`,
    },
  },
});

export const faceReviewProofNotice = defineNotice<About>({
  ...common,
  kind: "identity.face_asked",
  channels: ["INBOX", "WHATSAPP", "SMS", "MAIL"],
  texts: {
    title: { id: "Kami perlu selfie lagi", en: "We need another selfie", zh: "需要再次提交自拍" },
    body: {
      id: `Untuk memeriksa wajah Anda, petugas perlu selfie atau video lagi dalam ${reviewAskHours} jam. Waktu pemeriksaan kami hentikan selama itu.`,
      en: `To check your face, our staff need another selfie or a video within ${reviewAskHours} hours. The check is paused until then.`,
      zh: `为核验人脸，请在 ${reviewAskHours} 小时内再次提交自拍或视频，期间核验时间暂停计算。`,
    },
    sms: {
      id: `{brand}: petugas perlu selfie Anda lagi, dalam ${reviewAskHours} jam: {link}`,
      en: `{brand}: our staff need another selfie, within ${reviewAskHours} hours: {link}`,
      zh: "{brand}：请再次提交自拍 {link}",
    },
    mail: {
      subject: {
        id: "Selfie lagi untuk pemeriksaan wajah {brand}",
        en: "Another selfie for your face check at {brand}",
        zh: "{brand} 人脸核验需再次自拍",
      },
      body: {
        id: `Untuk memeriksa wajah Anda, petugas perlu selfie atau video lagi dalam ${reviewAskHours} jam.\n\nKirim di sini: {link}`,
        en: `To check your face, our staff need another selfie or a video within ${reviewAskHours} hours.\n\nSend it here: {link}`,
        zh: `为核验人脸，请在 ${reviewAskHours} 小时内再次提交自拍或视频。\n\n前往：{link}`,
      },
    },
  },
});

export const faceReviewLateNotice = defineNotice<About>({
  ...common,
  kind: "identity.face_late",
  channels: ["INBOX", "WHATSAPP", "SMS"],
  texts: {
    title: { id: "Pemeriksaan wajah terlambat", en: "Your face check is late", zh: "人脸核验延迟" },
    body: {
      id: `Maaf, petugas belum selesai memeriksa wajah Anda dalam ${faceReviewHours} jam seperti yang dijanjikan. Pemeriksaan Anda kami dahulukan; Anda tidak perlu mengirim ulang.`,
      en: `We are sorry: our staff have not checked your face within ${faceReviewHours} hours as promised. Your check comes first now; there is no need to send anything again.`,
      zh: `很抱歉，我们未能在承诺的 ${faceReviewHours} 小时内完成人脸核验。您的申请已优先处理，无需重新提交。`,
    },
    sms: {
      id: "{brand}: maaf, pemeriksaan wajah Anda terlambat dan kami dahulukan. {link}",
      en: "{brand}: sorry, your face check is late. It comes first now. {link}",
      zh: "{brand}：人脸核验延迟 {link}",
    },
  },
});

export const faceReviewApprovedNotice = defineNotice<About>({
  ...common,
  kind: "identity.face_approved",
  channels: ["INBOX", "WHATSAPP", "SMS", "MAIL"],
  texts: {
    title: { id: "Pemeriksaan wajah berhasil", en: "Your face is confirmed", zh: "人脸核验已通过" },
    body: {
      id: "Petugas sudah memastikan bahwa wajah di selfie sama dengan KTP. Lanjutkan permintaan Anda.",
      en: "Our staff have confirmed that your face is the one on the KTP. You can continue with your request.",
      zh: "工作人员已确认自拍与身份证为同一人，您可以继续申请。",
    },
    sms: {
      id: "{brand}: pemeriksaan wajah berhasil. Lanjutkan: {link}",
      en: "{brand}: your face is confirmed. Continue: {link}",
      zh: "{brand}：人脸核验已通过 {link}",
    },
    mail: {
      subject: {
        id: "Pemeriksaan wajah {brand} berhasil",
        en: "Your face is confirmed at {brand}",
        zh: "{brand} 人脸核验已通过",
      },
      body: {
        id: "Petugas sudah memastikan bahwa wajah di selfie sama dengan KTP.\n\nLanjutkan: {link}",
        en: "Our staff have confirmed that your face is the one on the KTP.\n\nContinue: {link}",
        zh: "工作人员已确认自拍与身份证为同一人。\n\n继续：{link}",
      },
    },
  },
});

export const faceReviewRejectedNotice = defineNotice<About>({
  ...common,
  kind: "identity.face_rejected",
  channels: ["INBOX", "WHATSAPP", "SMS", "MAIL"],
  texts: {
    title: { id: "Wajah belum bisa dipastikan", en: "Your face could not be confirmed", zh: "人脸核验未通过" },
    body: {
      id: "Petugas belum bisa memastikan wajah Anda. Alasannya dan langkah berikutnya ada di halaman permintaan.",
      en: "Our staff could not confirm your face. The reason and what you can do are on the page of the request.",
      zh: "工作人员未能确认您的人脸。原因和后续操作请查看申请页面。",
    },
    sms: {
      id: "{brand}: wajah Anda belum bisa dipastikan. Alasan dan langkah berikutnya: {link}",
      en: "{brand}: your face could not be confirmed. Why, and what comes next: {link}",
      zh: "{brand}：人脸核验未通过 {link}",
    },
    mail: {
      subject: {
        id: "Wajah belum bisa dipastikan di {brand}",
        en: "Your face could not be confirmed at {brand}",
        zh: "{brand} 人脸核验未通过",
      },
      body: {
        id: "Petugas belum bisa memastikan wajah Anda.\n\nAlasan dan langkah berikutnya: {link}",
        en: "Our staff could not confirm your face.\n\nThe reason and what you can do: {link}",
        zh: "工作人员未能确认您的人脸。\n\n原因和后续操作：{link}",
      },
    },
  },
});

export const notices = [
  faceReviewReceivedNotice,
  faceReviewProofNotice,
  faceReviewLateNotice,
  faceReviewApprovedNotice,
  faceReviewRejectedNotice,
] as unknown as readonly NoticeDefinition<never>[];
