/**
 * A loan in the books. Every figure of the engine's state has one flow between two accounts; booking posts the
 * difference of a flow since its last booking. So a payment that counts from an earlier day, a reversal or a late
 * correction needs no special rule, and a second call finds nothing left to post. // docs/decisions/022
 */
import type { Transaction } from "#server/database.server.ts";
import {
  type AccountRef,
  type Moved,
  type PostedTransfer,
  type Transfer,
  type TransferKindName,
  account,
  availableOf,
  hold,
  lockFreeAccounts,
  lockLedgerAccount,
  lockBalance,
  movedOfReference,
  movedOfReferences,
  post,
  settle,
  transferKinds,
  voidHold,
} from "#server/ledger/index.ts";
import type { BusinessDate } from "#shared/dates.ts";
import type { Component, LoanState, PaymentSource, Settled } from "./engine/index.ts";

/** The lender in whose books a loan is recorded. */
export interface LoanBooks {
  loanId: string;
  borrowerId: string;
  /** The lender of record. */
  lenderId: string;
  /** A loan that replaces another: this part of its principal (rupiah) pays the earlier loan, and only the rest leaves escrow. */
  replaces?: { rupiah: number } | null;
  /** Rupiah of its fee that are interest of the replaced loan: they were income there and must not be income again. */
  carriedRupiah?: number;
  /** The maximum of its interest that a coupon may cover, and the budget that pays for it. */
  discount?: { rupiah: number; budget: string } | null;
}

/** The history given lacks an event that is booked already: it was read before another transaction added to it. */
export class StaleHistory extends Error {
  override readonly name = "StaleHistory";
}

/** Reserves the lender's money when the loan is approved for payment. @throws LedgerRefusal INSUFFICIENT */
export async function holdFunding(
  trx: Transaction,
  now: Date,
  books: LoanBooks,
  amountRupiah: number,
  date: BusinessDate,
): Promise<void> {
  await hold(trx, now, {
    id: fundingId(books),
    kind: "LOAN_FUNDING",
    debit: account("LENDER_AVAILABLE", books.lenderId),
    credit: account("LENDER_INVESTED", books.lenderId),
    amount: amountRupiah,
    reference: fundingId(books),
    valueDate: date,
  });
}

/**
 * The transfer to the borrower succeeded: the lender's money is lent. Book the loan in the same transaction.
 * @throws LedgerRefusal where the ledger refuses the posting
 */
export async function settleFunding(trx: Transaction, now: Date, books: LoanBooks, date: BusinessDate): Promise<void> {
  await settle(trx, now, fundingId(books), date);
}

/**
 * The transfer failed for good: the lender's money is free again.
 * @throws LedgerRefusal where the ledger refuses the posting
 */
export async function releaseFunding(trx: Transaction, now: Date, books: LoanBooks, date: BusinessDate): Promise<void> {
  await voidHold(trx, now, fundingId(books), date);
}

/**
 * Undoes a loan whose payout came back: returns the lent money to the lender, once.
 * @throws LedgerRefusal where the ledger refuses the posting
 */
export async function returnFunding(
  trx: Transaction,
  now: Date,
  books: LoanBooks,
  amountRupiah: number,
  date: BusinessDate,
): Promise<void> {
  await post(trx, now, [
    {
      id: `unfund_${books.loanId}`,
      kind: "LOAN_FUNDING",
      debit: account("LENDER_INVESTED", books.lenderId),
      credit: account("LENDER_AVAILABLE", books.lenderId),
      amount: amountRupiah,
      reference: fundingId(books),
      valueDate: date,
    },
  ]);
}

function fundingId(books: LoanBooks): string {
  return `fund_${books.loanId}`;
}

/**
 * Brings the books of a loan to this state at the end of its day and returns the new postings, none if the books were
 * there already. Call it in the transaction that stores an event, after storing it, with the state after all events;
 * and without a new event when a period closes, so that interest and late fees of the period are earned in it. Bookings
 * of one loan wait for each other here. Throws StaleHistory, and LedgerRefusal INSUFFICIENT when a reversal would take
 * money from the borrower's balance that is spent.
 */
