/** Timeline of a borrower's reward money, for the console. */
import type { TimelineSource } from "#server/console/questions.ts";
import { happeningsOf } from "#server/records/lifecycle.ts";
import { walletWithdrawal } from "./records.ts";
import { recordsOf } from "./store.ts";

const saidOfRecords = { REWARD: "WALLET_REWARD", EXPIRED: "WALLET_EXPIRED", REVOKED: "WALLET_REVOKED" } as const;

export const timeline: readonly TimelineSource[] = [
  {
    kinds: ["PAYMENT"],
    read: async ({ database }, borrowerId, max) =>
      happeningsOf("PAYMENT", await walletWithdrawal.eventsOf(database, borrowerId, max), {
        PENDING: "WALLET_WITHDRAWAL_ORDERED",
        SUCCEEDED: "WALLET_WITHDRAWAL_ARRIVED",
        FAILED: "WALLET_WITHDRAWAL_FAILED",
      }),
  },
  {
    kinds: ["PAYMENT"],
    read: async ({ database }, borrowerId, max) =>
      (await recordsOf(database, borrowerId, { max })).flatMap(({ kind, amountRupiah, activityId, happenedAt: at }) =>
        kind in saidOfRecords
          ? [
              {
                at,
                kind: "PAYMENT" as const,
                what: saidOfRecords[kind as keyof typeof saidOfRecords],
                facts: { amountRupiah, ...(activityId ? { activityId } : {}) },
              },
            ]
          : [],
      ),
  },
];
