/** Console words for this domain's events, facts and codes. */
import type { ConsoleWords } from "#server/console/console-words.ts";
import { defineTexts } from "#shared/texts.ts";
import { loanStateTexts } from "../texts.ts";

const happenings = defineTexts({
  PAUSED: { id: "Berhenti: akun dibekukan pemilik", en: "Paused: account frozen", zh: "暂停：账户已冻结" },
  RESUMED: { id: "Dilanjutkan: akun dibuka kembali", en: "Resumed: account released", zh: "恢复：账户已解冻" },
  REOPENED: {
    id: "Dibuka lagi: bank menarik pembayaran",
    en: "Open again: the bank took a payment back",
    zh: "重新开启：银行撤回付款",
  },
});

const facts = defineTexts({
  loan: { id: "pinjaman", en: "loan", zh: "借款" },
  loanId: { id: "pinjaman", en: "loan", zh: "借款" },
  tenorDays: { id: "hari", en: "days", zh: "天数" },
  view: { id: "bagian daftar", en: "part of the list", zh: "列表部分" },
});

const codes = defineTexts({
  ...loanStateTexts,
  LATE: { id: "terlambat", en: "late", zh: "逾期" },
  APPLIED: { id: "diajukan", en: "applied", zh: "已申请" },
  BORROWER_CANCELLED: { id: "dibatalkan peminjam", en: "cancelled by the borrower", zh: "借款人取消" },
  EARLIER_LOAN_OWED: {
    id: "pinjaman sebelumnya harus dibayar lagi",
    en: "an earlier loan is owed again",
    zh: "之前的借款需重新偿还",
  },
});

export const words: ConsoleWords = { happenings: { ...loanStateTexts, ...happenings }, facts, codes };
