/**
 * The state of a loan on a day: a pure function of its terms, its events and the date. `advance` is the increment; both
 * always agree. // Product decisions 4: engine
 */
import { type BusinessDate, assertDate, daysBetween, laterDate } from "#shared/dates.ts";
import { sumRupiah } from "#shared/money.ts";
import {
  type LoanEvent,
  assertEvent,
  assertSameEvent,
  compareEvents,
  datedWithin,
  orderEvents,
  withoutReversed,
} from "./events.ts";
import {
  type LoanPlan,
  type Position,
  type Settled,
  applyLoanEvent,
  loanPlanOf,
  lateFeeChargedRupiah,
  lateFeeUnpaidRupiah,
  payoffRupiah,
  rollTo,
  startOf,
  toleranceRupiah,
  unpaidOf,
} from "./position.ts";
import { type ScheduledRow, accruedInterestRupiah } from "./schedule.ts";
import type { LoanTerms } from "./terms.ts";

export type RowStatus = "PAID" | "UPCOMING" | "DUE_TODAY" | "OVERDUE";

export interface RowState extends ScheduledRow {
  /** Interest charged: the scheduled interest, or after an early payoff the interest up to that day. `totalRupiah` follows it. */
  interestRupiah: number;
  paid: Settled;
  waived: Settled;
  discounted: Settled;
  unpaid: Settled;
  /** Not paid yet, by the schedule. */
  unpaidRupiah: number;
  /** Asked for with this row: a rest below the tolerance is asked for with the next row instead. */
  dueRupiah: number;
  /** PAID: nothing is asked for with it any more. */
  status: RowStatus;
}

export interface LateFeeState {
  chargedRupiah: number;
  paidRupiah: number;
  waivedRupiah: number;
  discountedRupiah: number;
  unpaidRupiah: number;
}

/** The figures of a loan on a day. */
export interface LoanView {
  terms: LoanTerms;
  on: BusinessDate;
  status: "ACTIVE" | "PAID_OFF";
  paidOffOn: BusinessDate | null;
  writtenOffOn: BusinessDate | null;
  rows: RowState[];
  lateFee: LateFeeState;
  /** Sums over the rows. */
  charged: Settled;
  paid: Settled;
  waived: Settled;
  discounted: Settled;
  unpaid: Settled;
  /** Interest that has run by this day, of what is charged. */
  interestAccruedRupiah: number;
  /** Interest, fees and late fees charged; never above the total cap. */
  costRupiah: number;
  /** Ends the loan today; 0 when it is paid off. */
  payoffRupiah: number;
  /** Instalments due by today and late fees, never more than the payoff; 0 while all of it is below the tolerance. */
  dueNowRupiah: number;
  /** The late fees among it. Other unpaid ones are asked for with the next row. */
  lateFeeDueRupiah: number;
  /** First instalment that is asked for, whether it is overdue or ahead. */
  nextDueOn: BusinessDate | null;
  nextDueRupiah: number;
  daysPastDue: number;
  paidInRupiah: number;
  overpaidRupiah: number;
  lapsedRupiah: number;
  /** The memory of `advance`: the position after the last event. */
  position: Position;
}

export interface LoanState extends LoanView {
  /** Every event known, in order, each once. */
  events: readonly LoanEvent[];
}

/** Recomputes from the start. Events after `date` do not count yet. Throws EventRefused, or RangeError for a malformed event or a date before the loan. */
export function stateOf(terms: LoanTerms, events: readonly LoanEvent[], date: BusinessDate): LoanState {
  assertDate(date);
  if (date < terms.disbursedOn) throw new RangeError(`the loan begins on ${terms.disbursedOn}, after ${date}`);
  const dated = events.map((event) => datedWithin(event, terms.disbursedOn));
  for (const event of dated) assertEvent(event, terms.disbursedOn);
  const plan = loanPlanOf(terms);
  const known = orderEvents(dated).filter((event) => event.valueDate <= date);
  return { ...viewOf(plan, replay(plan, known), date), events: known };
}

/**
 * One more event: the state on the later of both days. The same event again changes nothing; an event that is earlier
 * than a counted one, or reverses one, recomputes from the start.
 */
export function advance(state: LoanState, next: LoanEvent): LoanState {
  const event = datedWithin(next, state.terms.disbursedOn);
  assertEvent(event, state.terms.disbursedOn);
  const known = state.events.find((other) => other.id === event.id);
  if (known) {
    assertSameEvent(known, event);
    return state;
  }
  const plan = loanPlanOf(state.terms);
  const last = state.events.at(-1);
  const isNext =
    (!last || compareEvents(last, event) < 0) && event.kind !== "REVERSAL" && !isReversed(state.events, event.id);
  const events = isNext ? [...state.events, event] : orderEvents([...state.events, event]);
  const position = isNext ? applyLoanEvent(plan, state.position, event) : replay(plan, events);
  return { ...viewOf(plan, position, laterDate(state.on, event.valueDate)), events };
}

/** The same loan on a later day, without new events. @throws RangeError backwards */
export function carryTo<State extends LoanView>(state: State, date: BusinessDate): State {
  if (date < state.on) throw new RangeError(`${date} is before ${state.on}: recompute with stateOf`);
  return { ...state, ...viewOf(loanPlanOf(state.terms), state.position, date) };
}

function replay(plan: LoanPlan, ordered: readonly LoanEvent[]): Position {
  return withoutReversed(ordered).reduce((position, event) => applyLoanEvent(plan, position, event), startOf(plan));
}

function isReversed(events: readonly LoanEvent[], id: string): boolean {
  return events.some((event) => event.kind === "REVERSAL" && event.eventId === id);
}

