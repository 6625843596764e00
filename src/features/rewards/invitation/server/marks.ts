/** Whether a friend counts, and marks that call for a review. Marks lead to a review, never to a refusal. // Product decisions, rewards 6 */
import type { Reader } from "#server/database.server.ts";
import { bankAccountsOf, findBorrowersByAccount } from "#features/account/bank-account/server/index.ts";
import { findBorrowersByNik, identityOf } from "#features/account/identity/server/index.ts";
import { borrowerStatus, accountsSharingDevice } from "#features/account/login/server/index.ts";
import { hadNumber, numberOf } from "#features/account/verification/server/index.ts";
import { withdrawalBlockOf } from "#features/rewards/wallet/server/index.ts";
import type { Services } from "#server/services.ts";
import { invitationMarkTimes } from "#shared/promised-times.ts";
import { guestById, guestsOf, type Guest } from "./store.ts";

export const invitationMarks = ["DEVICE", "NETWORK", "RING", "INVITER_IN_REVIEW"] as const;
export type InvitationMark = (typeof invitationMarks)[number];

const { deviceDays, networkHours } = invitationMarkTimes;
const maxFromNetwork = 3;
/** The newest friends of the same inviter, for comparison with a new one. */
const circleSize = 100;
const hour = 3_600_000;

/**
 * Why a friend is not a new person: INVITER when number, identity card or bank account are the inviter's own, OTHER
 * when the card belongs to a third account, which the inviter must not learn; null for a new person.
 */
export async function knownPerson(
  services: Services,
  reader: Reader,
  { borrowerId: friendId, inviterId }: Pick<Guest, "borrowerId" | "inviterId">,
): Promise<"INVITER" | "OTHER" | null> {
  const number = await numberOf(services, reader, friendId);
  if (number && (await hadNumber(services, reader, inviterId, number))) return "INVITER";
  if (await sharesAccount(services, reader, friendId, [inviterId])) return "INVITER";
  const identity = await identityOf(services, reader, friendId);
  const owners = identity ? await findBorrowersByNik(services, reader, identity.nik) : [];
  if (owners.includes(inviterId)) return "INVITER";
  return owners.some((id) => id !== friendId) ? "OTHER" : null;
}

async function sharesAccount(
  services: Services,
  reader: Reader,
  borrowerId: string,
  others: readonly string[],
): Promise<boolean> {
  if (others.length === 0) return false;
  for (const { bankCode, accountNumber } of await bankAccountsOf(services, reader, borrowerId)) {
    const owners = await findBorrowersByAccount(services, reader, bankCode, accountNumber);
    if (owners.some((id) => others.includes(id))) return true;
  }
  return false;
}

/** Marks that call for a review of a friend's rewards. */
export async function marksOf(services: Services, reader: Reader, guest: Guest): Promise<InvitationMark[]> {
  const now = services.clock.now();
  const { borrowerId: friendId, inviterId } = guest;
  const since = new Date(now.getTime() - deviceDays * 24 * hour);
  const others = (await guestsOf(reader, inviterId, circleSize)).filter(({ borrowerId }) => borrowerId !== friendId);
  const above = await guestById(reader, inviterId);
  // The inviter's own inviter, and the inviter's other friends.
  const circle = [...(above ? [above.inviterId] : []), ...others.map(({ borrowerId }) => borrowerId)];
  const shared = await accountsSharingDevice(reader, friendId, [inviterId, ...circle], since);
  const isRing = shared.some((id) => id !== inviterId) || (await sharesAccount(services, reader, friendId, circle));
  return [
    ...(shared.includes(inviterId) ? (["DEVICE"] as const) : []),
    ...(isFromOneNetwork(guest, others) ? (["NETWORK"] as const) : []),
    ...(isRing ? (["RING"] as const) : []),
    ...((await isInReview(services, reader, inviterId)) ? (["INVITER_IN_REVIEW"] as const) : []),
  ];
}

/** Three friends from one network in 24 hours, including this one. */
const isFromOneNetwork = (guest: Guest, others: readonly Guest[]): boolean =>
  fromOneNetwork(guest, others).length + 1 >= maxFromNetwork;

function fromOneNetwork({ networkIndex, joinedAt }: Guest, others: readonly Guest[]): readonly Guest[] {
  if (networkIndex === null) return [];
  return others.filter(
    (other) =>
      other.networkIndex === networkIndex &&
      Math.abs(other.joinedAt.getTime() - joinedAt.getTime()) < networkHours * hour,
  );
}

/**
 * Friends of the same inviter who joined from the same network within a day. A shared network alone means nothing:
 * thousands of people share one address of a carrier. The common inviter makes them a group.
 */
export async function companionsOf(reader: Reader, borrowerId: string): Promise<string[]> {
  const guest = await guestById(reader, borrowerId);
  if (!guest) return [];
  const others = (await guestsOf(reader, guest.inviterId, circleSize)).filter((one) => one.borrowerId !== borrowerId);
  return fromOneNetwork(guest, others).map((one) => one.borrowerId);
}

async function isInReview(services: Services, reader: Reader, borrowerId: string): Promise<boolean> {
  if ((await borrowerStatus(reader, borrowerId)) !== "ACTIVE") return true;
  return (await withdrawalBlockOf(services, reader, borrowerId))?.until === null;
}
