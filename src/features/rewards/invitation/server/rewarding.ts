/** The payout of a friend's first loan: money for the inviter, shown at once and given some days later. // Product decisions, rewards 6 */
import {
  awardInvite,
  giveWaiting,
  holdWaiting,
  refuseWaiting,
  type AwardRow,
} from "#features/rewards/campaign/server/index.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import type { Actor } from "#server/records/lifecycle.ts";
import type { Services } from "#server/services.ts";
import {
  awardOfPerson,
  cashCause,
  countFriend,
  endInvitation,
  friendCause,
  inviterCause,
  noteCounted,
  lockFriendInvitation,
  lockInvitationOfGuest,
  type FriendInvitation,
} from "./counting.ts";
import { openCheck, withdrawCheck } from "./checks.ts";
import { invitationLifecycle } from "./lifecycle.ts";
import { knownPerson, marksOf } from "./marks.ts";
import { notifyInvitationRewarded } from "./notices.ts";

import {
  cashSince,
  forgetTail,
  guestById,
  guestOfInvitation,
  openInvitations,
  writeLoan,
  type FriendInvitationRow,
} from "./store.ts";

/** The reason shown to the owner of a refused reward, on either side: any other reason would reveal something about the other person. */
const refusalReason = "TERMS_NOT_MET";

const dayMilliseconds = 86_400_000;

/** The friend's first loan was paid out: its reward waits from now on. Later loans bring nothing. */
export async function noteFirstLoan(
  services: Services,
  trx: Transaction,
  { borrowerId: friendId, loanId, at }: { borrowerId: string; loanId: string; at: Date },
): Promise<void> {
  // Every borrower is verified; the event about the verification may arrive after this one.
  await countFriend(services, trx, friendId, at);
  const invitation = await lockFriendInvitation(services, trx, friendId);
  if (!invitation || invitation.row.cashAt !== null) return;
  const { row, campaign, guest } = invitation;
  if (row.state !== "COUNTED" && row.state !== "CHECKING") return;
  const over = await whyNothing(services, trx, invitation, at);
  if (over) {
    await endInvitation(services, trx, row, over.to, { reason: over.reason });
    return;
  }
  const marks = await marksOf(services, trx, guest);
  const tries = row.cashTries + 1;
  const dueAt = new Date(at.getTime() + campaign.rules.givenAfterDays * dayMilliseconds);
  const award = await awardInvite(services, trx, campaign, {
    borrowerId: row.borrowerId,
    cause: cashCause(row.id, tries),
    for: "firstLoan",
    held: marks.length > 0 || row.state === "CHECKING" ? "MARKED" : null,
    dueAt,
  });
  if (!award) {
    await endInvitation(services, trx, row, "ENDED", { reason: "BUDGET" });
    return;
  }
  await writeLoan(trx, guest.borrowerId, loanId);
  const changed = { cashAt: at, cashDueAt: dueAt, cashTries: tries, changedAt: services.clock.now() };
  await trx
    .updateTable("invitation")
    .set({ ...changed, checkedAt: null })
    .where("borrowerId", "=", row.borrowerId)
    .where("id", "=", row.id)
    .execute();
  if (marks.length > 0 && row.state === "COUNTED") await openCheck(services, trx, { ...row, cashTries: tries }, marks);
}

/** Why a first loan brings no reward; null when it does. Under the inviter's lock, so that two loans cannot take the last place of the year. */
async function whyNothing(services: Services, trx: Transaction, { row, campaign, guest }: FriendInvitation, at: Date) {
  const known = await knownPerson(services, trx, guest);
  if (known) return { to: "NOT_COUNTED", reason: known === "INVITER" ? "SAME_PERSON" : null } as const;
  if (at > row.loanUntil || at >= campaign.closesAt) return { to: "ENDED", reason: "TIME" } as const;
  const { maxRewarded, inDays } = campaign.rules;
  const since = new Date(at.getTime() - inDays * dayMilliseconds);
  if ((await cashSince(trx, row.borrowerId, since)) >= maxRewarded) return { to: "ENDED", reason: "CAP" } as const;
  return null;
}

