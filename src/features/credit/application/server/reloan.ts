/** Repeat loans: viewing one, its refusals, and whether one that is approved may still be signed. */
import { currentLimits } from "#features/credit/limit/server/index.ts";
import { returnInForce } from "#features/credit/disbursement/server/index.ts";
import {
  findLoan,
  loansInView,
  openLoanAmong,
  openLoanStates,
  productsToday,
  quoteOfTerms,
  ruleInForce,
  termsFor,
  writtenOffAmong,
  type LoanRow,
  type LoanTerms,
} from "#features/credit/loan/server/index.ts";
import { holdBooks, loansToPay, historyOfLoan } from "#features/credit/repayment/server/index.ts";
import type { Reader, Transaction } from "#server/database.server.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import { say, type Language } from "#shared/texts.ts";
import { reloanRefusalTexts, type Reloan, type reloanProblems } from "../reloan-contract.ts";
import { reloanCost, reloanRefusalsOf, smallestAmount, worstDaysLate, type ReloanFacts } from "./reloan-rules.ts";

interface Running {
  loan: LoanRow;
  facts: NonNullable<ReloanFacts["loan"]>;
  unpaidPrincipalRupiah: number;
  /** Interest and fees of the schedule that are unpaid (rupiah). */
  unpaidCostRupiah: number;
}

async function runningOf(services: Services, reader: Reader, loan: LoanRow): Promise<Running | null> {
  if (loan.state !== "ACTIVE") return null;
  const [found, returned] = await Promise.all([
    historyOfLoan(services, reader, loan),
    returnInForce(reader, loan.borrowerId, "LOAN", loan.id),
  ]);
  if (!found) return null;
  const { state, events, today } = found;
  return {
    loan,
    unpaidPrincipalRupiah: state.unpaid.principalRupiah,
    unpaidCostRupiah: state.unpaid.interestRupiah + state.unpaid.feeRupiah + state.lateFee.unpaidRupiah,
    facts: {
      principalRupiah: loan.principalRupiah,
      repaidPrincipalRupiah: state.paid.principalRupiah,
      payoffRupiah: state.payoffRupiah,
      dueNowRupiah: state.dueNowRupiah,
      worstDaysLate: worstDaysLate(state.terms, events, today),
      isRepeat: loan.replacesLoanId !== null,
      isRestructured: loan.restructures !== null,
      isMoneyReturned: returned !== null,
    },
  };
}

const isOffered = (services: Services): boolean =>
  ruleInForce("RELOAN_ALLOWED", dateInWib(services.clock.now())).value === 1;

/** Whether an application or loan other than these is open or owed. */
function hasAnother(loans: readonly LoanRow[], but: readonly (string | undefined)[]): boolean {
  const others = loans.filter(({ id }) => !but.includes(id));
  return (openLoanAmong(others) ?? writtenOffAmong(others)) !== null;
}

/** The terms of a repeat loan: those of any other, without a fee. @throws Refusal with one of `termsProblems` */
async function repeatTerms(
  services: Services,
  reader: Reader,
  input: { principalRupiah: number; tenorDays: number; productKey?: string | undefined },
): Promise<LoanTerms> {
  return { ...(await termsFor(services, input, reader)), feeRupiah: 0 };
}

