/** Freezes a limit and ends freezes. Each act locks the limit's row, so that a freeze and an application never run at once. */
import { accountContested, accountReleased } from "#features/account/security/server/index.ts";
import type { Reader, Transaction } from "#server/database.server.ts";
import { transact } from "#server/database.server.ts";
import { within, type Subscription } from "#server/events/domain-events.ts";
import type { Services } from "#server/services.ts";
import { eachDue } from "#server/work/sweeps.ts";
import { addDays, dateInWib, daysBetween, instantOf, type BusinessDate } from "#shared/dates.ts";
import type { FreezeCause } from "../score-contract.ts";
import { addFreeze, endedPauses, endFreeze, freezesOf } from "./freeze-store.ts";
import { notifyLimitFreeze } from "./notices.ts";
import { refreshSooner } from "./score-store.ts";
import { limitRows, rowsOn } from "./score-rows.ts";
import { addChange, lockKnownLimit } from "./store.ts";

/** Causes that also stop the signing of an application and hold its payout. */
const stopping: readonly FreezeCause[] = ["CONTESTED", "FRAUD_REVIEW"];

/** Whether something freezes this borrower that stops signing and payout too. */
export const isBorrowingStopped = async (reader: Reader, borrowerId: string): Promise<boolean> =>
  (await freezesOf(reader, borrowerId)).some(({ cause }) => stopping.includes(cause));

/** Freezes the limit; false where this cause does already. `endsAt`: of the borrower's own pause. */
export async function freezeLimit(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  { cause, endsAt = null }: { cause: FreezeCause; endsAt?: Date | null },
): Promise<boolean> {
  await lockKnownLimit(trx, borrowerId);
  const freeze = { id: services.random.uuid(), cause, sinceAt: services.clock.now(), endsAt };
  if (!(await addFreeze(trx, borrowerId, freeze))) return false;
  await noteFreeze(services, trx, borrowerId, { cause, hasEnded: false });
  return true;
}

/** Ends the freeze of this cause; false if there was none. */
export async function unfreezeLimit(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  cause: FreezeCause,
): Promise<boolean> {
  await lockKnownLimit(trx, borrowerId);
  if (!(await endFreeze(trx, borrowerId, cause, services.clock.now()))) return false;
  await noteFreeze(services, trx, borrowerId, { cause, hasEnded: true });
  return true;
}

async function noteFreeze(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  { cause, hasEnded }: { cause: FreezeCause; hasEnded: boolean },
): Promise<void> {
  const id = services.random.uuid();
  const limit = await lockKnownLimit(trx, borrowerId);
  if (limit) {
    const rupiah = limit.creditRupiah;
    const none = { scoreFrom: null, scoreTo: null, bandFrom: null, bandTo: null, bound: null, reasons: [] };
    await addChange(trx, borrowerId, {
      id,
      kind: "CREDIT",
      cause: hasEnded ? "UNFROZEN" : "FROZEN",
      fromRupiah: rupiah,
      toRupiah: rupiah,
      changedAt: services.clock.now(),
      why: { ...none, freeze: cause },
    });
  }
  await notifyLimitFreeze(services, trx, borrowerId, { id, cause, hasEnded });
}

/** Whether `day` is late enough after the due date to freeze the limit. */
export const isOverdueFreeze = (dueOn: BusinessDate | null, day: BusinessDate): boolean =>
  dueOn !== null && dueOn < day && daysBetween(dueOn, day) >= rowsOn(limitRows, day).frozenFromDays;

/** The instant from which something due on that day is late enough to freeze. */
export const overdueFreezeAt = (dueOn: BusinessDate): Date =>
  instantOf(addDays(dueOn, rowsOn(limitRows, dueOn).frozenFromDays));

/**
 * Follows a loan's books in their transaction: what froze the limit ends with the payment that cures it, and the score is looked at again
 * when a loan has ended or, if nothing is paid, when the day comes. `unpaidSince`: the oldest date with something open, of all loans.
 */
export async function followBooksOfLoan(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  books: { unpaidSince: BusinessDate | null; isOver: boolean; isWrittenOff: boolean },
): Promise<void> {
  const now = services.clock.now();
  const today = dateInWib(now);
  if (!isOverdueFreeze(books.unpaidSince, today)) await unfreezeLimit(services, trx, borrowerId, "OVERDUE");
  if (books.isWrittenOff) await freezeLimit(services, trx, borrowerId, { cause: "WRITTEN_OFF" });
  else if (books.isOver) await unfreezeLimit(services, trx, borrowerId, "WRITTEN_OFF");
  if (books.isOver || books.isWrittenOff) await refreshSooner(trx, borrowerId, { at: now, cause: "LOAN_ENDED" });
  if (books.unpaidSince !== null)
    await refreshSooner(trx, borrowerId, { at: overdueFreezeAt(books.unpaidSince), cause: "LATE" });
}

/** Ends own pauses on their day. */
export async function endPauses(services: Services): Promise<number> {
  const { database, clock, log } = services;
  return eachDue(
    await endedPauses(database, clock.now(), 100),
    (borrowerId) => transact(database, (trx) => unfreezeLimit(services, trx, borrowerId, "BORROWER")),
    { log, failure: "own pause of a limit not ended", idOf: (borrowerId) => borrowerId },
  );
}

export const freezing: readonly Subscription[] = [
  within(accountContested, "limit-freeze", async (services, trx, { borrowerId }) => {
    await freezeLimit(services, trx, borrowerId, { cause: "CONTESTED" });
    return "DONE";
  }),
  within(accountReleased, "limit-unfreeze", async (services, trx, { borrowerId }) => {
    await unfreezeLimit(services, trx, borrowerId, "CONTESTED");
    return "DONE";
  }),
];
