/** The two numbers of a merge: one stays the account's, the other is reserved for its owner; and back. */
import { forgetLogin } from "#features/account/login/server/index.ts";
import { notifySecurity } from "#features/account/security/server/index.ts";
import { claimNumber, forgetDevicesOf, reserveFormer } from "#features/account/verification/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { mergedNumberReservedDays } from "../contract.ts";

export interface MergedNumbers {
  mergeId: string;
  survivorId: string;
  absorbedId: string;
  /** `08…`: those that the two had before. */
  survivorNumber: string;
  absorbedNumber: string;
  /** The surviving account takes the other's number. */
  takesAbsorbed: boolean;
}

/**
 * Notifies both numbers of the merge, each by an event of its own account, so that its owner can object to it. Before
 * anything changes.
 */
export async function notifyMerged(
  services: Services,
  trx: Transaction,
  { mergeId, survivorId, absorbedId, survivorNumber, absorbedNumber }: MergedNumbers,
  device: string,
): Promise<{ survivorEvent: string; absorbedEvent: string }> {
  const tell = (borrowerId: string, mobileNumber: string) =>
    notifySecurity(services, trx, {
      borrowerId,
      kind: "ACCOUNT_MERGED",
      id: mergeId,
      device,
      before: { mobileNumber },
    });
  return {
    survivorEvent: await tell(survivorId, survivorNumber),
    absorbedEvent: await tell(absorbedId, absorbedNumber),
  };
}

/**
 * Gives the surviving account its number after the absorbed one has given it up, and reserves the other for its owner.
 * @throws when the number belongs to another account: it was given up in this very transaction
 */
export async function joinNumbers(
  services: Services,
  trx: Transaction,
  numbers: MergedNumbers,
  events: { survivorEvent: string; absorbedEvent: string },
): Promise<void> {
  const { survivorId, absorbedId, survivorNumber, absorbedNumber, takesAbsorbed } = numbers;
  const until = new Date(services.clock.now().getTime() + mergedNumberReservedDays * 86_400_000);
  if (!takesAbsorbed) {
    await reserveFormer(services, trx, absorbedId, absorbedNumber, { until, contestEventId: events.absorbedEvent });
    return;
  }
  if (!(await claimNumber(services, trx, survivorId, absorbedNumber)))
    throw new Error(`A number that merge ${numbers.mergeId} has just freed is taken.`);
  await reserveFormer(services, trx, survivorId, survivorNumber, { until, contestEventId: events.survivorEvent });
  // A person who knew the password or used a device of either number must prove the surviving number again.
  await forgetLogin(trx, survivorId);
  await forgetDevicesOf(services, trx, [survivorNumber, absorbedNumber]);
}

/** Gives both accounts their former numbers. @throws when one of them now belongs to another account, which both reservations prevent */
export async function partNumbers(services: Services, trx: Transaction, numbers: MergedNumbers): Promise<void> {
  const { mergeId, survivorId, absorbedId, survivorNumber, absorbedNumber, takesAbsorbed } = numbers;
  const isBack =
    (!takesAbsorbed || (await claimNumber(services, trx, survivorId, survivorNumber))) &&
    (await claimNumber(services, trx, absorbedId, absorbedNumber));
  if (!isBack) throw new Error(`The numbers of merge ${mergeId} are not free to go back.`);
}
