/** When a repeat loan is given: narrowly, and never to cure arrears. Pure. // docs/decisions/022 */
import type { BusinessDate } from "#shared/dates.ts";
import { multiplyPpm } from "#shared/money.ts";
import { stateOf, type LoanEvent, type LoanTerms } from "#features/credit/loan/server/index.ts";
import { maxReloanDaysLate, minNetPercent, reloanRefusals, type ReloanRefusal } from "../reloan-contract.ts";

/** Minimum share of the running loan's principal that must be repaid. */
const minRepaidPpm = 500_000;
const minNetPpm = minNetPercent * 10_000;

export interface ReloanFacts {
  /** RELOAN_ALLOWED of the day. */
  isOffered: boolean;
  /** Null where no loan runs. */
  loan: {
    principalRupiah: number;
    repaidPrincipalRupiah: number;
    payoffRupiah: number;
    dueNowRupiah: number;
    /** The largest number of days that an instalment was late, today's included. */
    worstDaysLate: number;
    /** It paid another loan off itself. */
    isRepeat: boolean;
    /** It continues a restructured loan. */
    isRestructured: boolean;
    /** Its own money came back from the bank. */
    isMoneyReturned: boolean;
  } | null;
  /** Another application or loan is open or owed. */
  hasAnother: boolean;
  amountRupiah: number;
}

/** Every reason against it, in the order of `reloanRefusals`; none where it is given. */
export function reloanRefusalsOf({ isOffered, loan, hasAnother, amountRupiah }: ReloanFacts): ReloanRefusal[] {
  const applies: Record<ReloanRefusal, boolean> = {
    NOT_OFFERED: !isOffered,
    NO_LOAN: loan === null,
    OTHER_LOAN_OPEN: hasAnother,
    IS_REPEAT: loan?.isRepeat ?? false,
    IS_RESTRUCTURED: loan?.isRestructured ?? false,
    MONEY_RETURNED: loan?.isMoneyReturned ?? false,
    PAYMENT_DUE: loan !== null && loan.dueNowRupiah > 0,
    PAID_LATE: loan !== null && loan.worstDaysLate > maxReloanDaysLate,
    TOO_LITTLE_REPAID:
      loan !== null && loan.repaidPrincipalRupiah < multiplyPpm(loan.principalRupiah, minRepaidPpm, 1, "up"),
    NET_TOO_SMALL: loan !== null && amountRupiah - loan.payoffRupiah < multiplyPpm(amountRupiah, minNetPpm, 1, "up"),
  };
  return reloanRefusals.filter((refusal) => applies[refusal]);
}

/** The smallest amount on the product's steps that leaves enough over, in rupiah; never below the product's own minimum. */
export function smallestAmount(payoffRupiah: number, minimumRupiah: number, stepRupiah: number): number {
  const least = Math.ceil((payoffRupiah * 1_000_000) / (1_000_000 - minNetPpm));
  return Math.max(minimumRupiah, Math.ceil(least / stepRupiah) * stepRupiah);
}

/** The largest number of days past due that the loan has had by the end of `today`, or when a payment came. */
export function worstDaysLate(terms: LoanTerms, events: readonly LoanEvent[], today: BusinessDate): number {
  const undone = new Set(events.flatMap((event) => (event.kind === "REVERSAL" ? [event.eventId] : [])));
  const counting = events.filter(({ kind, id }) => kind !== "REVERSAL" && !undone.has(id));
  const days = [...new Set(counting.map(({ valueDate }) => valueDate))].filter((day) => day <= today);
  // A payment ends the lateness of its instalment: the days are counted as before the payment.
  const before = days.map((day) => {
    const earlier = counting.filter(({ valueDate }) => valueDate < day);
    return stateOf(terms, earlier, day).daysPastDue;
  });
  return Math.max(0, ...before, stateOf(terms, counting, today).daysPastDue);
}

export interface ReloanCost {
  costKeepRupiah: number;
  costReloanRupiah: number;
  extraRupiah: number;
}

/**
 * The cost either way beyond today's payoff (rupiah): of keeping the running loan to its end, and of the new loan that pays it off today.
 * Interest that was paid ahead lowers the payoff, so a loan that is kept costs it again.
 */
export function reloanCost(
  running: { unpaidPrincipalRupiah: number; unpaidCostRupiah: number; payoffRupiah: number },
  newCostRupiah: number,
): ReloanCost {
  const costKeepRupiah = running.unpaidPrincipalRupiah + running.unpaidCostRupiah - running.payoffRupiah;
  return { costKeepRupiah, costReloanRupiah: newCostRupiah, extraRupiah: newCostRupiah - costKeepRupiah };
}
