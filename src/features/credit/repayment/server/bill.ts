/** The amounts that a borrower owes on a loan today, by the engine over the stored history. */
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { dateInWib, type BusinessDate } from "#shared/dates.ts";
import {
  findLoan,
  loansInView,
  loanTerms,
  stateOf,
  type LoanRow,
  type LoanState,
  type LoanView,
} from "#features/credit/loan/server/index.ts";
import type { AlsoOwed, Bill, PaymentItem } from "../contract.ts";
import { storedViewOf } from "./positions.ts";
import { loanEventsOf, eventsOfLoans, eventsOfNamed, readUnpaidSince, type StoredEvent } from "./store.ts";

/** The bill of a loan that has gone out; null for any other, and for anybody else's. */
export async function billOf(
  services: Services,
  trx: Reader,
  borrowerId: string,
  loanId: string,
): Promise<Bill | null> {
  const loan = await findLoan(trx, borrowerId, loanId);
  return loan ? billOfLoan(services, trx, loan) : null;
}

export async function billOfLoan(services: Services, trx: Reader, loan: LoanRow): Promise<Bill | null> {
  const found = await stateOfLoan(services, trx, loan);
  return found && billFrom(loan, found.state, found.today);
}

/** The figures of a loan that has gone out at the end of `on`, today unless another day is given; null before it went out. */
export async function stateOfLoan(
  services: Services,
  reader: Reader,
  loan: LoanRow,
  on?: BusinessDate,
): Promise<{ state: LoanView; today: BusinessDate } | null> {
  if (!loan.disbursedOn) return null;
  const today = dateInWib(services.clock.now());
  const stored = await storedViewOf(reader, loan, on ?? today);
  return stored ? { state: stored, today } : historyOfLoan(services, reader, loan, on);
}

/** The same with all that happened to the loan, which grows with its payments. */
export async function historyOfLoan(
  services: Services,
  reader: Reader,
  loan: LoanRow,
  on?: BusinessDate,
): Promise<{ state: LoanState; events: StoredEvent[]; today: BusinessDate } | null> {
  if (!loan.disbursedOn) return null;
  const events = await loanEventsOf(reader, { borrowerId: loan.borrowerId, loanId: loan.id });
  const today = dateInWib(services.clock.now());
  return { state: stateOf(loanTerms(loan), events, on ?? today), events, today };
}

/** The same for several loans, their histories in one query; without those that never went out. */
export async function statesOfLoans(
  services: Services,
  reader: Reader,
  loans: readonly LoanRow[],
): Promise<Map<string, LoanState>> {
  const today = dateInWib(services.clock.now());
  const out = loans.filter(({ disbursedOn }) => disbursedOn !== null);
  const events = await eventsOfNamed(
    reader,
    out.map(({ borrowerId, id }) => ({ borrowerId, loanId: id })),
  );
  return new Map(out.map((loan) => [loan.id, stateOf(loanTerms(loan), events.get(loan.id) ?? [], today)]));
}

/** The debts of a loan, for domains that gave something for its payment: whether the loan is open, and the due dates owed; null where it was never paid out. */
export async function loanDebtOf(
  services: Services,
  trx: Reader,
  borrowerId: string,
  loanId: string,
): Promise<{ isLoanOpen: boolean; dueDates: BusinessDate[] } | null> {
  const loan = await findLoan(trx, borrowerId, loanId);
  const found = loan && (await stateOfLoan(services, trx, loan));
  if (!found) return null;
  const open = found.state.rows.filter(({ status }) => status !== "PAID");
  return { isLoanOpen: loan.state !== "PAID_OFF", dueDates: open.map(({ dueOn }) => dueOn) };
}

