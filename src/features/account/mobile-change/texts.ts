import { holdHours } from "#features/account/security/contract.ts";
import { riskDays, unfinishedHours } from "#shared/promised-times.ts";
import { promisedHours } from "./contract.ts";
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

/** What became of a code's message. */
export const deliveryTexts = defineTexts({
  WAITING: { id: "menunggu", en: "waiting", zh: "待发送" },
  SENDING: { id: "dikirim", en: "being sent", zh: "发送中" },
  SENT: { id: "terkirim", en: "sent", zh: "已发送" },
  REJECTED: { id: "tidak dapat dikirim", en: "not deliverable", zh: "无法送达" },
  UNKNOWN: { id: "tidak diketahui", en: "unknown", zh: "未知" },
});

/** What speaks for care, as staff read it. */
export const flagTexts = defineTexts({
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
});

export const texts = defineTexts({
  title: { id: "Ganti nomor ponsel", en: "Change your mobile number", zh: "更换手机号码" },
  entryLead: {
    id: "Nomor akun Anda sekarang {number}. Semua kode dan kabar dikirim ke sana.",
    en: "Your account's number is {number}. All codes and messages go there.",
    zh: "您账户的号码为 {number}，所有验证码和通知都会发送至此。",
  },
  howTitle: { id: "Begini caranya", en: "How it goes", zh: "流程" },
  how1: { id: "Kode ke nomor sekarang", en: "A code to your present number", zh: "验证现有号码" },
  how1Body: {
    id: "SIM lama harus masih di tangan Anda.",
    en: "You still need the old SIM for it.",
    zh: "您需要仍持有旧 SIM 卡。",
  },
  how2: { id: "NIK dan selfie", en: "NIK and a selfie", zh: "身份证号和自拍" },
  how2Body: {
    id: "Agar tidak ada orang lain yang mengambil akun Anda.",
    en: "So that nobody else takes your account.",
    zh: "防止他人冒用您的账户。",
  },
  how3: { id: "Kode ke nomor baru", en: "A code to the new number", zh: "验证新号码" },
  how3Body: {
    id: "Nomor baru harus atas nama Anda.",
    en: "The new number has to be registered in your name.",
    zh: "新号码须登记在您名下。",
  },
  how4: {
    id: `Ditinjau 1 sampai ${promisedHours / 24} hari`,
    en: `Reviewed within 1 to ${promisedHours / 24} days`,
    zh: `1 至 ${promisedHours / 24} 天审核`,
  },
  how4Body: {
    id: "Berlaku paling cepat {hours} jam setelah dikirim; nomor lama diberi tahu agar bisa keberatan.",
    en: "In effect {hours} hours after sending at the earliest; the old number is told, so that it can object.",
    zh: "最早于提交 {hours} 小时后生效；期间会通知旧号码，以便提出异议。",
  },
  after: {
    id: `Setelah berlaku: masuk dengan nomor baru, buat kata sandi baru, dan selama ${holdHours} jam penarikan serta perubahan akun ditahan. Pinjaman, limit, dan pembayaran tidak berubah. Nomor lama disimpan {days} hari untuk Anda.`,
    en: `Once in effect: log in with the new number and set a new password; for ${holdHours} hours withdrawals and changes of the account are on hold. Loans, limit and repaying stay as they are. The old number is kept for you for {days} days.`,
    zh: `生效后：请用新号码登录并重设密码；${holdHours} 小时内暂停提现和账户变更。借款、额度和还款不受影响。旧号码为您保留 {days} 天。`,
  },
  start: { id: "Mulai ganti nomor", en: "Begin", zh: "开始更换" },
  noSim: {
    id: "SIM lama hilang atau tidak aktif?",
    en: "Is the old SIM lost or not active any more?",
    zh: "旧 SIM 卡已丢失或停用？",
  },
  runningOpen: { id: "Permintaan Anda belum dikirim", en: "Your request is not sent yet", zh: "您的申请尚未提交" },
  runningSent: { id: "Permintaan Anda sedang ditinjau", en: "Your request is under review", zh: "您的申请正在审核" },
  runningNumber: { id: "Nomor baru: {number}", en: "New number: {number}", zh: "新号码：{number}" },
  runningUntil: { id: "Selesaikan sebelum {until}.", en: "Finish it before {until}.", zh: "请在 {until} 前完成。" },
  toResult: { id: "Lihat statusnya", en: "See where it stands", zh: "查看进度" },
  lastREJECTED: {
    id: "Permintaan terakhir Anda ditolak.",
    en: "Your last request was rejected.",
    zh: "您上次的申请未通过。",
  },
  lastEXPIRED: {
    id: `Permintaan terakhir tidak selesai dalam ${unfinishedHours} jam dan berakhir.`,
    en: `Your last request was not finished within ${unfinishedHours} hours and has ended.`,
    zh: `上次的申请未在 ${unfinishedHours} 小时内完成，已结束。`,
  },
  lastSTOPPED: {
    id: "Permintaan terakhir dihentikan demi keamanan akun Anda.",
    en: "Your last request was stopped to protect your account.",
    zh: "为保护您的账户，上次的申请已中止。",
  },
  obstacle_CHANGE_TOO_SOON: {
    id: "Nomor baru saja diganti. Penggantian berikutnya bisa mulai {until}.",
    en: "The number was changed recently. The next change is possible from {until}.",
    zh: "号码刚刚更换过，下次更换需等到 {until}。",
  },
  obstacle_SECURITY_HOLD: {
    id: "Demi keamanan, nomor belum bisa diganti sampai {until}, karena data akun baru saja berubah.",
    en: "For your safety the number cannot be changed until {until}, because the account has just changed.",
    zh: "由于账户信息刚刚变更，为了安全，需等到 {until} 才能更换号码。",
  },
  obstacle_IDENTITY_UNVERIFIED: {
    id: "Verifikasi identitas Anda dulu; dengan itu kami memastikan bahwa akun ini milik Anda.",
    en: "Verify your identity first; by it we make sure that the account is yours.",
    zh: "请先完成身份核验，以确认账户属于您本人。",
  },
  toIdentity: { id: "Verifikasi identitas", en: "Verify identity", zh: "核验身份" },
  stepOld: { id: "Nomor sekarang", en: "Present number", zh: "现有号码" },
  stepIdentity: { id: "Identitas", en: "Identity", zh: "身份" },
  stepNumber: { id: "Nomor baru", en: "New number", zh: "新号码" },
  stepProof: { id: "Bukti", en: "Proof", zh: "证明" },
  goOn: { id: "Lanjut", en: "Continue", zh: "继续" },
  oldTitle: { id: "Buktikan nomor sekarang", en: "Prove your present number", zh: "验证现有号码" },
  oldLead: {
    id: "Kami mengirim kode ke {number}.",
    en: "We send a code to {number}.",
    zh: "我们将向 {number} 发送验证码。",
  },
  oldAgainLead: {
    id: "Anda masuk lagi, jadi buktikan nomor {number} sekali lagi. Langkah lain yang sudah selesai tetap tersimpan.",
    en: "You have logged in anew, so prove {number} once more. The other steps that are done stay.",
    zh: "您已重新登录，请再次验证 {number}。其他已完成的步骤仍然保留。",
  },
  identityTitle: { id: "Buktikan bahwa ini Anda", en: "Prove that it is you", zh: "证明是您本人" },
  identityLead: {
    id: "Tulis NIK Anda, lalu ambil selfie di tempat terang. Keduanya dicocokkan dengan akun ini.",
    en: "Write your NIK, then take a selfie in a bright place. Both are compared with this account.",
    zh: "请填写您的 NIK，并在明亮处自拍。两者将与此账户比对。",
  },
  nik: { id: "NIK", en: "NIK (identity number)", zh: "NIK（身份证号）" },
  nikHint: {
    id: "16 angka di bagian atas KTP",
    en: "The 16 digits at the top of the KTP",
    zh: "身份证顶部的 16 位数字",
  },
  numberTitle: { id: "Nomor baru Anda", en: "Your new number", zh: "您的新号码" },
  numberLead: {
    id: "Kami mengirim kode ke nomor baru. Nomor itu harus aktif dan atas nama Anda.",
    en: "We send a code to the new number. It has to be active and in your name.",
    zh: "我们将向新号码发送验证码。该号码须可用并登记在您名下。",
  },
  newNumber: { id: "Nomor baru", en: "New number", zh: "新号码" },
  sendCode: { id: "Kirim kode", en: "Send the code", zh: "发送验证码" },
  codeWaits: {
    id: "Kode ke {number} menunggu diisi.",
    en: "A code to {number} waits to be entered.",
    zh: "发往 {number} 的验证码待输入。",
  },
  toCode: { id: "Isi kodenya", en: "Enter it", zh: "输入验证码" },
  codeTitle: { id: "Kode dari nomor baru", en: "The code from the new number", zh: "新号码的验证码" },
  codeLead: { id: "Dikirim ke {number}.", en: "Sent to {number}.", zh: "已发送至 {number}。" },
  otherNumber: { id: "Pakai nomor lain", en: "Use another number", zh: "使用其他号码" },
  proofTitle: { id: "Bukti tambahan", en: "Further proof", zh: "补充证明" },
  proofLead: {
    id: "Tidak wajib. Foto kemasan SIM baru atau Anda memegang KTP mempercepat peninjauan.",
    en: "This is optional. A photo of the new SIM's package, or of you holding the KTP, makes the review faster.",
    zh: "可选。上传新 SIM 卡包装或手持身份证的照片可加快审核。",
  },
  proofNeededLead: {
    id: "Tambahkan paling sedikit satu foto: kemasan SIM baru, atau Anda memegang KTP. Permintaan ini ditinjau lebih teliti.",
    en: "Add at least one photo: the new SIM's package, or you holding the KTP. This request is looked at more closely.",
    zh: "请至少添加一张照片：新 SIM 卡包装，或手持身份证。此申请将更仔细审核。",
  },
  proofMissing: {
    id: "Belum ada foto. Satu foto diperlukan sebelum permintaan dikirim.",
    en: "There is no photo yet. One is needed before the request is sent.",
    zh: "尚无照片，提交前需要一张。",
  },
  submit: { id: "Kirim permintaan", en: "Send the request", zh: "提交申请" },
  submitWithout: { id: "Kirim tanpa bukti tambahan", en: "Send without further proof", zh: "不补充证明，直接提交" },
  submitNote: {
    id: "Setelah dikirim, nomor lama Anda diberi tahu. Anda dapat menariknya sampai berlaku.",
    en: "Once it is sent, your old number is told. You can take it back until it takes effect.",
    zh: "提交后会通知您的旧号码。生效前您可随时撤回。",
  },
  done: { id: "Bukti sudah lengkap", en: "The proof is complete", zh: "证明已补充完整" },
  doneNote: {
    id: "Peninjauan berjalan lagi setelah Anda menekan tombol ini.",
    en: "The review goes on once you press this button.",
    zh: "点击后将继续审核。",
  },
  resultTitle: { id: "Status ganti nomor", en: "Where your number change stands", zh: "更换号码进度" },
  reviewTitle: {
    id: `Sedang ditinjau, 1 sampai ${promisedHours / 24} hari`,
    en: `Under review, 1 to ${promisedHours / 24} days`,
    zh: `审核中，1 至 ${promisedHours / 24} 天`,
  },
  reviewLead: {
    id: "Nomor baru {number}. Sampai berlaku, masuk tetap dengan nomor sekarang.",
    en: "The new number is {number}. Until it takes effect you log in with the present one.",
    zh: "新号码为 {number}。生效前请继续使用现有号码登录。",
  },
  approvedTitle: { id: "Disetujui", en: "Approved", zh: "已批准" },
  approvedLead: {
    id: "Nomor {number} segera berlaku. Sampai itu masuk tetap dengan nomor sekarang.",
    en: "The number {number} takes effect soon. Until then you log in with the present one.",
    zh: "号码 {number} 即将生效，在此之前请继续使用现有号码登录。",
  },
  sentNow: { id: "Permintaan terkirim.", en: "The request is sent.", zh: "申请已提交。" },
  shownNow: {
    id: "Terima kasih. Peninjauan berjalan lagi.",
    en: "Thank you. The review goes on.",
    zh: "谢谢，审核将继续。",
  },
  wasSent: { id: "Permintaan dimulai", en: "Request begun", zh: "申请开始" },
  isReviewed: { id: "Ditinjau petugas", en: "Reviewed by our staff", zh: "人工审核" },
  promised: { id: "Keputusan paling lambat {until}", en: "A decision by {until}", zh: "最迟 {until} 作出决定" },
  reviewNote: {
    id: "Kami mengabari Anda begitu ada keputusan.",
    en: "We tell you as soon as there is a decision.",
    zh: "有结果后会立即通知您。",
  },
  takesEffect: { id: "Nomor baru berlaku", en: "The new number takes effect", zh: "新号码生效" },
  notBefore: { id: "Paling cepat {from}", en: "{from} at the earliest", zh: "最早 {from}" },
  effectNote: {
    id: "Bukan Anda yang meminta? Tarik permintaan ini sekarang.",
    en: "Was it not you who asked? Take the request back now.",
    zh: "若非您本人申请，请立即撤回。",
  },
  withdraw: { id: "Tarik permintaan", en: "Take the request back", zh: "撤回申请" },
  withdrawNote: {
    id: "Nomor sekarang tetap berlaku, dan bukti yang diunggah dihapus kemudian.",
    en: "The present number stays, and the uploaded proof is destroyed later on.",
    zh: "现有号码继续有效，已上传的证明稍后销毁。",
  },
  reason: { id: "Alasan", en: "Why", zh: "原因" },
  doneTitle: { id: "Nomor Anda sudah diganti", en: "Your number is changed", zh: "您的号码已更换" },
  doneBody: {
    id: "Masuk dengan nomor {number} mulai sekarang.",
    en: "From now on log in with {number}.",
    zh: "请使用 {number} 登录。",
  },
  rejectedTitle: { id: "Nomor tidak diganti", en: "The number was not changed", zh: "号码未更换" },
  rejectedBody: {
    id: "Nomor sekarang tetap berlaku. Anda dapat meminta lagi atau menghubungi kami.",
    en: "The present number stays. You can ask again, or contact us.",
    zh: "现有号码继续有效。您可再次申请或联系我们。",
  },
  withdrawnTitle: { id: "Permintaan ditarik", en: "The request was taken back", zh: "申请已撤回" },
  withdrawnBody: {
    id: "Nomor sekarang tetap berlaku.",
    en: "The present number stays.",
    zh: "现有号码继续有效。",
  },
  expiredTitle: { id: "Permintaan berakhir", en: "The request has ended", zh: "申请已结束" },
  expiredBody: {
    id: `Permintaan tidak selesai dalam ${unfinishedHours} jam. Nomor sekarang tetap berlaku.`,
    en: `It was not finished within ${unfinishedHours} hours. The present number stays.`,
    zh: `未在 ${unfinishedHours} 小时内完成，现有号码继续有效。`,
  },
  stoppedTitle: { id: "Permintaan dihentikan", en: "The request was stopped", zh: "申请已中止" },
  stoppedBody: {
    id: "Ini demi keamanan akun Anda. Nomor sekarang tetap berlaku.",
    en: "This is to protect your account. The present number stays.",
    zh: "这是为了保护您的账户，现有号码继续有效。",
  },
  startAgain: { id: "Minta lagi", en: "Ask again", zh: "再次申请" },
  toHome: { id: "Ke beranda", en: "To the home page", zh: "返回首页" },
  callSupport: { id: "Telepon {phone}", en: "Call {phone}", zh: "拨打 {phone}" },
});
