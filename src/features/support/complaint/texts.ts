import { maxPhotoMegabytes } from "#shared/fields/photo.ts";
import { defineTexts } from "#shared/texts.ts";

/** Reasons of a complaint (spec 3), for people and for staff. */
export const complaintReasonLabels = defineTexts({
  loan: { id: "Pinjaman dan biayanya", en: "Loan and its costs", zh: "借款与费用" },
  collection: { id: "Penagihan", en: "Collection", zh: "催收" },
  otp: { id: "Kode OTP dan keamanan akun", en: "OTP and account security", zh: "验证码与账户安全" },
  repayment: { id: "Pembayaran", en: "Repayment", zh: "还款" },
  sign: { id: "Tanda tangan perjanjian", en: "Signing the agreement", zh: "协议签署" },
  mobile: { id: "Nomor ponsel dan data diri", en: "Mobile number and personal data", zh: "手机号与个人资料" },
  others: { id: "Lainnya", en: "Something else", zh: "其他" },
});

export const complaintStateTexts = defineTexts({
  RECEIVED: { id: "Diterima", en: "Received", zh: "已受理" },
  IN_PROGRESS: { id: "Sedang ditangani", en: "In progress", zh: "处理中" },
  EXTENDED: { id: "Diperpanjang", en: "Extended", zh: "已延期" },
  ANSWERED: { id: "Dijawab", en: "Answered", zh: "已答复" },
  REOPENED: { id: "Dibuka kembali", en: "Open again", zh: "重新受理" },
  CLOSED: { id: "Ditutup", en: "Closed", zh: "已关闭" },
});

