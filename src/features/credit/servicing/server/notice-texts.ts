/** Texts of the plan's steps: whole in the inbox, with its address by WhatsApp, and by SMS without any amount. Never pressing. // Field rules: collection */
import { withLink, type NoticeTexts } from "#features/platform/notice/server/index.ts";
import { callsFromDay, ownDays } from "../contract.ts";
import { defineTexts, type Text } from "#shared/texts.ts";

const leads = defineTexts({
  pay: { id: "Cara bayar:", en: "How to pay:", zh: "付款方式：" },
  details: { id: "Rincian:", en: "Details:", zh: "详情：" },
});

const titles = defineTexts({
  due: { id: "Cicilan jatuh tempo", en: "Instalment due", zh: "分期到期" },
  overdue: { id: "Cicilan belum lunas", en: "Instalment not paid in full", zh: "分期未付清" },
  covered: { id: "Saldo membayar cicilan", en: "Your balance pays the instalment", zh: "余额将支付分期" },
  letter: { id: "Surat tentang pinjaman Anda", en: "A letter about your loan", zh: "关于您借款的信函" },
  day91: { id: "Penagihan setelah hari ke-90", en: "What happens after day 90", zh: `逾期 ${ownDays} 天之后` },
});

/** Others may see the phone: it says that there is something, never how much. */
const sms = defineTexts({
  due: {
    id: "Cicilan pinjaman Anda jatuh tempo {dueOn}. Cara bayar: {link}",
    en: "Your loan instalment is due on {dueOn}. How to pay: {link}",
    zh: "分期{dueOn}到期。详情：{link}",
  },
  overdue: {
    id: "Cicilan pinjaman Anda belum lunas. Cara bayar dan bantuan: {link}",
    en: "Your loan instalment is not paid in full. How to pay, and help: {link}",
    zh: "您的分期未付清。付款与帮助：{link}",
  },
  covered: {
    id: "Saldo Anda membayar cicilan yang jatuh tempo {dueOn}. Rincian: {link}",
    en: "Your balance pays the instalment due on {dueOn}. Details: {link}",
    zh: "余额将付{dueOn}分期：{link}",
  },
  letter: {
    id: "Ada surat tentang pinjaman Anda. Isi, cara bayar dan bantuan: {link}",
    en: "There is a letter about your loan. Its text, how to pay, and help: {link}",
    zh: "有一封关于您借款的信函。内容与帮助：{link}",
  },
});

/** On a locked screen: no amounts, and no mention of late payments. */
const push = defineTexts({
  due: {
    id: "Cicilan Anda jatuh tempo {dueOn}. Ketuk untuk rinciannya.",
    en: "Your instalment is due on {dueOn}. Tap for details.",
    zh: "您的分期将于{dueOn}到期，点按查看详情。",
  },
  covered: {
    id: "Saldo Anda membayar cicilan {dueOn}. Ketuk untuk rinciannya.",
    en: "Your balance pays the instalment of {dueOn}. Tap for details.",
    zh: "您的余额将支付{dueOn}的分期，点按查看详情。",
  },
  news: {
    id: "Ada pesan untuk Anda. Ketuk untuk membacanya.",
    en: "There is a message for you. Tap to read it.",
    zh: "您有一条消息，点按阅读。",
  },
});

