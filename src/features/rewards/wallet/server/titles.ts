/** What the records call movements that nobody else has a title for. */
import { defineTexts } from "#shared/texts.ts";

export const recordTitles = defineTexts({
  REWARD: { id: "Hadiah", en: "Reward", zh: "奖励" },
  WITHDRAWAL: { id: "Penarikan ke rekening bank", en: "Withdrawal to a bank account", zh: "提现到银行账户" },
  GIVEN_BACK: {
    id: "Penarikan gagal, uang kembali",
    en: "Withdrawal failed, money given back",
    zh: "提现失败，款项已退回",
  },
  EXPIRED: { id: "Masa berlaku berakhir", en: "Validity ended", zh: "有效期届满" },
  REVOKED: { id: "Hadiah ditarik kembali", en: "Reward taken back", zh: "奖励已收回" },
  LATE: {
    id: "Penarikan ternyata sampai",
    en: "Withdrawal that arrived after all",
    zh: "其后到账的提现",
  },
});
