/**
 * Books of a loan after its disbursement: an event is stored, the books follow, and a loan without debt ends, all in
 * one transaction under the lock of the loan's row. // Security rules 2–4; threat B7
 */
import * as v from "valibot";
import type { Reader, Transaction } from "#server/database.server.ts";
import { defineJob } from "#server/work/jobs.ts";
import type { Services } from "#server/services.ts";
import { addDays, dateInWib, earlierDate, lastDayOfMonth, laterDate, type BusinessDate } from "#shared/dates.ts";
import { withdrawPayoffLetter, type PayoffFacts } from "#features/credit/agreement/server/index.ts";
import { booksOf } from "#features/credit/disbursement/server/index.ts";
import { followBooksOfLoan, releaseLimit, resumeLimit } from "#features/credit/limit/server/index.ts";
import {
  advance,
  bookLoan,
  findLoan,
  loanTerms,
  recordLoanEvent,
  stateOf,
  transition,
  type LoanEvent,
  type LoanRow,
  type LoanState,
  type LoanView,
} from "#features/credit/loan/server/index.ts";
import { announceInstalments, isOnTime, loanPaidOff, paymentBooked, paymentReversed } from "./events.ts";
import { exposureOf } from "./exposure.ts";
import { stopApplication } from "./stopped-application.ts";
import { positionOf } from "./positions.ts";
import { nextStepAt, type LoanHistory } from "./servicing-plan.ts";
import {
  changeAccount,
  loanEventsOf,
  findRepaymentAccount,
  insertAccount,
  insertLoanEvent,
  lockAccountRow,
  lockRepaymentAccounts,
  readUnpaidSince,
  type AccountChange,
  type LoanEventFacts,
  type LoanName,
  type RepaymentAccount,
  type StoredEvent,
} from "./store.ts";

export type { LoanHistory } from "./servicing-plan.ts";

/** Writes the letter that a loan is paid off. */
export const letterJob = defineJob("repayment-paid-off", v.object({ borrowerId: v.string(), loanId: v.string() }));

/** States of a loan in which money for it still belongs to it: what it does not need becomes the borrower's balance. */
const takesMoney: ReadonlySet<string> = new Set(["ACTIVE", "PAID_OFF", "WRITTEN_OFF", "RESTRUCTURED"]);

/** Opens the books of repayment when a loan becomes active; false where they are open already. */
export async function openBooks(services: Services, trx: Transaction, loan: LoanRow): Promise<boolean> {
  const today = dateInWib(services.clock.now());
  const state = stateOf(loanTerms(loan), [], today);
  for (;;) {
    const row: Omit<RepaymentAccount, "restUntil"> = {
      borrowerId: loan.borrowerId,
      loanId: loan.id,
      customerNo: String(services.random.integer(1_000_000_000_000)).padStart(12, "0"),
      bookedOn: today,
      nextBookingOn: nextClosing(state, today),
      nextReminderAt: await nextStepAt(services, trx, loan, state),
    };
    const derived = { exposure: exposureOf(state), position: positionOf(state, []) };
    if (await insertAccount(trx, { ...row, openedAt: services.clock.now(), ...derived })) {
      await followLimit(services, trx, loan.borrowerId, state);
      return true;
    }
    // Either the books are open, or the number is another loan's.
    if (await lockAccountRow(trx, row)) return false;
  }
}

/** The next day whose end is booked: a due date or a month's end, whichever is first; null when nothing runs any more. */
export function nextClosing(state: LoanView, after: BusinessDate): BusinessDate | null {
  if (state.status === "PAID_OFF" || state.writtenOffOn) return null;
  const monthEnd = lastDayOfMonth(addDays(after, 1));
  const due = state.rows.map((row) => row.dueOn).find((date) => date > after);
  return due ? earlierDate(due, monthEnd) : monthEnd;
}

/** The loan with its history, locked with the borrower's other loans; null when it never went out. */
export async function lockHistory(trx: Transaction, name: LoanName): Promise<LoanHistory | null> {
  const account = (await lockRepaymentAccounts(trx, name.borrowerId)).find(({ loanId }) => loanId === name.loanId);
  if (!account) return null;
  const loan = await findLoan(trx, name.borrowerId, name.loanId);
  return loan?.disbursedOn ? { loan, account, events: await loanEventsOf(trx, name) } : null;
}

