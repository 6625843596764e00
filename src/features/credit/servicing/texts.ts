import { defineTexts, type Text } from "#shared/texts.ts";
import { lenderDays, ownDays, promiseWithinDays, writeOffDays } from "./contract.ts";
import type { OtherHours } from "./hours-contract.ts";
import { bucketSpans, numberMinutes, type Bucket } from "./desk-contract.ts";

/** `8–30` */
const spanOf = (bucket: Bucket): string => bucketSpans[bucket].join("–");

/** Why the borrower is not contacted now. */
export const closedTexts = defineTexts({
  HOURS: {
    id: "Sekarang di luar jam menghubungi (Senin sampai Sabtu pukul 08.00–20.00, bukan hari libur nasional, dan jam lain yang disetujui).",
    en: "It is outside the contact hours (Monday to Saturday, 08:00–20:00, no national holidays, and other hours that were agreed to).",
    zh: "现在不在联系时段内（星期一至星期六 08:00–20:00，法定节假日除外，以及已同意的其他时段）。",
  },
  LIMIT_DAY: { id: "Batas hari ini sudah tercapai.", en: "Today's limit is reached.", zh: "已达今日上限。" },
  LIMIT_WEEK: {
    id: "Batas tujuh hari sudah tercapai.",
    en: "The limit of seven days is reached.",
    zh: "已达七日上限。",
  },
  NOT_OWED: { id: "Tidak ada utang pada pinjaman ini.", en: "Nothing is owed on this loan.", zh: "该借款没有欠款。" },
  PAID_UP: { id: "Tidak ada yang jatuh tempo.", en: "Nothing is due.", zh: "没有到期款项。" },
  OVER_90_DAYS: {
    id: `Lewat ${ownDays} hari kami tidak lagi menagih sendiri.`,
    en: `Beyond ${ownDays} days we no longer collect ourselves.`,
    zh: `逾期超过 ${ownDays} 天，我们不再自行催收。`,
  },
  PROMISE: { id: "Ada janji bayar yang berjalan.", en: "A promise to pay is open.", zh: "有进行中的付款承诺。" },
  HELP_ASKED: {
    id: "Keringanan sedang diminta atau pinjaman segera diganti.",
    en: "Help was asked for, or the loan is about to be replaced.",
    zh: "已申请协商还款，或借款即将被替换。",
  },
  COMPLAINT: { id: "Ada pengaduan yang belum dijawab.", en: "A complaint is open.", zh: "有未处理完的投诉。" },
  TAKEN_BACK: {
    id: "Bank menarik sebuah pembayaran dan belum diputuskan.",
    en: "A bank took a payment back, and that is not decided yet.",
    zh: "银行撤回了一笔付款，尚待处理。",
  },
  PAYOUT_RETURNED: {
    id: "Dana pinjaman dikembalikan oleh bank.",
    en: "The loan's money was sent back by the bank.",
    zh: "借款款项被银行退回。",
  },
  CONTESTED: { id: "Akun ini sedang diperiksa.", en: "This account is under review.", zh: "该账户正在核查。" },
  DEATH: {
    id: "Ada kabar bahwa peminjam meninggal.",
    en: "The borrower was reported dead.",
    zh: "有借款人去世的消息。",
  },
});

/** Other hours at which a borrower agrees to contacts. */
export const windowTexts = defineTexts({
  EARLY: {
    id: "Senin sampai Sabtu pukul 06.00–08.00",
    en: "Monday to Saturday, 06:00–08:00",
    zh: "星期一至星期六 06:00–08:00",
  },
  EVENING: {
    id: "Senin sampai Sabtu pukul 20.00–22.00",
    en: "Monday to Saturday, 20:00–22:00",
    zh: "星期一至星期六 20:00–22:00",
  },
  SUNDAY: { id: "Minggu pukul 08.00–20.00", en: "Sunday, 08:00–20:00", zh: "星期日 08:00–20:00" },
} satisfies Record<OtherHours, Text>);

