import { defineTexts } from "#shared/texts.ts";
import { erasureHours } from "./contract.ts";

/** Why people leave, as they choose it. // Spec account 6 */
export const closureReasonTexts = defineTexts({
  NO_LONGER_NEEDED: { id: "Sudah tidak memerlukan pinjaman", en: "I do not need a loan any more", zh: "不再需要借款" },
  COST_TOO_HIGH: { id: "Biayanya terlalu mahal", en: "It costs too much", zh: "费用太高" },
  LIMIT_TOO_LOW: { id: "Limitnya terlalu kecil", en: "The limit is too low", zh: "额度太低" },
  NOT_APPROVED: { id: "Pengajuan saya ditolak", en: "My application was not approved", zh: "申请未获批准" },
  PRIVACY: { id: "Khawatir soal data pribadi", en: "I worry about my personal data", zh: "担心个人数据" },
  TOO_MANY_MESSAGES: { id: "Terlalu banyak pesan", en: "Too many messages", zh: "消息太多" },
  BAD_SERVICE: { id: "Layanannya kurang baik", en: "The service was not good", zh: "服务不佳" },
  OTHER_LENDER: { id: "Memakai layanan lain", en: "I use another lender", zh: "使用其他平台" },
  SECOND_ACCOUNT: { id: "Punya akun lain di sini", en: "I have another account here", zh: "我有另一个账户" },
  OTHER: { id: "Lainnya", en: "Something else", zh: "其他" },
});

/** Reasons that prevent closing, each with its solution. */
export const blockerTexts = defineTexts({
  LOAN_OPEN: { id: "Pinjaman belum lunas", en: "A loan is not paid off", zh: "借款未结清" },
  LOAN_OPENWay: { id: "Lunasi dulu tagihannya", en: "Pay it off first", zh: "请先结清账单" },
  APPLICATION_OPEN: { id: "Pengajuan masih berjalan", en: "An application is open", zh: "申请仍在进行" },
  APPLICATION_OPENWay: {
    id: "Batalkan, atau tunggu keputusannya",
    en: "Withdraw it, or wait for its decision",
    zh: "请撤回，或等待审批结果",
  },
  PAYMENT_IN_FLIGHT: { id: "Uang sedang dalam perjalanan", en: "Money is on its way", zh: "有资金在途" },
  PAYMENT_IN_FLIGHTWay: {
    id: "Biasanya tiba dalam beberapa menit; coba lagi nanti",
    en: "It mostly arrives within minutes; try again later",
    zh: "通常几分钟内到账，请稍后再试",
  },
  BALANCE: { id: "Masih ada saldo milik Anda", en: "There is still money of yours here", zh: "账户仍有您的余额" },
  BALANCEWay: {
    id: "Tarik ke rekening Anda, berapa pun jumlahnya",
    en: "Have it paid out to your account, whatever the amount",
    zh: "请提取到您的银行账户，金额不限",
  },
  WITHDRAWAL_PENDING: { id: "Penarikan sedang diproses", en: "A withdrawal is under way", zh: "提现处理中" },
  WITHDRAWAL_PENDINGWay: { id: "Tunggu sampai selesai", en: "Wait until it is done", zh: "请等待处理完成" },
  MONEY_PROPOSAL_OPEN: {
    id: "Petugas sedang membereskan uang Anda",
    en: "Our staff are settling a matter of your money",
    zh: "工作人员正在处理您的资金事宜",
  },
  MONEY_PROPOSAL_OPENWay: {
    id: "Biasanya selesai dalam sehari; tanyakan bila lebih lama",
    en: "It usually takes a day; ask us if it takes longer",
    zh: "通常一天内完成，如超时请联系我们",
  },
  REQUEST_OPEN: { id: "Ada permintaan yang belum selesai", en: "A request is still open", zh: "有未完成的请求" },
  REQUEST_OPENWay: {
    id: "Batalkan, atau tunggu keputusannya",
    en: "Withdraw it, or wait for its decision",
    zh: "请撤回，或等待处理结果",
  },
  SECURITY_HOLD: {
    id: "Akun ditahan demi keamanan",
    en: "The account is held for your safety",
    zh: "账户处于安全保护期",
  },
  SECURITY_HOLDWay: {
    id: "Tunggu sampai masa tunggunya selesai",
    en: "Wait until the hold has ended",
    zh: "请等待保护期结束",
  },
  holdUntil: { id: "Tunggu sampai {until}", en: "Wait until {until}", zh: "请等待至 {until}" },
  LEGAL_HOLD: {
    id: "Data harus disimpan untuk perkara hukum",
    en: "We must keep the data for a legal matter",
    zh: "因法律事务须保留数据",
  },
  LEGAL_HOLDWay: { id: "Hubungi kami untuk penjelasannya", en: "Contact us to learn more", zh: "请联系我们了解详情" },
});