const bodies = defineTexts({
  BEFORE: {
    id: "Cicilan pinjaman {number} sebesar {amountRupiah} jatuh tempo {dueOn}.",
    en: "The instalment of {amountRupiah} for loan {number} is due on {dueOn}.",
    zh: "借款 {number} 的分期 {amountRupiah} 将于{dueOn}到期。",
  },
  DUE: {
    id: "Cicilan pinjaman {number} sebesar {amountRupiah} jatuh tempo {dueOn}. Bayar sebelum tengah malam WIB agar tidak kena denda.",
    en: "The instalment of {amountRupiah} for loan {number} is due on {dueOn}. Pay before midnight WIB to avoid a late fee.",
    zh: "借款 {number} 的分期 {amountRupiah} 于{dueOn}到期。请在雅加达时间午夜前付款，以免产生逾期费。",
  },
  COVERED: {
    id: "Cicilan pinjaman {number} sebesar {amountRupiah} jatuh tempo {dueOn}. Saldo Anda membayarnya pada akhir hari itu, jadi Anda tidak perlu membayar.",
    en: "The instalment of {amountRupiah} for loan {number} is due on {dueOn}. Your balance pays it at the end of that day, so you need not pay.",
    zh: "借款 {number} 的分期 {amountRupiah} 将于{dueOn}到期，当日结束时由您的余额支付，您无需付款。",
  },
  BEFORE_PARTLY: {
    id: "Cicilan pinjaman {number} sebesar {amountRupiah} jatuh tempo {dueOn}. Saldo Anda membayar {coveredRupiah} di antaranya, sisanya {restRupiah}.",
    en: "The instalment of {amountRupiah} for loan {number} is due on {dueOn}. Your balance pays {coveredRupiah} of it, the rest is {restRupiah}.",
    zh: "借款 {number} 的分期 {amountRupiah} 将于{dueOn}到期。您的余额将支付其中 {coveredRupiah}，其余 {restRupiah} 需由您支付。",
  },
  DUE_PARTLY: {
    id: "Cicilan pinjaman {number} sebesar {amountRupiah} jatuh tempo {dueOn}. Saldo Anda membayar {coveredRupiah} di antaranya. Bayar sisanya {restRupiah} sebelum tengah malam WIB agar tidak kena denda.",
    en: "The instalment of {amountRupiah} for loan {number} is due on {dueOn}. Your balance pays {coveredRupiah} of it. Pay the rest, {restRupiah}, before midnight WIB to avoid a late fee.",
    zh: "借款 {number} 的分期 {amountRupiah} 于{dueOn}到期。您的余额将支付其中 {coveredRupiah}，其余 {restRupiah} 请在雅加达时间午夜前支付，以免产生逾期费。",
  },
  /** An earlier instalment is overdue: a late fee runs already, and the two amounts are told apart. */
  DUE_BESIDE_OVERDUE: {
    id: "Cicilan pinjaman {number} sebesar {amountRupiah} jatuh tempo {dueOn}. Selain itu {overdueRupiah} sudah lewat jatuh tempo, termasuk denda. Ada kesulitan? Hubungi kami lewat aplikasi.",
    en: "The instalment of {amountRupiah} for loan {number} is due on {dueOn}. In addition, {overdueRupiah} is overdue, late fees included. In difficulty? Contact us in the app.",
    zh: "借款 {number} 的分期 {amountRupiah} 于{dueOn}到期。此外已有 {overdueRupiah} 逾期（含逾期费）。如有困难，请通过应用联系我们。",
  },
  AFTER: {
    id: "Cicilan pinjaman {number} yang jatuh tempo {dueOn} belum lunas. Yang perlu dibayar pada {dayOn}: {amountRupiah}. Ada kesulitan? Hubungi kami lewat aplikasi.",
    en: "The instalment for loan {number} that was due on {dueOn} is not paid in full. To pay on {dayOn}: {amountRupiah}. In difficulty? Contact us in the app.",
    zh: "借款 {number} 于{dueOn}到期的分期尚未付清，{dayOn}需支付 {amountRupiah}。如有困难，请通过应用联系我们。",
  },
  LETTER_1: {
    id: "Surat pemberitahuan pertama. Pinjaman {number}: {amountRupiah} belum dibayar, termasuk denda sampai {dayOn}. Denda bertambah setiap hari dan tidak pernah melebihi batas di perjanjian Anda. Mulai hari ke-8 limit Anda dibekukan dan petugas bisa menelepon pada jam yang diizinkan. Anda bisa berjanji membayar pada tanggal tertentu atau meminta keringanan di aplikasi.",
    en: "First letter. Loan {number}: {amountRupiah} is unpaid, late fees up to {dayOn} included. The late fee grows daily and never exceeds the cap in your agreement. From day 8 your limit is frozen and our staff may call within the allowed hours. In the app you can promise to pay on a day, or ask for help.",
    zh: `第一次通知。借款 {number}：截至{dayOn}有 {amountRupiah} 未付（含逾期费）。逾期费每日增加，但不会超过协议规定的上限。自第 ${callsFromDay} 天起您的额度将冻结，工作人员可在允许的时间致电。您可在应用内承诺付款日期或申请协商还款。`,
  },
  LETTER_2: {
    id: "Surat pemberitahuan kedua. Pinjaman {number} sudah terlambat {days} hari. Yang belum dibayar sampai {dayOn}: {amountRupiah}. Keterlambatan ini memengaruhi skor dan limit Anda. Keringanan dengan cicilan lebih kecil bisa diminta di aplikasi, gratis.",
    en: "Second letter. Loan {number} is {days} days late. Unpaid up to {dayOn}: {amountRupiah}. This affects your score and limits. In the app you can ask for help with smaller instalments, free of charge.",
    zh: "第二次通知。借款 {number} 已逾期 {days} 天。截至{dayOn}未付 {amountRupiah}。这会影响您的评分和额度。您可在应用内免费申请协商还款，减小每期金额。",
  },
  LETTER_3: {
    id: "Surat pemberitahuan ketiga. Pinjaman {number} sudah terlambat {days} hari. Yang belum dibayar sampai {dayOn}: {amountRupiah}. Setelah hari ke-90 kami tidak lagi menagih sendiri; utang tetap ada dan bisa diserahkan ke jalur hukum. Keringanan masih bisa diminta di aplikasi.",
    en: "Third letter. Loan {number} is {days} days late. Unpaid up to {dayOn}: {amountRupiah}. After day 90 we no longer collect ourselves; the debt stays and may be taken to court. You can still ask for help in the app.",
    zh: `第三次通知。借款 {number} 已逾期 {days} 天。截至{dayOn}未付 {amountRupiah}。${ownDays} 天之后我们不再自行催收，但债务仍然存在，可能进入法律程序。您仍可在应用内申请协商还款。`,
  },
  DAY_91: {
    id: "Pinjaman {number} sudah terlambat {days} hari. Mulai hari ke-91 kami tidak lagi mengirim pengingat atau menelepon. Utang tetap ada, bisa dibayar kapan saja di aplikasi, dan bisa diserahkan ke jalur hukum. Yang belum dibayar sampai {dayOn}: {amountRupiah}.",
    en: "Loan {number} is {days} days late. From day 91 we no longer send reminders or call. The debt stays, can be paid in the app at any time, and may be taken to court. Unpaid up to {dayOn}: {amountRupiah}.",
    zh: `借款 {number} 已逾期 {days} 天。自第 ${ownDays + 1} 天起我们不再发送提醒或致电。债务仍然存在，您可随时在应用内还款，也可能进入法律程序。截至{dayOn}未付 {amountRupiah}。`,
  },
});