const awardsOf = async (trx: Transaction, { row, guest, campaign }: FriendInvitation): Promise<AwardRow[]> => {
  const causes: [string, string][] = [
    [row.borrowerId, inviterCause(row.id)],
    [guest.borrowerId, friendCause(row.id)],
    ...(row.cashAt ? [[row.borrowerId, cashCause(row.id, row.cashTries)] as [string, string]] : []),
  ];
  const found = await Promise.all(
    causes.map(([borrowerId, cause]) => awardOfPerson(trx, campaign.id, borrowerId, cause)),
  );
  return found.filter((award) => award !== null);
};
const cashOf = (trx: Transaction, { row, campaign }: FriendInvitation): Promise<AwardRow | null> =>
  awardOfPerson(trx, campaign.id, row.borrowerId, cashCause(row.id, row.cashTries));

async function standingOfInvitation(trx: Transaction, invitationId: string): Promise<FriendInvitation | null> {
  const guest = await guestOfInvitation(trx, invitationId);
  return guest && lockInvitationOfGuest(trx, guest);
}

/**
 * Gives a reward that is due, or opens a review first. False when it no longer waits.
 * @throws LedgerRefusal where the ledger refuses the posting
 */
export async function giveDue(services: Services, invitationId: string): Promise<boolean> {
  return transact(services.database, async (trx) => {
    const invitation = await standingOfInvitation(trx, invitationId);
    if (invitation?.row.state !== "COUNTED") return false;
    const { row, guest } = invitation;
    if (row.cashDueAt === null || row.cashDueAt > services.clock.now()) return false;
    const award = await cashOf(trx, invitation);
    if (!award) return false;
    if (row.checkedAt === null) {
      const known = await knownPerson(services, trx, guest);
      if (known) {
        await refuseWaiting(services, trx, award, { actor: "SYSTEM", cause: "NOT_NEW", ownerReason: refusalReason });
        return endInvitation(services, trx, row, "NOT_COUNTED", { reason: known === "INVITER" ? "SAME_PERSON" : null });
      }
      const marks = await marksOf(services, trx, guest);
      if (marks.length > 0) {
        await holdWaiting(services, trx, award, { actor: "SYSTEM", cause: "MARKED" });
        await openCheck(services, trx, row, marks);
        return true;
      }
    }
    return giveCash(services, trx, row, award, "COUNTED", "SYSTEM");
  });
}

async function giveCash(
  services: Services,
  trx: Transaction,
  { borrowerId, id }: FriendInvitationRow,
  award: AwardRow,
  from: "COUNTED" | "CHECKING",
  actor: Actor,
): Promise<boolean> {
  const at = services.clock.now();
  const set = { cashDueAt: null, changedAt: at };
  const move = { id, borrowerId, to: "REWARDED", actor, cause: "FIRST_LOAN", at, set } as const;
  if (!(await invitationLifecycle.move(trx, { ...move, from: [from] }))) return false;
  await giveWaiting(services, trx, award, { actor, cause: "FIRST_LOAN" });
  await notifyInvitationRewarded(services, trx, { borrowerId, id, prize: award.prize });
  return true;
}

/**
 * Carries out the decision about a held invitation. Approved: coupons are given at once, money on its day or now if
 * that has passed. Rejected: everything is refused.
 * @returns false when it is no longer under review
 */
export async function settleHeldInvitation(
  services: Services,
  trx: Transaction,
  invitationId: string,
  { isApproved, actor }: { isApproved: boolean; actor: Actor },
): Promise<boolean> {
  const invitation = await standingOfInvitation(trx, invitationId);
  if (invitation?.row.state !== "CHECKING") return false;
  const { row } = invitation;
  const awards = (await awardsOf(trx, invitation)).filter(({ state }) => state === "HELD");
  if (!isApproved) {
    for (const award of awards)
      await refuseWaiting(services, trx, award, { actor, cause: "REVIEW_REJECTED", ownerReason: refusalReason });
    return endInvitation(services, trx, row, "NOT_COUNTED", { reason: null, cause: "REVIEW_REJECTED", actor });
  }
  const at = services.clock.now();
  const cash = row.cashAt ? await cashOf(trx, invitation) : null;
  for (const award of awards)
    if (award.id !== cash?.id) await giveWaiting(services, trx, award, { actor, cause: "REVIEW_APPROVED" });
  await trx.updateTable("invitation").set({ checkedAt: at }).where("id", "=", row.id).execute();
  if (row.countedAt === null) await noteCounted(services, trx, row, ["CHECKING"], actor);
  else if (!cash || row.cashDueAt! > at)
    return invitationLifecycle.move(trx, {
      id: row.id,
      borrowerId: row.borrowerId,
      from: ["CHECKING"],
      to: "COUNTED",
      actor,
      cause: "REVIEW_APPROVED",
      at,
      set: { changedAt: at },
    });
  if (cash && row.cashDueAt! <= at)
    return giveCash(services, trx, row, cash, row.countedAt === null ? "COUNTED" : "CHECKING", actor);
  return true;
}

