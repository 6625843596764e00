import { defineTexts } from "#shared/texts.ts";

/** What staff compare, and what the borrower reads of a decision. */
export const reviewTexts = defineTexts({
  kind: { id: "Ganti nomor ponsel", en: "Change of the mobile number", zh: "更换手机号码" },
  card: { id: "Foto KTP", en: "Photo of the KTP", zh: "身份证照片" },
  firstSelfie: { id: "Selfie saat pendaftaran", en: "Selfie of the account", zh: "账户自拍" },
  oldNumber: { id: "Nomor sekarang", en: "Present number", zh: "现有号码" },
  newNumber: { id: "Nomor baru", en: "New number", zh: "新号码" },
  similarity: { id: "Kemiripan wajah", en: "Similarity of the face", zh: "人脸相似度" },
  device: { id: "Perangkat", en: "Device", zh: "设备" },
  deviceSince: { id: "Perangkat dikenal sejak", en: "Device known since", zh: "设备首次使用" },
  deviceUnknown: { id: "Tidak dikenal", en: "Not known", zh: "未知" },
  registered: { id: "Terdaftar sejak", en: "Registered since", zh: "注册时间" },
  codesOld: { id: "Kode ke nomor sekarang", en: "Codes to the present number", zh: "发往现有号码的验证码" },
  codesNew: { id: "Kode ke nomor baru", en: "Codes to the new number", zh: "发往新号码的验证码" },
  noCodes: { id: "Tidak ada", en: "None", zh: "无" },
  codeSent: { id: "{channel} {at}: {delivery}", en: "{channel} {at}: {delivery}", zh: "{channel} {at}：{delivery}" },
  codeProven: {
    id: "{channel} {at}: {delivery}, terbukti",
    en: "{channel} {at}: {delivery}, proven",
    zh: "{channel} {at}：{delivery}，已验证",
  },
  mark: { id: "Tanda risiko", en: "Risk flag", zh: "风险标记" },
  askCard: { id: "Foto Anda memegang KTP", en: "A photo of you holding the KTP", zh: "手持身份证照片" },
  askPackage: {
    id: "Kemasan atau kartu SIM nomor baru",
    en: "The package or card of the new number's SIM",
    zh: "新号码的 SIM 卡或包装",
  },
  askLetter: { id: "Surat dari operator", en: "A letter of the operator", zh: "运营商证明" },
  askReport: { id: "Surat keterangan polisi", en: "A police report", zh: "警方证明" },
  askClearer: { id: "Foto yang lebih jelas", en: "A clearer photo", zh: "更清晰的照片" },
  NOT_THE_PERSON: {
    id: "Kami tidak dapat memastikan bahwa permintaan ini dari pemilik akun.",
    en: "We could not make sure that the request came from the owner of the account.",
    zh: "无法确认申请人为账户本人。",
  },
  PROOF_UNREADABLE: {
    id: "Bukti yang Anda unggah tidak terbaca.",
    en: "The proof that you uploaded cannot be read.",
    zh: "您上传的证明材料无法辨认。",
  },
  NUMBER_NOT_OWN: {
    id: "Nomor baru tidak terdaftar atas nama Anda.",
    en: "The new number is not registered in your name.",
    zh: "新号码未登记在您名下。",
  },
  CONTESTED: {
    id: "Pemilik nomor lama menyatakan tidak meminta penggantian ini.",
    en: "The owner of the old number said that this change was not asked for.",
    zh: "旧号码持有人表示未申请此次更换。",
  },
  OTHER: {
    id: "Kami tidak dapat menyetujui penggantian ini. Layanan pelanggan menjelaskan alasannya.",
    en: "We could not approve this change. Support explains the reason.",
    zh: "无法批准此次更换，客服将为您说明原因。",
  },
  NUMBER_TAKEN: {
    id: "Nomor baru sudah dipakai akun lain saat penggantian akan berlaku.",
    en: "Another account had the new number by the time the change was to take effect.",
    zh: "生效时新号码已被其他账户使用。",
  },
});

/** What speaks for care, as staff read it. */
export const flagTexts = defineTexts({
  SIMILARITY_LOW: {
    id: "Kemiripan wajah di bawah 90 %",
    en: "Similarity of the face below 90 %",
    zh: "人脸相似度低于 90%",
  },
  DEVICE_NEW: {
    id: "Perangkat dikenal kurang dari 7 hari",
    en: "Device known for less than 7 days",
    zh: "设备使用不足 7 天",
  },
  BANK_ACCOUNT_CHANGED: {
    id: "Rekening bank berubah dalam 14 hari terakhir",
    en: "Bank account changed within 14 days",
    zh: "14 天内变更过银行账户",
  },
  LOAN_BEFORE_PAYOUT: { id: "Pinjaman belum dicairkan", en: "A loan before its payout", zh: "有待放款的借款" },
  NUMBER_ANOTHER_ACCOUNTS: {
    id: "Nomor baru milik akun lain dalam 180 hari terakhir",
    en: "The new number was another account's within 180 days",
    zh: "新号码 180 天内曾属其他账户",
  },
  COMPLAINT_OPEN: {
    id: "Pengaduan tentang nomor atau kode masih terbuka",
    en: "A complaint about the number or codes is open",
    zh: "有未结的号码或验证码投诉",
  },
});