/** The bill of a loan from its figures of a day. */
export function billFrom(loan: LoanRow, state: LoanView, today: BusinessDate): Bill {
  const dueToday = state.dueNowRupiah;
  return {
    loanId: loan.id,
    loanNumber: loan.number,
    state: loan.state,
    amountRupiah: loan.principalRupiah,
    disbursedOn: loan.disbursedOn ?? today,
    today,
    dueTodayRupiah: dueToday,
    lateFeeRupiah: state.lateFeeDueRupiah,
    lateFeeChargedRupiah: state.lateFee.paidRupiah + state.lateFee.unpaidRupiah,
    nextDueDate: state.nextDueOn,
    nextDueRupiah: state.nextDueRupiah,
    payoffRupiah: Math.max(0, state.payoffRupiah),
    // The amount of the one-tap payment: the amount due by today, else the next instalment; never more than ends the loan.
    suggestedRupiah: Math.max(0, Math.min(dueToday > 0 ? dueToday : state.nextDueRupiah, state.payoffRupiah)),
    daysPastDue: state.daysPastDue,
    paidRupiah: state.paidInRupiah,
    overpaidRupiah: state.overpaidRupiah,
    paidOffOn: state.paidOffOn,
    rows: state.rows.map((row) => ({
      number: row.number,
      dueOn: row.dueOn,
      principalRupiah: row.principalRupiah,
      interestRupiah: row.interestRupiah,
      feeRupiah: row.feeRupiah,
      totalRupiah: row.totalRupiah,
      discountRupiah: row.discounted.principalRupiah + row.discounted.interestRupiah + row.discounted.feeRupiah,
      unpaidRupiah: row.dueRupiah,
      carriedRupiah: Math.max(0, row.dueRupiah - row.unpaidRupiah),
      status: row.status,
    })),
  };
}

/**
 * The loans that the borrower owes on, in the order in which they are to be paid: running ones by their oldest open due date,
 * then written-off ones. Two run only when the bank took back a payment of one that had been paid off. // docs/decisions/102
 */
export async function loansToPay(reader: Reader, borrowerId: string): Promise<LoanRow[]> {
  const all = await loansInView(reader, borrowerId);
  const running = all.filter(({ state }) => state === "ACTIVE");
  const since = running.length > 1 ? await readUnpaidSince(reader, borrowerId) : new Map<string, BusinessDate>();
  const dueOf = ({ id }: LoanRow): string => since.get(id) ?? "9999";
  running.sort((a, b) =>
    dueOf(a) === dueOf(b) ? a.submittedAt.getTime() - b.submittedAt.getTime() : dueOf(a) < dueOf(b) ? -1 : 1,
  );
  return [...running, ...all.filter(({ state }) => state === "WRITTEN_OFF")];
}

/** Debt on another loan than the one whose bill is shown. */
export async function otherDebtOf(services: Services, reader: Reader, loan: LoanRow | null): Promise<AlsoOwed | null> {
  const bill = loan && (await billOfLoan(services, reader, loan));
  return (
    bill && {
      loanId: bill.loanId,
      loanNumber: bill.loanNumber,
      dueTodayRupiah: bill.dueTodayRupiah,
      payoffRupiah: bill.payoffRupiah,
    }
  );
}

/** The loan that the borrower pays now. */
export async function loanToPay(reader: Reader, borrowerId: string): Promise<LoanRow | null> {
  return (await loansToPay(reader, borrowerId))[0] ?? null;
}

/** The payments of several loans of a borrower by loan, in one query, newest first; those that the bank took back are omitted. */
export async function paymentsOfLoans(
  reader: Reader,
  borrowerId: string,
  loanIds: readonly string[],
): Promise<Map<string, PaymentItem[]>> {
  return new Map(
    [...(await eventsOfLoans(reader, borrowerId, loanIds))].map(([loanId, events]) => [loanId, paymentsAmong(events)]),
  );
}

function paymentsAmong(events: readonly StoredEvent[]): PaymentItem[] {
  const reversed = new Set(events.flatMap((event) => (event.kind === "REVERSAL" ? [event.eventId] : [])));
  return events
    .flatMap((event) => (event.kind === "PAYMENT" && !reversed.has(event.id) ? [paymentItemOf(event)] : []))
    .sort((a, b) => (a.paidAt < b.paidAt ? 1 : -1));
}

/** Origin of money that no rail carried: the borrower's own balance, or another loan. */
export const inHouse = ({
  from,
}: StoredEvent & { kind: "PAYMENT" }): "BALANCE" | "RESTRUCTURE" | "REPLACEMENT" | null =>
  from === "BALANCE" || from === "RESTRUCTURE" || from === "REPLACEMENT" ? from : null;

export function paymentItemOf(event: StoredEvent & { kind: "PAYMENT" }): PaymentItem {
  return {
    id: event.id,
    amountRupiah: event.amountRupiah,
    valueDate: event.valueDate,
    paidAt: (event.paidAt ?? event.recordedAt).toISOString(),
    way: event.rail ?? inHouse(event) ?? "VIRTUAL_ACCOUNT",
    bankCode: event.bankCode,
  };
}