export const promiseStateTexts = defineTexts({
  OPEN: { id: "Berjalan", en: "Open", zh: "进行中" },
  KEPT: { id: "Ditepati", en: "Kept", zh: "已兑现" },
  PARTLY: { id: "Ditepati sebagian", en: "Kept in part", zh: "部分兑现" },
  BROKEN: { id: "Tidak ditepati", en: "Not kept", zh: "未兑现" },
  CANCELLED: { id: "Gugur", en: "Lapsed", zh: "失效" },
});

export const texts = defineTexts({
  title: { id: "Penagihan dan janji bayar", en: "Collection and promises", zh: "催收与付款承诺" },
  lead: {
    id: "Soal tagihan kami hanya menghubungi Anda sendiri, bukan keluarga, teman atau atasan.",
    en: "About money that you owe we contact only you, never your family, friends or employer.",
    zh: "关于欠款，我们只联系您本人，绝不联系您的家人、朋友或雇主。",
  },
  onLoan: { id: "Pinjaman {number}", en: "Loan {number}", zh: "借款 {number}" },
  nothingTitle: { id: "Tidak ada tagihan", en: "Nothing is owed", zh: "没有欠款" },
  nothingBody: {
    id: "Tidak ada pinjaman yang perlu dibayar, jadi kami tidak menghubungi Anda soal pembayaran.",
    en: "There is no loan to pay, so we do not contact you about payment.",
    zh: "您没有需要还款的借款，因此我们不会就还款与您联系。",
  },
  toHome: { id: "Ke beranda", en: "To home", zh: "返回首页" },
  toBills: { id: "Lihat tagihan dan bayar", en: "See the bill and pay", zh: "查看账单并付款" },
  lights: {
    id: "Bolehkah kami menghubungi Anda sekarang?",
    en: "May we contact you now?",
    zh: "我们现在可以联系您吗？",
  },
  MESSAGE: { id: "Pesan tagihan", en: "Message about money owed", zh: "欠款消息" },
  CALL: { id: "Telepon", en: "Call", zh: "电话" },
  yes: { id: "Boleh", en: "Yes", zh: "可以" },
  no: { id: "Tidak", en: "No", zh: "不可以" },
  opensAt: { id: "Paling cepat", en: "At the earliest", zh: "最早" },
  limits: {
    id: "Paling banyak satu pesan tagihan sehari dan tiga seminggu; paling banyak dua panggilan sehari dan lima seminggu.",
    en: "At most one message about money owed a day and three a week; at most two calls a day and five a week.",
    zh: "欠款消息每天最多一条、每周最多三条；电话每天最多两次、每周最多五次。",
  },
  letters: { id: "Surat tentang pinjaman ini", en: "Letters about this loan", zh: "关于该借款的信函" },
  promise: { id: "Janji bayar", en: "Promise to pay", zh: "付款承诺" },
  promiseLead: {
    id: "Sampai tanggal itu kami tidak menelepon Anda. Denda tetap berjalan sampai dibayar, dan janji tidak mengubah perjanjian.",
    en: "Until that day we do not call you. Late fees run on until you pay, and a promise changes nothing in your agreement.",
    zh: "在该日期前我们不会致电。逾期费照常计算至付款为止，承诺不改变您的协议。",
  },
  lateFee: { id: "Denda sampai hari ini: {fee}", en: "Late fees up to today: {fee}", zh: "截至今日的逾期费：{fee}" },
  amount: { id: "Jumlah yang dijanjikan", en: "Amount that you promise", zh: "承诺金额" },
  amountHint: { id: "{min} sampai {max}", en: "{min} to {max}", zh: "{min} 至 {max}" },
  on: { id: "Dibayar paling lambat", en: "Paid by", zh: "付款期限" },
  onHint: { id: "Paling lambat {last}", en: "{last} at the latest", zh: "最迟 {last}" },
  send: { id: "Janji bayar", en: "Promise to pay", zh: "承诺付款" },
  saved: {
    id: "Janji Anda dicatat. Pembayaran yang masuk paling lambat sehari setelahnya masih dihitung.",
    en: "Your promise is noted. A payment up to one day after that day still counts.",
    zh: "您的承诺已记录。该日期后一天内的付款仍然有效。",
  },
  takeBack: { id: "Tarik janji", en: "Take the promise back", zh: "撤回承诺" },
  takeBackLead: {
    id: `Setelah ditarik, kami boleh menghubungi Anda lagi. Janji ini tetap dihitung dalam dua janji per ${promiseWithinDays} hari.`,
    en: `Once it is taken back we may contact you again. It still counts as one of two promises within ${promiseWithinDays} days.`,
    zh: `撤回后我们可再次联系您。该承诺仍计入 ${promiseWithinDays} 天内的两次承诺。`,
  },
  takeBackSaved: {
    id: "Janji Anda ditarik.",
    en: "Your promise is taken back.",
    zh: "您的承诺已撤回。",
  },
  promisedFor: { id: "{amount} paling lambat {date}", en: "{amount} by {date}", zh: "{date}前支付 {amount}" },
  paidOfIt: { id: "Sudah dibayar", en: "Paid so far", zh: "已支付" },
  byStaff: {
    id: "Dicatat petugas setelah berbicara dengan Anda",
    en: "Noted by our staff after a talk with you",
    zh: "由工作人员与您通话后记录",
  },
  state: { id: "Status", en: "Status", zh: "状态" },
  mayPromiseOn: {
    id: `Dua janji sudah dibuat dalam ${promiseWithinDays} hari. Janji berikutnya bisa dibuat mulai {date}.`,
    en: `Two promises were made within ${promiseWithinDays} days. The next one is possible from {date}.`,
    zh: `${promiseWithinDays} 天内已作出两次承诺。下次可从{date}起承诺。`,
  },
  help: {
    id: "Tidak sanggup membayar? Minta keringanan",
    en: "Cannot pay? Ask for help",
    zh: "无力还款？申请协商还款",
  },
  contacts: { id: "Catatan kontak", en: "Log of contacts", zh: "联系记录" },
  contactsLead: {
    id: "Setiap kali petugas kami menghubungi Anda soal pembayaran. Ada yang tidak benar? Satu ketukan, lalu orang lain memeriksanya.",
    en: "Each time that our staff contacted you about payment. Something is wrong? One tap, and another person looks at it.",
    zh: "工作人员就还款与您联系的每次记录。如有不妥，点一下即由他人核查。",
  },
  noContacts: { id: "Belum ada kontak", en: "No contacts yet", zh: "暂无联系记录" },
  object: { id: "Keberatan", en: "Object", zh: "提出异议" },
  objected: { id: "Keberatan diterima", en: "Objection received", zh: "已收到异议" },
  objectedSaved: {
    id: "Keberatan Anda kami terima. Orang lain memeriksanya.",
    en: "We received your objection. Another person looks at it.",
    zh: "我们已收到您的异议，将由他人核查。",
  },
  notedYet: { id: "Hasil belum dicatat", en: "No outcome noted yet", zh: "尚未登记结果" },
});

