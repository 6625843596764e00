/**
 * The new contract that a programme makes of a running loan: a pure function of the loan's state and the programme's
 * row. Three promises hold for every plan: it never costs more than the old contract left unpaid until the new last due
 * day, interest and late fees never bear interest, and the total cap of the first contract goes on.
 */
import { addDays, type BusinessDate } from "#shared/dates.ts";
import { multiplyPpm, shareOfRupiah, wholePpm } from "#shared/money.ts";
import {
  advance,
  carryTo,
  checkCaps,
  quoteOf,
  ruleInForce,
  tenorClass,
  TermsRefused,
  totalCapRupiah,
  type LoanState,
  type LoanTerms,
  type Quote,
  type Reduction,
} from "#features/credit/loan/server/index.ts";
import type { Programme } from "./programmes.ts";

export interface Plan {
  programme: Programme["programme"];
  /** Terms of the new loan; its fee is the carried interest. */
  terms: LoanTerms;
  quote: Quote;
  /** Interest and fees of the old contract that the new one carries; they bear no interest. */
  carriedRupiah: number;
  waived: { lateFeeRupiah: number; interestRupiah: number; feeRupiah: number };
  /** Settles the old loan after the waivers: new principal and what is carried. */
  settlesRupiah: number;
  /** Total of the old contract if nothing were paid until the new last due day. */
  boundRupiah: number;
  /** All that is left to pay of the old schedule, late fees of today counted. */
  oldScheduleRupiah: number;
}

/** Why a programme makes no plan of a loan. */
export type Unfit =
  /** No running debt, or less than the programme's minimum. */
  | "TOO_SMALL"
  /** The caps leave no room for the new interest. */
  | "NO_ROOM"
  /** It would cost more than the old contract left unpaid. */
  | "DEARER"
  /** Its instalments would be larger than the old ones, or than the income bears. */
  | "INSTALMENT"
  /** Payments of today prevent exact figures: the plan can be made tomorrow. */
  | "TOMORROW";

export interface PlanInput {
  /** The old loan today, with all its events. */
  state: LoanState;
  programme: Programme;
  tenorDays: number;
  monthlyIncomeRupiah: number;
}

/** Rounds of waiving the amount above the caps; two are enough unless payments count on the same day. */
const maxRounds = 8;
const daysInMonth = 30;

/** @returns why there is none where the loan does not fit. @throws RangeError for a tenor that the programme does not have */
export function restructurePlanOf({ state, programme, tenorDays, monthlyIncomeRupiah }: PlanInput): Plan | Unfit {
  if (!programme.tenorsDays.includes(tenorDays))
    throw new RangeError(`${programme.programme} has no ${tenorDays} days`);
  if (state.status === "PAID_OFF" || state.writtenOffOn !== null) return "TOO_SMALL";
  const settled = settle(state, programme, tenorDays);
  if (typeof settled === "string") return settled;
  const { terms, carriedRupiah, waived } = settled;
  const quote = quoteOf(terms);
  const lastDueOn = addDays(terms.disbursedOn, tenorDays);
  const boundRupiah = carryTo(state, lastDueOn).payoffRupiah;
  if (quote.totalRupiah > boundRupiah) return "DEARER";
  if (!isBearable(state, quote, programme, monthlyIncomeRupiah)) return "INSTALMENT";
  const { principalRupiah, interestRupiah, feeRupiah } = state.unpaid;
  return {
    programme: programme.programme,
    terms,
    quote,
    carriedRupiah,
    waived,
    settlesRupiah: terms.principalRupiah + carriedRupiah,
    boundRupiah,
    oldScheduleRupiah: principalRupiah + interestRupiah + feeRupiah + state.lateFee.unpaidRupiah,
  };
}

type Settled = Pick<Plan, "terms" | "carriedRupiah" | "waived">;

/** Computes the waivers after which the rest of the old debt fits below the caps of the new contract. */
function settle(state: LoanState, programme: Programme, tenorDays: number): Settled | Unfit {
  const lateFeeRupiah = state.lateFee.unpaidRupiah;
  const interestOwedRupiah = Math.max(0, accruedUnpaidRupiah(state));
  const feeOwedRupiah = state.unpaid.feeRupiah;
  let excessRupiah = 0;
  for (let round = 0; round < maxRounds; round += 1) {
    const wishedRupiah = multiplyPpm(interestOwedRupiah, programme.interestWaivedPpm, 1, "up") + excessRupiah;
    const interestRupiah = Math.min(interestOwedRupiah, wishedRupiah);
    const waived = { lateFeeRupiah, interestRupiah, feeRupiah: Math.min(feeOwedRupiah, wishedRupiah - interestRupiah) };
    const after = waiverEvents(waived, state.on, "plan").reduce(advance, state);
    const principalRupiah = Math.min(after.unpaid.principalRupiah, after.payoffRupiah);
    if (after.status === "PAID_OFF" || principalRupiah < programme.minimumRupiah) return "TOO_SMALL";
    const carriedRupiah = after.payoffRupiah - principalRupiah;
    const terms = termsOf(after, programme, tenorDays, principalRupiah, carriedRupiah);
    const room = carriedRoomRupiah(terms);
    if (room < 0) return "NO_ROOM";
    if (carriedRupiah <= room) return withinCaps(terms) ? { terms, carriedRupiah, waived } : "NO_ROOM";
    excessRupiah += carriedRupiah - room;
  }
  return "TOMORROW";
}