export async function bookLoan(
  trx: Transaction,
  now: Date,
  books: LoanBooks,
  state: LoanState,
): Promise<PostedTransfer[]> {
  return bookFlows(trx, now, books, state.on, flowsOf(books, state));
}

/**
 * Removes a loan from the books as if it had never been paid out; the disbursement's money is in escrow again. Payments
 * made for the loan become the borrower's balance. Throws StaleHistory, and LedgerRefusal INSUFFICIENT when the lender
 * has lent returned principal again.
 */
export async function unbookLoan(
  trx: Transaction,
  now: Date,
  books: LoanBooks,
  state: LoanState,
): Promise<PostedTransfer[]> {
  const flows = flowsOf(books, state).map((flow) => {
    if (flow.kind === "REPAYMENT") return flow;
    return { ...flow, amount: flow.kind === "OVERPAYMENT" ? state.paidInRupiah : 0 };
  });
  return bookFlows(trx, now, books, state.on, flows);
}

async function bookFlows(
  trx: Transaction,
  now: Date,
  books: LoanBooks,
  date: BusinessDate,
  flows: readonly Flow[],
): Promise<PostedTransfer[]> {
  await lockLedgerAccount(trx, now, account("LOAN_SETTLEMENT", books.loanId));
  const booked = readBooked(books, await movedOfReference(trx, books.loanId));
  const unknown = unknownAmong(booked, flows);
  if (unknown !== undefined)
    throw new StaleHistory(`${unknown} of loan ${books.loanId} is booked but not in its history`);
  const transfers: Transfer[] = [];
  for (const flow of flows) {
    const before = booked.get(flow.key) ?? nothing;
    transfers.push(...transferFor(books, await coveredBy(trx, flow, before), before, date));
  }
  return transfers.length === 0 ? [] : (await post(trx, now, transfers)).transfers;
}

/** The key of a booking that the flows of this history do not have. */
function unknownAmong(booked: ReadonlyMap<string, Booked>, flows: readonly Flow[]): string | undefined {
  const keys = new Set(flows.map(({ key }) => key));
  return [...booked].find(([key, { amount }]) => amount !== 0 && !keys.has(key))?.[0];
}

/** Flows that accrue with time alone. None of their accounts has a limit, so bookings of different loans never wait for each other. */
const accruals: ReadonlySet<string> = new Set<TransferKindName>(["INTEREST_EARNED", "LATE_FEE_CHARGED"]);

/**
 * Books what has accrued on several loans by one posting: interest earned and late fees charged. A loan of which
 * more has changed, or which another transaction books, is left as it was, for `bookLoan`.
 * @returns the ids of the loans whose books are at their state now
 * @throws LedgerRefusal where the ledger refuses the posting
 */
export async function bookAccruals(
  trx: Transaction,
  now: Date,
  loans: readonly { books: LoanBooks; state: LoanState }[],
): Promise<Set<string>> {
  const settlement = ({ loanId }: LoanBooks) => account("LOAN_SETTLEMENT", loanId);
  const free = await lockFreeAccounts(
    trx,
    loans.map(({ books }) => settlement(books)),
  );
  const mine = loans.filter(({ books }) => free.has(settlement(books).id));
  const moved = await movedOfReferences(
    trx,
    mine.map(({ books }) => books.loanId),
  );
  const done = new Set<string>();
  const transfers: Transfer[] = [];
  for (const { books, state } of mine) {
    const booked = readBooked(books, moved.get(books.loanId) ?? []);
    const flows = flowsOf(books, state);
    if (unknownAmong(booked, flows) !== undefined) continue;
    const changed = flows.filter(({ key, amount }) => amount !== (booked.get(key)?.amount ?? 0));
    if (changed.some(({ key }) => !accruals.has(key))) continue;
    transfers.push(...changed.flatMap((flow) => transferFor(books, flow, booked.get(flow.key) ?? nothing, state.on)));
    done.add(books.loanId);
  }
  await post(trx, now, transfers);
  return done;
}

/**
 * A coupon's budget reserves its amount until it is redeemed. If a payment is reversed long after that, more of the
 * coupon may be used again than the budget still covers: the excess is the company's own cost and does not block the
 * booking of a payment.
 */