export const contactOutcomeTexts = defineTexts({
  NO_ANSWER: { id: "Tidak diangkat", en: "No answer", zh: "未接听" },
  WRONG_NUMBER: { id: "Salah nomor", en: "Wrong number", zh: "号码错误" },
  REACHED: { id: "Tersambung", en: "Reached", zh: "已接通" },
  CALL_BACK: { id: "Minta ditelepon lagi", en: "Wants a call back", zh: "要求回电" },
  REFUSED: { id: "Menolak membayar", en: "Refuses to pay", zh: "拒绝付款" },
  PROMISE: { id: "Berjanji membayar", en: "Promises to pay", zh: "承诺付款" },
  DISPUTE: { id: "Membantah tagihan", en: "Disputes the debt", zh: "对欠款有争议" },
  HARDSHIP: { id: "Kesulitan membayar", en: "In hardship", zh: "还款困难" },
  DEATH: { id: "Kabar meninggal", en: "Reported dead", zh: "据报去世" },
});

export const stepActionTexts = defineTexts({
  MESSAGE: { id: "Pesan", en: "Message", zh: "消息" },
  LETTER: { id: "Surat", en: "Letter", zh: "信函" },
  FREEZE: { id: "Limit dibekukan", en: "Limit frozen", zh: "额度冻结" },
  QUEUE: { id: "Masuk antrean petugas", en: "Staff begin to call", zh: "进入人工队列" },
  OFFER: { id: "Tawaran keringanan", en: "Offer of help", zh: "协商还款方案" },
  STOP: { id: "Penagihan sendiri berhenti", en: "Own collection ends", zh: "停止自行催收" },
  WRITE_OFF: { id: "Bisa dihapusbukukan", en: "May be written off", zh: "可核销" },
});

