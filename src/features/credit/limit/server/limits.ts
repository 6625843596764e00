/** The borrower's limit: read, reserved, given back, set. */
import type { Reader, Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { dateInWib, type BusinessDate } from "#shared/dates.ts";
import type { LimitChangeCause, Limits, WhyChanged } from "../contract.ts";
import { limitChanged } from "./events.ts";
import type { FreezeRow } from "./records.ts";
import { freezesOf } from "./freeze-store.ts";
import { notifyLimitChange } from "./notices.ts";
import { remainingRupiah, temporaryInForce } from "./rules.ts";
import {
  addChange,
  addReservation,
  changeReservation,
  endReservation,
  findLimit,
  hasReservation,
  listChanges,
  lockLimit,
  resumeReservation,
  writeLimit,
  type LimitRecord,
} from "./store.ts";

/** As the borrower sees them. */
export function limitsOf(row: LimitRecord | null, freezes: readonly FreezeRow[], now: Date): Limits {
  const shown = freezes.map(({ cause, sinceAt, endsAt }) => ({
    cause,
    since: sinceAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
  }));
  const none = { totalRupiah: 0, creditRupiah: 0, temporary: null, usedRupiah: 0, remainingRupiah: 0 };
  if (!row) return { assessed: false, ...none, affordableRupiah: null, freezes: shown };
  const temporary = temporaryInForce(row, now);
  return {
    assessed: true,
    totalRupiah: row.creditRupiah + temporary,
    creditRupiah: row.creditRupiah,
    temporary:
      temporary > 0 && row.temporaryUntil ? { amountRupiah: temporary, until: row.temporaryUntil.toISOString() } : null,
    usedRupiah: row.usedRupiah,
    remainingRupiah: remainingRupiah(row, now),
    affordableRupiah: row.affordableRupiah,
    freezes: shown,
  };
}

/** Limits as they stand now, inside a transaction or outside. */
export async function currentLimits(services: Services, reader: Reader, borrowerId: string): Promise<Limits> {
  const [row, freezes] = await Promise.all([findLimit(reader, borrowerId), freezesOf(reader, borrowerId)]);
  return limitsOf(row, freezes, services.clock.now());
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

/** A loan uses its whole principal (rupiah) of the limit, whatever remains: the one that it pays off uses none any more. */
export async function reserveWhole(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  loanId: string,
  principalRupiah: number,
): Promise<void> {
  const now = services.clock.now();
  await lockLimit(trx, borrowerId, now);
  await changeReservation(trx, borrowerId, loanId, principalRupiah, now);
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

/**
 * A loan goes on in another one: what the old one had reserved is free, and the new one's principal (rupiah) is used, whatever
 * remains. Doing it twice changes nothing.
 */
export async function moveReservation(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  { from, to, amountRupiah }: { from: string; to: string; amountRupiah: number },
): Promise<void> {
  const now = services.clock.now();
  await lockLimit(trx, borrowerId, now);
  await endReservation(trx, borrowerId, from, now);
  await addReservation(trx, borrowerId, to, amountRupiah, now);
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

/** Sets the credit limit (rupiah) and records the change with its cause; the same amount again records nothing and answers false. */
export async function setCreditLimit(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  creditRupiah: number,
  cause: LimitChangeCause,
  why: WhyChanged | null = null,
): Promise<boolean> {
  const now = services.clock.now();
  const limit = await lockLimit(trx, borrowerId, now);
  if (limit.creditRupiah === creditRupiah) return false;
  const thisMonth = firstOfMonth(dateInWib(now));
  const isFirst = cause === "FIRST_ASSESSMENT";
  const month =
    isFirst || limit.monthOf !== thisMonth
      ? { monthOf: thisMonth, monthRupiah: isFirst ? creditRupiah : limit.creditRupiah }
      : {};
  await writeLimit(trx, borrowerId, { creditRupiah, ...month }, now);
  const id = services.random.uuid();
  const change = { fromRupiah: limit.creditRupiah, toRupiah: creditRupiah };
  await recordChange(services, trx, borrowerId, { id, kind: "CREDIT", cause, ...change, changedAt: now, why });
  await notifyLimitChange(services, trx, borrowerId, { id, cause, ...change });
  return true;
}

/** Records a change of the amount, and announces it. */
async function recordChange(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  change: Parameters<typeof addChange>[2],
): Promise<void> {
  await addChange(trx, borrowerId, change);
  const { id: changeId, kind, changedAt: at } = change;
  await services.events.announce(trx, limitChanged, { id: `changed_${changeId}`, at, borrowerId, changeId, kind });
}

/** The limit from which it rises and falls in the month of `today`. */
export const monthStart = (limit: LimitRecord, today: BusinessDate): number =>
  limit.monthOf === firstOfMonth(today) && limit.monthRupiah !== null ? limit.monthRupiah : limit.creditRupiah;

/** The first day of a day's month. */
export const firstOfMonth = (day: BusinessDate): BusinessDate => `${day.slice(0, 7)}-01`;

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
  const id = services.random.uuid();
  const change = { fromRupiah: temporaryInForce(limit, now), toRupiah: temporaryRupiah };
  const cause = "TEMPORARY_GRANTED";
  await recordChange(services, trx, borrowerId, { id, kind: "TEMPORARY", cause, ...change, changedAt: now, why: null });
  await notifyLimitChange(services, trx, borrowerId, { id, cause, ...change, until });
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
  await recordChange(services, trx, borrowerId, {
    id: services.random.uuid(),
    kind: "TEMPORARY",
    cause: "TEMPORARY_ENDED",
    fromRupiah: limit.temporaryRupiah,
    toRupiah: 0,
    changedAt: now,
    why: null,
  });
  return true;
}

/** The newest changes of a borrower's limits, for support's timeline. */
export async function limitChangesOf(database: Services["database"], borrowerId: string, most: number) {
  return listChanges(database, borrowerId, undefined, most);
}