/** Data kept after the account's deletion, by rule. */
export const keptTexts = defineTexts({
  IDENTITY_EVIDENCE: {
    id: "Bukti identitas nasabah (POJK 8/2023)",
    en: "Evidence of who the customer was (POJK 8/2023)",
    zh: "客户身份凭证（POJK 8/2023）",
  },
  CONTRACT: {
    id: "Perjanjian pinjaman (UU 8/1997)",
    en: "Loan agreements (law 8/1997)",
    zh: "借款协议（第8/1997号法）",
  },
  BOOKS: { id: "Pembukuan uang (UU 8/1997)", en: "Books of money (law 8/1997)", zh: "资金账簿（第8/1997号法）" },
  STAFF_REASON: {
    id: "Alasan keputusan petugas (POJK 8/2023)",
    en: "Reasons of decisions by staff (POJK 8/2023)",
    zh: "工作人员决定的理由（POJK 8/2023）",
  },
  CONSENT_PROOF: {
    id: "Bukti persetujuan (UU 27/2022)",
    en: "Proof of consents (law 27/2022)",
    zh: "同意的证明（第27/2022号法）",
  },
});

export const texts = defineTexts({
  title: { id: "Tutup akun", en: "Close the account", zh: "注销账户" },
  lead: {
    id: "Akun dan data Anda dihapus untuk seterusnya. Selama {hours} jam Anda masih bisa membatalkannya.",
    en: "Your account and your data are erased for good. For {hours} hours you can still cancel.",
    zh: "账户和数据将被永久删除。{hours} 小时内可撤销。",
  },
  blockedLead: {
    id: "Belum bisa ditutup: ada yang harus diselesaikan dulu.",
    en: "It cannot be closed yet: something has to be settled first.",
    zh: "暂时无法注销：请先处理以下事项。",
  },
  blockedTitle: { id: "Selesaikan dulu", en: "To be settled first", zh: "需先处理" },
  blockedAfter: {
    id: "Sesudah selesai, buka halaman ini lagi. Tidak ada masa tunggu setelah pelunasan.",
    en: "Then open this page again. There is no waiting time after paying off.",
    zh: "处理完成后请重新打开此页面。结清后无需等待。",
  },
  stepsTitle: { id: "Yang akan terjadi", en: "What will happen", zh: "注销流程" },
  stepNow: { id: "Sekarang", en: "Now", zh: "立即" },
  stepNowBody: {
    id: "Perangkat lain keluar. Anda tidak bisa meminjam, dan data Anda tidak diproses lagi.",
    en: "Other devices are logged out. You cannot borrow, and your data is no longer processed.",
    zh: "其他设备退出登录，无法借款，数据停止处理。",
  },
  stepCooling: { id: "Selama {hours} jam", en: "For {hours} hours", zh: "{hours} 小时内" },
  stepCoolingBody: {
    id: "Masuk kapan saja untuk membatalkan atau mengunduh data Anda.",
    en: "Log in at any time to cancel it or to download your data.",
    zh: "可随时登录撤销或下载您的数据。",
  },
  stepClosed: { id: "Setelah itu", en: "After that", zh: "此后" },
  stepClosedBody: {
    id: `Akun ditutup, nomor ponsel Anda bebas, dan data dihapus dalam ${erasureHours} jam. Anda mendapat sertifikat penghapusan.`,
    en: `The account is closed, your number is free, and the data is erased within ${erasureHours} hours. You get a certificate of erasure.`,
    zh: `账户注销，手机号释放，数据在 ${erasureHours} 小时内删除，并向您提供删除证明。`,
  },
  lostTitle: { id: "Yang akan hilang", en: "What you lose", zh: "将失去" },
  lostPoints: { id: "{count} poin", en: "{count} points", zh: "{count} 分" },
  lostCount: { id: "{count}", en: "{count}", zh: "{count}" },
  lostHistory: { id: "Riwayat pinjaman", en: "Your history here", zh: "借款记录" },
  lostHistoryBody: {
    id: "Bila kelak mendaftar lagi, Anda mulai dari awal",
    en: "If you register again some day, you start from zero",
    zh: "日后重新注册将从头开始",
  },
  keptTitle: { id: "Yang wajib kami simpan", en: "What we have to keep", zh: "依法须保留" },
  keptNothing: {
    id: "Tidak ada: Anda belum pernah menerima pinjaman, jadi semuanya dihapus.",
    en: "Nothing: you never had a loan, so all of it is erased.",
    zh: "无：您从未获得借款，全部数据都会删除。",
  },
  keptWhy: {
    id: "Disimpan terenkripsi secara terpisah, dan hanya dibuka bila hukum memintanya.",
    en: "It is sealed with a key of its own and opened only where the law demands it.",
    zh: "以独立密钥加密，仅在法律要求时打开。",
  },
  years: { id: "{count} tahun", en: "{count} years", zh: "{count} 年" },
  toExport: { id: "Unduh data Anda dulu", en: "Download your data first", zh: "先下载您的数据" },
  reasons: { id: "Mengapa Anda menutup akun?", en: "Why are you closing the account?", zh: "您为什么注销账户？" },
  reasonsHint: {
    id: "Pilih satu sampai tiga. Disimpan tanpa nama Anda.",
    en: "Choose one to three. It is kept without your name.",
    zh: "请选择一至三项。保存时不含您的姓名。",
  },
  description: { id: "Ceritakan lebih lanjut", en: "Tell us more", zh: "补充说明" },
  descriptionHint: {
    id: "Wajib bila memilih Lainnya. Paling banyak {count} karakter.",
    en: "Needed for Something else. {count} characters at most.",
    zh: "选择“其他”时必填，最多 {count} 字。",
  },
  acceptLost: {
    id: "Saya mengerti bahwa limit, poin, kupon, dan riwayat saya hilang dan tidak bisa dikembalikan.",
    en: "I understand that my limit, points, coupons and history are lost and cannot be restored.",
    zh: "我了解额度、积分、优惠券和记录将失去且无法恢复。",
  },
  balance: {
    id: "Saldo hadiah Anda {amount}: dikirim ke mana?",
    en: "Your reward money of {amount}: where should it go?",
    zh: "您的奖励余额 {amount}：转到哪里？",
  },
  balanceHint: {
    id: "Seluruhnya dikirim, tanpa jumlah minimum dan tanpa biaya.",
    en: "All of it is sent, with no minimum and no fee.",
    zh: "全额转出，无最低金额，无手续费。",
  },
  balanceGiveUp: { id: "Saya melepas saldo ini", en: "I give this money up", zh: "我放弃此余额" },
  balanceGiveUpDetail: {
    id: "{amount} hilang saat akun ditutup. Selama masa pembatalan masih milik Anda.",
    en: "{amount} is lost when the account is closed. Until then it is still yours.",
    zh: "{amount} 将在账户注销时失去，此前仍归您所有。",
  },
  balanceAddAccount: {
    id: "Tambah rekening bank atas nama Anda",
    en: "Add a bank account in your own name",
    zh: "添加您本人名下的银行账户",
  },
  balancePAY_OUT: {
    id: "Saldo hadiah Anda sedang dikirim ke rekening yang Anda pilih. Bila bank menolaknya, saldo kembali, Anda dikabari, dan akun tidak ditutup.",
    en: "Your reward money is being sent to the account that you chose. If the bank refuses it, the money comes back, we notify you, and the account is not closed.",
    zh: "您的奖励余额正转入您选择的账户。如银行退回，余额将恢复，我们会通知您，账户不会注销。",
  },
  balanceGIVE_UP: {
    id: "Saldo hadiah Anda hilang saat akun ditutup. Batalkan penutupan untuk tetap memilikinya.",
    en: "Your reward money is lost when the account is closed. Cancel the closing to keep it.",
    zh: "账户注销时奖励余额将失去。撤销注销即可保留。",
  },
  closeDo: { id: "Tutup akun saya", en: "Close my account", zh: "注销我的账户" },
  codeTitle: { id: "Verifikasi diri Anda", en: "Verify your identity", zh: "确认是您本人" },
  codeLead: {
    id: "Kami kirim kode ke nomor ponsel Anda sebelum akun ditutup.",
    en: "We send a code to your mobile number before the account is closed.",
    zh: "注销账户之前，我们会向您的手机发送验证码。",
  },

  coolingTitle: { id: "Akun Anda akan ditutup", en: "Your account will be closed", zh: "您的账户即将注销" },
  coolingAsked: {
    id: "Permintaan diterima.",
    en: "Your request has been received.",
    zh: "已收到您的申请。",
  },
  coolingLeft: {
    id: "Sisa {hours} jam untuk membatalkan.",
    en: "{hours} hours remain to cancel it.",
    zh: "还剩 {hours} 小时可撤销。",
  },
  coolingOver: {
    id: "Waktu pembatalan sudah lewat. Akun sedang ditutup.",
    en: "The time to cancel it is over. The account is being closed.",
    zh: "撤销期已过，账户正在注销。",
  },
  askedAt: { id: "Diminta", en: "Requested", zh: "申请时间" },
  closesAt: { id: "Ditutup", en: "Closes", zh: "注销时间" },
  coolingNote: {
    id: "Sampai saat itu Anda hanya bisa membatalkan penutupan atau mengunduh data Anda.",
    en: "Until then you can only cancel the closing or download your data.",
    zh: "在此之前仅可撤销注销或下载数据。",
  },
  keptTitleOpen: { id: "Akun Anda tetap aktif", en: "Your account stays open", zh: "您的账户继续有效" },
  keptBody: {
    id: "Penutupan dibatalkan. Semuanya bisa dipakai seperti biasa.",
    en: "The closing was cancelled. You can use your account as before.",
    zh: "已撤销注销，一切可照常使用。",
  },
  toHome: { id: "Ke beranda", en: "To your home page", zh: "返回首页" },
  toQuestionnaire: { id: "Ceritakan alasan Anda (opsional)", en: "Tell us why (optional)", zh: "告诉我们原因（选填）" },
  toQuestionnaireDetail: {
    id: "Kuesioner singkat; jawabannya ikut dihapus",
    en: "A short questionnaire; its answers are erased too",
    zh: "简短问卷，回答将一并删除",
  },
  undo: { id: "Batalkan penutupan", en: "Keep my account", zh: "撤销注销" },
  notYou: {
    id: "Bukan Anda yang meminta? Batalkan sekarang, lalu ganti kata sandi Anda.",
    en: "Was it not you? Cancel it now, then change your password.",
    zh: "不是您本人申请？请立即撤销并更改密码。",
  },
  exportNow: { id: "Unduh data Anda", en: "Download your data", zh: "下载您的数据" },
  exportNowDetail: { id: "Selama akun belum ditutup", en: "As long as it is not closed", zh: "账户注销前可用" },
  certificate: { id: "Sertifikat penghapusan", en: "Certificate of erasure", zh: "删除证明" },
  certificateDetail: {
    id: "Terbit setelah akun ditutup; simpan alamatnya",
    en: "Comes when the account is closed; keep its address",
    zh: "账户注销后生成，请保存此地址",
  },
  logOut: { id: "Keluar", en: "Log out", zh: "退出登录" },

  publicLead: {
    id: "Anda bisa menutup akun {brand} kapan saja, dari aplikasi atau dari halaman ini. Tanpa biaya, tanpa menelepon.",
    en: "You can close your {brand} account at any time, in the app or from this page. It costs nothing and needs no call.",
    zh: "您可随时在应用或本页面注销 {brand} 账户，免费且无需致电。",
  },
  publicStepLogin: { id: "Masuk dengan nomor ponsel Anda", en: "Log in with your mobile number", zh: "用手机号登录" },
  publicStepLoginBody: {
    id: "Aplikasi tidak perlu terpasang.",
    en: "The app need not be installed.",
    zh: "无需安装应用。",
  },
  publicStepAsk: { id: "Pilih alasan dan setujui", en: "Choose a reason and agree", zh: "选择原因并确认" },
  publicStepAskBody: {
    id: "Pinjaman harus lunas dan saldo sudah ditarik. Kode dikirim ke nomor Anda.",
    en: "Loans have to be paid off and a balance paid out. A code goes to your number.",
    zh: "借款须已结清，余额须已提取。验证码将发送至您的手机。",
  },
  publicErased: { id: "Yang dihapus", en: "What is erased", zh: "删除内容" },
  erased1: {
    id: "Nama, NIK, foto, alamat, pekerjaan, kontak, email, dan nomor ponsel",
    en: "Name, NIK, photos, address, work, contacts, email and mobile number",
    zh: "姓名、NIK、照片、地址、工作、联系人、邮箱和手机号",
  },
  erased2: {
    id: "Rekening bank, akun tertaut, dokumen, dan pesan",
    en: "Bank accounts, linked accounts, documents and messages",
    zh: "银行账户、绑定账户、文件和消息",
  },
  erased3: {
    id: "Jawaban kuesioner, persetujuan, dan perangkat yang masuk",
    en: "Answers to questionnaires, consents and devices",
    zh: "问卷回答、同意记录和登录设备",
  },
  publicKept: {
    id: "Bila pernah meminjam, hukum mewajibkan kami menyimpan ini, tersegel:",
    en: "If you ever had a loan, we must keep this by law, encrypted:",
    zh: "如曾借款，法律要求我们加密保留以下内容：",
  },
  publicKeptBody: {
    id: "Bukti identitas, bukti persetujuan, dan alasan keputusan petugas 5 tahun; perjanjian dan pembukuan 10 tahun.",
    en: "Evidence of identity, proof of consents and reasons of staff decisions for 5 years; agreements and books for 10 years.",
    zh: "身份凭证、同意证明和工作人员决定的理由 5 年；协议和账簿 10 年。",
  },
  publicGo: { id: "Masuk dan tutup akun", en: "Log in and close the account", zh: "登录并注销账户" },
  publicHelp: {
    id: "Tidak bisa masuk, atau ada pertanyaan?",
    en: "Can you not log in, or do you have a question?",
    zh: "无法登录或有疑问？",
  },
  publicContact: { id: "Hubungi kami", en: "Contact us", zh: "联系我们" },

  certTitle: { id: "Sertifikat penghapusan akun", en: "Certificate of an erased account", zh: "账户删除证明" },
  certBody: {
    id: "Sertifikat ini kami terbitkan. Tidak ada nama, nomor, atau NIK di dalamnya.",
    en: "This certificate is ours. It holds no name, number or NIK.",
    zh: "此证明由我们签发，不含姓名、号码或 NIK。",
  },
  certErasing: {
    id: `Akun sudah ditutup. Penghapusan sedang berjalan dan selesai dalam ${erasureHours} jam.`,
    en: `The account is closed. Erasing is under way and ends within ${erasureHours} hours.`,
    zh: `账户已注销，删除正在进行，${erasureHours} 小时内完成。`,
  },
  certClosed: { id: "Akun ditutup", en: "Account closed", zh: "账户注销" },
  certErased: { id: "Data dihapus", en: "Data erased", zh: "数据删除" },
  certUnreadable: { id: "Data yang sudah dimusnahkan", en: "Data destroyed", zh: "已不可读取的数据" },
  certUnreadableWhy: {
    id: "Kuncinya dimusnahkan, juga untuk semua cadangan.",
    en: "Their key is destroyed, for every backup too.",
    zh: "密钥已销毁，备份中同样无法读取。",
  },
  certRows: { id: "Baris yang dihapus", en: "Rows deleted", zh: "已删除记录" },
  certEndTitle: {
    id: "Sertifikat akhir penyimpanan",
    en: "Certificate that no data is kept any more",
    zh: "保留数据销毁证明",
  },
  certEndBody: {
    id: "Semua yang masih disimpan karena aturan kini sudah dimusnahkan. Tidak ada nama, nomor, atau NIK di dalamnya.",
    en: "Everything that rules required us to keep is now destroyed. This certificate holds no name, number or NIK.",
    zh: "依规定保留的数据现已全部销毁。此证明不含姓名、号码或 NIK。",
  },
  certEnded: { id: "Simpanan terakhir dimusnahkan", en: "Last kept data destroyed", zh: "最后保留数据销毁时间" },
  certEndFile: {
    id: "Unduh sertifikat akhir sebagai PDF",
    en: "Download the second certificate as a PDF",
    zh: "下载第二份证明 PDF",
  },
  certFile: { id: "Unduh sebagai PDF tersegel", en: "Download as a sealed PDF", zh: "下载签章 PDF" },
  certItem: { id: "Hal", en: "Item", zh: "项目" },
  certValue: { id: "Keterangan", en: "Detail", zh: "内容" },
  certNumber: { id: "Nomor sertifikat", en: "Number of the certificate", zh: "证明编号" },
  certKept: {
    id: "Yang disimpan, mengapa, dan sampai kapan",
    en: "What is kept, why and until when",
    zh: "保留内容、原因及期限",
  },
  certKeptNothing: { id: "Tidak ada yang disimpan.", en: "Nothing is kept.", zh: "未保留任何内容。" },
  certKeptItem: { id: "{count} dokumen, sampai", en: "{count} documents, until", zh: "{count} 项，至" },
  certComplaint: {
    id: "Pengaduan yang masih terbuka dihapus saat selesai.",
    en: "A complaint that is still open is erased when it ends.",
    zh: "未处理完的投诉将在结束时删除。",
  },
});

