/**
 * For the wing's other domains: give, take and give back loyalty points, each in the caller's transaction. `source` is
 * derived from the cause, so a retry finds the first posting.
 */
import type { Transaction } from "#server/database.server.ts";
import { LedgerRefusal, account, availableOf, lockBalance, post, type TransferKindName } from "#server/ledger/index.ts";
import type { Services } from "#server/services.ts";
import { dateInWib, type BusinessDate } from "#shared/dates.ts";
import type { Text } from "#shared/texts.ts";
import type { PointsTask } from "../contract.ts";
import { pointsRules } from "./rules.ts";
import {
  countedPoints,
  countPoints,
  insertPointsRecord,
  lockAndCount,
  lockPoints,
  pointsRecordOf,
  uncountPoints,
  writeExpiry,
} from "./store.ts";
import { taskTitles } from "./titles.ts";

export interface PointsMove {
  borrowerId: string;
  /** Unique among the borrower's movements: `award_<id>`, `payment_<id>`; at most 100 letters, digits and `: . _ -`. */
  source: string;
  points: number;
  /** The campaign that they came from or went to. */
  activityId?: string | null;
  /** The title that the borrower reads in the records. */
  title: Text;
}

/** GIVEN now, or KNOWN: this source was recorded before and nothing was written. */
export type PointsOutcome = "GIVEN" | "KNOWN";

/**
 * Gives points as a prize, without the caps of tasks; all points are valid for 365 days from now.
 * @throws LedgerRefusal LEDGER_STOPPED
 */
export async function givePoints(services: Services, trx: Transaction, move: PointsMove): Promise<PointsOutcome> {
  const { borrowerId, source } = move;
  await lockPoints(trx, borrowerId);
  if (await pointsRecordOf(trx, borrowerId, source)) return "KNOWN";
  await giveNew(services, trx, move);
  return "GIVEN";
}

/** Gives points of a source that was not noted before, which the caller has seen under the lock. */
const giveNew = (services: Services, trx: Transaction, move: PointsMove): Promise<void> =>
  write(
    services,
    trx,
    move,
    {
      ledger: { kind: "POINTS_EARNED", debit: account("POINTS_ISSUED"), credit: account("POINTS", move.borrowerId) },
      kind: "EARNED",
    },
    validFrom(services),
  );

export interface EarnedTask {
  borrowerId: string;
  task: PointsTask;
  source: string;
  /** When it was done: its day and month (WIB) count. */
  at: Date;
  /** Number of points, for a task whose rule has none (CHECK_IN). */
  points?: number;
  activityId?: string | null;
  /** The caller's own row, written in this transaction, proves that this source was never recorded. */
  isNew?: boolean;
}

/**
 * Gives the points of a task by the rules in force, within its caps: CAP_REACHED gives nothing.
 * @throws RangeError when neither the rule nor the caller gives the number of points
 */
export async function earnPoints(
  services: Services,
  trx: Transaction,
  { borrowerId, task, source, at, points, activityId = null, isNew = false }: EarnedTask,
): Promise<PointsOutcome | "CAP_REACHED"> {
  const day = dateInWib(at);
  const { tasks, maxADay } = pointsRules(day);
  const rule = tasks[task];
  const by = rule.points ?? points;
  if (by === undefined) throw new RangeError(`Nobody says how many points ${task} brings.`);
  const now = services.clock.now();
  const dayKey = `day:${day}`;
  const ofDay = { key: dayKey, by, max: maxADay, now };
  if (!isNew || !(await lockAndCount(trx, borrowerId, ofDay))) {
    await lockPoints(trx, borrowerId);
    if (await pointsRecordOf(trx, borrowerId, source)) return "KNOWN";
    if (!(await countPoints(trx, borrowerId, ofDay))) return "CAP_REACHED";
  }
  if (rule.times && !(await countPoints(trx, borrowerId, { ...timesOf(task, day, rule.times), by: 1, now }))) {
    await uncountPoints(trx, borrowerId, dayKey, by);
    return "CAP_REACHED";
  }
  await giveNew(services, trx, { borrowerId, source, points: by, activityId, title: taskTitles[task] });
  return "GIVEN";
}

/**
 * Gives the points of a task, or the rest of the day's cap if that is less: the task is recorded even on a full day.
 * @returns points given
 * @throws LedgerRefusal where the ledger refuses the posting
 */
export async function earnUpTo(
  services: Services,
  trx: Transaction,
  earned: EarnedTask & { points: number },
): Promise<number> {
  if ((await earnPoints(services, trx, earned)) !== "CAP_REACHED") return earned.points;
  // Under the lock of the account, which the first try took.
  const day = dateInWib(earned.at);
  const remaining = pointsRules(day).maxADay - (await countedPoints(trx, earned.borrowerId, `day:${day}`));
  if (remaining <= 0 || (await earnPoints(services, trx, { ...earned, points: remaining })) === "CAP_REACHED") return 0;
  return remaining;
}

