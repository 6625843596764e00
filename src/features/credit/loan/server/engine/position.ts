/**
 * The inner position of a loan: amounts paid and given up, and the late fee. It only moves forward: from day to day and
 * by one event after another, in their order.
 */
import { type BusinessDate, addDays, daysBetween } from "#shared/dates.ts";
import { multiplyPpm, sumRupiah } from "#shared/money.ts";
import { type DueTolerance, dueToleranceRupiah, dueTolerances } from "../rules/regulation.ts";
import { type Component, EventRefused, type LoanEvent, type Reduction } from "./events.ts";
import { type ScheduledRow, accruedInterestRupiah, scheduleOf } from "./schedule.ts";
import { type LoanTerms, totalCapRupiah } from "./terms.ts";

export interface Settled {
  principalRupiah: number;
  interestRupiah: number;
  feeRupiah: number;
}

export interface RowPosition {
  paid: Settled;
  waived: Settled;
  discounted: Settled;
}

export interface Position {
  on: BusinessDate;
  rows: RowPosition[];
  lateFee: {
    /** Late fee of the stretches that are over. */
    closedRupiah: number;
    /** Unpaid principal of overdue instalments in the stretch that runs; 0 when none does. */
    baseRupiah: number;
    /** Last day before the stretch that runs. */
    since: BusinessDate;
    paidRupiah: number;
    waivedRupiah: number;
    discountedRupiah: number;
  };
  /** Number of first rows that count as paid: at the end of a day the due amount was below the tolerance. Their rest is due with the next row. */
  carriedRows: number;
  /** All money that came in. */
  paidInRupiah: number;
  /** The part of it that the loan did not need: it goes to the borrower's balance. */
  overpaidRupiah: number;
  /** Waivers and discounts that found nothing to lower. */
  lapsedRupiah: number;
  paidOffOn: BusinessDate | null;
  writtenOffOn: BusinessDate | null;
}

/** Constant values of one loan, computed once. */
export interface LoanPlan {
  terms: LoanTerms;
  rows: ScheduledRow[];
  /** Room that interest and fees leave below the total cap. */
  lateFeeCapRupiah: number;
  tolerances: readonly DueTolerance[];
}

export function loanPlanOf(terms: LoanTerms): LoanPlan {
  const rows = scheduleOf(terms);
  const costRupiah = sumRupiah(rows.map((row) => row.interestRupiah + row.feeRupiah));
  // The cap keeps room for the whole scheduled interest, so an early payoff can only leave more room, never less.
  return {
    terms,
    rows,
    lateFeeCapRupiah: Math.max(0, totalCapRupiah(terms) - costRupiah),
    tolerances: dueTolerances(),
  };
}

/** The tolerance (rupiah) of a day. */
export const toleranceRupiah = ({ tolerances }: LoanPlan, on: BusinessDate): number =>
  dueToleranceRupiah(on, tolerances);

export function startOf(plan: LoanPlan): Position {
  const on = plan.terms.disbursedOn;
  const nothing = (): Settled => ({ principalRupiah: 0, interestRupiah: 0, feeRupiah: 0 });
  return {
    on,
    rows: plan.rows.map(() => ({ paid: nothing(), waived: nothing(), discounted: nothing() })),
    lateFee: { closedRupiah: 0, baseRupiah: 0, since: on, paidRupiah: 0, waivedRupiah: 0, discountedRupiah: 0 },
    carriedRows: 0,
    paidInRupiah: 0,
    overpaidRupiah: 0,
    lapsedRupiah: 0,
    paidOffOn: null,
    writtenOffOn: null,
  };
}

function copyOf(position: Position): Position {
  const rows = position.rows.map(({ paid, waived, discounted }) => ({
    paid: { ...paid },
    waived: { ...waived },
    discounted: { ...discounted },
  }));
  return { ...position, rows, lateFee: { ...position.lateFee } };
}

/**
 * The same position at the end of a later day. Due dates passed on the way begin new stretches of the late fee; so does the
 * first day of a tolerance, which also ends a loan whose rest it waives.
 */
export function rollTo(plan: LoanPlan, before: Position, date: BusinessDate): Position {
  const position = copyOf(before);
  // The base of a day is the position at the end of the day before, so several events of one day change it once.
  if (date > position.on) endDay(plan, position);
  for (const day of stopsBetween(plan, position.on, date)) {
    position.on = day;
    if (plan.tolerances.some(({ from }) => from === day)) waiveRest(plan, position);
    if (day < date) endDay(plan, position);
  }
  position.on = date;
  return position;
}

