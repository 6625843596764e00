/** Reward money, its movements and withdrawals. */
import { leftOut, personalDataOf, type PersonalTable } from "#server/personal-data/index.ts";

const tables: readonly PersonalTable[] = [
  {
    table: "wallet_record",
    inWords: { activityId: leftOut },
    title: { id: "Catatan dompet hadiah", en: "Records of the reward wallet", zh: "奖励钱包记录" },
    shows: ["id", "kind", "amount_rupiah", "title", "activity_id", "withdrawal_id", "happened_at"],
    withholds: { UPKEEP: ["position", "source"] },
    keeps: "LOAN",
  },
  {
    table: "wallet_withdrawal",
    title: { id: "Penarikan hadiah", en: "Withdrawals of reward money", zh: "奖励提现" },
    shows: ["id", "state", "amount_rupiah", "bank_account_id", "month", "requested_at", "arrives_by", "ended_at"],
    keeps: "LOAN",
  },
  {
    table: "wallet_month",
    title: { id: "Batas penarikan bulanan", en: "Monthly limit of withdrawals", zh: "每月提现限额" },
    shows: ["month", "used_rupiah", "max_rupiah"],
    keeps: "NOTHING",
  },
  {
    table: "wallet",
    title: { id: "Dompet hadiah", en: "Reward wallet", zh: "奖励钱包" },
    shows: ["valid_until"],
    keeps: "NOTHING",
  },
];

export const personalData = personalDataOf(tables);
