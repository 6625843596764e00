/**
 * Gifts for a payment, after a chargeback of that payment. The gift's condition is checked as if it were claimed today;
 * when it is no longer met, points are removed, waiting gifts are refused, and two people decide about cash and unused
 * coupons, which stay in the wallet until then. Spent gifts stay with their owner; so does a voucher whose code was
 * shown. // Product decisions, rewards 10, 12
 */
import { sql } from "kysely";
import * as v from "valibot";
import { mergedWith } from "#features/account/account-merge/server/index.ts";
import { findLoan } from "#features/credit/loan/server/index.ts";
import { defineReview, openReview, openReviewsOf, type ReviewLine } from "#features/platform/review/server/index.ts";
import { couponStateOfAward } from "#features/rewards/coupon/server/index.ts";
import { revokePoints } from "#features/rewards/points/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Reader, Transaction } from "#server/database.server.ts";
import { account, availableOf } from "#server/ledger/index.ts";
import type { Services } from "#server/services.ts";
import { formatInstant } from "#shared/dates.ts";
import { formatRupiah } from "#shared/money.ts";
import { rewardReviewDays } from "#shared/promised-times.ts";
import type { Text } from "#shared/texts.ts";
import { conditionsMet } from "./claiming.ts";
import { refuseWaiting } from "./deciding.ts";
import { anyAward, lockAward, type HeldRow } from "./held-store.ts";
import { awardLifecycle } from "./lifecycle.ts";
import { notifyAwardRevoked } from "./notices.ts";
import { prizeOwnerOf } from "./owner.ts";
import { campaignProposalTexts } from "./proposal-texts.ts";
import { reviewDueAt } from "./review-clock.ts";
import { revokeAward } from "./revoking.ts";
import { campaignById } from "./store.ts";

const facts = v.object({
  /** The loan that is owed again, and its borrower. */
  loanId: v.string(),
  debtorId: v.string(),
  prizeKind: v.picklist(["CASH", "COUPON"]),
});
type Facts = v.InferOutput<typeof facts>;

/** The part of a prize that two people may take back, in words; null when nothing is left. */
async function leftOf(reader: Reader, { id, borrowerId, prize }: HeldRow): Promise<Text | null> {
  const [owner] = await mergedWith(reader, borrowerId);
  if (prize.kind === "COUPON") {
    const state = await couponStateOfAward(reader, id);
    return state === "OBTAINED" || state === "RESERVED" ? campaignProposalTexts[state] : null;
  }
  if (prize.kind !== "CASH") return null;
  const rupiah = Math.min(prize.rupiah, await availableOf(reader, account("WALLET", owner!)));
  if (rupiah <= 0) return null;
  const amount = formatRupiah(rupiah);
  return { id: amount, en: amount, zh: amount };
}

/** The review of a gift for a loan that is owed again: one person decides whether to take it back, another confirms. */
export const reopenedLoanReview = defineReview<Facts>({
  kind: "reward_owed_again",
  text: campaignProposalTexts.owedAgain,
  promisedHours: rewardReviewDays * 24,
  dueAt: reviewDueAt,
  facts,
  evidence: { max: 0, asks: {} },
  decisions: {
    reasons: { PAID_AGAIN: campaignProposalTexts.PAID_AGAIN, NOT_THEIR_DOING: campaignProposalTexts.NOT_THEIR_DOING },
    consequences: { APPROVED: campaignProposalTexts.revokedFollows, REJECTED: campaignProposalTexts.leftWithOwner },
  },
  twoPeople: () => true,
  async show(_services, reader, { subjectId, facts: { loanId, debtorId } }, language): Promise<ReviewLine[]> {
    const row = await anyAward(reader, subjectId);
    if (!row) return [];
    const isPaid = (await findLoan(reader, debtorId, loanId))?.state === "PAID_OFF";
    return [
      { label: campaignProposalTexts.staffTitle, text: row.title },
      { label: campaignProposalTexts.staffPrize, text: row.prizeKey },
      { label: campaignProposalTexts.wonAt, text: formatInstant(row.wonAt, language, "WIB", "short") },
      { label: campaignProposalTexts.owedLoan, text: loanId },
      {
        label: campaignProposalTexts.owedNow,
        text: isPaid ? campaignProposalTexts.paidOff : campaignProposalTexts.stillOwed,
        isFlag: isPaid,
      },
      { label: campaignProposalTexts.left, text: (await leftOf(reader, row)) ?? campaignProposalTexts.nothingLeft },
    ];
  },
  async carryOut(services, trx, { subjectId: awardId }, { outcome, deciderId }) {
    if (outcome === "REJECTED") return;
    const revoked = { awardId, reason: "PAYMENT_TAKEN_BACK", staffId: deciderId } as const;
    if (!(await revokeAward(services, trx, revoked))) throw new Refusal("REVIEW_STALE");
  },
});

