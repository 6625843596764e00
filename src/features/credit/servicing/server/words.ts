/** Console words for this domain's events, facts and codes. */
import type { ConsoleWords } from "#server/console/console-words.ts";
import { remindDaysBefore } from "#shared/promised-times.ts";
import { defineTexts } from "#shared/texts.ts";
import { ownDays } from "../contract.ts";
import { contactOutcomeTexts } from "../texts.ts";

const happenings = defineTexts({
  REPAYMENT_BEFORE: {
    id: `Pengingat ${remindDaysBefore} hari sebelum`,
    en: `Reminder, ${remindDaysBefore} days before`,
    zh: `到期前 ${remindDaysBefore} 天提醒`,
  },
  REPAYMENT_DUE: { id: "Pengingat hari jatuh tempo", en: "Reminder on the due day", zh: "到期日提醒" },
  REPAYMENT_AFTER: { id: "Pengingat setelah jatuh tempo", en: "Reminder after the due day", zh: "逾期提醒" },
  SERVICING_LETTER_1: { id: "Surat pertama", en: "First letter", zh: "第一次信函" },
  SERVICING_LETTER_2: { id: "Surat kedua", en: "Second letter", zh: "第二次信函" },
  SERVICING_LETTER_3: { id: "Surat ketiga", en: "Third letter", zh: "第三次信函" },
  SERVICING_DAY_91: { id: "Kabar hari ke-91", en: "Notified of day 91", zh: `通知第 ${ownDays + 1} 天事项` },
  CONTACT_CALL: { id: "Petugas menelepon", en: "Called by our staff", zh: "工作人员致电" },
  CONTACT_MESSAGE: { id: "Petugas mengirim pesan", en: "Written to by our staff", zh: "工作人员发送消息" },
  PROMISE_MADE: { id: "Janji bayar dibuat", en: "Promise to pay made", zh: "作出付款承诺" },
  PROMISE_KEPT: { id: "Janji bayar ditepati", en: "Promise kept", zh: "承诺已兑现" },
  PROMISE_PARTLY: { id: "Janji bayar ditepati sebagian", en: "Promise kept in part", zh: "承诺部分兑现" },
  PROMISE_BROKEN: { id: "Janji bayar tidak ditepati", en: "Promise broken", zh: "承诺未兑现" },
  PROMISE_CANCELLED: { id: "Janji bayar gugur", en: "Promise lapsed", zh: "承诺失效" },
});

const facts = defineTexts({
  outcome: { id: "hasil", en: "outcome", zh: "结果" },
  promisedOn: { id: "paling lambat", en: "by", zh: "期限" },
});

// REFUSED means something else everywhere else in the console.
const { REFUSED: _refused, ...outcomes } = contactOutcomeTexts;

const causes = defineTexts({
  PROMISED: { id: "dijanjikan", en: "promised", zh: "已承诺" },
  PAYMENTS: { id: "pembayaran masuk", en: "payments came in", zh: "已收到付款" },
  LOAN_ENDED: { id: "pinjaman selesai", en: "the loan ended", zh: "借款已结束" },
  NOTHING_DUE: { id: "tidak ada yang jatuh tempo", en: "nothing is due", zh: "没有到期款项" },
  PLAN: { id: "rencana penagihan", en: "servicing plan", zh: "催收计划" },
});

export const words: ConsoleWords = { happenings, facts, codes: { ...outcomes, ...causes } };
