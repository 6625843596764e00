/** Loans: answers to the domain's calls, and what other domains may ask of it. */
import { answer, type Api } from "#server/answer.ts";
import { Refusal } from "#server/refusal.ts";
import { dateInWib, type BusinessDate } from "#shared/dates.ts";
import { groupThousands } from "#shared/money.ts";
import { getQuote, listLoanProducts, type Quote } from "../contract.ts";
import { priceTerms, quoteOf, standardProduct, TermsRefused, type LoanTerms, type Wish } from "./engine/index.ts";

export { currentLoan, findLoan, listLoanEvents, loansInState, locateLoan, newestLoan, openStates, unsignedAfterDeadline, type LoanRow } from "./store.ts";
export { transition, type Transition } from "./lifecycle.ts";

export function answers(api: Api): void {
  answer(api, listLoanProducts)(async () => ({ items: [{ ...standardProduct, tenorsDays: [...standardProduct.tenorsDays] }] }));

  answer(api, getQuote)(async ({ amountRupiah, tenorDays }, { services }) =>
    quoteFor({ amountRupiah, tenorDays, disbursedOn: dateInWib(services.clock.now()) }),
  );
}

/** The full cost of a wish. Throws a Refusal with one of `termsProblems` when it is not offered. */
export function quoteFor(wish: Wish): Quote {
  const terms = termsOf(wish);
  const { terms: _terms, instalments, costRupiah: _cost, ...figures } = quoteOf(terms);
  return {
    ...figures,
    productKey: terms.productKey,
    amountRupiah: terms.amountRupiah,
    tenorDays: terms.tenorDays,
    disbursedOn: terms.disbursedOn as BusinessDate,
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

function termsOf(wish: Wish): LoanTerms {
  try {
    return priceTerms(standardProduct, wish);
  } catch (error) {
    if (!(error instanceof TermsRefused)) throw error;
    const texts = Object.fromEntries(Object.entries(error.data).map(([name, value]) => [`${name}Text`, groupThousands(value)]));
    throw new Refusal(error.code, { ...error.data, ...texts });
  }
}