/** The same for reading, without a lock. */
export async function findBooks(reader: Reader, name: LoanName): Promise<LoanHistory | null> {
  const [account, loan, events] = await Promise.all([
    findRepaymentAccount(reader, name),
    findLoan(reader, name.borrowerId, name.loanId),
    loanEventsOf(reader, name),
  ]);
  return account && loan?.disbursedOn ? { loan, account, events } : null;
}

const isTaking = (history: LoanHistory | null): history is LoanHistory =>
  history !== null && takesMoney.has(history.loan.state);

/** Whether `recordEvent` would find the loan's books, locked until the transaction ends. */
export const takesEvents = async (trx: Transaction, name: LoanName): Promise<boolean> =>
  isTaking(await lockHistory(trx, name));

/**
 * AFTER_END: recorded, a payment of a loan that owed nothing any more; all of it is the borrower's balance. BEFORE_LOAN: not
 * recorded, the rail says that it was paid before there was anything to pay.
 */
export type LoanEventOutcome = "RECORDED" | "AFTER_END" | "KNOWN" | "NOT_RUNNING" | "BEFORE_LOAN";

/**
 * Adds an event to a loan and books it. The same event again changes nothing. Throws LedgerRefusal INSUFFICIENT
 * when the balance that it uses is spent.
 */
export async function recordEvent(
  services: Services,
  trx: Transaction,
  name: LoanName,
  event: LoanEvent,
  facts: Omit<LoanEventFacts, "recordedAt">,
): Promise<LoanEventOutcome> {
  const history = await lockHistory(trx, name);
  if (!isTaking(history)) return "NOT_RUNNING";
  const { loan } = history;
  const now = services.clock.now();
  const today = dateInWib(now);
  const before = stateOf(loanTerms(loan), history.events, today);
  const isFromRail = event.kind === "PAYMENT" && event.from === "RAIL";
  if (isFromRail && loan.disbursedOn && event.valueDate < loan.disbursedOn) return "BEFORE_LOAN";
  // A payment counts from the rail's day, but never from before the loan began nor from a future day.
  const valueDate = earlierDate(today, laterDate(event.valueDate, loan.disbursedOn ?? today));
  const recorded: StoredEvent = { ...event, valueDate, ...facts, recordedAt: now };
  if (!(await insertLoanEvent(trx, name, recorded))) return "KNOWN";
  const state = advance(before, recorded);
  // Announced before its consequences: subscribers get the payment before the end of its loan.
  await announceEvent(services, trx, name, recorded);
  const events = [...history.events, recorded];
  await followBooks(services, trx, { ...history, events, state }, event.kind === "REVERSAL");
  // A debt settled by another loan was not paid: the borrower owes it there.
  const isMoved = recorded.kind === "PAYMENT" && recorded.from === "RESTRUCTURE";
  if (!isMoved) await announceInstalments(services, trx, name, { before, now: state });
  return before.status === "PAID_OFF" && event.kind === "PAYMENT" ? "AFTER_END" : "RECORDED";
}

async function announceEvent(services: Services, trx: Transaction, name: LoanName, event: LoanEvent): Promise<void> {
  const { borrowerId, loanId } = name;
  const at = services.clock.now();
  if (event.kind === "PAYMENT")
    await services.events.announce(trx, paymentBooked, {
      id: `booked_${event.id}`,
      at,
      borrowerId,
      loanId,
      paymentId: event.id,
      isFromBank: isOfBank(event),
    });
  if (event.kind === "REVERSAL")
    await services.events.announce(trx, paymentReversed, {
      id: `reversed_${event.eventId}`,
      at,
      borrowerId,
      loanId,
      paymentId: event.eventId,
    });
}

/** A payment from outside; no bank can reverse a payment from the borrower's balance or another loan. */
export const isOfBank = ({ from = "RAIL" }: LoanEvent & { kind: "PAYMENT" }): boolean =>
  from === "RAIL" || from.startsWith("UNMATCHED:");