async function coveredBy(trx: Transaction, flow: Flow, { amount }: Booked): Promise<Flow> {
  if (flow.kind !== "COUPON_REDEEMED" || flow.amount <= amount) return flow;
  await lockBalance(trx, flow.debit);
  return { ...flow, amount: Math.min(flow.amount, amount + (await availableOf(trx, flow.debit))) };
}

/** One figure of the state, in total since the loan began, as money from one account to another. */
interface Flow {
  key: string;
  kind: TransferKindName;
  debit: AccountRef;
  credit: AccountRef;
  amount: number;
}

type NewFlow = (kind: TransferKindName, debit: AccountRef, credit: AccountRef, amount: number) => Flow;

interface Booked {
  /** Booked forwards less booked backwards. */
  amount: number;
  times: number;
}
const nothing: Booked = { amount: 0, times: 0 };

/** Sums the bookings of each flow; the transfer's id contains the flow's key. */
function readBooked(books: LoanBooks, transfers: readonly Moved[]): Map<string, Booked> {
  const booked = new Map<string, Booked>();
  for (const { id, kind, debitAccountId, amount } of transfers) {
    const key = id.slice(idStart(books).length, id.lastIndexOf("_"));
    const forwards: readonly string[] = transferKinds[kind].debit;
    const isForwards = forwards.includes(debitAccountId.split("/")[0] ?? "");
    const known = booked.get(key) ?? nothing;
    booked.set(key, { amount: known.amount + (isForwards ? amount : -amount), times: known.times + 1 });
  }
  return booked;
}

function idStart(books: LoanBooks): string {
  return `loan_${books.loanId}_`;
}

function transferFor(books: LoanBooks, flow: Flow, booked: Booked, date: BusinessDate): Transfer[] {
  const change = flow.amount - booked.amount;
  if (change === 0) return [];
  // The count in the id makes two bookings that saw the same past collide instead of both being written.
  const base = {
    id: `${idStart(books)}${flow.key}_${booked.times + 1}`,
    kind: flow.kind,
    reference: books.loanId,
    valueDate: date,
  };
  if (change > 0) return [{ ...base, debit: flow.debit, credit: flow.credit, amount: change }];
  return [{ ...base, debit: flow.credit, credit: flow.debit, amount: -change }];
}

function flowsOf(books: LoanBooks, state: LoanState): Flow[] {
  const { loanId, borrowerId, lenderId } = books;
  const settlement = account("LOAN_SETTLEMENT", loanId);
  const unearned = account("UNEARNED_INTEREST", loanId);
  const principal = account("RECEIVABLE_PRINCIPAL", loanId);
  const replacedRupiah = books.replaces?.rupiah ?? 0;
  const flow: NewFlow = (kind, debit, credit, amount) => ({ key: kind, kind, debit, credit, amount });
  return [
    flow("DISBURSEMENT", principal, account("ESCROW"), state.terms.principalRupiah - replacedRupiah),
    {
      key: "DISBURSEMENT_REPLACED",
      kind: "DISBURSEMENT",
      debit: principal,
      credit: account("RESTRUCTURE_CLEARING"),
      amount: replacedRupiah,
    },
    flow("INTEREST_AGREED", account("RECEIVABLE_INTEREST", loanId), unearned, state.charged.interestRupiah),
    ...feeFlows(books, state, flow),
    flow(
      "LATE_FEE_CHARGED",
      account("RECEIVABLE_LATE_FEE", loanId),
      account("LATE_FEE_INCOME"),
      state.lateFee.chargedRupiah,
    ),
    flow("INTEREST_EARNED", unearned, account("INTEREST_INCOME"), state.interestAccruedRupiah),
    ...repaymentFlows(books, state),
    ...componentFlows(books, "ALLOCATION", settlement, state.paid, state.lateFee.paidRupiah),
    ...componentFlows(books, "WAIVER", account("WAIVER_COST"), state.waived, state.lateFee.waivedRupiah),
    ...componentFlows(books, "DISCOUNT", account("DISCOUNT_COST"), state.discounted, state.lateFee.discountedRupiah),
    ...discountFlows(books, state),
    ...writeOffFlows(books, state),
    flow("OVERPAYMENT", settlement, account("BORROWER_BALANCE", borrowerId), state.overpaidRupiah),
    flow(
      "PRINCIPAL_RETURNED",
      account("LENDER_INVESTED", lenderId),
      account("LENDER_AVAILABLE", lenderId),
      state.paid.principalRupiah,
    ),
  ];
}