export const planProposalTexts = defineTexts({
  kind: { id: "Rencana penagihan", en: "Plan of servicing", zh: "催收计划" },
  step: { id: "Langkah", en: "Step", zh: "步骤" },
  day: { id: "Hari", en: "Day", zh: "天数" },
  takenOut: { id: "Dihapus dari rencana", en: "Taken out of the plan", zh: "从计划中移除" },
  validFrom: { id: "Berlaku untuk jatuh tempo mulai", en: "For due dates from", zh: "适用的到期日自" },
  ifConfirmed: {
    id: "Rencana baru berlaku untuk jatuh tempo mulai tanggal itu dan tampil di tagihan peminjam.",
    en: "The new plan holds for due dates from that day on, and borrowers see it on their bills.",
    zh: "新计划自该日起的到期日生效，并显示在借款人的账单上。",
  },
  ifRefused: { id: "Rencana tetap seperti sekarang.", en: "The plan stays as it is.", zh: "计划保持不变。" },
});

export const servicingStaffTexts = defineTexts({
  letters: { id: "Surat yang terkirim", en: "Letters sent", zh: "已发送的信函" },
  lettersLead: {
    id: "Berkasnya memuat nama dan alamat peminjam, untuk dicetak dan dikirim. Setiap pembukaan dicatat.",
    en: "The file has the borrower's name and address, to be printed and posted. Each opening is recorded.",
    zh: "文件含借款人姓名和地址，供打印邮寄。每次打开均有记录。",
  },
  title: { id: "Penagihan", en: "Servicing", zh: "催收" },
  lead: {
    id: "Pinjaman terlambat, yang terlama dulu. Lampu menunjukkan apakah peminjam boleh ditelepon sekarang.",
    en: "Late loans, the longest late first. The light says whether the borrower may be called now.",
    zh: "逾期借款，逾期最久的在前。指示灯表示现在是否可致电借款人。",
  },
  plans: { id: "Rencana penagihan", en: "Plan of servicing", zh: "催收计划" },
  writeOffs: { id: "Daftar hapus buku", en: "Register of write-offs", zh: "核销登记" },
  all: { id: "Semua", en: "All", zh: "全部" },
  "1_7": { id: `${spanOf("1_7")} hari`, en: `${spanOf("1_7")} days`, zh: `${spanOf("1_7")} 天` },
  "8_30": { id: `${spanOf("8_30")} hari`, en: `${spanOf("8_30")} days`, zh: `${spanOf("8_30")} 天` },
  "31_60": { id: `${spanOf("31_60")} hari`, en: `${spanOf("31_60")} days`, zh: `${spanOf("31_60")} 天` },
  "61_90": { id: `${spanOf("61_90")} hari`, en: `${spanOf("61_90")} days`, zh: `${spanOf("61_90")} 天` },
  OVER_90: { id: `Di atas ${ownDays} hari`, en: `Over ${ownDays} days`, zh: `超过 ${ownDays} 天` },
  empty: { id: "Tidak ada pinjaman terlambat", en: "No late loans", zh: "没有逾期借款" },
  loan: { id: "Pinjaman", en: "Loan", zh: "借款" },
  days: { id: "Hari terlambat", en: "Days late", zh: "逾期天数" },
  due: { id: "Jatuh tempo", en: "Due now", zh: "现到期" },
  lateFee: { id: "Denda", en: "Late fee", zh: "逾期费" },
  payoff: { id: "Untuk melunasi", en: "To pay off", zh: "结清金额" },
  call: { id: "Telepon", en: "Call", zh: "致电" },
  may: { id: "Boleh", en: "May", zh: "可以" },
  mayNot: { id: "Tidak", en: "Not now", zh: "不可" },
  from: { id: "mulai", en: "from", zh: "自" },
  promise: { id: "Janji bayar", en: "Promise", zh: "付款承诺" },
  lastContact: { id: "Kontak terakhir", en: "Last contact", zh: "上次联系" },
  caseTitle: { id: "Penagihan {number}", en: "Servicing {number}", zh: "催收 {number}" },
  toLoan: { id: "Pinjaman", en: "The loan", zh: "借款" },
  toHelp: { id: "Keringanan", en: "Help", zh: "协商还款" },
  lights: { id: "Gerbang kontak", en: "Gate", zh: "联系许可" },
  contact: { id: "Hubungi peminjam", en: "Contact the borrower", zh: "联系借款人" },
  contactLead: {
    id: `Nomor tampil ${numberMinutes} menit. Hanya peminjam sendiri yang dihubungi; kepada orang lain tidak ada yang disampaikan.`,
    en: `The number is shown for ${numberMinutes} minutes. Only the borrower is contacted; nothing is said to anybody else.`,
    zh: `号码显示 ${numberMinutes} 分钟。仅联系借款人本人，不向他人透露任何信息。`,
  },
  channel: { id: "Cara", en: "By", zh: "方式" },
  CALL: { id: "Telepon", en: "Call", zh: "电话" },
  MESSAGE: { id: "Pesan", en: "Message", zh: "消息" },
  showNumber: { id: "Tampilkan nomor", en: "Show the number", zh: "显示号码" },
  number: { id: "Nomor peminjam", en: "Number of the borrower", zh: "借款人号码" },
  numberUntil: { id: "tampil sampai", en: "shown until", zh: "显示至" },
  numberGone: {
    id: "Nomor tidak ditampilkan lagi: waktunya habis, atau tagihannya baru saja dibayar. Akhiri kontak ini.",
    en: "The number is no longer shown: its time is over, or the bill was just paid. End this contact.",
    zh: "号码不再显示：时间已到，或账单刚刚支付。请结束本次联系。",
  },
  check: { id: "Perbarui", en: "Refresh", zh: "刷新" },
  end: { id: "Hasil kontak", en: "Outcome of the contact", zh: "联系结果" },
  outcome: { id: "Hasil", en: "Outcome", zh: "结果" },
  note: { id: "Catatan", en: "Note", zh: "备注" },
  noteHint: { id: "Paling banyak 500 karakter.", en: "At most 500 characters.", zh: "最多 500 个字符。" },
  endSend: { id: "Catat hasil", en: "Note the outcome", zh: "登记结果" },
  ended: { id: "Hasil kontak dicatat.", en: "The outcome is noted.", zh: "结果已登记。" },
  promiseLead: {
    id: "{min} sampai {max}, paling lambat {last}; lebih dari itu sampai {longest} perlu orang kedua.",
    en: "{min} to {max}, by {last}; beyond that, up to {longest}, a second person has to agree.",
    zh: "{min} 至 {max}，最迟 {last}；超过此日期至 {longest} 须由第二人同意。",
  },
  amount: { id: "Jumlah", en: "Amount", zh: "金额" },
  on: { id: "Paling lambat", en: "By", zh: "期限" },
  promiseSend: { id: "Catat janji", en: "Note the promise", zh: "登记承诺" },
  promised: { id: "Janji dicatat.", en: "The promise is noted.", zh: "承诺已登记。" },
  waits: { id: "Usulan menunggu", en: "A proposal waits", zh: "有待复核的提案" },
  toProposal: { id: "Lihat usulan", en: "See the proposal", zh: "查看提案" },
  plan: { id: "Rencana", en: "Plan", zh: "计划" },
  PLANNED: { id: "Direncanakan", en: "Planned", zh: "计划中" },
  DONE: { id: "Sudah", en: "Done", zh: "已完成" },
  SKIPPED: { id: "Dilewati", en: "Skipped", zh: "已跳过" },
  contacts: { id: "Catatan kontak", en: "Contacts", zh: "联系记录" },
  noContacts: { id: "Belum ada kontak", en: "No contacts yet", zh: "暂无联系" },
  at: { id: "Waktu", en: "When", zh: "时间" },
  staff: { id: "Petugas", en: "By whom", zh: "人员" },
  objected: { id: "Peminjam keberatan", en: "The borrower objects", zh: "借款人有异议" },
  plansLead: {
    id: "Langkah di sekitar setiap jatuh tempo. Perubahan dibuat dua orang dan berlaku untuk jatuh tempo mulai tanggal yang dipilih.",
    en: "The steps around each due date. Two people change them, for due dates from a chosen day on.",
    zh: "每个到期日前后的步骤。由两人更改，自所选日期起的到期日生效。",
  },
  plansTitle: { id: "Berlaku mulai", en: "In force from", zh: "生效日期" },
  noPlans: { id: "Belum ada rencana", en: "No plan yet", zh: "暂无计划" },
  step: { id: "Langkah", en: "Step", zh: "步骤" },
  day: { id: "Hari", en: "Day", zh: "天数" },
  change: { id: "Usulkan perubahan", en: "Propose a change", zh: "提议更改" },
  dayHint: {
    id: "Dihitung dari jatuh tempo; kosongkan untuk menghapus langkah ini.",
    en: "Counted from the due date; leave it empty to take the step out.",
    zh: "自到期日起算；留空则移除该步骤。",
  },
  validFrom: { id: "Berlaku untuk jatuh tempo mulai", en: "For due dates from", zh: "适用的到期日自" },
  reason: { id: "Alasan", en: "Reason", zh: "原因" },
  reasonHint: { id: "Paling sedikit 10 karakter.", en: "At least 10 characters.", zh: "至少 10 个字符。" },
  send: { id: "Usulkan", en: "Propose", zh: "提议" },
});

