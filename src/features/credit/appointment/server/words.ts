/** Events, facts and causes of appointments, in the words of the console. */
import type { ConsoleWords } from "#server/console/console-words.ts";
import { defineTexts } from "#shared/texts.ts";

const happenings = defineTexts({
  APPOINTMENT_BOOKED: { id: "Janji pinjaman dipesan", en: "Loan appointment booked", zh: "已预约借款" },
  APPOINTMENT_OFFERED: { id: "Hari janji pinjaman tiba", en: "Day of the loan appointment", zh: "借款预约日到来" },
  APPOINTMENT_APPLIED: {
    id: "Janji pinjaman diajukan",
    en: "Appointment confirmed by an application",
    zh: "预约已申请",
  },
  APPOINTMENT_LAPSED: { id: "Janji pinjaman berakhir", en: "Loan appointment lapsed", zh: "借款预约已失效" },
  APPOINTMENT_CANCELLED: { id: "Janji pinjaman dibatalkan", en: "Loan appointment cancelled", zh: "借款预约已取消" },
});

const codes = defineTexts({
  BOOKED: { id: "dipesan peminjam", en: "booked by the borrower", zh: "借款人预约" },
  DAY_HAS_COME: { id: "harinya tiba", en: "its day has come", zh: "预约日到来" },
  APPLICATION_SENT: { id: "pengajuan dikirim", en: "an application was sent", zh: "已提交申请" },
  CHOSEN: { id: "pilihan peminjam", en: "the borrower's choice", zh: "借款人选择" },
  MERGED: { id: "akun digabung", en: "account merged", zh: "账户已合并" },
  ACCOUNT_CLOSED: { id: "akun ditutup", en: "account closed", zh: "账户已注销" },
  NOT_CONFIRMED: { id: "tidak diajukan tepat waktu", en: "not confirmed in time", zh: "未按时确认" },
});

export const words: ConsoleWords = { happenings, codes };
