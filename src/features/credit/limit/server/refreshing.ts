/**
 * A borrower's score and limit made new: on the first of each month, when a loan has ended, on the eighth day past due,
 * and with news of income or bureau. Each refresh locks the limit's row, so that refreshes, applications and payoffs
 * come one after the other.
 */
import { transact, type Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { eachDue } from "#server/work/sweeps.ts";
import { addDays, addMonths, dateInWib, daysBetween, instantOf, type BusinessDate } from "#shared/dates.ts";
import type { LimitBound, LimitChangeCause, WhyChanged } from "../contract.ts";
import { gatherLimitFacts, gatherFactsOfEach, lastLateOn, oldestUnpaidDay, type LimitFacts } from "./facts.ts";
import { freezeLimit, isOverdueFreeze, overdueFreezeAt, unfreezeLimit } from "./freezing.ts";
import { nextLimit, temporaryOffer } from "./limit-rule.ts";
import { firstOfMonth, grantTemporaryLimit, monthStart, setCreditLimit } from "./limits.ts";
import { temporaryLimitRight } from "./questions.ts";
import { limitRows, rowsOn, scoreRows } from "./score-rows.ts";
import { scoreOf, type CountedFactor, type Score } from "./score.ts";
import {
  addScores,
  lastTemporaryEnd,
  limitsToRefresh,
  newestFactorsOfEach,
  refreshSooner,
  writeBureau,
} from "./score-store.ts";
import {
  lockDueLimits,
  lockKnownLimit,
  lockLimit,
  writeLimit,
  writeRefreshes,
  type DueRefresh,
  type LimitRecord,
} from "./store.ts";
import type { RefreshCause } from "./records.ts";

const refreshHour = 2;
const refreshedAtOnce = 200;
/** Limits per transaction: more would make borrowers who apply or pay at the same time wait too long. */
const batchSize = 25;
/** Transactions side by side in one process. */
const lanes = 4;

/** The next monthly refresh after an instant: the first day of a month at 02:00 WIB. */
export function nextMonthly(after: Date): Date {
  const first = firstOfMonth(dateInWib(after));
  const ofThis = instantOf(first, "WIB", { hour: refreshHour });
  return ofThis > after ? ofThis : instantOf(addMonths(first, 1), "WIB", { hour: refreshHour });
}

interface Refresh {
  /** The same refresh again changes nothing. */
  key: string;
  cause: LimitChangeCause | RefreshCause;
}

/**
 * Computes score and limit from the current facts, and writes what changed. False where this refresh was made before,
 * or there is nothing to compute them from: an account that ended, or a profile that is not whole.
 */
export async function refreshLimit(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  refresh: Refresh,
): Promise<boolean> {
  const isFirst = refresh.cause === "FIRST_ASSESSMENT";
  // Without facts no empty limit is made.
  if (isFirst && !(await gatherLimitFacts(services, trx, borrowerId))) return false;
  const limit = isFirst
    ? await lockLimit(trx, borrowerId, services.clock.now())
    : await lockKnownLimit(trx, borrowerId);
  const facts = limit && (await gatherLimitFacts(services, trx, borrowerId));
  if (!facts) return false;
  return (await refreshEach(services, trx, [{ borrowerId, ...refresh, limit, facts }])).has(borrowerId);
}

/** A refresh of a limit that is locked, by facts that were read after that. */
interface Prepared extends Refresh {
  borrowerId: string;
  limit: LimitRecord;
  facts: LimitFacts;
}

function computed(one: Prepared, today: BusinessDate) {
  const { cause, limit, facts } = one;
  const score = scoreOf(facts.score, rowsOn(scoreRows, today), today);
  const next = nextLimit(
    {
      band: score.band,
      affordableRupiah: facts.affordableRupiah,
      usedRupiah: limit.usedRupiah,
      keptRupiah: limit.keptRupiah,
      standing:
        cause === "FIRST_ASSESSMENT" ? null : { nowRupiah: limit.creditRupiah, monthRupiah: monthStart(limit, today) },
    },
    rowsOn(limitRows, today),
  );
  return { ...one, score, ...next, isChanged: next.rupiah !== limit.creditRupiah };
}

/** Refreshes several limits with one statement per table. Returns the refreshed borrowers; the others were refreshed by this key before. */
async function refreshEach(services: Services, trx: Transaction, prepared: readonly Prepared[]): Promise<Set<string>> {
  const now = services.clock.now();
  const today = dateInWib(now);
  const all = prepared.map((one) => computed(one, today));
  const changed = all.flatMap(({ borrowerId, isChanged }) => (isChanged ? [borrowerId] : []));
  const before = await newestFactorsOfEach(trx, changed);
  const scores = all.map(({ borrowerId, key, score: { score, band, factors } }) => ({
    borrowerId,
    id: services.random.uuid(),
    key,
    score,
    band,
    factors,
    scoredAt: now,
  }));
  const added = await addScores(trx, scores);
  const refreshed = all.filter(({ borrowerId }) => added.has(borrowerId));
  for (const one of refreshed) await followLateness(services, trx, one, today);
  const written = refreshed.map(({ borrowerId, score: { score, band }, facts, limit }) => ({
    borrowerId,
    score,
    band,
    affordableRupiah: facts.affordableRupiah,
    refresh: nextRefresh(limit.refresh?.at ?? now, facts, now),
  }));
  await writeRefreshes(trx, written, now);
  for (const { borrowerId, cause, limit, facts, score, rupiah, bound, isChanged } of refreshed) {
    if (isChanged) {
      const why = whyOf(limit, score, before.get(borrowerId) ?? [], bound);
      await setCreditLimit(services, trx, borrowerId, rupiah, causeOf(cause, rupiah > limit.creditRupiah), why);
    }
    if (cause === "MONTH")
      await offerTemporary(services, trx, borrowerId, { facts, band: score.band, creditRupiah: rupiah });
  }
  return added;
}

const causeOf = (cause: Refresh["cause"], isRise: boolean): LimitChangeCause => {
  if (cause === "LATE") return "LATE_REPAYMENT";
  if (cause === "LOAN_ENDED") return isRise ? "GOOD_REPAYMENT" : "SCORE_REFRESHED";
  return cause === "MONTH" || cause === "BUREAU" ? "SCORE_REFRESHED" : cause;
};

/** The differences between two scores: the points of each factor now minus those before. Their sum is the difference of the scores. */
export function reasonsOf(before: readonly CountedFactor[], now: readonly CountedFactor[]): WhyChanged["reasons"] {
  const points = new Map<CountedFactor["code"], number>();
  for (const { code, points: more } of now) points.set(code, (points.get(code) ?? 0) + more);
  for (const { code, points: less } of before) points.set(code, (points.get(code) ?? 0) - less);
  return [...points]
    .filter(([, change]) => change !== 0)
    .map(([factor, change]) => ({ factor, points: change }))
    .toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points) || (a.factor < b.factor ? -1 : 1));
}

