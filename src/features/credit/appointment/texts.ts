/** Appointments, in three languages. */
import { defineTexts } from "#shared/texts.ts";
import type { AppointmentState } from "./contract.ts";

export const appointmentStateTexts = defineTexts({
  BOOKED: { id: "dipesan", en: "booked", zh: "已预约" },
  OFFERED: {
    id: "harinya tiba, menunggu pengajuan",
    en: "the day has come, waiting for your application",
    zh: "预约日已到，待确认",
  },
  APPLIED: { id: "diajukan", en: "applied for", zh: "已申请" },
  LAPSED: { id: "berakhir tanpa pengajuan", en: "lapsed", zh: "已失效" },
  CANCELLED: { id: "dibatalkan", en: "cancelled", zh: "已取消" },
}) satisfies Record<AppointmentState, unknown>;

export const texts = defineTexts({
  title: { id: "Pinjam nanti", en: "Borrow later", zh: "预约借款" },
  lead: {
    id: "Pilih harinya sekarang, putuskan saat harinya tiba. Pinjaman tidak cair otomatis, dan limit tidak kami sisihkan untuk Anda.",
    en: "Book the day now and decide when it comes. No loan is made automatically, and no part of your limit is reserved for you.",
    zh: "现在预约日期，当天再决定。不会自动放款，也不会为您保留额度。",
  },
  amount: { id: "Saya ingin meminjam", en: "I want to borrow", zh: "借款金额" },
  amountHint: {
    id: "Limit hari ini {limit}, bisa berubah sebelum harinya tiba.",
    en: "Your limit today is {limit}. It may change before the day.",
    zh: "今日额度 {limit}，预约日前可能变化。",
  },
  amountHintNone: {
    id: "Limit Anda belum dihitung; Anda tetap bisa membuat janji.",
    en: "Your limit is not assessed yet, but you can already book.",
    zh: "您的额度尚未评估，仍可预约。",
  },
  priceNote: {
    id: "Dihitung dengan harga hari ini. Yang berlaku nanti adalah harga pada hari Anda mengajukan.",
    en: "At today's price. The price on the day you apply is what counts.",
    zh: "按今日价格计算，以您申请当日的价格为准。",
  },
  day: { id: "Hari yang Anda pilih", en: "The day that you choose", zh: "选择日期" },
  dayHint: {
    id: "{earliest} sampai {latest}.",
    en: "{earliest} to {latest}.",
    zh: "{earliest} 至 {latest}。",
  },
  dayHintMore: {
    id: "{earliest} sampai {latest}. Anggota dengan tingkat lebih tinggi bisa memilih sampai {furthest} hari ke depan.",
    en: "{earliest} to {latest}. Members of a higher level can book up to {furthest} days ahead.",
    zh: "{earliest} 至 {latest}。更高等级会员最多可提前 {furthest} 天。",
  },
  book: { id: "Simpan janji", en: "Book this day", zh: "预约该日" },
  needAccount: { id: "Tambah rekening dulu", en: "Add a bank account first", zh: "请先添加银行账户" },
  frozenTitle: { id: "Limit Anda sedang dibekukan", en: "Your limit is frozen", zh: "您的额度已冻结" },
  frozen: {
    id: "Selama dibekukan, Anda tidak bisa membuat janji pinjaman. Alasannya ada di halaman skor kredit.",
    en: "You cannot book a loan while it is frozen. Your credit score page says why.",
    zh: "冻结期间无法预约借款，原因见信用评分页。",
  },
  toScore: { id: "Lihat skor kredit", en: "See my credit score", zh: "查看信用评分" },
  notYetTitle: { id: "Belum ada hari yang bisa dipilih", en: "No day can be booked yet", zh: "暂无可预约日期" },
  notYet: {
    id: "Anda bisa mengajukan lagi mulai {date}, dan janji bisa dibuat paling jauh {days} hari ke depan.",
    en: "You can apply again from {date}, and book at most {days} days ahead.",
    zh: "{date} 起才接受新的申请，最多可提前 {days} 天预约。",
  },
  toHome: { id: "Ke beranda", en: "Go to home", zh: "返回首页" },

  openTitle: { id: "Janji pinjaman Anda", en: "Your loan appointment", zh: "您的借款预约" },
  forDay: { id: "Untuk {date}", en: "For {date}", zh: "预约日期：{date}" },
  costBooked: { id: "Bunga dan biaya saat dipesan", en: "Interest and fees when you booked", zh: "预约时的利息和费用" },
  costToday: { id: "Menurut harga hari ini", en: "By today's price", zh: "按今日价格" },
  notOffered: { id: "tidak ditawarkan", en: "not offered", zh: "不提供" },
  tenor: { id: "Jangka waktu", en: "Tenor", zh: "期限" },
  days: { id: "{days} hari", en: "{days} days", zh: "{days} 天" },
  purpose: { id: "Keperluan", en: "Purpose", zh: "用途" },
  account: { id: "Dana dikirim ke", en: "The money goes to", zh: "收款账户" },
  accountGone: { id: "rekening sudah tidak ada", en: "the account was removed", zh: "账户已不存在" },
  booked: {
    id: "Janji tersimpan. Kami kabari pada harinya pukul 08.00 waktu setempat.",
    en: "Your appointment is booked. We will message you on the day at 08:00 local time.",
    zh: "预约成功。我们会在当天您当地时间 8:00 通知您。",
  },
  next1: {
    id: "Pada {date} pukul 08.00 waktu setempat, kami kirim pesan.",
    en: "On {date} at 08:00 local time we send you a message.",
    zh: "{date} 您当地时间 8:00，我们会发送通知。",
  },
  next2: {
    id: "Anda melihat harga hari itu, lalu mengajukan atau tidak. Pengajuannya diperiksa seperti biasa.",
    en: "You see that day's price and decide whether to apply. The application is checked like any other.",
    zh: "您查看当日价格后决定是否申请，申请照常审核。",
  },
  next3: {
    id: "Tanpa pengajuan, janji berakhir setelah {days} hari. Tidak ada biaya.",
    en: "If you do not apply, it ends after {days} days. Nothing is charged.",
    zh: "如未申请，{days} 天后自动失效，不收费。",
  },
  notReserved: {
    id: "Limit tidak kami sisihkan: kalau limit Anda berubah sebelum harinya tiba, jumlah ini mungkin tidak tersedia.",
    en: "No part of your limit is reserved: if it changes before the day, this amount may not be available.",
    zh: "不保留额度：如额度在此之前变化，该金额可能无法借出。",
  },
  todayLead: {
    id: "Harinya sudah tiba. Ajukan paling lambat {date}, atau biarkan saja: belum ada pinjaman yang dibuat.",
    en: "The day has come. Apply by {date}, or do nothing: no loan has been made.",
    zh: "预约日已到。请在 {date} 前申请；不需要则无需操作，尚未放款。",
  },
  confirm: { id: "Ajukan dengan harga hari ini", en: "Apply at today's price", zh: "按今日价格申请" },
  toLoan: { id: "Lihat pinjaman saya", en: "See my loan", zh: "查看我的借款" },
  cancel: { id: "Batalkan janji", en: "Cancel the appointment", zh: "取消预约" },
  cancelNote: {
    id: "Gratis, dan Anda bisa memilih hari lain.",
    en: "It is free, and you can book another day.",
    zh: "免费取消，之后可重新预约。",
  },
  cancelled: { id: "Janji dibatalkan.", en: "The appointment was cancelled.", zh: "预约已取消。" },
  lapsedTitle: {
    id: "Janji untuk {date} sudah berakhir",
    en: "The appointment for {date} has lapsed",
    zh: "{date} 的预约已失效",
  },
  lapsed: {
    id: "Anda tidak mengajukan, jadi tidak ada pinjaman dan tidak ada biaya. Anda bisa memilih hari lain.",
    en: "You did not apply, so there is no loan and no charge. You can book another day.",
    zh: "因未申请，未放款也不收费。您可以预约其他日期。",
  },
});