export const promiseObstacleTexts = defineTexts({
  LOAN_ENDED: { id: "Pinjaman tidak berjalan.", en: "The loan does not run.", zh: "借款未在进行中。" },
  NOT_LATE: {
    id: `Belum terlambat ${writeOffDays} hari.`,
    en: `It is not ${writeOffDays} days late.`,
    zh: `逾期未满 ${writeOffDays} 天。`,
  },
  NOT_ALL_DUE: {
    id: "Cicilan terakhir belum jatuh tempo.",
    en: "The last instalment is not due yet.",
    zh: "最后一期尚未到期。",
  },
  LETTERS: { id: "Surat belum semuanya dikirim.", en: "Not all letters were sent.", zh: "信函尚未全部发出。" },
  TRIES: {
    id: "Kurang dari tiga percobaan telepon.",
    en: "Fewer than three tries of a call.",
    zh: "致电尝试少于三次。",
  },
  LENDER: {
    id: `Pemberi dana belum diberi tahu ${lenderDays} hari sebelumnya.`,
    en: `The lender was not notified ${lenderDays} days before.`,
    zh: `尚未提前 ${lenderDays} 天告知出借人。`,
  },
});

export const reliefTexts = defineTexts({
  title: { id: "Penghapusan utang", en: "Waiver and write-off", zh: "减免与核销" },
  LATE_FEE: { id: "Denda", en: "Late fee", zh: "逾期费" },
  FEE: { id: "Biaya", en: "Fee", zh: "费用" },
  INTEREST: { id: "Bunga", en: "Interest", zh: "利息" },
  PRINCIPAL: { id: "Pokok", en: "Principal", zh: "本金" },
  lenderTold: { id: "Pemberi dana diberi tahu", en: "Lender notified", zh: "已告知出借人" },
  obstacles: { id: "Belum bisa dihapusbukukan:", en: "Cannot be written off yet:", zh: "尚不可核销：" },
  toldSaved: {
    id: `Dicatat. Hapus buku bisa diusulkan ${lenderDays} hari kemudian.`,
    en: `Noted. The write-off can be proposed ${lenderDays} days later.`,
    zh: `已登记，${lenderDays} 天后可提议核销。`,
  },
  waits: { id: "Usulan menunggu pemeriksa", en: "A proposal waits for its check", zh: "有提案待复核" },
  waiver: { id: "Usulkan penghapusan sebagian", en: "Propose a waiver", zh: "提议减免" },
  component: { id: "Bagian", en: "Part", zh: "部分" },
  amount: { id: "Jumlah", en: "Amount", zh: "金额" },
  writeOff: { id: "Usulkan hapus buku", en: "Propose the write-off", zh: "提议核销" },
  writeOffLead: {
    id: "Utang tetap ada dan tetap dihitung dalam TWP; peminjam diberi tahu.",
    en: "The debt stays and still counts in TWP; the borrower is notified.",
    zh: "债务仍在并继续计入 TWP；将通知借款人。",
  },
  told: { id: "Catat: pemberi dana diberi tahu", en: "Note that the lender was notified", zh: "登记已告知出借人" },
  reason: { id: "Alasan", en: "Reason", zh: "原因" },
  reasonHint: { id: "Paling sedikit 10 karakter.", en: "At least 10 characters.", zh: "至少 10 个字符。" },
  send: { id: "Usulkan", en: "Propose", zh: "提议" },
});

