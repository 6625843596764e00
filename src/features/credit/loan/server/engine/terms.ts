/** Products are data; the terms of one loan are a product's figures frozen on the day it is priced. */
import { type BusinessDate, addDays, addMonths, assertDate } from "#shared/dates.ts";
import { assertRupiah, multiplyPpm } from "#shared/money.ts";
import { type RuleRow, type TenorClass, regulation, ruleInForce } from "../rules/regulation.ts";

export interface LoanProduct {
  key: string;
  minimumRupiah: number;
  maximumRupiah: number;
  stepRupiah: number;
  tenorsDays: readonly number[];
  /** Days between two instalments; every tenor is a multiple of it. */
  instalmentDays: number;
  /** Flat interest a day on the contract amount. */
  dailyRatePpm: number;
  /** One fee on the contract amount, paid in equal parts with the instalments. */
  feePpm: number;
  /** A day, on the unpaid principal of overdue instalments. */
  lateFeeDailyPpm: number;
}

/** Product decisions 4: the default product; amounts and step from Spec 9. */
export const standardProduct: LoanProduct = {
  key: "TUNAI_90",
  minimumRupiah: 200_000,
  maximumRupiah: 10_000_000,
  stepRupiah: 100_000,
  tenorsDays: [30, 60, 90],
  instalmentDays: 30,
  dailyRatePpm: 2_000,
  feePpm: 0,
  lateFeeDailyPpm: 2_000,
};

export interface LoanTerms {
  productKey: string;
  principalRupiah: number;
  tenorDays: number;
  instalmentDays: number;
  /** Day 0, in WIB: interest counts from the day after. */
  disbursedOn: BusinessDate;
  dailyRatePpm: number;
  feeRupiah: number;
  lateFeeDailyPpm: number;
  /** Cost and late fees together never pass this share of the amount, for ever. */
  totalCapPpm: number;
}

export type TermsProblem =
  | "AMOUNT_BELOW_MINIMUM"
  | "AMOUNT_ABOVE_MAXIMUM"
  | "AMOUNT_NOT_MULTIPLE"
  | "TENOR_NOT_OFFERED"
  | "COST_ABOVE_CAP"
  | "LATE_FEE_ABOVE_CAP";

/** The amount or tenor is not offered, or the product would break a rule in force; `data` holds what a text needs. */
export class TermsRefused extends Error {
  override readonly name = "TermsRefused";
  readonly code: TermsProblem;
  readonly data: Readonly<Record<string, number>>;
  constructor(code: TermsProblem, data: Readonly<Record<string, number>> = {}) {
    super(code);
    this.code = code;
    this.data = data;
  }
}

export interface PricingInput {
  principalRupiah: number;
  tenorDays: number;
  disbursedOn: BusinessDate;
}

/** Prices an amount and tenor by a product. Throws TermsRefused, or RuleMissing when no cap is in force on that day. */
export function priceTerms(
  product: LoanProduct,
  input: PricingInput,
  rules: readonly RuleRow[] = regulation,
): LoanTerms {
  const { principalRupiah, tenorDays, disbursedOn } = input;
  assertDate(disbursedOn, "disbursedOn");
  assertRupiah(principalRupiah);
  const { minimumRupiah: minimum, maximumRupiah: maximum, stepRupiah: step } = product;
  if (principalRupiah < minimum) throw new TermsRefused("AMOUNT_BELOW_MINIMUM", { minimum, maximum, step });
  if (principalRupiah > maximum) throw new TermsRefused("AMOUNT_ABOVE_MAXIMUM", { minimum, maximum, step });
  if (principalRupiah % step !== 0) throw new TermsRefused("AMOUNT_NOT_MULTIPLE", { minimum, maximum, step });
  if (!product.tenorsDays.includes(tenorDays)) throw new TermsRefused("TENOR_NOT_OFFERED");
  const tenor = tenorClass(disbursedOn, tenorDays);
  const terms: LoanTerms = {
    productKey: product.key,
    principalRupiah,
    tenorDays,
    instalmentDays: product.instalmentDays,
    disbursedOn,
    dailyRatePpm: product.dailyRatePpm,
    feeRupiah: multiplyPpm(principalRupiah, product.feePpm, 1, "down"),
    lateFeeDailyPpm: product.lateFeeDailyPpm,
    totalCapPpm: ruleInForce("TOTAL_COST_CAP_PPM", disbursedOn, tenor, rules).value,
  };
  checkCaps(terms, rules);
  return terms;
}

/**
 * The same terms counted from a later day. If a cap that came into force since then would forbid them, they stay
 * unchanged: terms keep the caps of their own day, and a document must not name a cap together with a price above it.
 */
export function datedOn(
  terms: LoanTerms,
  disbursedOn: BusinessDate,
  rules: readonly RuleRow[] = regulation,
): LoanTerms {
  const later = { ...terms, disbursedOn };
  try {
    checkCaps(later, rules);
    return later;
  } catch (error) {
    if (error instanceof TermsRefused) return terms;
    throw error;
  }
}

/**
 * Checks terms against the caps in force on their day. Throws TermsRefused. // Field rules: daily cost cap, late fee,
 * total cap
 */
export function checkCaps(terms: LoanTerms, rules: readonly RuleRow[] = regulation): void {
  if (terms.tenorDays % terms.instalmentDays !== 0) throw new TermsRefused("TENOR_NOT_OFFERED");
  const tenor = tenorClass(terms.disbursedOn, terms.tenorDays);
  const costCapPpm = ruleInForce("DAILY_COST_CAP_PPM", terms.disbursedOn, tenor, rules).value;
  const costRupiah = scheduledInterestRupiah(terms) + terms.feeRupiah;
  const allowedRupiah = Math.min(
    multiplyPpm(terms.principalRupiah, costCapPpm, terms.tenorDays, "down"),
    totalCapRupiah(terms),
  );
  if (costRupiah > allowedRupiah) throw new TermsRefused("COST_ABOVE_CAP", { costRupiah, allowedRupiah });
  const lateCapPpm = ruleInForce("DAILY_LATE_FEE_CAP_PPM", terms.disbursedOn, tenor, rules).value;
  if (terms.lateFeeDailyPpm > lateCapPpm) throw new TermsRefused("LATE_FEE_ABOVE_CAP", { lateCapPpm });
}

/** Exactly six months is undefined in the texts, so it takes the lower cap. // Field rules: daily cost cap */
export function tenorClass(disbursedOn: BusinessDate, tenorDays: number): TenorClass {
  return addDays(disbursedOn, tenorDays) < addMonths(disbursedOn, 6) ? "UNDER_SIX_MONTHS" : "SIX_MONTHS_OR_MORE";
}

/** All interest of the schedule: flat, by days, on the contract amount; a fraction is dropped in the borrower's favour. */
export function scheduledInterestRupiah(terms: LoanTerms): number {
  return multiplyPpm(terms.principalRupiah, terms.dailyRatePpm, terms.tenorDays, "down");
}

/** The maximum of interest, fees and late fees together. */
export function totalCapRupiah(terms: LoanTerms): number {
  return multiplyPpm(terms.principalRupiah, terms.totalCapPpm, 1, "down");
}