/** Whether cash of this person is under review because of a chargeback: withdrawals wait. // Product decisions, rewards 3 */
export async function isCashUnderReview(reader: Reader, borrowerId: string): Promise<boolean> {
  const open = await openReviewsOf(reader, borrowerId, reopenedLoanReview.kind);
  return open.some((one) => v.parse(facts, one.facts).prizeKind === "CASH");
}

/**
 * Checks every gift of these accounts that required a payment, after the facts of the loan owed again were removed.
 * @throws LedgerRefusal where the ledger refuses the posting
 */
export async function revokeGifts(
  services: Services,
  trx: Transaction,
  { accounts, loanId, debtorId }: { accounts: readonly string[]; loanId: string; debtorId: string },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select a.id from campaign_award a join campaign c on c.id = a.campaign_id
    where a.borrower_id = any(${[...accounts]}::uuid[]) and a.state in ('PENDING', 'GIVEN') and c.mechanic = 'CLAIM'
      and c.rules -> 'needs' ?| array['LOAN_PAID_OFF', 'INSTALMENT_PAID']
    order by a.id`.execute(trx);
  for (const { id } of rows) {
    const row = await lockAward(trx, id);
    if (row && !(await isStillEarned(trx, row, accounts))) await revokeGift(services, trx, row, { loanId, debtorId });
  }
}

/** A prize that another loan also earned, in any of a person's accounts, stays. */
async function isStillEarned(trx: Transaction, { campaignId }: HeldRow, accounts: readonly string[]): Promise<boolean> {
  const campaign = (await campaignById(trx, campaignId))!;
  const { rules } = campaign;
  if (rules.mechanic !== "CLAIM") return true;
  for (const borrowerId of accounts) if (await conditionsMet(trx, borrowerId, campaign, rules)) return true;
  return false;
}

async function revokeGift(
  services: Services,
  trx: Transaction,
  row: HeldRow,
  { loanId, debtorId }: { loanId: string; debtorId: string },
): Promise<void> {
  const owner = await prizeOwnerOf(trx, row.borrowerId);
  if (!owner) return;
  const { borrowerId } = owner;
  await takePlusPoints(services, trx, row, borrowerId);
  const { id: awardId, prize } = row;
  if (row.state === "PENDING") {
    const decided = { actor: "SYSTEM", cause: "PAYMENT_TAKEN_BACK", ownerReason: "PAYMENT_TAKEN_BACK" } as const;
    await refuseWaiting(services, trx, row, decided);
    return;
  }
  if (prize.kind === "POINTS") return takePointsBack(services, trx, row, borrowerId, prize.points);
  if ((prize.kind !== "CASH" && prize.kind !== "COUPON") || !(await leftOf(trx, row))) return;
  await openReview(services, trx, reopenedLoanReview, {
    borrowerId,
    subjectId: awardId,
    facts: { loanId, debtorId, prizeKind: prize.kind },
  });
}

async function takePointsBack(
  services: Services,
  trx: Transaction,
  { id: awardId, borrowerId, activityId, title }: HeldRow,
  ownerId: string,
  points: number,
): Promise<void> {
  const at = services.clock.now();
  const wasFirst = await awardLifecycle.move(trx, {
    id: awardId,
    borrowerId,
    from: ["GIVEN"],
    to: "REVOKED",
    actor: "SYSTEM",
    cause: "TAKEN_BACK",
    facts: { reason: "PAYMENT_TAKEN_BACK" },
    at,
    set: { changedAt: at },
  });
  if (!wasFirst) return;
  const source = `award_revoked_${awardId}`;
  await revokePoints(services, trx, { borrowerId: ownerId, source, points, activityId, title });
  await notifyAwardRevoked(services, trx, { borrowerId: ownerId, awardId, reason: "PAYMENT_TAKEN_BACK" });
}

/** Removes the extra points of a gift in the same way as points that are the prize. */
async function takePlusPoints(
  services: Services,
  trx: Transaction,
  { id, campaignId, activityId, title }: HeldRow,
  borrowerId: string,
): Promise<void> {
  const { rules } = (await campaignById(trx, campaignId))!;
  if (rules.mechanic !== "CLAIM" || !rules.plusPoints) return;
  const source = `plus_revoked_${id}`;
  await revokePoints(services, trx, { borrowerId, source, points: rules.plusPoints, activityId, title });
}
