/** Awards in the console: awards under review, one borrower's awards, and taking back. // Product decisions, rewards 6, 10 */
import * as v from "valibot";
import { moneyReason, moneyReasonProblems, unknown as unknownProblem } from "#shared/contract-kit.ts";
import { defineCall, type ProblemKinds } from "#shared/contract.ts";
import { defineDesk } from "#shared/desk.ts";
import { answeredRupiah, instant } from "#shared/fields/answered.ts";
import { listOf, listQuery } from "#shared/fields/list.ts";
import { uuid } from "#shared/fields/verification.ts";
import { proposalOpen } from "#shared/four-eyes.ts";
import { proposed } from "#features/credit/treasury/contract.ts";
import { award, awardEndReasons, holdReasons } from "#features/rewards/campaign/contract.ts";

const reviewing = { who: "staff", permission: "reward.review" } as const;

const heldAward = v.object({
  ...award.entries,
  borrowerId: v.string(),
  title: v.string(),
  heldFor: v.array(v.picklist(holdReasons)),
  heldAt: v.nullable(instant),
  /** The end of the promised working days. */
  dueAt: v.nullable(instant),
  /** Two thirds of the promised time are over. */
  remindAt: v.nullable(instant),
  /** Staff id of the claimer; others leave the award to them until `claimedUntil`. */
  claimedBy: v.nullable(v.string()),
  claimedUntil: v.nullable(instant),
});
export type HeldAward = v.InferOutput<typeof heldAward>;

const unknown = unknownProblem("AWARD_UNKNOWN", {
  id: "Hadiah ini tidak ada.",
  en: "There is no such award.",
  zh: "该奖品不存在。",
});
const notHeld = {
  AWARD_NOT_HELD: {
    status: 409,
    text: {
      id: "Hadiah ini tidak sedang ditahan. Muat ulang halamannya.",
      en: "This award is not held. Reload the page.",
      zh: "该奖品未被暂扣，请刷新页面。",
    },
  },
} as const satisfies ProblemKinds;
const claimed = {
  AWARD_CLAIMED: {
    status: 409,
    text: {
      id: "Hadiah ini sedang diperiksa orang lain.",
      en: "Another person is looking at this award.",
      zh: "该奖品正由他人核查。",
    },
  },
} as const satisfies ProblemKinds;

const ofAward = v.strictObject({ awardId: uuid });

export const listHeldAwards = defineCall({
  id: "listHeldAwards",
  method: "GET",
  path: "/api/staff/rewards/review",
  summary: "Awards under review, the most urgent first.",
  policy: { ...reviewing, trail: { id: "Melihat hadiah yang ditahan", en: "Viewed held awards", zh: "查看暂扣奖品" } },
  input: v.strictObject(listQuery),
  output: listOf(heldAward),
  problems: {},
});

const tiedAccount = v.object({
  borrowerId: v.string(),
  ties: v.array(v.picklist(holdReasons)),
  /** When it joined the campaign; null when the campaign is not joined. */
  joinedAt: v.nullable(instant),
  awards: v.array(award),
});
export type TiedAccount = v.InferOutput<typeof tiedAccount>;

export const getHeldAward = defineCall({
  id: "getHeldAward",
  method: "GET",
  path: "/api/staff/rewards/review/{awardId}",
  summary:
    "One award with the labels that caused its review, the accounts that they connect with its owner's, and the owner's other awards.",
  policy: { ...reviewing, trail: { id: "Melihat hadiah", en: "Viewed an award", zh: "查看奖品" } },
  input: ofAward,
  output: v.object({
    held: heldAward,
    others: v.array(award),
    /** Accounts connected with the owner's now, with their awards in the same campaign. */
    tied: v.array(tiedAccount),
  }),
  problems: unknown,
});

export const heldAwardDesk = defineDesk({
  key: "awardId",
  path: "/api/staff/rewards/review",
  permission: "reward.review",
  subject: "a held award",
  claim: { id: "claimHeldAward", trail: { id: "Mengambil hadiah", en: "Claimed an award", zh: "领取奖品核查" } },
  release: {
    id: "releaseHeldAward",
    trail: { id: "Melepaskan hadiah", en: "Released an award", zh: "放回奖品核查" },
  },
  next: {
    id: "claimNextAward",
    trail: { id: "Mengambil hadiah berikutnya", en: "Claimed the next award", zh: "领取下一奖品核查" },
  },
  problems: { unknown, notWaiting: notHeld, claimed },
});

