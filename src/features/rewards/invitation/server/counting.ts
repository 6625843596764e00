/** A friend registers with a code and verifies the identity: both get their coupon. Every step counts once, however often its event arrives. // Product decisions, rewards 6 */
import { mergedWith } from "#features/account/account-merge/server/index.ts";
import { borrowerStatus, registrationOfBorrower } from "#features/account/login/server/index.ts";
import { networkOfNumber, numberOf } from "#features/account/verification/server/index.ts";
import {
  awardInvite,
  awardOfCause,
  creditEverywhere,
  inviteCampaignAt,
  inviteCampaignById,
  type AwardRow,
  type InviteCampaign,
} from "#features/rewards/campaign/server/index.ts";
import { earnPoints } from "#features/rewards/points/server/index.ts";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { Actor } from "#server/records/lifecycle.ts";
import type { Services } from "#server/services.ts";
import { invitationCodeOf, type AwardState, type InvitationReason } from "../contract.ts";
import { invitationLifecycle } from "./lifecycle.ts";
import { knownPerson, marksOf } from "./marks.ts";
import { notifyInvitationCounted, notifyNoCoupon } from "./notices.ts";
import { openCheck } from "./checks.ts";
import {
  guestById,
  insertGuest,
  insertInvitation,
  lockFriendInvitationRow,
  lockInviter,
  inviterOfCode,
  type Guest,
  type FriendInvitationRow,
} from "./store.ts";

/** Award causes of an invitation's rewards. Neither of the two ids identifies the other person. */
export const friendCause = (invitationId: string): string => `invited_${invitationId}`;
export const inviterCause = (invitationId: string): string => `friend_${invitationId}`;
export const cashCause = (invitationId: string, tries: number): string => `first_loan_${invitationId}_${tries}`;

/** The award of a cause, in any of the person's accounts: a given award stays with the account that received it, and a waiting one moves with a merge. */
export const awardOfPerson = async (
  reader: Reader,
  campaignId: string,
  borrowerId: string,
  cause: string,
): Promise<AwardRow | null> => awardOfCause(reader, campaignId, await mergedWith(reader, borrowerId), cause);

/** State of the inviter's own coupon for a friend; null when nothing covered it. The friend's coupon is private. */
export const couponOf = async (
  reader: Reader,
  { campaignId, borrowerId, id }: FriendInvitationRow,
): Promise<AwardState | null> => (await awardOfPerson(reader, campaignId, borrowerId, inviterCause(id)))?.state ?? null;

/**
 * Finds and stores a borrower's inviter from the code used at registration: once, never later. Null without an inviter:
 * no code, an unknown code, the borrower's own code, or no running campaign.
 */
export async function attribute(services: Services, trx: Transaction, friendId: string): Promise<Guest | null> {
  const known = await guestById(trx, friendId);
  if (known) return known;
  const registration = await registrationOfBorrower(trx, friendId);
  const code = invitationCodeOf(registration?.invitationCode ?? "");
  if (!registration || !code) return null;
  const inviterId = await inviterOfCode(trx, code);
  if (inviterId === null || inviterId === friendId) return null;
  if ((await borrowerStatus(trx, inviterId)) === "CLOSED") return null;
  const joinedAt = registration.registeredAt;
  const campaign = await inviteCampaignAt(trx, joinedAt);
  if (!campaign) return null;
  const number = await numberOf(services, trx, friendId);
  const networkIndex = number && (await networkOfNumber(services, trx, number));
  const id = services.random.uuid();
  const guest = { borrowerId: friendId, invitationId: id, inviterId, networkIndex, joinedAt };
  if (!(await insertGuest(trx, guest))) return guestById(trx, friendId);
  const loanUntil = new Date(joinedAt.getTime() + campaign.rules.loanWithinDays * 86_400_000);
  const tail = number?.slice(-2) ?? null;
  await insertInvitation(trx, { borrowerId: inviterId, id, campaignId: campaign.id, tail, joinedAt, loanUntil });
  await invitationLifecycle.begin(trx, {
    id,
    borrowerId: inviterId,
    actor: "SYSTEM",
    cause: "REGISTERED",
    at: services.clock.now(),
  });
  return { ...guest, loanId: null };
}

export interface FriendInvitation {
  guest: Guest;
  row: FriendInvitationRow;
  campaign: InviteCampaign;
}

