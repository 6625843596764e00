import { evidenceDays, riskDays } from "#shared/promised-times.ts";
import { defineTexts } from "#shared/texts.ts";
import { correctionPromisedHours } from "./contract.ts";

/** The parts of an identity, and how a sex is written. */
export const correctionPartTexts = defineTexts({
  nik: { id: "NIK", en: "NIK (identity number)", zh: "NIK（身份证号）" },
  fullName: { id: "Nama lengkap", en: "Full name", zh: "姓名" },
  birthPlace: { id: "Tempat lahir", en: "Place of birth", zh: "出生地" },
  birthDate: { id: "Tanggal lahir", en: "Date of birth", zh: "出生日期" },
  sex: { id: "Jenis kelamin", en: "Sex", zh: "性别" },
  MALE: { id: "Laki-laki", en: "Male", zh: "男" },
  FEMALE: { id: "Perempuan", en: "Female", zh: "女" },
});

/** Texts of the review: the compared data, and the decision as the borrower reads it. */
export const correctionReviewTexts = defineTexts({
  kind: { id: "Perbaikan identitas", en: "Correction of the identity", zh: "更正身份信息" },
  card: { id: "Foto KTP", en: "Photo of the KTP", zh: "身份证照片" },
  approvedMeans: {
    id: "Data identitas langsung diganti seperti di atas, dan pemiliknya diberi tahu.",
    en: "The identity is replaced as above at once, and the borrower is notified.",
    zh: "身份信息立即按上述更改，并通知本人。",
  },
  rejectedMeans: {
    id: "Identitas tidak berubah. Peminjam membaca alasan yang dipilih dan bisa mengajukan lagi.",
    en: "The identity does not change. The borrower reads the chosen reason and can ask again.",
    zh: "身份信息不变。借款人会看到所选理由，可再次申请。",
  },
  firstSelfie: { id: "Selfie saat pendaftaran", en: "Selfie of the account", zh: "账户自拍" },
  similarity: { id: "Kemiripan wajah", en: "Similarity of the face", zh: "人脸相似度" },
  device: { id: "Perangkat", en: "Device", zh: "设备" },
  mark: { id: "Tanda risiko", en: "Risk flag", zh: "风险标记" },
  askCard: { id: "Foto Anda memegang KTP", en: "A photo of you holding the KTP", zh: "手持身份证照片" },
  askFamilyCard: { id: "Kartu keluarga (KK)", en: "The family card (KK)", zh: "户口簿（KK）" },
  askBirth: { id: "Akta kelahiran", en: "The birth certificate", zh: "出生证明" },
  askCourt: { id: "Penetapan pengadilan", en: "The court's order", zh: "法院裁定书" },
  askClearer: { id: "Foto yang lebih jelas", en: "A clearer photo", zh: "更清晰的照片" },
  NOT_THE_PERSON: {
    id: "Kami tidak bisa memastikan bahwa permintaan ini dari pemilik akun.",
    en: "We could not confirm that the request came from the owner of the account.",
    zh: "无法确认申请人为账户本人。",
  },
  PROOF_UNREADABLE: {
    id: "Bukti yang Anda unggah tidak terbaca.",
    en: "The proof that you uploaded cannot be read.",
    zh: "您上传的证明材料无法辨认。",
  },
  PROOF_DISAGREES: {
    id: "Bukti yang Anda unggah tidak sama dengan data yang Anda tulis.",
    en: "The proof that you uploaded says something else than what you wrote.",
    zh: "您上传的证明材料与填写的信息不一致。",
  },
  NIK_IN_USE: {
    id: "NIK ini tidak bisa dipakai di akun ini. Layanan pelanggan menjelaskan alasannya.",
    en: "This NIK cannot be used on this account. Support explains the reason.",
    zh: "此 NIK 无法用于该账户，客服将为您说明原因。",
  },
  OTHER: {
    id: "Kami tidak bisa menyetujui perbaikan ini. Layanan pelanggan menjelaskan alasannya.",
    en: "We could not approve this correction. Support explains the reason.",
    zh: "无法批准此次更正，客服将为您说明原因。",
  },
});

