/** The borrower's limit: read, reserved, given back, set. */
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { LimitChangeCause, Limits } from "../contract.ts";
import { remainingRupiah, temporaryInForce, type LimitRow } from "./rules.ts";
import {
  addChange,
  addReservation,
  endReservation,
  findLimit,
  hasReservation,
  listChanges,
  lockLimit,
  resumeReservation,
  writeLimit,
} from "./store.ts";

/** As the borrower sees them. */
export function limitsOf(row: LimitRow | null, now: Date): Limits {
  if (!row)
    return { assessed: false, totalRupiah: 0, creditRupiah: 0, temporary: null, usedRupiah: 0, remainingRupiah: 0 };
  const temporary = temporaryInForce(row, now);
  return {
    assessed: true,
    totalRupiah: row.creditRupiah + temporary,
    creditRupiah: row.creditRupiah,
    temporary:
      temporary > 0 && row.temporaryUntil ? { amountRupiah: temporary, until: row.temporaryUntil.toISOString() } : null,
    usedRupiah: row.usedRupiah,
    remainingRupiah: remainingRupiah(row, now),
  };
}

/** Limits as they stand now, inside a transaction or outside. */
export async function currentLimits(
  services: Services,
  trx: Transaction | Services["database"],
  borrowerId: string,
): Promise<Limits> {
  return limitsOf(await findLimit(trx, borrowerId), services.clock.now());
}

/**
 * Reserves principal (rupiah) for an application. A second try while the loan holds its reservation reserves nothing more.
 * @returns false when less than that remains.
 * @throws when the loan gave its reservation back: it is reserved once in its life, and `resumeLimit` takes it up again.
 */
export async function reserveLimit(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  loanId: string,
  amountRupiah: number,
): Promise<boolean> {
  const now = services.clock.now();
  const limit = await lockLimit(trx, borrowerId, now);
  if (await hasReservation(trx, borrowerId, loanId)) return true;
  if (remainingRupiah(limit, now) < amountRupiah) return false;
  if (!(await addReservation(trx, borrowerId, loanId, amountRupiah, now)))
    throw new Error("A loan's limit is reserved once.");
  return true;
}

/** Gives a reservation back: the loan was refused, cancelled or paid off. Doing it twice changes nothing. */
export async function releaseLimit(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  loanId: string,
): Promise<void> {
  const now = services.clock.now();
  await lockLimit(trx, borrowerId, now);
  await endReservation(trx, borrowerId, loanId, now);
}

/** A loan that was paid off owes again: its principal is used again, whatever remains. Doing it twice changes nothing. */
export async function resumeLimit(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  loanId: string,
): Promise<void> {
  const now = services.clock.now();
  await lockLimit(trx, borrowerId, now);
  await resumeReservation(trx, borrowerId, loanId, now);
}

/** Sets the credit limit (rupiah) and records the change with its cause; the same amount again records nothing. */
export async function setCreditLimit(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  creditRupiah: number,
  cause: LimitChangeCause,
): Promise<void> {
  const now = services.clock.now();
  const limit = await lockLimit(trx, borrowerId, now);
  if (limit.creditRupiah === creditRupiah) return;
  await writeLimit(trx, borrowerId, { creditRupiah }, now);
  await addChange(trx, borrowerId, {
    id: services.random.uuid(),
    kind: "CREDIT",
    cause,
    fromRupiah: limit.creditRupiah,
    toRupiah: creditRupiah,
    changedAt: now,
  });
}

/** Grants a temporary limit (rupiah) until an instant; one that is in force is replaced. */
export async function grantTemporaryLimit(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  temporaryRupiah: number,
  until: Date,
): Promise<void> {
  const now = services.clock.now();
  const limit = await lockLimit(trx, borrowerId, now);
  await writeLimit(trx, borrowerId, { temporaryRupiah, temporaryUntil: until }, now);
  await addChange(trx, borrowerId, {
    id: services.random.uuid(),
    kind: "TEMPORARY",
    cause: "TEMPORARY_GRANTED",
    fromRupiah: temporaryInForce(limit, now),
    toRupiah: temporaryRupiah,
    changedAt: now,
  });
}

/**
 * Records the end of a temporary limit once. It is out of force at its end anyway; this keeps the history true.
 * @returns false when none had ended.
 */
export async function endTemporaryLimit(services: Services, trx: Transaction, borrowerId: string): Promise<boolean> {
  const now = services.clock.now();
  const limit = await lockLimit(trx, borrowerId, now);
  if (!limit.temporaryUntil || limit.temporaryUntil > now) return false;
  await writeLimit(trx, borrowerId, { temporaryRupiah: 0, temporaryUntil: null }, now);
  await addChange(trx, borrowerId, {
    id: services.random.uuid(),
    kind: "TEMPORARY",
    cause: "TEMPORARY_ENDED",
    fromRupiah: limit.temporaryRupiah,
    toRupiah: 0,
    changedAt: now,
  });
  return true;
}

/** The newest changes of a borrower's limits, for support's timeline. */
export async function limitChangesOf(database: Services["database"], borrowerId: string, most: number) {
  return listChanges(database, borrowerId, undefined, most);
}
