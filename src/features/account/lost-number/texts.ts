import { waitHours, unfinishedHours } from "./contract.ts";
import { evidenceDays } from "#shared/promised-times.ts";
import { defineTexts } from "#shared/texts.ts";

/** What staff compare, and the reasons of their decision. */
export const reviewTexts = defineTexts({
  kind: { id: "Nomor hilang", en: "Lost number", zh: "号码遗失" },
  card: { id: "Foto KTP", en: "Photo of the KTP", zh: "身份证照片" },
  firstSelfie: { id: "Selfie saat pendaftaran", en: "Selfie of the account", zh: "账户自拍" },
  reference: { id: "Nomor permintaan", en: "Reference", zh: "申请编号" },
  oldNumber: { id: "Nomor yang hilang", en: "Lost number", zh: "遗失的号码" },
  newNumber: { id: "Nomor baru", en: "New number", zh: "新号码" },
  nik: { id: "NIK", en: "NIK", zh: "NIK" },
  face: { id: "Pemeriksaan wajah", en: "Face check", zh: "人脸核验" },
  faceMatch: { id: "Cocok", en: "Match", zh: "匹配" },
  similarity: { id: "Kemiripan wajah", en: "Similarity of the face", zh: "人脸相似度" },
  device: { id: "Perangkat", en: "Device", zh: "设备" },
  registered: { id: "Akun terdaftar sejak", en: "Account registered since", zh: "账户注册时间" },
  lastLogin: { id: "Masuk terakhir", en: "Last login", zh: "最近登录" },
  NOT_THE_PERSON: {
    id: "Tidak terbukti bahwa pemohon adalah pemilik akun.",
    en: "It is not proven that who asked is the account's owner.",
    zh: "无法证明申请人为账户本人。",
  },
  PROOF_UNREADABLE: { id: "Bukti tidak terbaca.", en: "The proof cannot be read.", zh: "证明材料无法辨认。" },
  CONTESTED: {
    id: "Pemilik nomor lama menyatakan keberatan.",
    en: "The owner of the old number objected.",
    zh: "旧号码持有人提出异议。",
  },
  OTHER: { id: "Alasan lain.", en: "Another reason.", zh: "其他原因。" },
});