/** The bank returned the friend's money: its reward is refused, and another payout may count instead. */
export async function revokeFor(
  services: Services,
  trx: Transaction,
  { borrowerId: friendId, subjectId }: { borrowerId: string; subjectId: string },
): Promise<void> {
  const guest = await guestById(trx, friendId);
  if (guest?.loanId !== subjectId) return;
  const invitation = await lockInvitationOfGuest(trx, guest);
  const award = invitation?.row.cashAt ? await cashOf(trx, invitation) : null;
  if (!invitation || !award) return;
  if (!(await refuseWaiting(services, trx, award, { actor: "BANK", cause: "PAYOUT_RETURNED" }))) return;
  const { row } = invitation;
  const at = services.clock.now();
  const set = { cashAt: null, cashDueAt: null, changedAt: at };
  await writeLoan(trx, friendId, null);
  // The coupons may still be under review.
  if (row.state !== "CHECKING" || row.countedAt === null) {
    await trx.updateTable("invitation").set(set).where("id", "=", row.id).execute();
    return;
  }
  await withdrawCheck(services, trx, row);
  await invitationLifecycle.move(trx, {
    id: row.id,
    borrowerId: row.borrowerId,
    from: ["CHECKING"],
    to: "COUNTED",
    actor: "BANK",
    cause: "PAYOUT_RETURNED",
    at,
    set,
  });
}

/** The time for a first loan is over. */
export async function endOver(services: Services, invitationId: string): Promise<boolean> {
  return transact(services.database, async (trx) => {
    const invitation = await standingOfInvitation(trx, invitationId);
    if (!invitation || invitation.row.cashAt !== null) return false;
    return endInvitation(services, trx, invitation.row, "ENDED", { reason: "TIME" });
  });
}

/** An account is closed: as a friend it brings no further rewards, and as an inviter it gets none. */
export async function noteClosed(services: Services, trx: Transaction, borrowerId: string): Promise<void> {
  const guest = await guestById(trx, borrowerId);
  const invitation = guest && (await lockInvitationOfGuest(trx, guest));
  if (invitation) {
    const { row } = invitation;
    await forgetTail(trx, row.id);
    // The inviter must not learn that the friend left.
    if (row.cashAt === null && row.state !== "CHECKING")
      await endInvitation(services, trx, row, "ENDED", { reason: null, cause: "CLOSED" });
  }
  for (const { id } of await openInvitations(trx, borrowerId)) await endWithInviter(services, trx, id);
}

async function endWithInviter(services: Services, trx: Transaction, invitationId: string): Promise<void> {
  const invitation = await standingOfInvitation(trx, invitationId);
  if (!invitation) return;
  const { row } = invitation;
  // The friend's held award too: the review that would have decided about it ends with the inviter.
  for (const award of await awardsOf(trx, invitation)) {
    if (award.state !== "PENDING" && award.state !== "HELD") continue;
    const isFriends = award.borrowerId !== row.borrowerId;
    const decided = { actor: "SYSTEM", cause: "ACCOUNT_CLOSED" } as const;
    await refuseWaiting(services, trx, award, isFriends ? { ...decided, ownerReason: refusalReason } : decided);
  }
  await withdrawCheck(services, trx, row);
  await endInvitation(services, trx, row, "ENDED", { reason: "CLOSED" });
}