/** An invitation, with its inviter and itself locked; null for a borrower without an inviter. */
export async function lockFriendInvitation(
  services: Services,
  trx: Transaction,
  friendId: string,
): Promise<FriendInvitation | null> {
  const guest = await attribute(services, trx, friendId);
  return guest && lockInvitationOfGuest(trx, guest);
}

export async function lockInvitationOfGuest(trx: Transaction, guest: Guest): Promise<FriendInvitation | null> {
  await lockInviter(trx, guest.inviterId);
  const row = await lockFriendInvitationRow(trx, guest.inviterId, guest.invitationId);
  if (!row) {
    // The inviter's accounts were merged or separated while this waited for its lock.
    const now = await guestById(trx, guest.borrowerId);
    return now && now.inviterId !== guest.inviterId ? lockInvitationOfGuest(trx, now) : null;
  }
  const campaign = await inviteCampaignById(trx, row.campaignId);
  return campaign ? { guest, row, campaign } : null;
}

/** Ends an invitation that brings no (further) reward. */
export async function endInvitation(
  services: Services,
  trx: Transaction,
  { borrowerId, id }: Pick<FriendInvitationRow, "borrowerId" | "id">,
  to: "NOT_COUNTED" | "ENDED",
  {
    reason,
    cause = reason ?? "NOT_NEW",
    actor = "SYSTEM",
  }: { reason: InvitationReason | null; cause?: string; actor?: Actor },
): Promise<boolean> {
  const at = services.clock.now();
  return invitationLifecycle.move(trx, {
    id,
    borrowerId,
    from: ["JOINED", "COUNTED", "CHECKING"],
    to,
    actor,
    cause,
    at,
    set: { reason, cashAt: null, cashDueAt: null, changedAt: at },
  });
}

/** The friend's identity is verified: both get their coupon, or a review comes first. */
export async function countFriend(services: Services, trx: Transaction, friendId: string, at: Date): Promise<void> {
  const invitation = await lockFriendInvitation(services, trx, friendId);
  if (invitation?.row.state === "JOINED") await count(services, trx, invitation, at);
}

async function count(services: Services, trx: Transaction, invitation: FriendInvitation, at: Date): Promise<void> {
  const { guest, row, campaign } = invitation;
  const known = await knownPerson(services, trx, guest);
  if (known) {
    await endInvitation(services, trx, row, "NOT_COUNTED", { reason: known === "INVITER" ? "SAME_PERSON" : null });
    return;
  }
  if (at >= campaign.closesAt) {
    await endInvitation(services, trx, row, "ENDED", { reason: "TIME" });
    return;
  }
  const marks = await marksOf(services, trx, guest);
  const holdReason = marks.length > 0 ? "MARKED" : null;
  // By borrower id, to avoid deadlocks between two accounts.
  const coupons = [
    { borrowerId: guest.inviterId, cause: inviterCause(row.id) },
    { borrowerId: guest.borrowerId, cause: friendCause(row.id) },
  ].toSorted((a, b) => (a.borrowerId < b.borrowerId ? -1 : 1));
  for (const { borrowerId, cause } of coupons) {
    const award = await awardInvite(services, trx, campaign, { borrowerId, cause, for: "verified", held: holdReason });
    if (!award && borrowerId === guest.borrowerId) await notifyNoCoupon(services, trx, { borrowerId, id: row.id });
  }
  if (holdReason === null) await noteCounted(services, trx, row, ["JOINED"], "SYSTEM");
  else await openCheck(services, trx, row, marks);
}

/** The friend counts from now on: notifies the inviter, and completes the task in every campaign that asks for it. */
export async function noteCounted(
  services: Services,
  trx: Transaction,
  row: FriendInvitationRow,
  from: readonly ["JOINED"] | readonly ["CHECKING"],
  actor: Actor,
): Promise<void> {
  const { borrowerId, id } = row;
  const at = services.clock.now();
  const isCounted = await invitationLifecycle.move(trx, {
    id,
    borrowerId,
    from,
    to: "COUNTED",
    actor,
    cause: "IDENTITY_VERIFIED",
    at,
    set: { countedAt: at, changedAt: at },
  });
  if (!isCounted) return;
  await notifyInvitationCounted(services, trx, { borrowerId, id, coupon: await couponOf(trx, row) });
  await creditEverywhere(services, trx, borrowerId, { task: "SHARE_MGM", epoch: id, at });
  await earnPoints(services, trx, { borrowerId, task: "SHARE_MGM", source: `invitation_${id}`, at });
}
