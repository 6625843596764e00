import { evidenceDays } from "#shared/promised-times.ts";
import { defineTexts } from "#shared/texts.ts";
import { faceReviewHours } from "../contract.ts";

/** Texts for a face check by staff, on the owner's request. */
export const faceCheckStaffTexts = defineTexts({
  refuse: {
    id: "Tidak ingin dicocokkan otomatis?",
    en: "Do not want the automatic comparison?",
    zh: "不想进行自动比对？",
  },
  askStaff: { id: "Minta petugas memeriksa", en: "Ask our staff to check", zh: "请工作人员核验" },
  byMachine: { id: "Pakai pencocokan otomatis", en: "Use the automatic comparison", zh: "使用自动比对" },
  chosenTitle: { id: "Diperiksa petugas", en: "Checked by our staff", zh: "由工作人员核验" },
  chosenLead: {
    id: `Petugas membandingkan selfie Anda dengan foto KTP dan memberi hasil dalam ${faceReviewHours} jam. Tidak ada biaya.`,
    en: `Our staff compare your selfie with the photo of your KTP and give you the result within ${faceReviewHours} hours. It costs nothing.`,
    zh: `工作人员将比对您的自拍与身份证照片，并在 ${faceReviewHours} 小时内给出结果，不收取费用。`,
  },
  exhaustedTitle: {
    id: "Minta petugas memeriksa wajah Anda",
    en: "Ask our staff to check your face",
    zh: "请工作人员核验人脸",
  },
  exhaustedLead: {
    id: `Pencocokan otomatis gagal terlalu sering. Kirim selfie baru; petugas membandingkannya dengan foto KTP dan memberi hasil dalam ${faceReviewHours} jam. Tidak ada biaya.`,
    en: `The automatic comparison failed too often. Send a new selfie; our staff compare it with the photo of your KTP and give you the result within ${faceReviewHours} hours. It costs nothing.`,
    zh: `自动比对失败次数过多。请提交新的自拍，工作人员将与身份证照片比对，并在 ${faceReviewHours} 小时内给出结果，不收取费用。`,
  },
  moreTitle: { id: "Kirim selfie untuk petugas", en: "Send a selfie for our staff", zh: "请提交自拍供工作人员核验" },
  moreLead: {
    id: "Petugas menunggu selfie Anda. Hasilnya paling lambat {until}.",
    en: "Our staff are waiting for your selfie. You get the result by {until}.",
    zh: "工作人员正在等待您的自拍，最迟 {until} 给出结果。",
  },
  video: { id: "Video wajah (opsional)", en: "Video of your face (optional)", zh: "面部视频（选填）" },
  videoHint: {
    id: "Lihat ke depan, lalu ke kiri dan ke kanan. MP4 atau WebM, paling besar {megabytes} MB dan {seconds} detik.",
    en: "Look ahead, then left and right. MP4 or WebM, at most {megabytes} MB and {seconds} seconds.",
    zh: "正视前方，再向左、向右转头。MP4 或 WebM，最大 {megabytes} MB、{seconds} 秒。",
  },
  note: {
    id: `Selfie, video, dan selfie yang gagal hanya dilihat petugas yang memeriksa, dan dihapus ${evidenceDays} hari setelah keputusan.`,
    en: `Selfie, video and the selfies that failed are seen only by the staff who check them, and are destroyed ${evidenceDays} days after the decision.`,
    zh: `自拍、视频及此前未通过的自拍仅供核验人员查看，并在决定后 ${evidenceDays} 天销毁。`,
  },
  send: { id: "Kirim", en: "Send", zh: "提交" },
  waitingTitle: {
    id: "Petugas memeriksa wajah Anda",
    en: "Our staff are checking your face",
    zh: "工作人员正在核验人脸",
  },
  waitingBody: {
    id: "Hasilnya paling lambat {until}. Kami kabari lewat pesan; Anda bisa menutup halaman ini.",
    en: "You get the result by {until}. We send you a message; you can close this page.",
    zh: "最迟 {until} 给出结果，届时会发消息通知您，您可以关闭此页面。",
  },
  lateBody: {
    id: "Maaf, pemeriksaan ini terlambat dan sekarang kami dahulukan. Anda tidak perlu mengirim ulang; kami kabari lewat pesan.",
    en: "We are sorry: this check is late, and comes first now. There is no need to send anything again; we send you a message.",
    zh: "很抱歉，核验已延迟，现已优先处理。无需重新提交，结果会以消息通知您。",
  },
  rejectedTitle: {
    id: "Petugas belum bisa memastikan wajah Anda",
    en: "Our staff could not confirm your face",
    zh: "工作人员未能确认您的人脸",
  },
  approvedTitle: { id: "Wajah Anda sudah dipastikan", en: "Your face is confirmed", zh: "人脸核验已通过" },
  approvedLead: {
    id: "Petugas sudah membandingkan wajah Anda dengan KTP. Lanjutkan permintaan ini.",
    en: "Our staff have compared your face with your KTP. You can continue with this request.",
    zh: "工作人员已比对您的人脸与身份证，您可以继续此申请。",
  },
  goOn: { id: "Lanjut", en: "Continue", zh: "继续" },
});