const timesOf = (task: PointsTask, day: BusinessDate, { max, per }: { max: number; per: "MONTH" | "EVER" }) => ({
  key: per === "EVER" ? task : `${task}:${day.slice(0, 7)}`,
  max,
});

/**
 * Takes points for a prize that is given in the same transaction. POINTS_SHORT: too few, and nothing was written.
 * Spending extends the validity of the remaining points to 365 days.
 */
export async function spendPoints(
  services: Services,
  trx: Transaction,
  move: PointsMove,
): Promise<"SPENT" | "KNOWN" | "POINTS_SHORT"> {
  const { borrowerId } = move;
  await lockPoints(trx, borrowerId);
  try {
    const isNew = await postPointsMovement(services, trx, move, {
      ledger: { kind: "POINTS_SPENT", debit: account("POINTS", borrowerId), credit: account("POINTS_GONE") },
      kind: "SPENT",
    });
    if (!isNew) return "KNOWN";
  } catch (error) {
    if (error instanceof LedgerRefusal && error.code === "INSUFFICIENT") return "POINTS_SHORT";
    throw error;
  }
  await prolong(services, trx, borrowerId);
  return "SPENT";
}

/**
 * Gives spent points back, once, when the purchase was undone. `source` is an id of its own.
 * @throws LedgerRefusal where the ledger refuses the posting
 */
export async function giveBackPoints(services: Services, trx: Transaction, move: PointsMove): Promise<PointsOutcome> {
  const { borrowerId } = move;
  await lockPoints(trx, borrowerId);
  const isNew = await postPointsMovement(services, trx, move, {
    ledger: { kind: "POINTS_SPENT", debit: account("POINTS_GONE"), credit: account("POINTS", borrowerId) },
    kind: "GIVEN_BACK",
  });
  if (isNew) await prolong(services, trx, borrowerId);
  return isNew ? "GIVEN" : "KNOWN";
}

/**
 * Takes given points back, at most the available ones; spent points are never owed.
 * @returns points taken; 0 when there were none or this source was recorded before
 * @throws LedgerRefusal where the ledger refuses the posting
 */
export async function revokePoints(services: Services, trx: Transaction, move: PointsMove): Promise<number> {
  const { borrowerId, source } = move;
  await lockPoints(trx, borrowerId);
  if (await pointsRecordOf(trx, borrowerId, source)) return 0;
  const own = account("POINTS", borrowerId);
  await lockBalance(trx, own);
  const points = Math.min(await availableOf(trx, own), move.points);
  if (points <= 0) return 0;
  await postPointsMovement(
    services,
    trx,
    { ...move, points },
    { ledger: { kind: "POINTS_REVOKED", debit: own, credit: account("POINTS_GONE") }, kind: "REVOKED" },
  );
  return points;
}

interface Movement {
  ledger: { kind: TransferKindName; debit: ReturnType<typeof account>; credit: ReturnType<typeof account> };
  kind: "EARNED" | "SPENT" | "GIVEN_BACK" | "EXPIRED" | "REVOKED";
}

type Noted = Omit<PointsMove, "title"> & { title: Text | null };

/**
 * Posts and records one movement under the lock of the borrower's points; false when its source was recorded before.
 * @throws LedgerRefusal where the ledger refuses the posting
 */
export async function postPointsMovement(
  services: Services,
  trx: Transaction,
  move: Noted,
  movement: Movement,
): Promise<boolean> {
  if (await pointsRecordOf(trx, move.borrowerId, move.source)) return false;
  await write(services, trx, move, movement);
  return true;
}

async function write(
  services: Services,
  trx: Transaction,
  { borrowerId, source, points, activityId = null, title }: Noted,
  { ledger, kind }: Movement,
  expiresAt?: Date,
): Promise<void> {
  const now = services.clock.now();
  await post(trx, now, [
    {
      ...ledger,
      id: `points_${borrowerId}_${source}`,
      amount: points,
      reference: `points_${borrowerId}`,
      valueDate: dateInWib(now),
    },
  ]);
  const record = { borrowerId, id: services.random.uuid(), kind, points, title, source, activityId, at: now };
  await insertPointsRecord(trx, record, expiresAt);
}

/** New expiry of all points after a movement now. */
function validFrom({ clock }: Services): Date {
  const now = clock.now();
  const { validityDays } = pointsRules(dateInWib(now));
  return new Date(now.getTime() + validityDays * 86_400_000);
}

const prolong = (services: Services, trx: Transaction, borrowerId: string): Promise<void> =>
  writeExpiry(trx, borrowerId, validFrom(services));
