/** Console words for this domain's events, facts and codes. */
import type { ConsoleWords } from "#server/console/console-words.ts";
import { defineTexts } from "#shared/texts.ts";

const happenings = defineTexts({
  WALLET_REWARD: { id: "Hadiah masuk dompet", en: "Reward into the wallet", zh: "奖励入钱包" },
  WALLET_EXPIRED: { id: "Dompet hadiah berakhir", en: "Reward wallet ended", zh: "奖励钱包到期" },
  WALLET_REVOKED: { id: "Hadiah ditarik kembali", en: "Reward taken back", zh: "奖励已收回" },
  WALLET_WITHDRAWAL_ORDERED: {
    id: "Penarikan hadiah diminta",
    en: "Withdrawal of rewards ordered",
    zh: "申请奖励提现",
  },
  WALLET_WITHDRAWAL_ARRIVED: { id: "Penarikan hadiah sampai", en: "Withdrawal of rewards arrived", zh: "奖励提现到账" },
  WALLET_WITHDRAWAL_FAILED: { id: "Penarikan hadiah gagal", en: "Withdrawal of rewards failed", zh: "奖励提现失败" },
});

const facts = defineTexts({ activityId: { id: "event", en: "campaign", zh: "活动" } });

const codes = defineTexts({
  ORDERED: { id: "diminta peminjam", en: "ordered by the borrower", zh: "借款人申请" },
  ARRIVED: { id: "sampai", en: "arrived", zh: "已到账" },
  PAID_LATE: { id: "ternyata sampai", en: "paid after all", zh: "其后到账" },
  CLOSING: { id: "akun ditutup", en: "account is closed", zh: "关闭账户" },
});

export const words: ConsoleWords = { happenings, facts, codes };
