/** Staff's view of a reviewed friend, and their decision. // Product decisions, rewards 6 */
import type * as v from "valibot";
import { defineReview } from "#features/platform/review/server/index.ts";
import { registrationOfBorrower } from "#features/account/login/server/index.ts";
import { reviewDueAt } from "#features/rewards/campaign/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import { formatInstant } from "#shared/dates.ts";
import { rewardReviewDays } from "#shared/promised-times.ts";
import { invitationReviewTexts as texts } from "../texts.ts";
import { checkFacts, checkKind } from "./checks.ts";
import { settleHeldInvitation } from "./rewarding.ts";
import { findFriendInvitation, guestOfInvitation, guestsOf } from "./store.ts";

export const invitationReview = defineReview<v.InferOutput<typeof checkFacts>>({
  kind: checkKind,
  text: texts.kind,
  promisedHours: rewardReviewDays * 24,
  dueAt: reviewDueAt,
  facts: checkFacts,
  // No documents can be requested about a friend.
  evidence: { max: 0, asks: {} },
  decisions: {
    reasons: { SAME_HANDS: texts.SAME_HANDS, NOT_GENUINE: texts.NOT_GENUINE, OTHER: texts.OTHER },
    consequences: { APPROVED: texts.approvedMeans, REJECTED: texts.rejectedMeans },
  },
  twoPeople: () => false,
  async show(_services, reader, { borrowerId, facts: { invitationId, marks } }, language) {
    const row = await findFriendInvitation(reader, invitationId);
    const guest = await guestOfInvitation(reader, invitationId);
    if (!row || !guest) return [];
    const on = (at: Date | null | undefined) => (at ? formatInstant(at, language, "WIB", "short") : "–");
    return [
      ...marks.map((mark) => ({ label: texts.mark, text: texts[mark], isFlag: true })),
      { label: texts.joined, text: on(row.joinedAt) },
      { label: texts.counted, text: on(row.countedAt) },
      { label: texts.firstLoan, text: on(row.cashAt) },
      { label: texts.inviterSince, text: on((await registrationOfBorrower(reader, borrowerId))?.registeredAt) },
      { label: texts.friends, text: String((await guestsOf(reader, borrowerId, 1_000)).length) },
      { label: texts.friendId, text: guest.borrowerId },
    ];
  },
  async carryOut(services, trx, { facts: { invitationId } }, { outcome, deciderId }) {
    const isApproved = outcome === "APPROVED";
    const actor = `STAFF:${deciderId}` as const;
    if (!(await settleHeldInvitation(services, trx, invitationId, { isApproved, actor })))
      throw new Refusal("REVIEW_STALE");
  },
});
