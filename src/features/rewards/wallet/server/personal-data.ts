/** Reward money, its movements and withdrawals. */
import { leftOut, personalDataOf, type PersonalTable } from "#server/personal-data/index.ts";

const tables: readonly PersonalTable[] = [
  {
    table: "wallet_record",
    inWords: { activityId: leftOut },
    title: { id: "Catatan dompet hadiah", en: "Records of the reward wallet", zh: "奖励钱包记录" },
    shows: ["id", "kind", "amountRupiah", "title", "activityId", "withdrawalId", "happenedAt"],
    withholds: { UPKEEP: ["position", "source"] },
    keeps: "LOAN",
  },
  {
    table: "wallet_withdrawal",
    title: { id: "Penarikan hadiah", en: "Withdrawals of reward money", zh: "奖励提现" },
    shows: ["id", "state", "amountRupiah", "bankAccountId", "month", "requestedAt", "arrivesBy", "endedAt"],
    keeps: "LOAN",
  },
  {
    table: "wallet_month",
    title: { id: "Batas penarikan bulanan", en: "Monthly limit of withdrawals", zh: "每月提现限额" },
    shows: ["month", "usedRupiah", "maxRupiah"],
    keeps: "NOTHING",
  },
  {
    table: "wallet",
    title: { id: "Dompet hadiah", en: "Reward wallet", zh: "奖励钱包" },
    shows: ["validUntil"],
    keeps: "NOTHING",
  },
];

export const personalData = personalDataOf(tables);
