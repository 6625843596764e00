import { evidenceDays, riskDays } from "#shared/promised-times.ts";
import { defineTexts } from "#shared/texts.ts";

/** Texts about proof and completed steps, for the pages of every kind of request. */
export const requestProofTexts = defineTexts({
  takenTitle: { id: "Langkah ini sudah selesai", en: "This step is done", zh: "此步骤已完成" },
  takenBody: { id: "Lanjutkan ke langkah berikutnya.", en: "Continue with the next step.", zh: "请继续下一步。" },
  goOn: { id: "Lanjut", en: "Continue", zh: "继续" },
  photos: { id: "Foto ({count} dari {max})", en: "Photos ({count} of {max})", zh: "照片（{count}/{max}）" },
  photoNumber: { id: "Foto {number}", en: "Photo {number}", zh: "照片 {number}" },
  photoGuide: {
    id: "Foto: semua tulisan harus terbaca, tanpa pantulan cahaya.",
    en: "Photo: everything on it must be readable, without glare.",
    zh: "照片：文字须清晰可辨，无反光。",
  },
  proofKept: {
    id: `Dilihat petugas peninjau saja, dihapus ${evidenceDays} hari setelah keputusan.`,
    en: `Seen by the reviewers alone, destroyed ${evidenceDays} days after the decision.`,
    zh: `仅审核人员可见，决定后 ${evidenceDays} 天销毁。`,
  },
  uploadPhoto: { id: "Unggah foto", en: "Upload the photo", zh: "上传照片" },
  video: { id: "Video", en: "Video", zh: "视频" },
  videoThere: { id: "Satu video tersimpan", en: "One video is saved", zh: "已保存一段视频" },
  videoGuide: {
    id: "Video (tidak wajib): Anda bersama KTP dan kartu SIM, paling lama {seconds} detik dan {megabytes} MB (MP4 atau WebM).",
    en: "Video (optional): you with the KTP and the SIM card, at most {seconds} seconds and {megabytes} MB (MP4 or WebM).",
    zh: "视频（可选）：您与身份证和 SIM 卡同框，最长 {seconds} 秒、{megabytes} MB（MP4 或 WebM）。",
  },
  uploadVideo: { id: "Unggah video", en: "Upload the video", zh: "上传视频" },
  delete: { id: "Hapus", en: "Delete", zh: "删除" },
  proofSaved: { id: "Bukti tersimpan.", en: "The proof is saved.", zh: "证明材料已保存。" },
  askedTitle: { id: "Kami perlu bukti tambahan", en: "We need more proof", zh: "需要补充证明" },
  askedLead: {
    id: "Kirim paling lambat {until}. Waktu peninjauan kami hentikan sampai bukti kami terima.",
    en: "Send it by {until}. Our review is paused until we have it.",
    zh: "请在 {until} 前补充，期间审核时间暂停计算。",
  },
  toProof: { id: "Tambah bukti", en: "Add the proof", zh: "补充证明" },
  lateTitle: { id: "Maaf, kami terlambat", en: "We are sorry, we are late", zh: "抱歉，审核延迟" },
  lateBody: {
    id: "Keputusan belum ada dalam waktu yang dijanjikan. Permintaan Anda didahulukan; tidak perlu dikirim ulang.",
    en: "There is no decision within the promised time. Your request comes first now; there is no need to send it again.",
    zh: "未能在承诺时间内作出决定。您的申请已优先处理，无需重新提交。",
  },
});

/** States of a request, in words for staff. */
export const changeRequestStateTexts = defineTexts({
  STARTED: { id: "Belum dikirim", en: "Not sent yet", zh: "尚未提交" },
  SUBMITTED: { id: "Dikirim", en: "Sent", zh: "已提交" },
  APPROVED: { id: "Disetujui, belum berlaku", en: "Approved, not in effect yet", zh: "已批准，尚未生效" },
  DONE: { id: "Berlaku", en: "In effect", zh: "已生效" },
  REJECTED: { id: "Ditolak", en: "Rejected", zh: "已拒绝" },
  WITHDRAWN: { id: "Dibatalkan", en: "Cancelled", zh: "已取消" },
  EXPIRED: { id: "Kedaluwarsa", en: "Expired", zh: "已过期" },
  STOPPED: { id: "Dihentikan", en: "Stopped", zh: "已中止" },
});

/** Risk flags, as staff read them. */
export const riskFlagTexts = defineTexts({
  SIMILARITY_LOW: {
    id: "Kemiripan wajah di bawah 90 %",
    en: "Similarity of the face below 90 %",
    zh: "人脸相似度低于 90%",
  },
  DEVICE_NEW: {
    id: `Perangkat dikenal kurang dari ${riskDays.device} hari`,
    en: `Device known for less than ${riskDays.device} days`,
    zh: `设备使用不足 ${riskDays.device} 天`,
  },
  BANK_ACCOUNT_CHANGED: {
    id: `Rekening bank berubah dalam ${riskDays.account} hari terakhir`,
    en: `Bank account changed within ${riskDays.account} days`,
    zh: `${riskDays.account} 天内变更过银行账户`,
  },
  LOAN_BEFORE_PAYOUT: { id: "Pinjaman belum dicairkan", en: "A loan before its payout", zh: "有待放款的借款" },
  NUMBER_ANOTHER_ACCOUNTS: {
    id: `Nomor baru milik akun lain dalam ${riskDays.number} hari terakhir`,
    en: `The new number was another account's within ${riskDays.number} days`,
    zh: `新号码 ${riskDays.number} 天内曾属其他账户`,
  },
  COMPLAINT_OPEN: {
    id: "Pengaduan tentang nomor atau kode masih terbuka",
    en: "A complaint about the number or codes is open",
    zh: "有未结的号码或验证码投诉",
  },
  REWARD_IN_REVIEW: {
    id: "Hadiah undangan masih diperiksa",
    en: "A reward for an invitation is under review",
    zh: "邀请奖励正在核查",
  },
});
