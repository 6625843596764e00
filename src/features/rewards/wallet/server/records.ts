/** The tables of reward money, its movements and withdrawals. */
import { leftOut } from "#server/personal-data/index.ts";
import { code, json, owner, shown, upkeep } from "#server/records/columns.ts";
import { defineRecord, type NewRowOf, type RowOf } from "#server/records/record.ts";
import type { Text } from "#shared/texts.ts";
import { recordKinds, rewardWithdrawalStates } from "../contract.ts";

export const recordTable = defineRecord("wallet_record", {
  title: { id: "Catatan dompet hadiah", en: "Records of the reward wallet", zh: "奖励钱包记录" },
  keeps: "LOAN",
  inWords: { activityId: leftOut },
  columns: {
    borrowerId: owner(),
    id: shown(),
    kind: code(recordKinds),
    amountRupiah: shown(),
    title: json<Text | null>(),
    activityId: shown(),
    withdrawalId: shown({ id: "Penarikan", en: "Withdrawal", zh: "提现" }),
    happenedAt: shown(),
    // Grows with each record of all borrowers, with gaps.
    position: upkeep(),
    source: upkeep(),
  },
});
export type RecordRow = RowOf<typeof recordTable>;
export type NewRecord = NewRowOf<typeof recordTable>;

export const withdrawalTable = defineRecord("wallet_withdrawal", {
  title: { id: "Penarikan hadiah", en: "Withdrawals of reward money", zh: "奖励提现" },
  oneTitle: { id: "Penarikan hadiah", en: "Withdrawal of reward money", zh: "奖励提现" },
  keeps: "LOAN",
  // Spec 4. From SUCCEEDED: the receiving bank returned it, and two staff members decided to give the money back.
  states: { PENDING: ["SUCCEEDED", "FAILED"], SUCCEEDED: ["FAILED"], FAILED: [] },
  // A payment after a reported failure is a withdrawal of its own, with the id of its transfer.
  initial: ["PENDING", "SUCCEEDED"],
  columns: {
    borrowerId: owner(),
    id: shown(),
    state: code(rewardWithdrawalStates),
    amountRupiah: shown(),
    bankAccountId: shown(),
    // First day of the month whose limit it counts against; null when it counts against none.
    month: shown(),
    requestedAt: shown(),
    arrivesBy: shown({ id: "Tiba paling lambat", en: "Arrives by", zh: "最迟到账" }),
    endedAt: shown(),
  },
});
export type RewardWithdrawalRow = RowOf<typeof withdrawalTable>;
export const walletWithdrawal = withdrawalTable.life;

export const monthTable = defineRecord("wallet_month", {
  title: { id: "Batas penarikan bulanan", en: "Monthly limit of withdrawals", zh: "每月提现限额" },
  keeps: "NOTHING",
  columns: { borrowerId: owner(), month: shown(), usedRupiah: shown(), maxRupiah: shown() },
});

export const walletTable = defineRecord("wallet", {
  title: { id: "Dompet hadiah", en: "Reward wallet", zh: "奖励钱包" },
  keeps: "NOTHING",
  columns: { borrowerId: owner(), validUntil: shown({ id: "Berlaku sampai", en: "Valid until", zh: "有效期至" }) },
});

export const records = [recordTable, withdrawalTable, monthTable, walletTable];