/** The console's page of kept data. */
export const retentionTexts = defineTexts({
  title: { id: "Data tersimpan", en: "What is kept", zh: "保留数据" },
  lead: {
    id: "Yang disimpan karena aturan dari orang yang datanya sudah dihapus. Membukanya perlu alasan dan izin orang kedua.",
    en: "Data of closed accounts that the law requires us to keep. Opening it takes a reason and a second person's approval.",
    zh: "依规定保留的、已删除用户的数据。查看须填写理由并经第二人批准。",
  },
  number: {
    id: "Nomor sertifikat atau nomor peminjam",
    en: "Number of the certificate or of the borrower",
    zh: "证明编号或借款人编号",
  },
  find: { id: "Cari", en: "Find", zh: "查找" },
  unknown: {
    id: "Tidak ada data tersimpan dengan nomor ini.",
    en: "There is no kept data under this number.",
    zh: "没有以此编号保留的数据。",
  },
  kind: { id: "Jenis", en: "Kind", zh: "类型" },
  rule: { id: "Aturan", en: "Rule", zh: "规定" },
  until: { id: "Sampai", en: "Until", zh: "保留至" },
  open: { id: "Buka", en: "Open", zh: "查看" },
  file: { id: "Berkas", en: "File", zh: "文件" },
  none: { id: "Tidak ada lagi yang disimpan.", en: "Nothing is kept any more.", zh: "已无保留数据。" },
  readable: {
    id: "Anda boleh membukanya sampai {until}. Setiap pembukaan dicatat.",
    en: "You may open it until {until}. Each opening is recorded.",
    zh: "您可在 {until} 前查看，每次查看均会记录。",
  },
  waits: {
    id: "Sebuah usulan menunggu orang kedua. Lihat usulannya",
    en: "A proposal waits for a second person. See the proposal",
    zh: "提案待第二人批准。查看提案",
  },
  proposed: { id: "Usulan terkirim.", en: "Proposed.", zh: "已提议。" },
  reason: { id: "Alasan membukanya", en: "Why it has to be opened", zh: "查看理由" },
  propose: { id: "Usulkan membukanya", en: "Propose to open it", zh: "提议查看" },
  booksAlone: {
    id: "Tidak ada isi tersendiri: baris pembukuan pinjaman tetap ada tanpa nama sampai aturannya berakhir.",
    en: "It has no content of its own: the rows of the books stay, without a name, until their rule ends.",
    zh: "无单独内容：借款账簿记录以匿名形式保留至规定期满。",
  },
  opened: { id: "Isi", en: "Content", zh: "内容" },
  field: { id: "Hal", en: "Item", zh: "项目" },
  value: { id: "Isi", en: "Value", zh: "内容" },
  download: { id: "Unduh berkasnya", en: "Download the file", zh: "下载文件" },
});
