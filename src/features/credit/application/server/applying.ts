/** Submitting an application, and withdrawing it. // Decisions 4: lifecycle, underwriting */
import { bankAccountsOf } from "#features/account/bank-account/server/index.ts";
import { assessLimit, profileOf, readiness } from "#features/account/profile/server/index.ts";
import { currentLimits, releaseLimit, reserveLimit } from "#features/credit/limit/server/index.ts";
import {
  affordabilityBasis,
  clearDraft,
  currentLoan,
  findLoan,
  listLoans,
  quoteOfTerms,
  submitLoan,
  termsFor,
  transition,
  type LoanRow,
  type LoanTerms,
} from "#features/credit/loan/server/index.ts";
import { openCase, withdrawCase } from "#features/credit/underwriting/server/index.ts";
import { violated, type Database, type Transaction } from "#server/database.server.ts";
import { Refusal } from "#server/refusal.ts";
import type { Services } from "#server/services.ts";
import { dateInWib, formatDate, laterDate, type BusinessDate } from "#shared/dates.ts";
import { formatRupiah, multiplyPpm } from "#shared/money.ts";
import type { Language } from "#shared/texts.ts";
import type { LoanStateName } from "#features/credit/loan/contract.ts";

export interface Application {
  borrowerId: string;
  amountRupiah: number;
  tenorDays: number;
  purpose: string;
  bankAccountId: string;
  productKey?: string | undefined;
  /** The browser's label, for the look at shared devices. */
  deviceToken: string | null;
  language: Language;
}

/** States in which a borrower may still withdraw: the money is not on its way. // Decisions 4: CANCELLED */
export const cancellableStates: readonly LoanStateName[] = ["SUBMITTED", "IN_REVIEW", "APPROVED", "SIGNED"];

/** Submits in this transaction. @throws Refusal with one of `applyProblems` */
export async function apply(services: Services, trx: Transaction, wish: Application): Promise<LoanRow> {
  const { borrowerId, amountRupiah, tenorDays, productKey } = wish;
  const ready = await readiness(services, trx, borrowerId);
  if (!ready.complete) throw new Refusal("PROFILE_INCOMPLETE", { missing: ready.missing });
  await refuseSecond(trx, borrowerId);
  const mayApply = await mayApplyFrom(services, trx, borrowerId);
  if (mayApply) throw new Refusal("TRY_AGAIN_LATER", { date: mayApply, dateText: formatDate(mayApply, wish.language) });
  const terms = await termsFor(services, { principalRupiah: amountRupiah, tenorDays, productKey }, trx);
  const accounts = await bankAccountsOf(services, trx, borrowerId);
  if (!accounts.some((account) => account.id === wish.bankAccountId && account.verified)) throw new Refusal("BANK_ACCOUNT_UNKNOWN");
  await refuseTooDear(services, trx, borrowerId, terms);
  const loanId = services.random.uuid();
  await reserve(services, trx, borrowerId, loanId, amountRupiah);
  // Of two that apply at once the second waited for the limit and now sees the first.
  await refuseSecond(trx, borrowerId);
  const loan = await submitLoan(services, trx, { borrowerId, loanId, terms, purpose: wish.purpose, bankAccountId: wish.bankAccountId }).catch((error: unknown) => {
    if (violated(error, "23505") === "loan_one_open") throw new Refusal("LOAN_OPEN", { loanId });
    throw error;
  });
  await openCase(services, trx, loan, wish.deviceToken);
  await clearDraft(trx, borrowerId);
  return loan;
}

async function refuseSecond(trx: Transaction, borrowerId: string): Promise<void> {
  const open = await currentLoan(trx, borrowerId);
  if (open) throw new Refusal("LOAN_OPEN", { loanId: open.id });
}

/** The first day on which another application is taken; null when that is today or earlier. */
export async function mayApplyFrom(services: Services, reader: Database | Transaction, borrowerId: string): Promise<BusinessDate | null> {
  const today = dateInWib(services.clock.now());
  const dates = (await listLoans(reader, borrowerId, undefined, 20)).flatMap((loan) => (loan.mayApplyAgainOn ? [loan.mayApplyAgainOn] : []));
  const latest = dates.reduce<BusinessDate>(laterDate, today);
  return latest > today ? latest : null;
}

/** Field rules: repayment burden. What is paid elsewhere is added by underwriting, which asks the bureau. */
async function refuseTooDear(services: Services, trx: Transaction, borrowerId: string, terms: LoanTerms): Promise<void> {
  const profile = await profileOf(services, trx, borrowerId);
  const { burdenPpm } = await affordabilityBasis(services, trx);
  const maximum = multiplyPpm(profile?.monthlyIncomeRupiah ?? 0, burdenPpm, 1, "down");
  const instalment = Math.max(...quoteOfTerms(terms).instalments.map((row) => row.totalRupiah));
  if (instalment > maximum) throw new Refusal("INSTALMENT_TOO_LARGE", { instalmentText: formatRupiah(instalment), maximumText: formatRupiah(maximum) });
}

async function reserve(services: Services, trx: Transaction, borrowerId: string, loanId: string, amountRupiah: number): Promise<void> {
  // A profile that was completed a moment ago may not have been assessed yet.
  if (!(await currentLimits(services, trx, borrowerId)).assessed) await assessLimit(services, trx, borrowerId, { income: false });
  if (await reserveLimit(services, trx, borrowerId, loanId, amountRupiah)) return;
  const { remainingRupiah } = await currentLimits(services, trx, borrowerId);
  throw new Refusal("LIMIT_EXCEEDED", { remainingRupiah, remainingText: formatRupiah(remainingRupiah) });
}

/** Withdraws an application: the loan, its case and the limit in one transaction. @throws Refusal LOAN_UNKNOWN, LOAN_NOT_CANCELLABLE */
export async function withdraw(services: Services, trx: Transaction, borrowerId: string, loanId: string): Promise<void> {
  const loan = await findLoan(trx, borrowerId, loanId);
  if (!loan) throw new Refusal("LOAN_UNKNOWN");
  const now = services.clock.now();
  const change = { endedAt: now, endReason: "BORROWER_CANCELLED" };
  const done = await transition(services, trx, { borrowerId, loanId, from: cancellableStates, to: "CANCELLED", actor: "BORROWER", cause: "BORROWER_CANCELLED", change });
  if (!done) throw new Refusal("LOAN_NOT_CANCELLABLE", { state: (await findLoan(trx, borrowerId, loanId))?.state ?? loan.state });
  await withdrawCase(services, trx, borrowerId, loanId);
  await releaseLimit(services, trx, borrowerId, loanId);
}
