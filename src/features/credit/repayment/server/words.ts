/** Console words for this domain's events, facts and codes. */
import type { ConsoleWords } from "#server/console/console-words.ts";
import { defineTexts } from "#shared/texts.ts";
import { unmatchedCauses } from "../staff-contract.ts";
import { unmatchedTexts } from "../texts.ts";

const happenings = defineTexts({
  REPAYMENT_RECEIVED: { id: "Kabar uang diterima", en: "Notified of money received", zh: "通知已收款" },
  REPAYMENT_KEPT: {
    id: "Kabar uang menjadi saldo",
    en: "Notified that the money is now balance",
    zh: "通知款项转为余额",
  },
  REPAYMENT_FROM_BALANCE: {
    id: "Kabar saldo membayar cicilan",
    en: "Notified that the balance paid",
    zh: "通知余额已支付",
  },
  REPAYMENT_LETTER_REPLACED: {
    id: "Kabar surat lunas diganti",
    en: "Notified of the replaced letter",
    zh: "通知结清证明已更换",
  },
  PAYOFF_CHANGED: {
    id: "Surat lunas ditarik: angkanya berubah",
    en: "Paid-off letter withdrawn: its figures changed",
    zh: "结清证明撤回：金额有变",
  },
  REPAYMENT_PAID_OFF: { id: "Kabar lunas", en: "Notified of the payoff", zh: "通知已还清" },
  REPAYMENT_DISBURSED: { id: "Kabar pencairan", en: "Notified of the payout", zh: "通知已放款" },
  PAID: { id: "Pembayaran diterima", en: "Payment received", zh: "收到还款" },
  PAYOFF_FOLLOWED: {
    id: "Surat lunas dan kabar lunas dipesan",
    en: "Paid-off letter and message ordered",
    zh: "已安排结清证明与通知",
  },
  REPAYMENT_TAKEN_BACK: {
    id: "Kabar pembayaran ditarik bank",
    en: "Notified that the bank took a payment back",
    zh: "通知银行撤回付款",
  },
  REPAYMENT_APPLICATION_STOPPED: {
    id: "Kabar pengajuan diakhiri",
    en: "Notified that the application was ended",
    zh: "通知申请已终止",
  },
  REPAYMENT_PAYOUT_RETURNED: { id: "Kabar dana kembali", en: "Notified that the money came back", zh: "通知款项退回" },
  REPAYMENT_REFUND_RETURNED: {
    id: "Kabar pengembalian saldo kembali",
    en: "Notified that the refund came back",
    zh: "通知余额退款被退回",
  },
  REPAYMENT_UNDONE: { id: "Kabar pinjaman dibatalkan", en: "Notified that the loan is undone", zh: "通知借款已取消" },
});

const facts = defineTexts({
  owesRupiah: { id: "sisa utang", en: "owed", zh: "欠款" },
  paidRupiah: { id: "sudah dibayar", en: "paid in", zh: "已还" },
  overpaidRupiah: { id: "kelebihan bayar", en: "overpaid", zh: "多付" },
  paidOffOn: { id: "lunas pada", en: "paid off on", zh: "结清日" },
  way: { id: "lewat", en: "paid by", zh: "方式" },
  valueDate: { id: "tanggal nilai", en: "value date", zh: "起息日" },
});

const codes = defineTexts({
  PAYMENT_TAKEN_BACK: { id: "bank menarik kembali pembayaran", en: "the bank took a payment back", zh: "银行撤回付款" },
  NOTHING_OWED: { id: "tidak ada sisa utang", en: "nothing is owed", zh: "无欠款" },
  VIRTUAL_ACCOUNT: { id: "virtual account", en: "virtual account", zh: "虚拟账户" },
  QRIS: { id: "QRIS", en: "QRIS", zh: "QRIS" },
  EWALLET: { id: "OVO", en: "OVO", zh: "OVO" },
  BALANCE: { id: "saldo", en: "balance", zh: "余额" },
  REPLACEMENT: { id: "pinjaman ulang", en: "repeat loan", zh: "续借还旧" },
  RESTRUCTURE: { id: "restrukturisasi", en: "restructuring", zh: "重组" },
});

/** Reasons why money has no owner yet, in the words of its list. */
const causes = Object.fromEntries(unmatchedCauses.map((cause) => [cause, unmatchedTexts[cause]]));

export const words: ConsoleWords = { happenings, facts, codes: { ...causes, ...codes } };

/** Words for work left to staff: a loan was paid out and has no books. */
export const bookExceptionTexts = defineTexts({
  OPENING_BOOKS: { id: "Membuka pembukuan pinjaman", en: "Opening the books of a loan", zh: "为借款开立账册" },
  LOAN_NOT_RUNNING: {
    id: "Pinjaman ini tidak ditemukan, atau tidak sedang berjalan.",
    en: "There is no such loan, or it is not running.",
    zh: "找不到此借款，或该借款未在进行中。",
  },
});