const whyOf = (
  { score, band }: LimitRecord,
  now: Score,
  before: readonly CountedFactor[],
  bound: LimitBound | null,
): WhyChanged => ({
  scoreFrom: score,
  scoreTo: now.score,
  bandFrom: band,
  bandTo: now.band,
  bound,
  freeze: null,
  reasons: reasonsOf(before, now.factors),
});

/** The first of the next month, or the day on which the amount due now would be late enough to freeze the limit. */
function nextRefresh(due: Date, { score: { loans } }: LimitFacts, now: Date): DueRefresh {
  // Counted from when it was due: a refresh that came late leaves out no month's.
  const monthly: DueRefresh = { at: nextMonthly(due < now ? due : now), cause: "MONTH" };
  const since = oldestUnpaidDay(loans);
  const late = since && overdueFreezeAt(since);
  return late && late > now && late < monthly.at ? { at: late, cause: "LATE" } : monthly;
}

/** Freezes, or ends freezes, if the debts require another state than the locked limit has. */
async function followLateness(
  services: Services,
  trx: Transaction,
  { borrowerId, limit, facts }: Prepared,
  today: BusinessDate,
): Promise<void> {
  const { loans } = facts.score;
  const shouldStand = {
    OVERDUE: isOverdueFreeze(oldestUnpaidDay(loans), today),
    WRITTEN_OFF: loans.some(({ writtenOffOn, end }) => writtenOffOn !== null && end === null),
  };
  for (const cause of ["OVERDUE", "WRITTEN_OFF"] as const) {
    if (limit.freezes.some((freeze) => freeze.cause === cause) === shouldStand[cause]) continue;
    if (shouldStand[cause]) await freezeLimit(services, trx, borrowerId, { cause });
    else await unfreezeLimit(services, trx, borrowerId, cause);
  }
}

async function offerTemporary(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  { facts, band, creditRupiah }: { facts: LimitFacts; band: Score["band"]; creditRupiah: number },
): Promise<void> {
  const today = dateInWib(services.clock.now());
  const rows = rowsOn(limitRows, today);
  const lateOn = lastLateOn(facts.score.loans, today);
  const { affordableRupiah } = facts;
  const daysSinceLate = lateOn === null ? null : daysBetween(lateOn, today);
  const before = { band, creditRupiah, affordableRupiah, daysSinceLate };
  // Most borrowers are excluded by their band or payments, so nothing else is read for them.
  if (temporaryOffer({ ...before, usedRupiah: 0, daysSinceTemporary: null }, rows) === 0) return;
  const limit = await lockKnownLimit(trx, borrowerId);
  if (!limit || limit.isFrozen) return;
  const ended = await lastTemporaryEnd(trx, borrowerId);
  const rupiah = temporaryOffer(
    {
      ...before,
      usedRupiah: limit.usedRupiah,
      daysSinceTemporary: limit.temporaryUntil ? 0 : ended === null ? null : daysBetween(dateInWib(ended), today),
    },
    rows,
  );
  // A benefit of members: queried last, because few borrowers reach this point. // Product decisions, credit and support 4
  if (rupiah > 0 && (await services.ask(temporaryLimitRight)(services, trx, borrowerId)))
    await grantTemporaryLimit(services, trx, borrowerId, rupiah, endOfDay(addDays(today, rows.temporary.days)));
}

