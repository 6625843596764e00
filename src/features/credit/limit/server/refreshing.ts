/**
 * A borrower's score and limit made new: on the first of each month, when a loan has ended, on the eighth day past due, and with news of
 * income or bureau. All of it holds the limit's row, so that refreshes, applications and payoffs come one after the other.
 */
import { transact, type Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { eachDue } from "#server/work/sweeps.ts";
import { addDays, addMonths, dateInWib, daysBetween, instantOf, type BusinessDate } from "#shared/dates.ts";
import type { LimitBound, LimitChangeCause, WhyChanged } from "../contract.ts";
import { gatherFacts, lastLateOn, unpaidSince, type LimitFacts } from "./facts.ts";
import { freezeLimit, isOverdueFreeze, overdueFreezeAt, unfreezeLimit } from "./freezing.ts";
import { nextLimit, temporaryOffer } from "./limit-rule.ts";
import { firstOfMonth, grantTemporaryLimit, monthStart, setCreditLimit } from "./limits.ts";
import { temporaryLimitRight } from "./questions.ts";
import { limitRows, rowsOn, scoreRows } from "./score-rows.ts";
import { scoreOf, type CountedFactor, type Score } from "./score.ts";
import {
  addScore,
  lastTemporaryEnd,
  limitsToRefresh,
  newestScores,
  refreshSooner,
  writeBureau,
} from "./score-store.ts";
import {
  lockKnownLimit,
  lockLimit,
  writeLimit,
  type DueRefresh,
  type LimitRecord,
  type RefreshCause,
} from "./store.ts";

const refreshHour = 2;
const refreshedAtOnce = 200;
/** Refreshes made side by side from one process. */
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
 * Computes score and limit from what stands now, and writes what changed. False where this refresh was made before, or there is nothing
 * to compute them from: an account that ended, or a profile that is not whole.
 */
export async function refreshLimit(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  refresh: Refresh,
): Promise<boolean> {
  const isFirst = refresh.cause === "FIRST_ASSESSMENT";
  // Without facts no empty limit is made.
  if (isFirst && !(await gatherFacts(services, trx, borrowerId))) return false;
  const limit = isFirst
    ? await lockLimit(trx, borrowerId, services.clock.now())
    : await lockKnownLimit(trx, borrowerId);
  const facts = limit && (await gatherFacts(services, trx, borrowerId));
  return facts ? refreshBy(services, trx, borrowerId, refresh, { limit, facts }) : false;
}

/** The same from a limit that is locked and facts that were read after that: nothing is read twice. */
async function refreshBy(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  { key, cause }: Refresh,
  { limit, facts }: { limit: LimitRecord; facts: LimitFacts },
): Promise<boolean> {
  const now = services.clock.now();
  const today = dateInWib(now);
  const score = scoreOf(facts.score, rowsOn(scoreRows, today), today);
  const { rupiah, bound } = nextLimit(
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
  const isChanged = rupiah !== limit.creditRupiah;
  const [before] = isChanged ? await newestScores(trx, borrowerId, 1) : [];
  const row = { id: services.random.uuid(), key, score: score.score, band: score.band, factors: score.factors };
  if (!(await addScore(trx, borrowerId, { ...row, scoredAt: now }))) return false;
  await followLateness(services, trx, borrowerId, { limit, facts, today });
  await writeLimit(
    trx,
    borrowerId,
    {
      score: score.score,
      band: score.band,
      affordableRupiah: facts.affordableRupiah,
      ...(score.band === "D" || score.band === "E" ? { keptRupiah: 0 } : {}),
      refresh: nextRefresh(limit.refresh?.at ?? now, facts, now),
    },
    now,
  );
  if (isChanged) {
    const why = whyOf(limit, score, before?.factors ?? [], bound);
    await setCreditLimit(services, trx, borrowerId, rupiah, causeOf(cause, rupiah > limit.creditRupiah), why);
  }
  if (cause === "MONTH")
    await offerTemporary(services, trx, borrowerId, { facts, band: score.band, creditRupiah: rupiah });
  return true;
}

const causeOf = (cause: Refresh["cause"], isRise: boolean): LimitChangeCause => {
  if (cause === "LATE") return "LATE_REPAYMENT";
  if (cause === "LOAN_ENDED") return isRise ? "GOOD_REPAYMENT" : "SCORE_REFRESHED";
  return cause === "MONTH" || cause === "BUREAU" ? "SCORE_REFRESHED" : cause;
};

/** What changed between two scores: the points of each factor now less those before. Their sum is the difference of the scores. */
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

/** The first of the next month, or the day on which what is due now would be late enough to freeze the limit. */
function nextRefresh(due: Date, { score: { loans } }: LimitFacts, now: Date): DueRefresh {
  // Counted from when it was due: a refresh that came late leaves out no month's.
  const monthly: DueRefresh = { at: nextMonthly(due < now ? due : now), cause: "MONTH" };
  const since = unpaidSince(loans);
  const late = since && overdueFreezeAt(since);
  return late && late > now && late < monthly.at ? { at: late, cause: "LATE" } : monthly;
}

/** Freezes, or ends freezes, where what is owed asks for another state than the locked limit has. */
async function followLateness(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  { limit, facts, today }: { limit: LimitRecord; facts: LimitFacts; today: BusinessDate },
): Promise<void> {
  const { loans } = facts.score;
  const shouldStand = {
    OVERDUE: isOverdueFreeze(unpaidSince(loans), today),
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
  // Most are offered none for their band or their payments alone, and no more is read of them.
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
  // A right of members: asked last, for few are offered one. // Product decisions, credit and support 4
  if (rupiah > 0 && (await services.ask(temporaryLimitRight)(services, trx, borrowerId)))
    await grantTemporaryLimit(services, trx, borrowerId, rupiah, endOfDay(addDays(today, rows.temporary.days)));
}

/** The last second of a day (WIB). */
export const endOfDay = (day: BusinessDate): Date => new Date(instantOf(addDays(day, 1)).getTime() - 1000);

/** Refreshes those that are due by now: on the first of the month all of them, page by page. */
export async function refreshDue(services: Services): Promise<number> {
  const { database, clock, log, random } = services;
  const due = await limitsToRefresh(database, clock.now(), refreshedAtOnce);
  // Processes that sweep side by side begin at different places, and seldom wait for one another.
  const from = due.length > 1 ? random.integer(due.length) : 0;
  return eachDue(
    [...due.slice(from), ...due.slice(0, from)],
    (borrowerId) => transact(database, (trx) => refreshWhereDue(services, trx, borrowerId)),
    {
      log,
      failure: "limit not refreshed",
      idOf: (borrowerId) => borrowerId,
      lanes,
      // One that fails keeps the others no longer waiting than an hour.
      putOff: (borrowerId) => transact(database, (trx) => putOff(services, trx, borrowerId)),
    },
  );
}

async function putOff(services: Services, trx: Transaction, borrowerId: string): Promise<void> {
  const limit = await lockKnownLimit(trx, borrowerId);
  const now = services.clock.now();
  if (limit?.refresh)
    await writeLimit(trx, borrowerId, { refresh: { ...limit.refresh, at: new Date(now.getTime() + 3_600_000) } }, now);
}

/** One borrower's, in this transaction; false where it is not due any more: another process was first. */
export async function refreshWhereDue(services: Services, trx: Transaction, borrowerId: string): Promise<boolean> {
  const now = services.clock.now();
  const limit = await lockKnownLimit(trx, borrowerId);
  if (!limit?.refresh || limit.refresh.at > now) return false;
  const { at, cause } = limit.refresh;
  const key =
    cause === "MONTH" ? `limit-refresh:${dateInWib(at).slice(0, 7)}:${borrowerId}` : `${cause}:${at.toISOString()}`;
  const facts = await gatherFacts(services, trx, borrowerId);
  // Paid before the day came: there is nothing to look at.
  const isCured = cause === "LATE" && facts && !isOverdueFreeze(unpaidSince(facts.score.loans), dateInWib(now));
  if (facts && !isCured && (await refreshBy(services, trx, borrowerId, { key, cause }, { limit, facts }))) return true;
  await writeLimit(trx, borrowerId, { refresh: facts && nextRefresh(now, facts, now) }, now);
  return true;
}

/** What the bureau said of a borrower, at the decision about an application: score and limit follow within a minute. */
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