export const texts = defineTexts({
  // The form
  title: { id: "Pengaduan", en: "Complaint", zh: "投诉" },
  description: {
    id: "Sampaikan pengaduan tentang pinjaman, penagihan, OTP, pembayaran, atau hal lain. Anda mendapat nomor tiket dan bisa mengikuti jawabannya.",
    en: "Send a complaint about a loan, collection, OTP, repayment or anything else. You get a ticket number and can follow our answer.",
    zh: "就借款、催收、验证码、还款等问题提交投诉。您将获得工单号，并可随时查询答复进度。",
  },
  formTitle: { id: "Sampaikan pengaduan", en: "Send a complaint", zh: "提交投诉" },
  formLead: {
    id: "Ceritakan apa yang terjadi. Anda langsung mendapat nomor tiket, dan kami jawab paling lambat {days} hari kerja.",
    en: "Tell us what happened. You get a ticket number at once, and our answer within {days} working days.",
    zh: "请告诉我们发生了什么。您会立即获得工单号，我们最迟在 {days} 个工作日内答复。",
  },
  reason: { id: "Tentang apa?", en: "What is it about?", zh: "关于什么？" },
  text: { id: "Apa yang terjadi?", en: "What happened?", zh: "发生了什么？" },
  textHint: {
    id: "Tulis kapan terjadi dan siapa yang menghubungi Anda. Jangan tulis kata sandi, PIN, atau kode OTP. Maksimal 2.000 karakter.",
    en: "Say when it happened and who contacted you. Never write a password, PIN or OTP. At most 2,000 characters.",
    zh: "请写明时间和联系您的人。切勿填写密码、PIN 或验证码。最多 2,000 个字符。",
  },
  email: { id: "Email Anda", en: "Your email address", zh: "您的邮箱" },
  emailHint: {
    id: "Nomor tiket dan setiap kabar kami kirim ke sini.",
    en: "We send the ticket number and all news to it.",
    zh: "工单号和后续进展将发送到此邮箱。",
  },
  otherPicture: { id: "Ganti gambar", en: "Another picture", zh: "换一张图片" },
  send: { id: "Kirim pengaduan", en: "Send complaint", zh: "提交投诉" },
  linkedToAccount: {
    id: "Anda sudah masuk, jadi pengaduan ini tersimpan di akun Anda.",
    en: "You are logged in, so this complaint is kept with your account.",
    zh: "您已登录，此投诉将保存到您的账户中。",
  },
  alreadySent: { id: "Sudah pernah mengirim?", en: "Sent one before?", zh: "已提交过投诉？" },
  toFollow: { id: "Ikuti tiket Anda", en: "Follow your ticket", zh: "查询工单" },
  toOwn: { id: "Pengaduan saya", en: "My complaints", zh: "我的投诉" },
  howTitle: { id: "Begini kami menanganinya", en: "How we handle it", zh: "处理流程" },
  howReceive: {
    id: "Kami terima dan kirim nomor tiket ke email Anda, saat itu juga.",
    en: "We receive it and mail you a ticket number, right away.",
    zh: "我们受理后立即将工单号发送到您的邮箱。",
  },
  howAnswer: {
    id: "Petugas memeriksa dan menjawab paling lambat {days} hari kerja. Kalau perlu lebih lama, kami beri tahu alasannya; perpanjangan hanya sekali, {extension} hari kerja.",
    en: "A person looks into it and answers within {days} working days. If it takes longer we tell you why; there is one extension, of {extension} working days.",
    zh: "工作人员核查，并在 {days} 个工作日内答复。如需更长时间，我们会说明原因；仅可延期一次，为 {extension} 个工作日。",
  },
  howOutside: {
    id: "Belum puas? Anda bisa menolak jawaban kami, dan membawanya ke LAPS SJK tanpa menunggu izin kami.",
    en: "Not satisfied? You can refuse our answer, and take the matter to LAPS SJK without asking us.",
    zh: "不满意？您可以拒绝我们的答复，也可直接向 LAPS SJK 申请解决。",
  },

  // Finding a ticket
  followTitle: { id: "Ikuti tiket pengaduan", en: "Follow a complaint", zh: "查询投诉工单" },
  followDescription: {
    id: "Lihat status, jawaban, dan batas waktu pengaduan Anda dengan nomor tiket dan email.",
    en: "See state, answer and deadline of your complaint by ticket number and email address.",
    zh: "用工单号和邮箱查询投诉的状态、答复和期限。",
  },
  followLead: {
    id: "Keduanya ada di email yang kami kirim.",
    en: "Both are in the email that we sent you.",
    zh: "两者都在我们发送的邮件中。",
  },
  number: { id: "Nomor tiket", en: "Ticket number", zh: "工单号" },
  numberHint: {
    id: "Contoh: ADU-261121-7KQ2M4XC",
    en: "Example: ADU-261121-7KQ2M4XC",
    zh: "例如：ADU-261121-7KQ2M4XC",
  },
  open: { id: "Buka tiket", en: "Open ticket", zh: "打开工单" },
  newComplaint: { id: "Kirim pengaduan baru", en: "Send a new complaint", zh: "提交新投诉" },

  // A ticket
  ticketTitle: { id: "Tiket pengaduan", en: "Complaint ticket", zh: "投诉工单" },
  received: {
    id: "Pengaduan Anda kami terima. Nomor tiketnya kami kirim juga ke {email}.",
    en: "We have your complaint. Its ticket number is also on its way to {email}.",
    zh: "已收到您的投诉，工单号也已发送至 {email}。",
  },
  openLater: {
    id: "Simpan nomor tiket ini. Tiketnya belum bisa dibuka di sini sekarang; buka nanti lewat tautan di email kami, atau dengan nomor tiket dan email Anda. Anda tidak perlu mengirim ulang.",
    en: "Keep this ticket number. The ticket cannot be opened here at the moment; open it later by the link in our email, or with the number and your email address. There is no need to send it again.",
    zh: "请保存此工单号。目前无法在此打开工单，请稍后通过邮件中的链接，或凭工单号和邮箱打开。无需重复提交。",
  },
  openFromOwn: {
    id: "Simpan nomor tiket ini. Tiketnya belum bisa dibuka di sini sekarang; buka nanti dari Pengaduan saya. Anda tidak perlu mengirim ulang.",
    en: "Keep this ticket number. The ticket cannot be opened here at the moment; open it later from My complaints. There is no need to send it again.",
    zh: "请保存此工单号。目前无法在此打开工单，请稍后从“我的投诉”中打开。无需重复提交。",
  },
  saved: { id: "Tersimpan.", en: "Saved.", zh: "已保存。" },
  state: { id: "Status", en: "State", zh: "状态" },
  about: { id: "Tentang", en: "About", zh: "事由" },
  receivedAt: { id: "Diterima", en: "Received", zh: "受理时间" },
  answerBy: { id: "Kami jawab paling lambat", en: "We answer at the latest on", zh: "最迟答复日期" },
  closesAfter: { id: "Balas paling lambat", en: "Reply at the latest on", zh: "最迟回复日期" },
  overdue: {
    id: "Kami terlambat menjawab. Maaf. Kami tetap menyelesaikannya, dan Anda berhak membawanya ke LAPS SJK; caranya di bawah.",
    en: "Our answer is late. We are sorry. We still settle it, and you have the right to take it to LAPS SJK; see below how.",
    zh: "我们的答复已逾期，非常抱歉。我们会继续处理，您也有权提交 LAPS SJK，办法见下文。",
  },
  ACCEPTED: {
    id: "Selesai: Anda menerima jawaban kami.",
    en: "Settled: you accepted our answer.",
    zh: "已解决：您接受了我们的答复。",
  },
  WITHDRAWN: { id: "Anda menutup pengaduan ini.", en: "You closed this complaint.", zh: "您已关闭此投诉。" },
  REFUSED_AGAIN: {
    id: "Dua jawaban kami belum menyelesaikannya. Langkah berikutnya: LAPS SJK.",
    en: "Two answers of ours have not settled it. The next step is LAPS SJK.",
    zh: "我们的两次答复均未解决问题。下一步：LAPS SJK。",
  },
  UNANSWERED: {
    id: "Ditutup karena jawaban kami tidak dibalas.",
    en: "Closed because our answer had no reply.",
    zh: "因答复未获回复而关闭。",
  },
  BY_STAFF: {
    id: "Kami tutup; alasannya ada di bawah.",
    en: "We closed it; see the reason below.",
    zh: "已由我们关闭，原因见下文。",
  },
  talk: { id: "Percakapan", en: "Conversation", zh: "沟通记录" },
  youWrote: { id: "Anda menulis", en: "You wrote", zh: "您写道" },
  COMPLAINT: { id: "Pengaduan Anda", en: "Your complaint", zh: "您的投诉" },
  ANSWER: { id: "Jawaban kami", en: "Our answer", zh: "我们的答复" },
  REFUSAL: { id: "Belum selesai menurut Anda", en: "Not settled, you wrote", zh: "您认为尚未解决" },
  EXTENSION: { id: "Mengapa kami butuh waktu", en: "Why we need more time", zh: "需要更多时间的原因" },
  CLOSING: { id: "Mengapa kami menutupnya", en: "Why we closed it", zh: "关闭原因" },
  replyTitle: { id: "Apakah masalahnya selesai?", en: "Is the matter settled?", zh: "问题解决了吗？" },
  acceptIt: { id: "Ya, sudah selesai", en: "Yes, it is settled", zh: "是，已解决" },
  refuseTitle: { id: "Belum selesai", en: "Not settled", zh: "尚未解决" },
  refuseText: { id: "Apa yang belum selesai?", en: "What is not settled?", zh: "哪些问题尚未解决？" },
  refuseHint: {
    id: "Kami buka kembali dan jawab dalam {days} hari kerja.",
    en: "We open it again and answer within {days} working days.",
    zh: "我们将重新受理，并在 {days} 个工作日内答复。",
  },
  refuseIt: { id: "Buka kembali", en: "Open it again", zh: "重新受理" },
  refuseLast: {
    id: "Tolak dan lihat jalan ke LAPS SJK",
    en: "Refuse and see the way to LAPS SJK",
    zh: "拒绝并查看 LAPS SJK 办法",
  },
  writeTitle: { id: "Tambah keterangan", en: "Add something", zh: "补充说明" },
  message: { id: "Pesan Anda", en: "Your message", zh: "您的留言" },
  messageHint: {
    id: "Jangan tulis kata sandi, PIN, atau kode OTP.",
    en: "Never write a password, PIN or OTP.",
    zh: "切勿填写密码、PIN 或验证码。",
  },
  write: { id: "Kirim pesan", en: "Send message", zh: "发送留言" },
  withdrawTitle: { id: "Masalahnya sudah selesai?", en: "Settled already?", zh: "问题已解决？" },
  withdrawBody: {
    id: "Tutup pengaduan ini. Anda bisa mengirim yang baru kapan saja.",
    en: "Close this complaint. You can send a new one at any time.",
    zh: "可关闭此投诉，随时可提交新的投诉。",
  },
  withdraw: { id: "Tutup pengaduan", en: "Close complaint", zh: "关闭投诉" },
  photos: {
    id: "Bukti foto ({count} dari {max})",
    en: "Photos as evidence ({count} of {max})",
    zh: "照片证据（{count}/{max}）",
  },
  photoNumber: { id: "Foto bukti {number}", en: "Evidence photo {number}", zh: "证据照片 {number}" },
  addPhotos: { id: "Tambah foto", en: "Add photos", zh: "添加照片" },
  addPhotosHint: {
    id: `Tangkapan layar atau foto, JPEG, PNG, atau WebP, masing-masing paling besar ${maxPhotoMegabytes} MB. Masih bisa {left}.`,
    en: `Screenshots or photos, JPEG, PNG or WebP, up to ${maxPhotoMegabytes} MB each. {left} more are possible.`,
    zh: `截图或照片（JPEG、PNG、WebP），每张最大 ${maxPhotoMegabytes} MB。还可添加 {left} 张。`,
  },
  upload: { id: "Unggah", en: "Upload", zh: "上传" },
  someFailed: {
    id: "{kept} foto tersimpan, yang lain tidak:",
    en: "{kept} photos were saved, the others were not:",
    zh: "已保存 {kept} 张，其余未保存：",
  },
  happened: { id: "Perjalanan tiket", en: "What happened", zh: "处理进度" },
  nextAnswer: { id: "Jawaban kami", en: "Our answer", zh: "我们的答复" },

  // LAPS SJK
  outsideTitle: { id: "Membawa pengaduan ke LAPS SJK", en: "Taking it to LAPS SJK", zh: "提交 LAPS SJK" },
  outsideBody: {
    id: "LAPS SJK adalah lembaga penyelesaian sengketa sektor jasa keuangan di luar pengadilan. Lembaga ini tidak bergantung pada kami.",
    en: "LAPS SJK settles disputes of the financial sector out of court. It does not depend on us.",
    zh: "LAPS SJK 是金融服务业的庭外争议解决机构，独立于我们。",
  },
  outsideOne: {
    id: "Siapkan nomor tiket {number}, jawaban kami (kalau ada), perjanjian pinjaman, dan KTP.",
    en: "Have ticket number {number}, our answer (if there is one), the loan agreement and your KTP at hand.",
    zh: "准备工单号 {number}、我们的答复（如有）、借款协议和身份证（KTP）。",
  },
  outsideTwo: {
    id: "Ajukan permohonan di situs LAPS SJK.",
    en: "Apply on the website of LAPS SJK.",
    zh: "在 LAPS SJK 网站提交申请。",
  },
  outsideThree: {
    id: "Anda juga bisa melapor ke OJK, lewat telepon 157 atau situsnya.",
    en: "You can also tell the regulator OJK, by phone 157 or on its website.",
    zh: "您也可以向监管机构 OJK 反映：拨打 157 或访问其网站。",
  },
  outsideOpen: { id: "Situs LAPS SJK", en: "Website of LAPS SJK", zh: "LAPS SJK 网站" },
  outsideRegulator: { id: "Kontak OJK 157", en: "Contact OJK 157", zh: "OJK 157 联系方式" },

  // An expired link, deleted contents
  overTitle: { id: "Tiket ini tertutup lagi", en: "This ticket is locked again", zh: "此工单已重新锁定" },
  overBody: {
    id: "Demi keamanan, tiket hanya terbuka sebentar. Buka lagi dengan nomor tiket dan email, atau lewat tautan di email kami.",
    en: "For your safety a ticket stays open for a short time only. Open it again by ticket number and email address, or by the link in our email.",
    zh: "为保障安全，工单仅短时打开。请用工单号和邮箱，或邮件中的链接重新打开。",
  },
  notSentYet: {
    id: "Yang Anda tulis belum terkirim. Salin dulu:",
    en: "Your text has not been sent. Copy it first:",
    zh: "您写的内容尚未发送，请先复制：",
  },
  goneTitle: { id: "Isi pengaduan sudah dihapus", en: "The contents are deleted", zh: "内容已删除" },
  goneBody: {
    id: "Data pengaduan ini sudah dihapus sesuai aturan penyimpanan.",
    en: "The data of this complaint was deleted under our storage rules.",
    zh: "此投诉的数据已按保存规定删除。",
  },

  // Own complaints
  ownTitle: { id: "Pengaduan saya", en: "My complaints", zh: "我的投诉" },
  ownEmptyTitle: { id: "Belum ada pengaduan", en: "No complaints", zh: "暂无投诉" },
  ownEmptyBody: {
    id: "Kalau ada yang tidak beres, sampaikan di sini. Kami jawab.",
    en: "If something went wrong, tell us here. We answer.",
    zh: "如遇问题，请在此告诉我们，我们会答复。",
  },
  ownDetail: { id: "{reason} · diterima {date}", en: "{reason} · received {date}", zh: "{reason} · {date} 受理" },
});

