/** Console words for this domain's events, facts and codes. */
import type { ConsoleWords } from "#server/console/console-words.ts";
import { defineTexts } from "#shared/texts.ts";
import { texts } from "../texts.ts";

const happenings = defineTexts({
  TRANSFER_QUEUED: { id: "Transfer menunggu", en: "Transfer waits", zh: "转账等待中" },
  TRANSFER_SENT: { id: "Transfer dikirim", en: "Transfer sent", zh: "转账已发出" },
  TRANSFER_ACCEPTED: { id: "Transfer diterima bank", en: "Transfer accepted by the bank", zh: "银行已受理转账" },
  TRANSFER_SETTLED: { id: "Transfer sampai", en: "Transfer arrived", zh: "转账已到账" },
  TRANSFER_FAILED: { id: "Transfer gagal", en: "Transfer failed", zh: "转账失败" },
  TRANSFER_PAID_LATE: {
    id: "Transfer yang sudah dilepas ternyata sampai",
    en: "A transfer that was given up was paid after all",
    zh: "已放弃的转账其后到账",
  },
  LATE_PAYOUT_COUNT: {
    id: "Transfer itu dihitung terbayar",
    en: "That transfer counts as paid",
    zh: "该转账按已支付入账",
  },
  LATE_PAYOUT_RECOVERED: {
    id: "Uang transfer itu sudah kembali",
    en: "That transfer's money has come back",
    zh: "该转账款项已追回",
  },
  LATE_PAYOUT_WRITE_OFF: {
    id: "Uang transfer itu dibukukan rugi",
    en: "That transfer's money is lost",
    zh: "该转账款项计为损失",
  },
  TRANSFER_RETURNED: {
    id: "Transfer dikembalikan bank penerima",
    en: "Transfer sent back by the receiving bank",
    zh: "转账被收款银行退回",
  },
  PAYOUT_RETURNED: {
    id: "Dana pinjaman dikembalikan bank penerima",
    en: "The loan's money was sent back by the receiving bank",
    zh: "借款款项被收款银行退回",
  },
  PAYOUT_ARRIVED_AGAIN: {
    id: "Dana yang dikirim lagi sudah sampai",
    en: "The money sent again has arrived",
    zh: "重新发送的款项已到账",
  },
  RETURNED_PAYOUT_SEND_AGAIN: {
    id: "Dana yang kembali dikirim lagi",
    en: "The returned money is sent again",
    zh: "退回款项重新发送",
  },
  RETURNED_PAYOUT_GIVE_BACK: {
    id: "Dana yang kembali dipulangkan ke asalnya",
    en: "The returned money was given back to where it came from",
    zh: "退回款项已退回原处",
  },
  RETURNED_PAYOUT_STANDS: {
    id: "Bank menarik kabarnya: dana tetap sampai",
    en: "The bank corrected its report: the receiver kept the money",
    zh: "银行更正：款项已到账",
  },
  RETURNED_PAYOUT_FAILED: { id: "Pengiriman ulang gagal", en: "Sending it again failed", zh: "重新发送失败" },
  TRANSFER_DROPPED: { id: "Transfer batal dikirim", en: "Transfer never sent", zh: "转账未发出" },
});

const facts = defineTexts({
  transferId: { id: "transfer", en: "transfer", zh: "转账" },
});

const codes = defineTexts({
  TRANSFER_ORDERED: { id: "transfer dipesan", en: "transfer ordered", zh: "已下达转账" },
  TRANSFER_FOUND_PAID: { id: "transfer ternyata sampai", en: "transfer found paid", zh: "查明转账已到账" },
  TRANSFER_SETTLED: { id: "transfer diterima", en: "transfer arrived", zh: "转账已到账" },
  TRANSFER_FAILED: { id: "transfer gagal", en: "transfer failed", zh: "转账失败" },
  DISBURSEMENT_FAILED: { id: "pencairan gagal", en: "payout failed", zh: "放款失败" },
  TRANSFER_PAID_LATE: { id: "terbayar setelah dilepas", en: "paid after it was given up", zh: "放弃后又到账" },
  LATE_PAYOUT_COUNT: { id: "dihitung terbayar", en: "counts as paid", zh: "按已支付入账" },
  LATE_PAYOUT_RECOVERED: { id: "uangnya sudah kembali", en: "its money came back", zh: "款项已追回" },
  LATE_PAYOUT_WRITE_OFF: { id: "dibukukan rugi", en: "booked as lost", zh: "计为损失" },
  PAYOUT_RETURNED: { id: "dikembalikan bank penerima", en: "sent back by the receiving bank", zh: "收款银行退回" },
  PAYOUT_ARRIVED_AGAIN: {
    id: "sampai setelah dikirim lagi",
    en: "arrived after it was sent again",
    zh: "重新发送后到账",
  },
  RETURNED_PAYOUT_SEND_AGAIN: { id: "dikirim lagi", en: "sent again", zh: "再次发送" },
  RETURNED_PAYOUT_GIVE_BACK: { id: "dipulangkan ke asalnya", en: "given back", zh: "退回原处" },
  RETURNED_PAYOUT_STANDS: { id: "tetap sampai", en: "receiver kept the money", zh: "实际已到账" },
  RETURNED_PAYOUT_FAILED: { id: "pengiriman ulang gagal", en: "sending again failed", zh: "重新发送失败" },
});

/** Purposes of a transfer other than loans. */
const { BALANCE_REFUND, WALLET, UNMATCHED_RETURN, LENDER_WITHDRAWAL } = texts;

export const words: ConsoleWords = {
  happenings,
  facts,
  codes: { BALANCE_REFUND, WALLET, UNMATCHED_RETURN, LENDER_WITHDRAWAL, ...codes },
};
