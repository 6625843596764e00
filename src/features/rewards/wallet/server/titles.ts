/** Titles for movements without a title of their own. */
import { defineTexts } from "#shared/texts.ts";

export const recordTitles = defineTexts({
  REWARD: { id: "Hadiah", en: "Reward", zh: "奖励" },
  WITHDRAWAL: { id: "Penarikan ke rekening bank", en: "Withdrawal to a bank account", zh: "提现到银行账户" },
  GIVEN_BACK: {
    id: "Penarikan gagal, uang kembali",
    en: "Withdrawal failed, money returned",
    zh: "提现失败，款项已退回",
  },
  EXPIRED: { id: "Masa berlaku berakhir", en: "Validity ended", zh: "有效期届满" },
  REVOKED: { id: "Hadiah ditarik kembali", en: "Reward taken back", zh: "奖励已收回" },
  MERGED_IN: { id: "Dari akun yang digabung", en: "From the account that was merged", zh: "来自合并的账户" },
  MERGED_OUT: { id: "Pindah ke akun gabungan", en: "Moved to the merged account", zh: "转入合并后的账户" },
  LATE: {
    id: "Penarikan ternyata sampai",
    en: "Withdrawal that arrived after all",
    zh: "其后到账的提现",
  },
});

/** Texts of staff's grants, here and in the wallet. */
export const grantTexts = defineTexts({
  given: {
    id: "Jumlah ini masuk ke dompet hadiah peminjam sekarang, dan peminjam diberi tahu. Masa berlakunya mulai sekarang.",
    en: "The amount goes to the borrower's reward wallet now, and the borrower is notified. Its validity begins now.",
    zh: "该金额立即转入借款人的奖励钱包并通知本人，有效期自即日起算。",
  },
  notGiven: {
    id: "Tidak ada yang diberikan, dan peminjam tidak diberi tahu apa pun.",
    en: "Nothing is given, and the borrower gets no message.",
    zh: "不发放，也不通知借款人。",
  },
  budgetLeft: {
    id: "Sisa anggaran",
    en: "Left in the budget",
    zh: "预算余额",
  },
  goodwill: { id: "Kompensasi", en: "Goodwill", zh: "补偿" },
  kind: { id: "Kompensasi", en: "Reward as goodwill", zh: "补偿奖励" },
  title: { id: "Hadiah dari kami", en: "A reward from us", zh: "我们的奖励" },
  campaign: { id: "Anggaran", en: "Budget", zh: "预算" },
});