/** Events of a ticket, in order. */
export const happenedTexts = defineTexts({
  RECEIVED: { id: "Kami terima", en: "Received", zh: "已受理" },
  TAKEN: { id: "Petugas mulai memeriksa", en: "A person started looking into it", zh: "工作人员开始核查" },
  EXTENDED: { id: "Waktu diperpanjang", en: "Time extended", zh: "已延期" },
  ANSWERED: { id: "Kami jawab", en: "Answered", zh: "已答复" },
  REFUSED: {
    id: "Jawaban Anda tolak; dibuka kembali",
    en: "You refused the answer; open again",
    zh: "您拒绝了答复；重新受理",
  },
  OVERDUE: { id: "Batas waktu terlewat", en: "Deadline missed", zh: "已逾期" },
  ACCEPTED: { id: "Selesai", en: "Settled", zh: "已解决" },
  WITHDRAWN: { id: "Anda tutup", en: "Closed by you", zh: "由您关闭" },
  REFUSED_AGAIN: {
    id: "Jawaban kedua Anda tolak; ditutup",
    en: "You refused the second answer; closed",
    zh: "您拒绝了第二次答复；已关闭",
  },
  UNANSWERED: { id: "Ditutup tanpa balasan", en: "Closed without a reply", zh: "未获回复，已关闭" },
  BY_STAFF: { id: "Kami tutup", en: "Closed by us", zh: "由我们关闭" },
});

/** Texts of staff's queue, on its page and as a file. */
export const queueTexts = defineTexts({
  list: { id: "Pengaduan", en: "Complaints", zh: "投诉" },
  states: { id: "Status", en: "State", zh: "状态" },
  about: { id: "Tentang", en: "About", zh: "事由" },
  number: { id: "Tiket", en: "Ticket", zh: "工单" },
  received: { id: "Diterima", en: "Received", zh: "受理" },
  due: { id: "Batas jawaban", en: "Answer by", zh: "答复期限" },
  overdue: { id: "Terlambat", en: "Overdue", zh: "逾期" },
  escalated: { id: "Eskalasi", en: "Escalated", zh: "已升级" },
  yes: { id: "Ya", en: "Yes", zh: "是" },
  no: { id: "Tidak", en: "No", zh: "否" },
});