/** The repeat loan as shown to the borrower. @throws Refusal with one of `termsProblems` */
export async function reloanOf(
  services: Services,
  reader: Services["database"],
  borrowerId: string,
  input: { amountRupiah?: number | undefined; tenorDays?: number | undefined },
): Promise<Reloan> {
  const [loans, toPay, [product], limit] = await Promise.all([
    loansInView(reader, borrowerId),
    loansToPay(reader, borrowerId),
    productsToday(services, reader),
    currentLimits(services, reader, borrowerId),
  ]);
  const [loan] = toPay;
  const running = loan ? await runningOf(services, reader, loan) : null;
  if (!running || !product) {
    const facts = { isOffered: isOffered(services), loan: null, hasAnother: openLoanAmong(loans) !== null };
    const none = { netRupiah: 0, costKeepRupiah: 0, costReloanRupiah: 0, extraRupiah: 0 };
    const bounds = { minimumRupiah: 0, maximumRupiah: 0, stepRupiah: product?.stepRupiah ?? 0 };
    const refusals = reloanRefusalsOf({ ...facts, amountRupiah: 0 });
    return { allowed: false, refusals, old: null, quote: null, ...none, ...bounds };
  }
  const { payoffRupiah } = running.facts;
  const { stepRupiah } = product;
  const minimumRupiah = Math.min(
    product.maximumRupiah,
    smallestAmount(payoffRupiah, product.minimumRupiah, stepRupiah),
  );
  const borne = limit.remainingRupiah + running.unpaidPrincipalRupiah;
  const maximumRupiah = Math.max(minimumRupiah, Math.min(product.maximumRupiah, borne - (borne % stepRupiah)));
  const amountRupiah = input.amountRupiah ?? minimumRupiah;
  const terms = await repeatTerms(services, reader, {
    principalRupiah: amountRupiah,
    tenorDays: input.tenorDays ?? Math.max(...product.tenorsDays),
  });
  const netRupiah = Math.max(0, amountRupiah - payoffRupiah);
  const quote = { ...quoteOfTerms(terms), receivedRupiah: netRupiah };
  const refusals = reloanRefusalsOf({
    isOffered: isOffered(services),
    loan: running.facts,
    hasAnother: hasAnother(loans, [running.loan.id]),
    amountRupiah,
  });
  return {
    allowed: refusals.length === 0,
    refusals,
    old: {
      loanId: running.loan.id,
      number: running.loan.number,
      payoffRupiah,
      unpaidPrincipalRupiah: running.unpaidPrincipalRupiah,
    },
    quote,
    netRupiah,
    ...reloanCost({ ...running, payoffRupiah }, quote.interestRupiah + quote.feeRupiah),
    minimumRupiah,
    maximumRupiah,
    stepRupiah,
  };
}

export interface Replacing {
  loanId: string;
  terms: LoanTerms;
  /** The amount that the limit reserves until the payout (rupiah): the new amount without the part that the earlier loan already holds. */
  reservedRupiah: number;
}

/**
 * Judges an application for a repeat loan, with the borrower's books locked: no payment comes between this and the
 * application.
 * @throws Refusal RELOAN_REFUSED, or one of `termsProblems`
 */
export async function judgeReplacing(
  services: Services,
  trx: Transaction,
  input: {
    borrowerId: string;
    loanId: string;
    amountRupiah: number;
    tenorDays: number;
    productKey?: string | undefined;
    language: Language;
  },
): Promise<Replacing> {
  const { borrowerId, loanId, amountRupiah, tenorDays, productKey } = input;
  await holdBooks(trx, borrowerId);
  const loan = await findLoan(trx, borrowerId, loanId);
  const running = loan && (await runningOf(services, trx, loan));
  const refusals = reloanRefusalsOf({
    isOffered: isOffered(services),
    loan: running?.facts ?? null,
    hasAnother: hasAnother(await loansInView(trx, borrowerId), [loanId]),
    amountRupiah,
  });
  if (!running || refusals.length > 0)
    throw new Refusal<typeof reloanProblems>("RELOAN_REFUSED", {
      refusals,
      reasonText: refusals.map((refusal) => say(reloanRefusalTexts[refusal], input.language)).join(" "),
    });
  const terms = await repeatTerms(services, trx, { principalRupiah: amountRupiah, tenorDays, productKey });
  return { loanId, terms, reservedRupiah: Math.max(0, amountRupiah - running.unpaidPrincipalRupiah) };
}

/**
 * Whether a repeat loan may still be signed: the earlier one has ended, or its conditions still hold. Locks the
 * borrower's books.
 */
export async function reloanStillHolds(services: Services, trx: Transaction, repeat: LoanRow): Promise<boolean> {
  const { borrowerId, id, replacesLoanId } = repeat;
  await holdBooks(trx, borrowerId);
  const loan = replacesLoanId && (await findLoan(trx, borrowerId, replacesLoanId));
  if (!loan || loan.state === "WRITTEN_OFF") return false;
  if (!openLoanStates.includes(loan.state)) return true;
  const running = await runningOf(services, trx, loan);
  const refusals = reloanRefusalsOf({
    // An application approved while repeat loans were offered stays valid.
    isOffered: true,
    loan: running?.facts ?? null,
    hasAnother: hasAnother(await loansInView(trx, borrowerId), [loan.id, id]),
    amountRupiah: repeat.principalRupiah,
  });
  return refusals.length === 0;
}