/** Interest that has run and is neither paid nor given up; below zero where it was paid ahead. */
function accruedUnpaidRupiah(state: LoanState): number {
  const { principalRupiah, feeRupiah } = state.unpaid;
  return state.payoffRupiah - principalRupiah - feeRupiah - state.lateFee.unpaidRupiah;
}

function termsOf(
  after: LoanState,
  programme: Programme,
  tenorDays: number,
  principalRupiah: number,
  carriedRupiah: number,
): LoanTerms {
  const disbursedOn: BusinessDate = after.on;
  const ruleCapPpm = ruleInForce("TOTAL_COST_CAP_PPM", disbursedOn, tenorClass(disbursedOn, tenorDays)).value;
  return {
    productKey: `RESTRUCTURE_${programme.programme}`,
    principalRupiah,
    tenorDays,
    instalmentDays: programme.instalmentDays,
    disbursedOn,
    dailyRatePpm: programme.dailyRatePpm,
    feeRupiah: carriedRupiah,
    lateFeeDailyPpm: programme.lateFeeDailyPpm,
    totalCapPpm: Math.min(ruleCapPpm, shareOfRupiah(Math.max(0, roomRupiah(after)), wholePpm, principalRupiah, "down")),
  };
}

/** The rest of the first contract's cost cap, after its costs so far; waived costs do not count. */
function roomRupiah(after: LoanState): number {
  const { waived, lateFee } = after;
  const borneRupiah =
    after.interestAccruedRupiah -
    waived.interestRupiah +
    (after.charged.feeRupiah - waived.feeRupiah) +
    (lateFee.chargedRupiah - lateFee.waivedRupiah);
  return totalCapRupiah(after.terms) - borneRupiah;
}

/** How much of the old interest the caps let the new contract carry; below zero where they forbid even its own interest. */
function carriedRoomRupiah(terms: LoanTerms): number {
  const { principalRupiah, tenorDays, disbursedOn } = terms;
  const { value: dailyCapPpm } = ruleInForce("DAILY_COST_CAP_PPM", disbursedOn, tenorClass(disbursedOn, tenorDays));
  const allowedRupiah = Math.min(multiplyPpm(principalRupiah, dailyCapPpm, tenorDays, "down"), totalCapRupiah(terms));
  return allowedRupiah - quoteOf({ ...terms, feeRupiah: 0 }).interestRupiah;
}

function withinCaps(terms: LoanTerms): boolean {
  try {
    checkCaps(terms);
    return true;
  } catch (error) {
    if (error instanceof TermsRefused) return false;
    throw error;
  }
}

/**
 * Whether the borrower can bear it. Instalments are compared by their amount per month, because programmes differ in
 * how often one falls due. Only the longest tenor has to lower them: a shorter one is the borrower's own choice.
 */
function isBearable(state: LoanState, quote: Quote, programme: Programme, monthlyIncomeRupiah: number): boolean {
  const monthly = (rupiah: number, days: number): number => shareOfRupiah(rupiah, daysInMonth, days, "up");
  const largest = (rows: readonly { totalRupiah: number }[]): number => Math.max(...rows.map((row) => row.totalRupiah));
  const newRupiah = monthly(largest(quote.instalments), programme.instalmentDays);
  const oldRupiah = monthly(largest(quoteOf(state.terms).instalments), state.terms.instalmentDays);
  const isLongest = quote.terms.tenorDays === Math.max(...programme.tenorsDays);
  const { value: burdenPpm } = ruleInForce("REPAYMENT_BURDEN_CAP_PPM", state.on);
  return (!isLongest || newRupiah <= oldRupiah) && newRupiah <= multiplyPpm(monthlyIncomeRupiah, burdenPpm, 1, "down");
}

/** The waivers of a plan as events of the old loan, named after the offer that makes them. */
export function waiverEvents(
  { lateFeeRupiah, interestRupiah, feeRupiah }: Plan["waived"],
  valueDate: BusinessDate,
  offerId: string,
): Reduction[] {
  const parts = [
    ["LATE_FEE", lateFeeRupiah],
    ["INTEREST", interestRupiah],
    ["FEE", feeRupiah],
  ] as const;
  return parts.flatMap(([of, amountRupiah]) =>
    amountRupiah > 0
      ? [{ kind: "WAIVER" as const, id: `restructure_${offerId}_${of.toLowerCase()}`, of, valueDate, amountRupiah }]
      : [],
  );
}

/** The plans that a programme makes of a loan, shortest first; a tenor that does not fit is omitted. */
export function restructurePlansOf(input: Omit<PlanInput, "tenorDays">): Plan[] {
  return input.programme.tenorsDays.flatMap((tenorDays) => {
    const plan = restructurePlanOf({ ...input, tenorDays });
    return typeof plan === "string" ? [] : [plan];
  });
}