/** Books the loan up to this state of today, sets its next closing and reminder, and ends it when nothing is owed. `mayOweAgain`: what was paid or ran before may count no more. */
export async function followBooks(
  services: Services,
  trx: Transaction,
  { loan, account, events, state }: LoanHistory & { state: LoanState },
  mayOweAgain: boolean,
): Promise<void> {
  const now = services.clock.now();
  const today = state.on;
  await bookLoan(trx, now, booksOf(loan), state);
  const isOver = state.status === "PAID_OFF";
  const name = { borrowerId: loan.borrowerId, loanId: loan.id };
  await changeAccount(trx, name, {
    bookedOn: laterDate(account.bookedOn, today),
    exposure: exposureOf(state),
    position: positionOf(state, events),
    // A closing that is due is left to its sweep, which also uses the borrower's balance on that day.
    ...(isOver ? { nextBookingOn: null, nextReminderAt: null } : {}),
  });
  await followLimit(services, trx, loan.borrowerId, state);
  if (isOver && loan.state === "PAID_OFF") await renewLetter(services, trx, loan, state);
  else if (isOver) await endLoan(services, trx, loan, state);
  else if (loan.state === "PAID_OFF") await openAgain(services, trx, loan, state, today);
  // A paid instalment may be owed again, so its reminder is set again.
  else if (mayOweAgain && loan.state === "ACTIVE")
    await changeAccount(trx, name, { nextReminderAt: await nextStepAt(services, trx, loan, state) });
}

/** Reports the open due dates of all the borrower's loans to the limit. */
async function followLimit(services: Services, trx: Transaction, borrowerId: string, state: LoanState): Promise<void> {
  const open = [...(await readUnpaidSince(trx, borrowerId)).values()];
  await followBooksOfLoan(services, trx, borrowerId, {
    unpaidSince: open.length === 0 ? null : open.reduce(earlierDate),
    isOver: state.status === "PAID_OFF",
    isWrittenOff: state.status !== "PAID_OFF" && state.writtenOffOn !== null,
  });
}

/** The figures of the letter about an ended loan (rupiah, by the engine). */
export function letterFigures(state: LoanView): PayoffFacts {
  const { principalRupiah, interestRupiah, feeRupiah } = state.waived;
  return {
    paidOffOn: state.paidOffOn ?? state.on,
    paidRupiah: state.paidInRupiah - state.overpaidRupiah,
    paidLateFeeRupiah: state.lateFee.paidRupiah,
    waivedRupiah: principalRupiah + interestRupiah + feeRupiah + state.lateFee.waivedRupiah,
  };
}

/** A payment that is reported late may change how a loan ended: a letter with other figures is withdrawn, and a new one is made. */
async function renewLetter(services: Services, trx: Transaction, loan: LoanRow, state: LoanState): Promise<void> {
  const { borrowerId, id: loanId } = loan;
  const figures = letterFigures(state);
  if (!(await withdrawPayoffLetter(trx, borrowerId, loanId, figures))) return;
  await recordLoanEvent(services, trx, {
    borrowerId,
    loanId,
    kind: "PAYOFF_CHANGED",
    state: loan.state,
    actor: "SYSTEM",
    cause: "PAYOFF_CHANGED",
    facts: { ...figures },
  });
  await services.jobs.send(trx, letterJob, { borrowerId, loanId });
}

/** A payment that the bank reversed: the loan is owed again, its letter is withdrawn, its limit is used again, whatever else is open. // docs/decisions/102 */
async function openAgain(
  services: Services,
  trx: Transaction,
  loan: LoanRow,
  state: LoanState,
  today: BusinessDate,
): Promise<void> {
  const { borrowerId, id: loanId } = loan;
  const to = state.writtenOffOn ? "WRITTEN_OFF" : "ACTIVE";
  const change = { endedAt: null, endReason: null, reopened: true } as const;
  await transition(services, trx, {
    borrowerId,
    loanId,
    from: ["PAID_OFF"],
    to,
    actor: "BANK",
    cause: "PAYMENT_TAKEN_BACK",
    change,
    facts: { owesRupiah: state.payoffRupiah },
  });
  await stopApplication(services, trx, borrowerId, loanId);
  await resumeLimit(services, trx, borrowerId, loanId);
  // An application sent in the meantime held the limit until here; a later one sees this loan.
  await stopApplication(services, trx, borrowerId, loanId);
  await withdrawPayoffLetter(trx, borrowerId, loanId);
  const reopened: LoanRow = { ...loan, state: to, endedAt: null, endReason: null };
  await changeAccount(
    trx,
    { borrowerId, loanId },
    {
      nextBookingOn: nextClosing(state, today),
      nextReminderAt: to === "ACTIVE" ? await nextStepAt(services, trx, reopened, state) : null,
    },
  );
}