const textsOf = (
  body: Text,
  { title, short, lead = leads.details, locked = push.news }: { title: Text; short: Text; lead?: Text; locked?: Text },
): NoticeTexts => ({ title, body, whatsapp: withLink(body, lead), sms: short, push: locked });

const due = { title: titles.due, short: sms.due, lead: leads.pay, locked: push.due };
const letter = { title: titles.letter, short: sms.letter, lead: leads.pay };

export const stepNoticeTexts = {
  BEFORE: textsOf(bodies.BEFORE, due),
  DUE: textsOf(bodies.DUE, due),
  AFTER: textsOf(bodies.AFTER, { title: titles.overdue, short: sms.overdue, lead: leads.pay }),
  LETTER_1: textsOf(bodies.LETTER_1, letter),
  LETTER_2: textsOf(bodies.LETTER_2, letter),
  LETTER_3: textsOf(bodies.LETTER_3, letter),
  DAY_91: textsOf(bodies.DAY_91, { ...letter, title: titles.day91 }),
};

/** Other words of a reminder, where the balance pays or something else is overdue. */
export const stepVariants = {
  BEFORE_PARTLY: textsOf(bodies.BEFORE_PARTLY, due),
  DUE_PARTLY: textsOf(bodies.DUE_PARTLY, due),
  COVERED: textsOf(bodies.COVERED, { title: titles.covered, short: sms.covered, locked: push.covered }),
  DUE_BESIDE_OVERDUE: textsOf(bodies.DUE_BESIDE_OVERDUE, due),
};