export const awardDecisions = ["GIVE", "REFUSE"] as const;
export const decideHeldAward = defineCall({
  id: "decideHeldAward",
  method: "POST",
  path: "/api/staff/rewards/review/{awardId}/decision",
  summary:
    "Gives a held award, or refuses it for a reason of the list, which its owner reads. A refused winner of a draw is replaced by the next reserve.",
  policy: {
    ...reviewing,
    idempotent: true,
    trail: { id: "Memutuskan hadiah", en: "Decided an award", zh: "决定奖品" },
  },
  vital: true,
  input: v.pipe(
    v.strictObject({
      awardId: uuid,
      decision: v.picklist(awardDecisions, "CHOICE_INVALID"),
      reasonCode: v.optional(v.picklist(awardEndReasons, "CHOICE_INVALID")),
    }),
    v.forward(
      v.check(({ decision, reasonCode }) => decision === "GIVE" || reasonCode !== undefined, "REQUIRED"),
      ["reasonCode"],
    ),
    v.metadata({ needed: "reasonCode" }),
  ),
  output: heldAward,
  problems: {
    ...unknown,
    ...notHeld,
    ...claimed,
    AWARD_UNCOVERED: {
      status: 409,
      text: {
        id: "Anggaran atau stok event ini tidak menutup hadiahnya. Minta tim keuangan mengisinya, lalu coba lagi.",
        en: "The campaign's budget or stock does not cover the award. Ask finance to fill it, then try again.",
        zh: "活动预算或库存不足。请补充后再试。",
      },
    },
  },
});

export const revokeProblems = {
  AWARD_NOT_GIVEN: {
    status: 409,
    text: {
      id: "Hanya hadiah tunai atau kupon yang sudah diberikan bisa ditarik.",
      en: "Only cash or a coupon that was given can be taken back.",
      zh: "只能收回已发放的现金或优惠券。",
    },
  },
} as const satisfies ProblemKinds;

export const proposeRevocation = defineCall({
  id: "proposeAwardRevocation",
  method: "POST",
  path: "/api/staff/rewards/awards/{awardId}/revocation",
  summary:
    "Proposes to take an award back: available cash, or an unused coupon. Another person confirms it; it never becomes a debt.",
  policy: {
    who: "staff",
    permission: "reward.grant",
    idempotent: true,
    trail: { id: "Mengusulkan penarikan hadiah", en: "Proposed to take an award back", zh: "提议收回奖品" },
  },
  input: v.strictObject({
    awardId: uuid,
    reasonCode: v.picklist(awardEndReasons, "CHOICE_INVALID"),
    reason: moneyReason,
  }),
  output: proposed,
  problems: { ...unknown, ...proposalOpen, ...revokeProblems },
  fieldProblems: moneyReasonProblems,
});

export const borrowerRewards = v.object({
  walletRupiah: answeredRupiah,
  availableRupiah: answeredRupiah,
  /** No withdrawals from the wallet now. */
  isBlocked: v.boolean(),
  points: answeredRupiah,
  pointsUntil: v.nullable(instant),
  coupons: v.array(
    v.object({
      couponId: v.string(),
      couponKey: v.string(),
      title: v.string(),
      state: v.picklist(["OBTAINED", "RESERVED", "USED", "EXPIRED", "WITHDRAWN"]),
      maxRupiah: answeredRupiah,
      discountRupiah: v.nullable(answeredRupiah),
      loanId: v.nullable(v.string()),
      expiresAt: instant,
    }),
  ),
  awards: v.array(heldAward),
  /** Movements of the wallet, grants among them. */
  records: v.array(
    v.object({
      recordId: v.string(),
      kind: v.picklist(["REWARD", "WITHDRAWAL", "GIVEN_BACK", "EXPIRED", "REVOKED"]),
      title: v.string(),
      amountRupiah: answeredRupiah,
      /** Given by staff, from the goodwill campaign. */
      isGrant: v.boolean(),
      at: instant,
    }),
  ),
});
export type BorrowerRewards = v.InferOutput<typeof borrowerRewards>;

export const getBorrowerRewards = defineCall({
  id: "getBorrowerRewards",
  method: "GET",
  path: "/api/staff/borrowers/{borrowerId}/rewards",
  summary: "A borrower's rewards: wallet, coupons, points, awards and grants, the newest 50 of each.",
  policy: {
    who: "staff",
    permission: "borrower.read",
    trail: { id: "Melihat hadiah peminjam", en: "Viewed a borrower's rewards", zh: "查看借款人奖励" },
  },
  input: v.strictObject({ borrowerId: uuid }),
  output: borrowerRewards,
  problems: {
    ...unknownProblem("BORROWER_UNKNOWN", {
      id: "Peminjam ini tidak ada.",
      en: "There is no such borrower.",
      zh: "该借款人不存在。",
    }),
  },
});