/** Whether the loan that replaces this one paid for it: its debt is now part of that loan. */
function isReplaced(events: readonly LoanEvent[]): boolean {
  const undone = new Set(events.flatMap((event) => (event.kind === "REVERSAL" ? [event.eventId] : [])));
  return events.some((event) => event.kind === "PAYMENT" && event.from === "RESTRUCTURE" && !undone.has(event.id));
}

/** Ends a loan without debt: it is paid off, with a letter that confirms it, or replaced by another loan; a replaced loan must not look paid. */
async function endLoan(services: Services, trx: Transaction, loan: LoanRow, state: LoanState): Promise<void> {
  const { borrowerId, id: loanId } = loan;
  if (loan.state !== "ACTIVE" && loan.state !== "WRITTEN_OFF") return;
  const end = isReplaced(state.events) ? "RESTRUCTURED" : "PAID_OFF";
  const facts = { paidOffOn: state.paidOffOn, paidRupiah: state.paidInRupiah, overpaidRupiah: state.overpaidRupiah };
  const moved = await transition(services, trx, {
    borrowerId,
    loanId,
    from: ["ACTIVE", "WRITTEN_OFF"],
    to: end,
    actor: "SYSTEM",
    cause: end === "RESTRUCTURED" ? "REPLACED" : "NOTHING_OWED",
    change: { endedAt: services.clock.now(), endReason: end },
    facts,
  });
  if (!moved) return;
  await releaseLimit(services, trx, borrowerId, loanId);
  if (end !== "PAID_OFF") return;
  await services.jobs.send(trx, letterJob, { borrowerId, loanId });
  await services.events.announce(trx, loanPaidOff, {
    id: `paid_off_${loanId}`,
    at: services.clock.now(),
    borrowerId,
    loanId,
    onTime: isOnTime(state),
  });
}

/** A day of a loan that is over and not closed. */
export interface DayClosing {
  day: BusinessDate;
  /** The loan at the end of the day on which it is booked. */
  state: LoanState;
  /** The row of its books after that. */
  account: Required<Pick<AccountChange, "bookedOn" | "nextBookingOn" | "exposure" | "position">>;
}

/** The next day of a loan that is to be closed, with what that makes of it; null when none is over by `today`. */
export function closingOf({ loan, account, events }: LoanHistory, today: BusinessDate): DayClosing | null {
  const day = account.nextBookingOn;
  if (!day || day >= today) return null;
  // Books never go back: a booking for a later day stays as it is.
  const bookOn = events.some((event) => event.valueDate > day) ? today : laterDate(day, account.bookedOn);
  const state = stateOf(loanTerms(loan), events, bookOn);
  return {
    day,
    state,
    account: {
      bookedOn: laterDate(account.bookedOn, bookOn),
      nextBookingOn: loan.state === "ACTIVE" ? nextClosing(state, day) : null,
      exposure: exposureOf(state),
      position: positionOf(state, events),
    },
  };
}

/** Books a loan at the end of a day that is over; returns the day that was closed, or null when none was due. */
export async function closeDay(services: Services, trx: Transaction, name: LoanName): Promise<BusinessDate | null> {
  const history = await lockHistory(trx, name);
  const now = services.clock.now();
  const closing = history && closingOf(history, dateInWib(now));
  if (!closing) return null;
  const { loan } = history;
  const { day, state, account } = closing;
  await bookLoan(trx, now, booksOf(loan), state);
  await changeAccount(trx, name, { ...account, ...(state.status === "PAID_OFF" ? { nextReminderAt: null } : {}) });
  // A day ends a loan only where a rule of that day gives up the rest.
  if (state.status === "PAID_OFF") await endLoan(services, trx, loan, state);
  return day;
}