/** Fees charged: the company's own, and those that a restructured loan carries from the loan before it. */
function feeFlows({ loanId, carriedRupiah = 0 }: LoanBooks, state: LoanState, flow: NewFlow): Flow[] {
  const receivable = account("RECEIVABLE_FEE", loanId);
  const carried = Math.min(carriedRupiah, state.charged.feeRupiah);
  return [
    flow("FEE_CHARGED", receivable, account("FEE_INCOME"), state.charged.feeRupiah - carried),
    flow("ARREARS_CARRIED", receivable, account("RESTRUCTURE_CLEARING"), carried),
  ];
}

/** Each payment is its own flow, because its money may come from another account than escrow; a reversed one falls back to zero. */
function repaymentFlows(books: LoanBooks, state: LoanState): Flow[] {
  const reversed = new Set(state.events.flatMap((event) => (event.kind === "REVERSAL" ? [event.eventId] : [])));
  return state.events.flatMap((event) => {
    if (event.kind !== "PAYMENT") return [];
    const amount = reversed.has(event.id) ? 0 : event.amountRupiah;
    const debit = sourceAccount(books, event.from ?? "RAIL");
    return [
      {
        key: `REPAYMENT_${event.id}`,
        kind: "REPAYMENT",
        debit,
        credit: account("LOAN_SETTLEMENT", books.loanId),
        amount,
      },
    ];
  });
}

function sourceAccount(books: LoanBooks, from: PaymentSource): AccountRef {
  if (from === "RAIL") return account("ESCROW");
  if (from === "BALANCE") return account("BORROWER_BALANCE", books.borrowerId);
  if (from === "RESTRUCTURE" || from === "REPLACEMENT") return account("RESTRUCTURE_CLEARING");
  return account("UNMATCHED", from.slice("UNMATCHED:".length));
}

/** The campaign that gave the coupon pays for it, as far as it took interest off. */
function discountFlows({ discount }: LoanBooks, state: LoanState): Flow[] {
  if (!discount) return [];
  const [debit, credit] = [account("REWARD_BUDGET", discount.budget), account("DISCOUNT_COST")];
  const amount = Math.min(discount.rupiah, state.discounted.interestRupiah);
  return [{ key: "COUPON_REDEEMED", kind: "COUPON_REDEEMED", debit, credit, amount }];
}

/** The books write off the amount that is still unpaid: a later recovery is allocated as usual and reduces this flow by the same amount. */
function writeOffFlows(books: LoanBooks, state: LoanState): Flow[] {
  const nothing: Settled = { principalRupiah: 0, interestRupiah: 0, feeRupiah: 0 };
  const debit = account("WRITTEN_OFF", books.loanId);
  if (!state.writtenOffOn) return componentFlows(books, "WRITE_OFF", debit, nothing, 0);
  return componentFlows(books, "WRITE_OFF", debit, state.unpaid, state.lateFee.unpaidRupiah);
}

/** The four receivables of a loan, settled from one account. */
function componentFlows(
  books: LoanBooks,
  kind: TransferKindName,
  debit: AccountRef,
  parts: Settled,
  lateFeeRupiah: number,
): Flow[] {
  const amounts: Record<Component, number> = {
    LATE_FEE: lateFeeRupiah,
    FEE: parts.feeRupiah,
    INTEREST: parts.interestRupiah,
    PRINCIPAL: parts.principalRupiah,
  };
  return (["LATE_FEE", "FEE", "INTEREST", "PRINCIPAL"] as const).map((component) => ({
    key: `${kind}_${component}`,
    kind,
    debit,
    credit: account(`RECEIVABLE_${component}`, books.loanId),
    amount: amounts[component],
  }));
}