/** Risk flags, as staff read them. */
export const correctionFlagTexts = defineTexts({
  NIK_CHANGED: { id: "NIK berubah", en: "The NIK changes", zh: "NIK 变更" },
  NIK_ANOTHER_ACCOUNTS: {
    id: "NIK ini milik akun lain: hanya bisa ditolak, atau kedua akun digabung",
    en: "This NIK is another account's: it can only be rejected, or both accounts merged",
    zh: "此 NIK 属于其他账户：只能拒绝，或合并两个账户",
  },
  NIK_DISAGREES: {
    id: "NIK tidak cocok dengan tanggal lahir atau jenis kelamin",
    en: "The NIK disagrees with birth date or sex",
    zh: "NIK 与出生日期或性别不符",
  },
  NAME_DIFFERENT: { id: "Nama menjadi nama lain", en: "The name becomes another one", zh: "姓名完全不同" },
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
    id: `Nomor milik akun lain dalam ${riskDays.number} hari terakhir`,
    en: `The number was another account's within ${riskDays.number} days`,
    zh: `号码 ${riskDays.number} 天内曾属其他账户`,
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

export const texts = defineTexts({
  title: { id: "Perbaiki identitas", en: "Correct your identity", zh: "更正身份信息" },
  lead: {
    id: `Ada yang salah pada identitas yang sudah terverifikasi? Tulis yang benar; petugas membandingkannya dan memberi keputusan dalam ${correctionPromisedHours} jam.`,
    en: `Is something wrong with your verified identity? Show us what is right; people compare it and decide within ${correctionPromisedHours} hours.`,
    zh: `已核验的身份信息有误？请提供正确信息，工作人员核对后将在 ${correctionPromisedHours} 小时内作出决定。`,
  },
  presentTitle: { id: "Yang tercatat sekarang", en: "Current data", zh: "现有信息" },
  howTitle: { id: "Begini caranya", en: "How it works", zh: "流程" },
  how1: { id: "NIK dan selfie", en: "NIK and a selfie", zh: "身份证号和自拍" },
  how1Body: {
    id: "Agar tidak ada orang lain yang mengubah identitas Anda.",
    en: "So that no one else changes your identity.",
    zh: "防止他人更改您的身份信息。",
  },
  how2: { id: "Tulis yang benar", en: "Write what is right", zh: "填写正确信息" },
  how2Body: {
    id: "Hanya bagian yang salah; sisanya sudah terisi.",
    en: "Only what is wrong; the rest is filled in.",
    zh: "只需修改有误的部分，其余已填好。",
  },
  how3: { id: "Foto bukti", en: "Photos as proof", zh: "证明照片" },
  how3Body: {
    id: "KTP yang baru, kartu keluarga, akta kelahiran, atau penetapan pengadilan.",
    en: "The new KTP, the family card, the birth certificate or the court's order.",
    zh: "新身份证、户口簿、出生证明或法院裁定书。",
  },
  contracts: {
    id: "Kontrak dan dokumen yang sudah ditandatangani tidak diubah. Pinjaman, limit, dan pembayaran tetap berjalan.",
    en: "Signed contracts and documents are not changed. Loans, limit and repayment continue unchanged.",
    zh: "已签署的合同和文件不会更改，借款、额度和还款不受影响。",
  },
  start: { id: "Mulai perbaikan", en: "Begin", zh: "开始更正" },
  unverifiedTitle: {
    id: "Belum ada yang perlu diperbaiki di sini",
    en: "Nothing to correct here yet",
    zh: "暂无需更正的内容",
  },
  unverifiedBody: {
    id: "Identitas Anda belum terverifikasi, jadi masih bisa Anda ubah sendiri.",
    en: "Your identity is not verified yet, so you can still change it yourself.",
    zh: "您的身份尚未核验，仍可自行修改。",
  },
  toIdentity: { id: "Buka verifikasi identitas", en: "Open your identity", zh: "前往身份核验" },
  stepFace: { id: "NIK dan selfie", en: "NIK and selfie", zh: "身份证号和自拍" },
  stepValues: { id: "Data yang benar", en: "Correct data", zh: "正确信息" },
  stepProof: { id: "Bukti", en: "Proof", zh: "证明" },
  faceTitle: { id: "Verifikasi diri Anda", en: "Prove that it is you", zh: "验证本人" },
  faceLead: {
    id: "Tulis NIK yang tercatat di akun ini sekarang, juga bila NIK itu yang ingin Anda perbaiki.",
    en: "Write the NIK that this account has now, even if it is the NIK that you want corrected.",
    zh: "请填写账户现有的 NIK，即使您要更正的正是 NIK。",
  },
  presentNik: { id: "NIK di akun ini", en: "NIK of this account", zh: "账户现有 NIK" },
  nikHint: { id: "16 angka", en: "16 digits", zh: "16 位数字" },
  valuesTitle: { id: "Tulis yang benar", en: "Write what is right", zh: "填写正确信息" },
  valuesLead: {
    id: "Persis seperti di dokumen yang akan Anda tunjukkan. Biarkan yang sudah benar.",
    en: "Exactly as on the document that you will show. Leave what is right as it is.",
    zh: "请与将要出示的证件完全一致，正确的部分无需改动。",
  },
  newNik: { id: "NIK yang benar", en: "The right NIK", zh: "正确的 NIK" },
  newNikHint: {
    id: "Hanya bila NIK salah; kosongkan bila sudah benar. Sekarang: {nik}",
    en: "Only if the NIK is wrong; leave it empty if it is right. Now: {nik}",
    zh: "仅在 NIK 有误时填写，正确则留空。现有：{nik}",
  },
  saveValues: { id: "Simpan dan lanjut", en: "Save and continue", zh: "保存并继续" },
  proofTitle: { id: "Kirim buktinya", en: "Show the proof", zh: "提供证明" },
  proofLead: {
    id: "Paling sedikit satu foto dokumen yang menunjukkan data yang benar.",
    en: "At least one photo of a document that shows what is right.",
    zh: "请至少提供一张显示正确信息的证件照片。",
  },
  changesTitle: { id: "Yang akan berubah", en: "What would change", zh: "拟更正内容" },
  part: { id: "Bagian", en: "Part", zh: "项目" },
  before: { id: "Sekarang", en: "Now", zh: "现有" },
  after: { id: "Menjadi", en: "To become", zh: "更正为" },
  editValues: { id: "Ubah data ini", en: "Change this", zh: "修改" },
  submitNote: {
    id: `Setelah dikirim, data dan foto tidak bisa diubah. Foto dihapus ${evidenceDays} hari setelah keputusan.`,
    en: `Once sent, data and photos cannot be changed. The photos are destroyed ${evidenceDays} days after the decision.`,
    zh: `提交后信息和照片不可更改。照片将在作出决定 ${evidenceDays} 天后销毁。`,
  },
  doneNote: {
    id: "Setelah dikirim, peninjauan berlanjut.",
    en: "Once sent, the review continues.",
    zh: "提交后将继续审核。",
  },
  submit: { id: "Kirim permintaan", en: "Send the request", zh: "提交申请" },
  done: { id: "Kirim bukti tambahan", en: "Send the further proof", zh: "提交补充证明" },
  reviewTitle: { id: "Permintaan Anda sedang ditinjau", en: "Your request is under review", zh: "申请审核中" },
  reviewLead: {
    id: "Petugas membandingkan data dengan buktinya.",
    en: "People compare what you wrote with the proof.",
    zh: "工作人员正在核对信息与证明材料。",
  },
  sentNow: { id: "Permintaan terkirim.", en: "The request is sent.", zh: "申请已提交。" },
  shownNow: { id: "Bukti tambahan terkirim.", en: "The further proof is sent.", zh: "补充证明已提交。" },
  wasSent: { id: "Permintaan dibuat", en: "Request made", zh: "提出申请" },
  isReviewed: { id: "Ditinjau petugas", en: "Reviewed by people", zh: "人工审核" },
  promised: {
    id: "Keputusan paling lambat {until}",
    en: "Decided by {until} at the latest",
    zh: "最迟 {until} 作出决定",
  },
  takesEffect: { id: "Identitas diperbaiki", en: "Identity corrected", zh: "身份信息更正" },
  effectNote: {
    id: "Begitu disetujui; kami mengabari Anda.",
    en: "As soon as it is approved; we will notify you.",
    zh: "批准后立即生效，并通知您。",
  },
  withdraw: { id: "Batalkan permintaan", en: "Cancel the request", zh: "撤回申请" },
  withdrawNote: {
    id: "Identitas tetap seperti sekarang.",
    en: "The identity stays as it is.",
    zh: "身份信息保持不变。",
  },
  unfinishedUntil: { id: "Kirim sebelum {until}.", en: "Send it before {until}.", zh: "请在 {until} 前提交。" },
  DONE: { id: "Identitas Anda sudah diperbaiki.", en: "Your identity is corrected.", zh: "您的身份信息已更正。" },
  REJECTED: { id: "Permintaan terakhir ditolak.", en: "The last request was rejected.", zh: "上次申请未通过。" },
  EXPIRED: {
    id: "Permintaan terakhir tidak dikirim tepat waktu. Anda bisa mulai lagi.",
    en: "The last request was not sent in time. You can begin again.",
    zh: "上次申请未按时提交，可重新开始。",
  },
  WITHDRAWN: {
    id: "Anda membatalkan permintaan terakhir.",
    en: "You withdrew the last request.",
    zh: "您已撤回上次申请。",
  },
  STOPPED: {
    id: "Permintaan terakhir dihentikan karena akun diamankan.",
    en: "The last request was stopped because the account was frozen.",
    zh: "因账户被冻结，上次申请已中止。",
  },
  callSupport: { id: "Hubungi layanan pelanggan {phone}", en: "Call support {phone}", zh: "联系客服 {phone}" },
});