/** Days after `from` and up to `to` on which something changes without an event, in order. */
function stopsBetween({ rows, tolerances }: LoanPlan, from: BusinessDate, to: BusinessDate): BusinessDate[] {
  const days = [...rows.map(({ dueOn }) => dueOn), ...tolerances.flatMap((one) => [addDays(one.from, -1), one.from])];
  return [...new Set(days)].filter((day) => day > from && day <= to).sort();
}

/** The position after one more event, which must not be earlier than the position. Throws EventRefused. */
export function applyLoanEvent(plan: LoanPlan, before: Position, event: LoanEvent): Position {
  const position = rollTo(plan, before, event.valueDate);
  if (event.kind === "PAYMENT") pay(plan, position, event.amountRupiah);
  else if (event.kind === "WAIVER" || event.kind === "DISCOUNT") reduce(plan, position, event);
  else if (event.kind === "WRITE_OFF") writeOff(plan, position);
  return position;
}

/** Late fees charged up to the position's day, paid or not. */
export function lateFeeChargedRupiah(plan: LoanPlan, position: Position): number {
  const { closedRupiah, baseRupiah, since } = position.lateFee;
  const stretch = multiplyPpm(baseRupiah, plan.terms.lateFeeDailyPpm, daysBetween(since, position.on), "down");
  return Math.min(closedRupiah + stretch, plan.lateFeeCapRupiah);
}

/**
 * The amount that ends the loan on the position's day: unpaid principal + interest up to that day + fees + late fees.
 * Interest paid ahead is subtracted, so the amount can be below the unpaid principal, and below zero when a waiver took
 * the rest.
 */
export function payoffRupiah(plan: LoanPlan, position: Position): number {
  if (position.paidOffOn) return 0;
  let total = lateFeeUnpaidRupiah(plan, position);
  plan.rows.forEach((row, index) => {
    const settled = rowAt(position, index);
    total += unpaidOf(row, settled, "principalRupiah") + unpaidOf(row, settled, "feeRupiah");
    // A discount on interest that was never charged has no value: it is worth the interest that was charged.
    const accrued = accruedInterestRupiah(row, position.on);
    const reduced = settled.waived.interestRupiah + settled.discounted.interestRupiah;
    total += accrued - Math.min(reduced, accrued) - settled.paid.interestRupiah;
  });
  return total;
}

/** Late fees charged and neither paid nor given up. */
export function lateFeeUnpaidRupiah(plan: LoanPlan, position: Position): number {
  const { paidRupiah, waivedRupiah, discountedRupiah } = position.lateFee;
  return lateFeeChargedRupiah(plan, position) - paidRupiah - waivedRupiah - discountedRupiah;
}

/** The unpaid amount of one part of a row, by the schedule. */
export function unpaidOf(row: ScheduledRow, { paid, waived, discounted }: RowPosition, part: keyof Settled): number {
  return row[part] - paid[part] - waived[part] - discounted[part];
}

function rowAt(position: Position, index: number): RowPosition {
  const row = position.rows[index];
  if (!row) throw new RangeError(`the loan has no row ${index + 1}`);
  return row;
}

/** All that is due by the position's day, by the schedule: instalments and late fees. */
function dueRupiah(plan: LoanPlan, position: Position): number {
  const due = plan.rows.filter((row) => row.dueOn <= position.on);
  const parts = ["principalRupiah", "interestRupiah", "feeRupiah"] as const;
  const unpaid = due.flatMap((row, index) => parts.map((part) => unpaidOf(row, rowAt(position, index), part)));
  return sumRupiah(unpaid) + lateFeeUnpaidRupiah(plan, position);
}

/**
 * Ends the position's day: rows whose rest is below the tolerance of the coming day are carried to the next due date,
 * and the current stretch of the late fee ends if its base changes from the coming day on. A payment that does not
 * change the base ends no stretch.
 */
function endDay(plan: LoanPlan, position: Position): void {
  const isOver = position.paidOffOn !== null;
  const dueRows = plan.rows.filter((row) => row.dueOn <= position.on).length;
  const isCarried = !isOver && dueRupiah(plan, position) < toleranceRupiah(plan, addDays(position.on, 1));
  if (isCarried) position.carriedRows = dueRows;
  let baseRupiah = 0;
  if (!isOver && !isCarried && !position.writtenOffOn) {
    plan.rows.forEach((row, index) => {
      if (row.dueOn <= position.on) baseRupiah += unpaidOf(row, rowAt(position, index), "principalRupiah");
    });
  }
  if (baseRupiah === position.lateFee.baseRupiah) return;
  position.lateFee.closedRupiah = lateFeeChargedRupiah(plan, position);
  position.lateFee.baseRupiah = baseRupiah;
  position.lateFee.since = position.on;
}

