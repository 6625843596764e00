import { defineTexts } from "#shared/texts.ts";

export const texts = defineTexts({
  RETURN_UNMATCHED: { id: "Kembalikan uang tak dikenal", en: "Return unmatched money", zh: "退回未匹配来款" },
  REVERSE_PAYMENT: { id: "Batalkan pembayaran", en: "Reverse a payment", zh: "撤销还款" },
  LATE_PAYOUT: { id: "Terbayar setelah dilepas", en: "Paid after it was given up", zh: "放弃后又到账" },
  RETURNED_PAYOUT: { id: "Dikembalikan bank penerima", en: "Sent back by the receiving bank", zh: "收款银行退回" },
  LENDER_DEPOSIT: { id: "Setoran pemberi dana", en: "Lender's deposit", zh: "出借人入金" },
  amount: { id: "Jumlah", en: "Amount", zh: "金额" },
  reason: { id: "Alasan", en: "Reason", zh: "原因" },
  payee: { id: "Penerima", en: "Receiver", zh: "收款人" },
  // Facts of the deeds
  factDeed: { id: "Keputusan", en: "Decision", zh: "决定" },
  factLender: { id: "Pemberi dana", en: "Lender", zh: "出借人" },
  factReceivedOn: { id: "Masuk pada", en: "Received on", zh: "入账日" },
  factLoan: { id: "Pinjaman", en: "Loan", zh: "借款" },
  factReference: { id: "Referensi", en: "Reference", zh: "参考号" },
  COUNT: { id: "Dihitung terbayar", en: "Counts as paid", zh: "按已支付入账" },
  RECOVERED: { id: "Sudah kembali", en: "Has come back", zh: "款项已追回" },
  WRITE_OFF: { id: "Rugi", en: "Lost", zh: "计为损失" },
  SEND_AGAIN: { id: "Kirim lagi", en: "Send again", zh: "再次发送" },
  GIVE_BACK: { id: "Kembalikan ke asalnya", en: "Give back to where it came from", zh: "退回原处" },
  STANDS: { id: "Ternyata tetap sampai", en: "It did stay", zh: "实际已到账" },
  // Deposits
  depositsTitle: { id: "Setoran pemberi dana", en: "Lenders' deposits", zh: "出借人入金" },
  depositsLead: {
    id: "Catat uang yang sudah masuk ke rekening escrow, dengan referensi di rekening koran. Uangnya dapat dipinjamkan setelah orang lain memeriksanya.",
    en: "Book money that has arrived in the escrow account, by its reference on the statement. It can be lent once somebody else has checked it.",
    zh: "按对账单参考号登记已到托管账户的款项；经他人复核后方可出借。",
  },
  lender: { id: "Pemberi dana", en: "Lender", zh: "出借人" },
  available: { id: "Dapat dipinjamkan", en: "Can be lent", zh: "可出借" },
  invested: { id: "Sedang dipinjamkan", en: "Lent", zh: "已出借" },
  inactive: { id: "Tidak menerima pinjaman baru", en: "Takes no new loans", zh: "不接新借款" },
  bankReference: { id: "Referensi bank", en: "Bank reference", zh: "银行参考号" },
  bankReferenceHint: {
    id: "Seperti di rekening koran; satu referensi dibukukan satu kali",
    en: "As on the statement; one reference is booked once",
    zh: "与对账单一致；同一参考号只入账一次",
  },
  receivedOn: { id: "Tanggal masuk", en: "Day of receipt", zh: "入账日期" },
  propose: { id: "Usulkan", en: "Propose", zh: "提交提案" },
});
