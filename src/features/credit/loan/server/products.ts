/** The products on offer and their cost. // Product decisions 4: products, quote */
import type { Reader } from "#server/database.server.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import { dateInWib, type BusinessDate } from "#shared/dates.ts";
import { groupThousands, wholePpm } from "#shared/money.ts";
import type { QuoteAnswer, termsProblems } from "../contract.ts";
import { priceTerms, quoteOf, TermsRefused, type LoanProduct, type LoanTerms } from "./engine/index.ts";
import { productsOn } from "./product-store.ts";
import { ruleInForce } from "./rules/regulation.ts";

/** The amount and tenor that a borrower asks for. */
export interface LoanInput {
  principalRupiah: number;
  tenorDays: number;
  /** Day 0 in WIB; today where it is omitted. */
  startDate?: BusinessDate;
  /** The first product offered where it is omitted. */
  productKey?: string | undefined;
}

/** The products offered today (WIB). */
export async function productsToday(services: Services, reader: Reader = services.database): Promise<LoanProduct[]> {
  return productsOn(reader, dateInWib(services.clock.now()));
}

/**
 * Prices an amount and tenor by the product in force on its day.
 * @throws Refusal with one of `termsProblems` when it is not offered.
 */
export async function termsFor(
  services: Services,
  input: LoanInput,
  reader: Reader = services.database,
): Promise<LoanTerms> {
  const disbursedOn = input.startDate ?? dateInWib(services.clock.now());
  const products = await productsOn(reader, disbursedOn);
  const product = input.productKey === undefined ? products[0] : products.find(({ key }) => key === input.productKey);
  if (!product) throw new Refusal("PRODUCT_NOT_OFFERED");
  return priced(product, { principalRupiah: input.principalRupiah, tenorDays: input.tenorDays, disbursedOn });
}

function priced(product: LoanProduct, input: Parameters<typeof priceTerms>[1]): LoanTerms {
  try {
    return priceTerms(product, input);
  } catch (error) {
    if (!(error instanceof TermsRefused)) throw error;
    const { minimumRupiah: minimum, maximumRupiah: maximum, stepRupiah: step } = product;
    const texts = {
      minimumText: groupThousands(minimum),
      maximumText: groupThousands(maximum),
      stepText: groupThousands(step),
    };
    const { code } = error;
    if (code === "AMOUNT_BELOW_MINIMUM" || code === "AMOUNT_ABOVE_MAXIMUM" || code === "AMOUNT_NOT_MULTIPLE")
      throw new Refusal<typeof termsProblems>(code, { minimum, maximum, step, ...texts });
    throw new Refusal(code);
  }
}

/** The full cost of an amount and tenor. @throws Refusal with one of `termsProblems` when it is not offered. */
export async function quoteFor(
  services: Services,
  input: LoanInput,
  reader: Reader = services.database,
): Promise<QuoteAnswer> {
  return quoteOfTerms(await termsFor(services, input, reader));
}

/** The same for frozen terms: the figures given for an application or a loan. */
export function quoteOfTerms(terms: LoanTerms): QuoteAnswer {
  const { terms: _terms, instalments, costRupiah: _cost, ...figures } = quoteOf(terms);
  return {
    ...figures,
    productKey: terms.productKey,
    amountRupiah: terms.principalRupiah,
    tenorDays: terms.tenorDays,
    disbursedOn: terms.disbursedOn,
    instalments: instalments.map(({ number, dueOn, principalRupiah, interestRupiah, feeRupiah, totalRupiah }) => ({
      number,
      dueOn,
      principalRupiah,
      interestRupiah,
      feeRupiah,
      totalRupiah,
    })),
  };
}

/** Figures for a first or new credit limit, besides income and other instalments (`affordableLimit` of credit/limit). */
export interface AffordabilityBasis {
  burdenPpm: number;
  /** Cost of the longest tenor over its whole life, in ppm of the principal. */
  productCostPpm: number;
  instalments: number;
  maximumRupiah: number;
  stepRupiah: number;
}

/** The longest tenor of the product offered today and the share of income that instalments may take. // Field rules: repayment burden */
export async function affordabilityBasis(
  services: Services,
  reader: Reader = services.database,
): Promise<AffordabilityBasis> {
  const today = dateInWib(services.clock.now());
  const [product] = await productsOn(reader, today);
  if (!product) throw new Error(`No product is offered on ${today}.`);
  const maxDays = Math.max(...product.tenorsDays);
  return {
    burdenPpm: ruleInForce("REPAYMENT_BURDEN_CAP_PPM", today).value,
    productCostPpm: Math.min(wholePpm, product.dailyRatePpm * maxDays + product.feePpm),
    instalments: maxDays / product.instalmentDays,
    maximumRupiah: product.maximumRupiah,
    stepRupiah: product.stepRupiah,
  };
}