/** The figures of a day, from the position after the last event. */
export function viewOf(plan: LoanPlan, position: Position, date: BusinessDate): LoanView {
  const today = rollTo(plan, position, date);
  const unpaidRows = plan.rows.map((row, index) => unpaidRow(row, index, today));
  const charged = lateFeeChargedRupiah(plan, today);
  const lateFeeUnpaid = lateFeeUnpaidRupiah(plan, today);
  const requested = askedFor(plan, today, unpaidRows, lateFeeUnpaid);
  const rows = unpaidRows.map((row, index) => withStatus(row, requested.rows[index] ?? 0, date));
  const lateFee = {
    chargedRupiah: charged,
    paidRupiah: today.lateFee.paidRupiah,
    waivedRupiah: today.lateFee.waivedRupiah,
    discountedRupiah: today.lateFee.discountedRupiah,
    unpaidRupiah: lateFeeUnpaid,
  };
  const chargedOfRows = total(rows);
  const payoff = payoffRupiah(plan, today);
  const first = rows.find((row) => row.dueRupiah > 0);
  const accruedOn = today.paidOffOn ?? date;
  return {
    terms: plan.terms,
    on: date,
    status: today.paidOffOn ? "PAID_OFF" : "ACTIVE",
    paidOffOn: today.paidOffOn,
    writtenOffOn: today.writtenOffOn,
    rows,
    lateFee,
    charged: chargedOfRows,
    paid: total(rows.map((row) => row.paid)),
    waived: total(rows.map((row) => row.waived)),
    discounted: total(rows.map((row) => row.discounted)),
    unpaid: total(rows.map((row) => row.unpaid)),
    interestAccruedRupiah: sumRupiah(plan.rows.map((row) => accruedInterestRupiah(row, accruedOn))),
    costRupiah: chargedOfRows.interestRupiah + chargedOfRows.feeRupiah + charged,
    payoffRupiah: payoff,
    dueNowRupiah: Math.min(requested.nowRupiah, payoff),
    lateFeeDueRupiah: requested.lateFeeRupiah,
    nextDueOn: first?.dueOn ?? null,
    nextDueRupiah: first?.dueRupiah ?? 0,
    daysPastDue: first && first.dueOn < date ? daysBetween(first.dueOn, date) : 0,
    paidInRupiah: today.paidInRupiah,
    overpaidRupiah: today.overpaidRupiah,
    lapsedRupiah: today.lapsedRupiah,
    position,
  };
}

/**
 * Decides the amount to pay of a loan, and the row it belongs to: the only place that does. All amounts due by the
 * position's day count together. While their sum is below the tolerance it gets the due date of the next row, and so
 * does a coming row's rest; the last row collects the remainder.
 */
function askedFor(
  plan: LoanPlan,
  today: Position,
  rows: readonly UnpaidRow[],
  lateFeeRupiah: number,
): { nowRupiah: number; lateFeeRupiah: number; rows: number[] } {
  const tolerance = toleranceRupiah(plan, today.on);
  const dueRows = rows.filter((row) => row.dueOn <= today.on).length;
  const sumRupiahDue = sumRupiah(rows.slice(0, dueRows).map((row) => row.unpaidRupiah)) + lateFeeRupiah;
  const isDue = sumRupiahDue >= Math.max(1, tolerance);
  const carriedRows = isDue ? today.carriedRows : dueRows;
  let rest = isDue ? 0 : lateFeeRupiah;
  const requestedRows = rows.map(({ unpaidRupiah }, index) => {
    rest += unpaidRupiah;
    const isAhead = index >= dueRows && index < rows.length - 1;
    if (index < carriedRows || (isAhead && rest < tolerance)) return 0;
    const rupiah = rest;
    rest = 0;
    return rupiah;
  });
  return { nowRupiah: isDue ? sumRupiahDue : 0, lateFeeRupiah: isDue ? lateFeeRupiah : 0, rows: requestedRows };
}

type UnpaidRow = Omit<RowState, "dueRupiah" | "status">;

function unpaidRow(row: ScheduledRow, index: number, today: Position): UnpaidRow {
  const settled = today.rows[index];
  if (!settled) throw new RangeError(`the loan has no row ${row.number}`);
  const interestRupiah = today.paidOffOn ? accruedInterestRupiah(row, today.paidOffOn) : row.interestRupiah;
  const charged = { ...row, interestRupiah };
  const unpaid = {
    principalRupiah: unpaidOf(charged, settled, "principalRupiah"),
    interestRupiah: unpaidOf(charged, settled, "interestRupiah"),
    feeRupiah: unpaidOf(charged, settled, "feeRupiah"),
  };
  return {
    ...charged,
    ...settled,
    totalRupiah: row.principalRupiah + interestRupiah + row.feeRupiah,
    unpaid,
    unpaidRupiah: unpaid.principalRupiah + unpaid.interestRupiah + unpaid.feeRupiah,
  };
}

function withStatus(row: UnpaidRow, dueRupiah: number, on: BusinessDate): RowState {
  const open = row.dueOn > on ? "UPCOMING" : row.dueOn === on ? "DUE_TODAY" : "OVERDUE";
  return { ...row, dueRupiah, status: dueRupiah === 0 ? "PAID" : open };
}

function total(parts: readonly Settled[]): Settled {
  return {
    principalRupiah: sumRupiah(parts.map((part) => part.principalRupiah)),
    interestRupiah: sumRupiah(parts.map((part) => part.interestRupiah)),
    feeRupiah: sumRupiah(parts.map((part) => part.feeRupiah)),
  };
}