export const texts = defineTexts({
  title: { id: "Nomor lama hilang", en: "Your old number is lost", zh: "旧号码已丢失" },
  startLead: {
    id: "Kartu SIM hilang, dicuri, atau hangus? Minta akun Anda memakai nomor lain. Kami memeriksanya setelah dikirim, dan hasilnya hanya dikabari di nomor baru.",
    en: "Is the SIM lost, stolen or expired? Ask for your account to use another number. We look into it once it is sent, and tell you at the new number alone what came of it.",
    zh: "SIM 卡丢失、被盗或失效？可申请将账户改用其他号码。提交后我们会审核，结果仅通知到新号码。",
  },
  needTitle: { id: "Siapkan", en: "What you need", zh: "需要准备" },
  need1: { id: "NIK dan tanggal lahir Anda", en: "Your NIK and date of birth", zh: "您的 NIK 和出生日期" },
  need2: {
    id: "Nomor lain yang Anda pegang sekarang",
    en: "Another number that you have now",
    zh: "您现在持有的其他号码",
  },
  need3: {
    id: "Selfie, dan foto Anda memegang KTP, surat polisi atau operator, atau kemasan SIM",
    en: "A selfie, and a photo of you holding the KTP, a letter of police or operator, or the SIM's package",
    zh: "自拍，以及手持身份证、警方或运营商证明、或 SIM 卡包装的照片",
  },
  oldNumber: { id: "Nomor yang hilang", en: "The lost number", zh: "丢失的号码" },
  nik: { id: "NIK", en: "NIK (identity number)", zh: "NIK（身份证号）" },
  nikHint: { id: "16 angka di KTP", en: "The 16 digits on the KTP", zh: "身份证上的 16 位数字" },
  birthDate: { id: "Tanggal lahir", en: "Date of birth", zh: "出生日期" },
  goOn: { id: "Lanjut", en: "Continue", zh: "继续" },
  otherPicture: { id: "Gambar lain", en: "Another picture", zh: "换一张" },
  stillHave: { id: "SIM lama masih ada?", en: "Do you still have the old SIM?", zh: "旧 SIM 卡还在？" },
  toLogin: { id: "Masuk", en: "Log in", zh: "登录" },
  stepNumber: { id: "Nomor baru", en: "New number", zh: "新号码" },
  stepSelfie: { id: "Selfie", en: "Selfie", zh: "自拍" },
  stepProof: { id: "Bukti", en: "Proof", zh: "证明" },
  numberTitle: { id: "Nomor baru Anda", en: "Your new number", zh: "您的新号码" },
  numberLead: {
    id: "Kami mengirim kode ke nomor ini. Hasil permintaan juga dikabari di sini.",
    en: "We send a code to it. What comes of the request is told there, too.",
    zh: "我们将向此号码发送验证码，申请结果也会通知到此号码。",
  },
  newNumber: { id: "Nomor baru", en: "New number", zh: "新号码" },
  sendCode: { id: "Kirim kode", en: "Send the code", zh: "发送验证码" },
  codeTitle: { id: "Masukkan kode", en: "Enter the code", zh: "输入验证码" },
  codeLead: { id: "Dikirim ke {number}.", en: "Sent to {number}.", zh: "已发送至 {number}。" },
  otherNumber: { id: "Pakai nomor lain", en: "Use another number", zh: "使用其他号码" },
  selfieTitle: { id: "Ambil selfie", en: "Take a selfie", zh: "拍摄自拍照" },
  selfieLead: {
    id: "Di tempat terang, tanpa kacamata atau masker. Wajah dicocokkan setelah permintaan dikirim.",
    en: "In a bright place, without glasses or mask. Your face is compared once the request is sent.",
    zh: "请在明亮处拍摄，勿戴眼镜或口罩。提交申请后将进行人脸比对。",
  },
  proofTitle: { id: "Tunjukkan bukti", en: "Show proof", zh: "提供证明" },
  proofLead: {
    id: "1 sampai {max} foto: Anda memegang KTP, surat polisi atau operator, atau kemasan SIM.",
    en: "1 to {max} photos: you holding the KTP, a letter of police or operator, or the SIM's package.",
    zh: "1 至 {max} 张照片：手持身份证、警方或运营商证明、或 SIM 卡包装。",
  },
  saved: { id: "Bukti tersimpan.", en: "The proof is saved.", zh: "证明材料已保存。" },
  submit: { id: "Kirim permintaan", en: "Send the request", zh: "提交申请" },
  submitNote: {
    id: `Dilihat petugas peninjau saja, dihapus ${evidenceDays} hari setelah keputusan. Nomor lama diberi tahu tiga kali selama ${waitHours - 24} jam.`,
    en: `Seen by the reviewers alone, destroyed ${evidenceDays} days after the decision. The old number is told three times within ${waitHours - 24} hours.`,
    zh: `仅审核人员可见，决定后 ${evidenceDays} 天销毁。${waitHours - 24} 小时内会三次通知旧号码。`,
  },
  sentTitle: { id: "Permintaan terkirim", en: "The request is sent", zh: "申请已提交" },
  sentBody: {
    id: "Catat nomor permintaan ini: {reference}. Hasilnya dikabari di {number} paling lambat {until}.",
    en: "Note this reference: {reference}. What came of it is told at {number} by {until}.",
    zh: "请记下申请编号：{reference}。结果最迟于 {until} 通知到 {number}。",
  },
  sentNote: {
    id: "Jika disetujui, nomor baru berlaku paling cepat {from}. Selama itu halaman ini tidak menunjukkan apa yang ditemukan, demi keamanan pemilik akun.",
    en: "If it is approved, the new number takes effect {from} at the earliest. Meanwhile this page does not show what was found, to protect whoever owns the account.",
    zh: "若通过，新号码最早于 {from} 生效。为保护账户持有人，此页面不显示审核情况。",
  },
  endedTitle: { id: "Permintaan ini sudah berakhir", en: "This request has ended", zh: "该申请已结束" },
  endedBody: {
    id: `Hasilnya dikabari di nomor baru. Permintaan yang tidak dikirim dalam ${unfinishedHours} jam berakhir sendiri.`,
    en: `What came of it was told at the new number. One that is not sent within ${unfinishedHours} hours ends by itself.`,
    zh: `结果已通知到新号码。${unfinishedHours} 小时内未提交的申请会自动结束。`,
  },
  again: { id: "Mulai lagi", en: "Begin again", zh: "重新开始" },
  unknownTitle: { id: "Permintaan ini tidak ada di sini", en: "There is no such request here", zh: "此处没有该申请" },
  unknownBody: {
    id: "Permintaan hanya terlihat di peramban tempat dimulai. Hasilnya dikabari di nomor baru.",
    en: "A request is seen in the browser alone in which it was begun. What came of it is told at the new number.",
    zh: "申请仅在开始时使用的浏览器中可见，结果会通知到新号码。",
  },
});
