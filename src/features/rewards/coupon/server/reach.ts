/** Coupons as given today: "up to" is the maximum with a product in force, and their conditions in words. // Product decisions, rewards 15.2, 15.3 */
import { priceTerms, productsToday, type LoanProduct } from "#features/credit/loan/server/index.ts";
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { dateInWib, type BusinessDate } from "#shared/dates.ts";
import { formatRupiah } from "#shared/money.ts";
import { languages, say, type Text, type TextParameters } from "#shared/texts.ts";
import type { CouponOffer } from "../contract.ts";
import { couponConditionTexts as texts } from "./condition-texts.ts";
import { definitionsOn, type CouponTerms, type DefinitionRow } from "./store.ts";
import { discountOf, interestOf } from "./value.ts";

/** The maximal discount of a coupon on a loan of this product, in rupiah; 0 when no such loan fits it. */
function reachOn(terms: CouponTerms, product: LoanProduct, disbursedOn: BusinessDate): number {
  const max = Math.min(product.maximumRupiah, terms.maxLoanRupiah ?? product.maximumRupiah);
  const principalRupiah = max - (max % product.stepRupiah);
  const tenors = product.tenorsDays.filter((days) => days <= (terms.maxTenorDays ?? days));
  if (tenors.length === 0 || principalRupiah < Math.max(product.minimumRupiah, terms.minLoanRupiah)) return 0;
  const loan = priceTerms(product, { principalRupiah, tenorDays: Math.max(...tenors), disbursedOn });
  return discountOf(terms, interestOf(loan));
}

/**
 * The definitions in force by key, each with its maximal discount on a loan offered today: this figure is promised,
 * reserved and shown. When no product fits, the cap is used: the coupon cannot be used then.
 */
export async function definitionsNow(services: Services, reader: Reader): Promise<Map<string, DefinitionRow>> {
  const today = dateInWib(services.clock.now());
  const [definitions, products] = await Promise.all([definitionsOn(reader, today), productsToday(services, reader)]);
  return new Map(
    [...definitions].map(([key, definition]) => {
      const reach = Math.max(0, ...products.map((product) => reachOn(definition, product, today)));
      return [key, { ...definition, maxRupiah: reach > 0 ? reach : definition.maxRupiah }];
    }),
  );
}

const filled = (text: Text, values: TextParameters): Text =>
  Object.fromEntries(languages.map((language) => [language, say(text, language, values)])) as Text;

/** Conditions of a coupon, a sentence each: the loans, the maximum, and whether it is given back. */
export function conditionsOf(terms: CouponTerms): Text[] {
  const { effect, minLoanRupiah, maxLoanRupiah, maxTenorDays, maxRupiah } = terms;
  const min = formatRupiah(minLoanRupiah);
  return [
    ...(terms.isFirstLoanOnly ? [texts.firstLoan] : []),
    maxLoanRupiah === null
      ? filled(texts.loanFrom, { min })
      : filled(texts.loanBetween, { min, max: formatRupiah(maxLoanRupiah) }),
    ...(maxTenorDays === null ? [] : [filled(texts.tenor, { days: maxTenorDays })]),
    ...(effect === "INTEREST_FIXED" ? [] : [filled(texts.atMost, { amount: formatRupiah(maxRupiah) })]),
    ...(effect === "INTEREST_FREE" ? [texts.lateFee] : []),
    texts.onePerLoan,
    terms.isUsedBySubmission ? texts.usedBySending : texts.comesBack,
  ];
}

export interface OfferedCoupon {
  /** A sentence each. */
  conditions: Text[];
  offer: CouponOffer;
}

/** Existing coupons of these keys as given today. */
export async function couponOffersOf(
  services: Services,
  reader: Reader,
  couponKeys: readonly string[],
): Promise<Map<string, OfferedCoupon>> {
  if (couponKeys.length === 0) return new Map();
  const definitions = await definitionsNow(services, reader);
  return new Map(
    couponKeys.flatMap((couponKey) => {
      const definition = definitions.get(couponKey);
      if (!definition) return [];
      const { effect, maxRupiah, ppm, minLoanRupiah, maxLoanRupiah, maxTenorDays, validDays } = definition;
      const { isFirstLoanOnly, isUsedBySubmission } = definition;
      const conditions = [...conditionsOf(definition), filled(texts.valid, { days: validDays })];
      const bounds = { minLoanRupiah, maxLoanRupiah, maxTenorDays, validDays };
      const offer = { effect, maxRupiah, ppm, ...bounds, isFirstLoanOnly, isUsedBySubmission };
      return [[couponKey, { conditions, offer }] as const];
    }),
  );
}