/** Late fee → fee → interest → principal, oldest instalment first; what reaches the payoff, or nearly, ends the loan. */
function pay(plan: LoanPlan, position: Position, amountRupiah: number): void {
  position.paidInRupiah += amountRupiah;
  if (position.paidOffOn) {
    position.overpaidRupiah += amountRupiah;
    return;
  }
  const payoff = payoffRupiah(plan, position);
  if (amountRupiah >= payoff) {
    close(plan, position, amountRupiah - payoff);
    return;
  }
  let remaining = amountRupiah;
  const take = (amount: number): number => {
    const part = Math.min(remaining, amount);
    remaining -= part;
    return part;
  };
  position.lateFee.paidRupiah += take(lateFeeUnpaidRupiah(plan, position));
  plan.rows.forEach((row, index) => {
    const settled = rowAt(position, index);
    for (const part of ["feeRupiah", "interestRupiah", "principalRupiah"] as const)
      settled.paid[part] += take(unpaidOf(row, settled, part));
  });
  waiveRest(plan, position);
}

/**
 * Ends a loan that owes less than the tolerance, because no rail can carry so small an amount. The rest is waived from
 * the company's earnings, and from the lender's principal only where those are smaller.
 */
function waiveRest(plan: LoanPlan, position: Position): void {
  let rest = payoffRupiah(plan, position);
  if (rest <= 0 || rest >= toleranceRupiah(plan, position.on)) return;
  close(plan, position, 0);
  const give = (paid: number): number => {
    const given = Math.min(rest, paid);
    rest -= given;
    return given;
  };
  const lateFee = give(position.lateFee.paidRupiah);
  position.lateFee.paidRupiah -= lateFee;
  position.lateFee.waivedRupiah += lateFee;
  for (const part of ["interestRupiah", "feeRupiah", "principalRupiah"] as const)
    for (const { paid, waived } of position.rows.toReversed()) {
      const given = give(paid[part]);
      paid[part] -= given;
      waived[part] += given;
    }
}

/** Everything owed is settled: interest of days that will not run is not charged, and payments on it count for the rest. */
function close(plan: LoanPlan, position: Position, surplusRupiah: number): void {
  position.lateFee.paidRupiah += lateFeeUnpaidRupiah(plan, position);
  plan.rows.forEach((row, index) => {
    const settled = rowAt(position, index);
    const { paid, waived, discounted } = settled;
    const accrued = accruedInterestRupiah(row, position.on);
    const discountUsed = Math.min(discounted.interestRupiah, accrued);
    const waiverUsed = Math.min(waived.interestRupiah, accrued - discountUsed);
    position.lapsedRupiah += discounted.interestRupiah - discountUsed + (waived.interestRupiah - waiverUsed);
    discounted.interestRupiah = discountUsed;
    waived.interestRupiah = waiverUsed;
    paid.interestRupiah = accrued - discountUsed - waiverUsed;
    paid.feeRupiah += unpaidOf(row, settled, "feeRupiah");
    paid.principalRupiah += unpaidOf(row, settled, "principalRupiah");
  });
  position.overpaidRupiah += surplusRupiah;
  position.paidOffOn = position.on;
}

function reduce(plan: LoanPlan, position: Position, event: Reduction): void {
  let remaining = event.amountRupiah;
  if (!position.paidOffOn) {
    const isWaiver = event.kind === "WAIVER";
    if (event.of === "LATE_FEE") {
      const portion = Math.min(remaining, lateFeeUnpaidRupiah(plan, position));
      position.lateFee[isWaiver ? "waivedRupiah" : "discountedRupiah"] += portion;
      remaining -= portion;
    } else {
      const part = partOf[event.of];
      plan.rows.forEach((row, index) => {
        const settled = rowAt(position, index);
        const portion = Math.min(remaining, unpaidOf(row, settled, part));
        settled[isWaiver ? "waived" : "discounted"][part] += portion;
        remaining -= portion;
      });
    }
    const payoff = payoffRupiah(plan, position);
    if (payoff <= 0) close(plan, position, -payoff);
    else waiveRest(plan, position);
  }
  position.lapsedRupiah += remaining;
}

const partOf = { PRINCIPAL: "principalRupiah", INTEREST: "interestRupiah", FEE: "feeRupiah" } as const satisfies Record<
  Exclude<Component, "LATE_FEE">,
  keyof Settled
>;

function writeOff(plan: LoanPlan, position: Position): void {
  // A payment that came to light later may have ended the loan before.
  if (position.paidOffOn) return;
  const last = plan.rows.at(-1);
  if (last && position.on < last.dueOn)
    throw new EventRefused("WRITE_OFF_TOO_EARLY", `the last instalment is due on ${last.dueOn}`);
  position.writtenOffOn ??= position.on;
}