/** The last second of a day (WIB). */
export const endOfDay = (day: BusinessDate): Date => new Date(instantOf(addDays(day, 1)).getTime() - 1000);

/** Refreshes those that are due by now: on the first of the month all of them, page by page. */
export async function refreshDue(services: Services): Promise<number> {
  const { database, clock, log, random } = services;
  const due = await limitsToRefresh(database, clock.now(), refreshedAtOnce);
  // Processes that sweep side by side begin at different places, and seldom meet.
  const from = due.length > 1 ? random.integer(due.length) : 0;
  const turned = [...due.slice(from), ...due.slice(0, from)];
  const batches = Array.from({ length: Math.ceil(turned.length / batchSize) }, (_, index) =>
    turned.slice(index * batchSize, (index + 1) * batchSize),
  );
  const options = { log, failure: "limit not refreshed", lanes };
  const alone: string[] = [];
  await eachDue(
    batches,
    async (ids) => {
      if (await refreshTogether(services, ids).catch(() => false)) return true;
      // If one fails, or other processes hold or have refreshed some, each is done by itself and waits for its lock.
      alone.push(...ids);
      return false;
    },
    { ...options, idOf: ([first = ""]) => first },
  );
  await eachDue(alone, (borrowerId) => transact(database, (trx) => refreshWhereDue(services, trx, borrowerId)), {
    ...options,
    idOf: (borrowerId) => borrowerId,
    // A failing refresh delays the others by at most an hour.
    putOff: (borrowerId) => transact(database, (trx) => putOff(services, trx, borrowerId)),
  });
  // Others may have done all of these, and more is due behind them.
  return due.length;
}

async function putOff(services: Services, trx: Transaction, borrowerId: string): Promise<void> {
  const limit = await lockKnownLimit(trx, borrowerId);
  const now = services.clock.now();
  if (limit?.refresh)
    await writeLimit(trx, borrowerId, { refresh: { ...limit.refresh, at: new Date(now.getTime() + 3_600_000) } }, now);
}

/** Refreshes these borrowers' limits in one transaction, without those that another process refreshes; false if none is left. */
export const refreshTogether = (services: Services, borrowerIds: readonly string[]): Promise<boolean> =>
  transact(services.database, async (trx) =>
    refreshLocked(services, trx, await lockDueLimits(trx, borrowerIds, services.clock.now())),
  );

/** One borrower's, in this transaction; false where it is not due any more: another process was first. */
export async function refreshWhereDue(services: Services, trx: Transaction, borrowerId: string): Promise<boolean> {
  const limit = await lockKnownLimit(trx, borrowerId);
  if (!limit?.refresh || limit.refresh.at > services.clock.now()) return false;
  return refreshLocked(services, trx, new Map([[borrowerId, limit]]));
}

/** Refreshes locked limits that are due; those that have nothing to compute or were refreshed before get their next date. */
async function refreshLocked(
  services: Services,
  trx: Transaction,
  limits: ReadonlyMap<string, LimitRecord>,
): Promise<boolean> {
  const now = services.clock.now();
  const facts = await gatherFactsOfEach(services, trx, [...limits.keys()]);
  const prepared = [...limits].flatMap(([borrowerId, limit]): Prepared[] => {
    const found = facts.get(borrowerId);
    if (!found || !limit.refresh) return [];
    const { at, cause } = limit.refresh;
    // Paid before the day came: there is nothing to look at.
    if (cause === "LATE" && !isOverdueFreeze(oldestUnpaidDay(found.score.loans), dateInWib(now))) return [];
    const key =
      cause === "MONTH" ? `limit-refresh:${dateInWib(at).slice(0, 7)}:${borrowerId}` : `${cause}:${at.toISOString()}`;
    return [{ borrowerId, key, cause, limit, facts: found }];
  });
  const refreshed = await refreshEach(services, trx, prepared);
  const remaining = [...limits.keys()].filter((id) => !refreshed.has(id));
  const dated = remaining.map((borrowerId) => {
    const found = facts.get(borrowerId);
    const next = found ? nextRefresh(now, found, now) : null;
    return { borrowerId, score: null, band: null, affordableRupiah: null, refresh: next };
  });
  await writeRefreshes(trx, dated, now);
  return limits.size > 0;
}

/** Stores the bureau's report on a borrower at the decision about an application: score and limit follow within a minute. */
export async function noteBureau(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  { score, instalmentsRupiah }: { score: number | null; instalmentsRupiah: number },
): Promise<void> {
  const now = services.clock.now();
  await writeBureau(trx, borrowerId, { score, instalmentsRupiah, reportedOn: dateInWib(now) });
  await refreshSooner(trx, borrowerId, { at: now, cause: "BUREAU" });
}
