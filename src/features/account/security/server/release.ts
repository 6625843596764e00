/** How a frozen account ends: two people give it back to its owner, or it stays frozen. // Spec account 2, decision 254 */
import { lockBorrower, releaseBorrower } from "#features/account/login/server/index.ts";
import { claimNumber, numberOf } from "#features/account/verification/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Transaction, Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { notifyStaysFrozen } from "./contest-notices.ts";
import type { ContestRow } from "./contest-store.ts";
import { accountReleased } from "./events.ts";
import { placeHold } from "#features/account/hold/server/index.ts";
import { contestStates } from "./lifecycle.ts";
import { findEvent } from "./store.ts";
import { eventNumberPlace, notifySecurity } from "./telling.ts";

/** The number before the contested event, `08…`. */
export async function numberBefore(
  services: Services,
  reader: Reader,
  { borrowerId, eventId }: Pick<ContestRow, "borrowerId" | "eventId">,
): Promise<string | null> {
  const sealed = (await findEvent(reader, borrowerId, eventId))?.mobileNumberSealed;
  return sealed ? services.keys.borrowerKeys.open(reader, borrowerId, sealed, eventNumberPlace(eventId)) : null;
}

/**
 * Returns an account to its owner, with the number it had before. When another person acted in it, password and known
 * devices are removed and the account is held for 72 hours; otherwise it stays as it was. // Spec account 14
 * @throws Refusal REVIEW_STALE when its owner has not proven number and face, or the number belongs to another account
 * now
 */
export async function releaseAccount(
  services: Services,
  trx: Transaction,
  found: ContestRow,
  { actor, isUntouched }: { actor: `STAFF:${string}`; isUntouched: boolean },
): Promise<void> {
  const { borrowerId, id } = found;
  const at = services.clock.now();
  await lockBorrower(trx, borrowerId);
  const set = { endedAt: at };
  const isReleased = await contestStates.move(trx, {
    id,
    borrowerId,
    from: ["PROVEN"],
    to: "RELEASED",
    actor,
    cause: "APPROVED",
    at,
    set,
  });
  const number = await numberBefore(services, trx, found);
  if (!isReleased || number === null) throw new Refusal("REVIEW_STALE");
  const isSame = (await numberOf(services, trx, borrowerId)) === number;
  if (!isSame && !(await claimNumber(services, trx, borrowerId, number))) throw new Refusal("REVIEW_STALE");
  // A changed number is a real change, whatever the owner stated.
  const isWhole = isUntouched && isSame;
  await releaseBorrower(services, trx, borrowerId, { forgets: !isWhole });
  if (!isWhole) await placeHold(services, trx, { borrowerId, cause: "RELEASED", sourceId: id });
  await services.events.announce(trx, accountReleased, { id: `released_${id}`, at, borrowerId, contestId: id });
  await notifySecurity(services, trx, { borrowerId, kind: "ACCOUNT_RELEASED", id, device: "" });
}

/** Two people refused the release: the account stays frozen, and its owner is notified why. @throws Refusal REVIEW_STALE */
export async function keepFrozen(
  services: Services,
  trx: Transaction,
  found: ContestRow,
  decided: { actor: `STAFF:${string}`; reason: string },
): Promise<void> {
  const { borrowerId, id } = found;
  const at = services.clock.now();
  const isKept = await contestStates.move(trx, {
    id,
    borrowerId,
    from: ["FROZEN", "PROVEN"],
    to: "KEPT",
    actor: decided.actor,
    cause: decided.reason,
    at,
    set: { endedAt: at },
  });
  if (!isKept) throw new Refusal("REVIEW_STALE");
  await notifyStaysFrozen(services, trx, found, decided.reason);
}