export const promiseProposalTexts = defineTexts({
  kind: { id: "Janji bayar yang panjang", en: "Long promise to pay", zh: "较长的付款承诺" },
  loan: { id: "Pinjaman", en: "Loan", zh: "借款" },
  amount: { id: "Jumlah", en: "Amount", zh: "金额" },
  on: { id: "Paling lambat", en: "By", zh: "期限" },
  ifConfirmed: {
    id: "Janji dicatat dan peminjam diberi tahu; sampai tanggal itu ia tidak ditelepon. Denda tetap berjalan.",
    en: "The promise is noted and the borrower is notified; until that day there are no calls. Late fees run on.",
    zh: "承诺将被记录并通知借款人；在该日期前不致电。逾期费照常计算。",
  },
  ifRefused: {
    id: "Tidak ada janji; penagihan berjalan.",
    en: "No promise; servicing continues.",
    zh: "不作承诺，催收继续。",
  },
});

/** The register of write-offs. */
export const writeOffTexts = defineTexts({
  title: { id: "Daftar hapus buku", en: "Register of write-offs", zh: "核销登记" },
  lead: {
    id: "Utang yang dihapus dari pembukuan; peminjam tetap berutang.",
    en: "Debts given up in the books; the borrower still owes them.",
    zh: "账面已核销的债务；借款人仍须偿还。",
  },
  period: { id: "{from} sampai {to}:", en: "{from} to {to}:", zh: "{from} 至 {to}：" },
  sum: { id: "dihapus", en: "written off", zh: "已核销" },
  sumRecovered: { id: "tertagih kembali", en: "recovered", zh: "已收回" },
  agrees: {
    id: "Jumlah ini dari buku besar, sama dengan neraca saldo.",
    en: "These sums are the ledger's, as in the trial balance.",
    zh: "金额取自总账，与试算平衡表一致。",
  },
  empty: {
    id: "Tidak ada yang dihapus pada masa ini.",
    en: "Nothing was written off in this period.",
    zh: "此期间没有核销。",
  },
  loan: { id: "Pinjaman", en: "Loan", zh: "借款" },
  borrower: { id: "Peminjam", en: "Borrower", zh: "借款人" },
  state: { id: "Status", en: "State", zh: "状态" },
  writtenOffAt: { id: "Dihapus", en: "Written off", zh: "核销时间" },
  principal: { id: "Pokok", en: "Principal", zh: "本金" },
  interest: { id: "Bunga", en: "Interest", zh: "利息" },
  fees: { id: "Biaya dan denda", en: "Fees and late fees", zh: "费用与逾期费" },
  interestAndFees: { id: "Bunga dan biaya", en: "Interest and fees", zh: "利息与费用" },
  amount: { id: "Jumlah", en: "Amount", zh: "金额" },
  recovered: { id: "Tertagih kembali", en: "Recovered", zh: "已收回" },
  owed: { id: "Masih terutang", en: "Still owed", zh: "仍欠" },
});
