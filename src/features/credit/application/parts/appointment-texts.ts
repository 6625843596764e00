import { defineTexts } from "#shared/texts.ts";
import type { AppointmentChange } from "../appointment-contract.ts";

/** Differences between an appointment and today, each a sentence. */
export const changeTexts = defineTexts({
  PRICE_HIGHER: {
    id: "Bunga dan biayanya sekarang {now}; saat dipesan {before}.",
    en: "Interest and fees are {now} now; they were {before} when you booked.",
    zh: "利息和费用现为 {now}，预约时为 {before}。",
  },
  PRICE_LOWER: {
    id: "Bunga dan biayanya turun menjadi {now}; saat dipesan {before}.",
    en: "Interest and fees have fallen to {now}; they were {before} when you booked.",
    zh: "利息和费用降至 {now}，预约时为 {before}。",
  },
  NOT_OFFERED: {
    id: "Jumlah atau jangka waktu yang dipesan tidak ditawarkan lagi. Pilih yang lain saat mengajukan.",
    en: "The amount or tenor that you booked is no longer offered. Choose another one when you apply.",
    zh: "预约的金额或期限已不再提供，申请时请另选。",
  },
  ABOVE_LIMIT: {
    id: "Jumlahnya di atas limit hari ini. Yang bisa dipinjam: {limit}.",
    en: "The amount is above today's limit. You can borrow {limit}.",
    zh: "金额超出今日额度，目前可借 {limit}。",
  },
  ACCOUNT_GONE: {
    id: "Rekening yang dipesan tidak ada di daftar Anda lagi. Pilih rekening lain saat mengajukan.",
    en: "The bank account that you chose is no longer in your list. Choose another one when you apply.",
    zh: "预约的收款账户已不在您的列表中，申请时请另选。",
  },
  LIMIT_FROZEN: {
    id: "Limit Anda sedang dibekukan, jadi pengajuan belum bisa dikirim.",
    en: "Your limit is frozen, so no application can be sent now.",
    zh: "您的额度已冻结，暂时无法申请。",
  },
  LOAN_OPEN: {
    id: "Masih ada pinjaman atau pengajuan lain. Pengajuan baru bisa dikirim setelah itu selesai.",
    en: "Another loan or application is still open. You can apply once it has ended.",
    zh: "您还有未结束的借款或申请，结束后才可申请。",
  },
  TOO_EARLY: {
    id: "Pengajuan baru belum bisa diterima: pengajuan sebelumnya belum disetujui.",
    en: "No new application is taken yet, because the last one was not approved.",
    zh: "上次申请未获批准，暂时不能再次申请。",
  },
}) satisfies Record<AppointmentChange, unknown>;

export const appointmentTexts = defineTexts({
  fromAppointment: {
    id: "Dari janji Anda untuk {date}",
    en: "From your appointment for {date}",
    zh: "来自您 {date} 的预约",
  },
  filledIn: {
    id: "Isian dari janji itu sudah kami masukkan. Yang berlaku harga hari ini, dan belum ada yang dikirim.",
    en: "We have filled in its figures. Today's price applies, and nothing has been sent yet.",
    zh: "已为您填入预约内容，以今日价格为准，尚未提交。",
  },
  changed: { id: "Yang berubah sejak dipesan", en: "Changed since you booked", zh: "预约后的变化" },
  unchanged: {
    id: "Tidak ada yang berubah sejak Anda memesan.",
    en: "Nothing has changed since you booked.",
    zh: "预约后没有变化。",
  },
  bookLater: { id: "Bukan sekarang? Pesan hari lain", en: "Not today? Book another day", zh: "暂不借款？预约其他日期" },
});
