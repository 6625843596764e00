/** Words of the card of a proposal to give unmatched money to a loan. */
import { defineTexts } from "#shared/texts.ts";

export const assignmentTexts = defineTexts({
  assignment: { id: "Uang tanpa pemilik ke pinjaman", en: "Unmatched money to a loan", zh: "未匹配来款归入借款" },
  loanOf: { id: "Untuk pinjaman", en: "For the loan", zh: "归入借款" },
  rail: { id: "Jalur", en: "Rail", zh: "渠道" },
  VIRTUAL_ACCOUNT: { id: "Virtual account", en: "Virtual account", zh: "虚拟账户" },
  QRIS: { id: "QRIS", en: "QRIS", zh: "QRIS" },
  EWALLET: { id: "Dompet digital", en: "E-wallet", zh: "电子钱包" },
  reference: { id: "Referensi", en: "Reference", zh: "参考号" },
  paid: { id: "Dibayar", en: "Paid", zh: "付款时间" },
  cause: { id: "Sebab", en: "Cause", zh: "原因" },
  UNKNOWN_REFERENCE: { id: "Referensi tidak dikenal", en: "Unknown reference", zh: "参考号未知" },
  AMOUNT_DIFFERS: { id: "Jumlah berbeda", en: "Amount differs", zh: "金额不符" },
  LOAN_NOT_RUNNING: { id: "Pinjaman tidak berjalan", en: "Loan not running", zh: "借款未在进行中" },
  PAID_BEFORE_LOAN: {
    id: "Tanggal bayar sebelum pencairan",
    en: "Paid before the loan was disbursed",
    zh: "付款日期早于放款日",
  },
  PAID_AHEAD: { id: "Tanggal bayar di masa depan", en: "Paid on a day still to come", zh: "付款日期在未来" },
  ABOVE_RAIL_LIMIT: { id: "Di atas batas jalur", en: "Above the rail's limit", zh: "超出渠道限额" },
  ACCOUNT_CLOSED: { id: "Akun sudah ditutup", en: "The account is closed", zh: "账户已注销" },
});
