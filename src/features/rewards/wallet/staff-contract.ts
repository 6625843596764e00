/** Reward money that staff give by hand, as goodwill. // Product decisions, rewards 10 */
import * as v from "valibot";
import { moneyReason, moneyReasonProblems, unknown } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { proposalProblems, proposed } from "#features/credit/treasury/contract.ts";

/** The maximum of one grant, in rupiah. */
export const maxGrantRupiah = 500_000;

/** Reasons that prevent carrying out a proposed grant. */
export const grantProblems = {
  GOODWILL_OUT: {
    status: 409,
    text: {
      id: "Anggaran kompensasi sudah habis. Minta tim keuangan mengisinya, lalu periksa lagi usulan ini.",
      en: "The goodwill budget is used up. Ask finance to fill it, then check this proposal again.",
      zh: "补偿预算已用完。请先补充预算，再复核此提案。",
    },
  },
} as const satisfies ProblemKinds;

export const proposeRewardGrant = defineCall({
  id: "proposeRewardGrant",
  method: "POST",
  path: "/api/staff/borrowers/{borrowerId}/reward-grant",
  summary:
    "Proposes to give a borrower reward money as goodwill, at most Rp 500,000, from the campaign `goodwill`. Another person confirms it.",
  policy: {
    who: "staff",
    permission: "reward.grant",
    idempotent: true,
    trail: { id: "Mengusulkan hadiah", en: "Proposed a reward", zh: "提议发放奖励" },
  },
  input: v.strictObject({
    borrowerId: v.pipe(v.string("REQUIRED"), v.uuid("ID_INVALID")),
    amountRupiah: v.pipe(
      v.number("AMOUNT_FORMAT"),
      v.safeInteger("AMOUNT_FORMAT"),
      v.minValue(1, "AMOUNT_FORMAT"),
      v.maxValue(maxGrantRupiah, "AMOUNT_ABOVE_MAXIMUM"),
    ),
    reason: moneyReason,
  }),
  output: proposed,
  problems: {
    ...proposalProblems,
    ...unknown("BORROWER_UNKNOWN", {
      id: "Peminjam ini tidak ada.",
      en: "There is no such borrower.",
      zh: "该借款人不存在。",
    }),
  },
  fieldProblems: moneyReasonProblems,
});
