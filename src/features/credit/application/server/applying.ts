/** Submitting an application, and withdrawing it. // Product decisions 4: lifecycle, underwriting */
import { refuseWhileClosing } from "#features/account/cancellation/server/index.ts";
import { giveConsent } from "#features/account/privacy/server/index.ts";
import { applicantOf, type Profile } from "#features/account/profile/server/index.ts";
import {
  assessLimit,
  currentLimits,
  limitFrozen,
  releaseLimit,
  reserveLimit,
} from "#features/credit/limit/server/index.ts";
import {
  findLoan,
  loanDiscounts,
  loansInView,
  openLoanAmong,
  quoteOfTerms,
  ruleInForce,
  submitLoan,
  termsFor,
  transition,
  writtenOffAmong,
  type LoanDiscount,
  type LoanRow,
  type LoanTerms,
} from "#features/credit/loan/server/index.ts";
import { openUnderwritingCase, withdrawCase } from "#features/credit/underwriting/server/index.ts";
import { violated, type Transaction } from "#server/database.server.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import { dateInWib, formatDate, laterDate, type BusinessDate } from "#shared/dates.ts";
import { formatRupiah, multiplyPpm } from "#shared/money.ts";
import type { Language } from "#shared/texts.ts";
import type { LoanStateName } from "#features/credit/loan/contract.ts";
import type { applyProblems, cancelLoan } from "../contract.ts";
import { clearDraft } from "./draft-store.ts";
import { judgeReplacing } from "./reloan.ts";

export interface Application {
  borrowerId: string;
  amountRupiah: number;
  tenorDays: number;
  purpose: string;
  bankAccountId: string;
  productKey?: string | undefined;
  /** One of the borrower's coupons; NONE, or omitted: without one. */
  couponId?: string | undefined;
  /** The running loan that a repeat loan pays off. */
  replacesLoanId?: string | undefined;
  /** The device that we recognise, for the rule on shared devices. */
  deviceIndex: string | null;
  language: Language;
  /** The browser's user agent, for the receipt of the consent. */
  device: string;
}

/** States in which a borrower may still withdraw: the money is not on its way. // Product decisions 4: CANCELLED */
export const cancellableStates: readonly LoanStateName[] = ["SUBMITTED", "IN_REVIEW", "APPROVED", "SIGNED"];

/** Submits in this transaction. @throws Refusal with one of `applyProblems` */
export async function submitApplication(services: Services, trx: Transaction, input: Application): Promise<LoanRow> {
  const { borrowerId, amountRupiah, tenorDays, productKey, replacesLoanId } = input;
  await refuseWhileClosing(trx, borrowerId);
  const { missing, profile, accounts } = await applicantOf(services, trx, borrowerId);
  if (missing.length > 0) throw new Refusal<typeof applyProblems>("PROFILE_INCOMPLETE", { missing });
  const known = await loansInView(trx, borrowerId);
  const replacing = replacesLoanId ? await judgeReplacing(services, trx, { ...input, loanId: replacesLoanId }) : null;
  refuseBeside(known, replacing?.loanId);
  const mayApply = mayApplyFrom(services, known);
  if (mayApply)
    throw new Refusal<typeof applyProblems>("TRY_AGAIN_LATER", {
      date: mayApply,
      dateText: formatDate(mayApply, input.language),
    });
  const terms =
    replacing?.terms ?? (await termsFor(services, { principalRupiah: amountRupiah, tenorDays, productKey }, trx));
  if (!accounts.some((account) => account.id === input.bankAccountId && account.verified))
    throw new Refusal("BANK_ACCOUNT_UNKNOWN");
  refuseTooDear(services, profile, terms);
  const loanId = services.random.uuid();
  await reserve(services, trx, input, loanId, replacing?.reservedRupiah ?? amountRupiah);
  // The second of two concurrent applications waited for the limit and now sees the first; it also sees a loan that is owed again.
  refuseBeside(await loansInView(trx, borrowerId), replacing?.loanId);
  const discount = await discountFor(services, trx, { borrowerId, loanId, terms, couponId: input.couponId });
  const loan = await submitLoan(services, trx, {
    borrowerId,
    loanId,
    terms,
    discount,
    replacesLoanId: replacing?.loanId ?? null,
    purpose: input.purpose,
    bankAccountId: input.bankAccountId,
  }).catch((error: unknown) => {
    if (oneAtATime.has(violated(error, "23505") ?? ""))
      throw new Refusal<typeof applyProblems>("LOAN_OPEN", { loanId });
    throw error;
  });
  await giveConsent(services, trx, {
    borrowerId,
    kind: "CREDIT_CHECK",
    language: input.language,
    device: input.device,
  });
  await openUnderwritingCase(services, trx, loan, input.deviceIndex);
  await clearDraft(trx, borrowerId);
  return loan;
}

/** @throws Refusal COUPON_UNKNOWN, COUPON_NOT_USABLE */
async function discountFor(
  services: Services,
  trx: Transaction,
  about: { borrowerId: string; loanId: string; terms: LoanTerms; couponId: string | undefined },
): Promise<LoanDiscount | null> {
  const { couponId: discountId, ...loan } = about;
  if (discountId === undefined || discountId === "NONE") return null;
  const discounts = loanDiscounts(services);
  if (!discounts) throw new Refusal("COUPON_UNKNOWN");
  return discounts.reserve(services, trx, { ...loan, discountId });
}

/** Unique indexes that a concurrent second application or second repeat loan violates. */
const oneAtATime: ReadonlySet<string> = new Set(["loan_one_open", "loan_one_beside"]);

/** While a loan is open, only a loan that pays it off is given; and none while a written-off loan is owed. */
function refuseBeside(all: readonly LoanRow[], replacedId?: string): void {
  const loans = all.filter(({ id }) => id !== replacedId);
  const open = openLoanAmong(loans);
  if (open) throw new Refusal<typeof applyProblems>("LOAN_OPEN", { loanId: open.id });
  const writtenOff = writtenOffAmong(loans);
  if (writtenOff)
    throw new Refusal<typeof applyProblems>("OLD_DEBT_OPEN", { loanId: writtenOff.id, number: writtenOff.number });
}

/** The first day on which another application is taken, by the borrower's loans; null when that is today or earlier. */
export function mayApplyFrom(services: Services, loans: readonly LoanRow[]): BusinessDate | null {
  const today = dateInWib(services.clock.now());
  const dates = loans.flatMap((loan) => (loan.mayApplyAgainOn ? [loan.mayApplyAgainOn] : []));
  const latest = dates.reduce<BusinessDate>(laterDate, today);
  return latest > today ? latest : null;
}

/** Field rules: repayment burden. Underwriting adds payments to other lenders, because it asks the bureau. */
function refuseTooDear(services: Services, profile: Profile | null, terms: LoanTerms): void {
  const { value: burdenPpm } = ruleInForce("REPAYMENT_BURDEN_CAP_PPM", dateInWib(services.clock.now()));
  const maximum = multiplyPpm(profile?.monthlyIncomeRupiah ?? 0, burdenPpm, 1, "down");
  const instalment = Math.max(...quoteOfTerms(terms).instalments.map((row) => row.totalRupiah));
  if (instalment > maximum)
    throw new Refusal<typeof applyProblems>("INSTALMENT_TOO_LARGE", {
      instalmentText: formatRupiah(instalment),
      maximumText: formatRupiah(maximum),
    });
}

async function reserve(
  services: Services,
  trx: Transaction,
  { borrowerId, language }: Application,
  loanId: string,
  amountRupiah: number,
): Promise<void> {
  // A profile that was completed a moment ago may not have been assessed yet.
  if (!(await currentLimits(services, trx, borrowerId)).assessed)
    await assessLimit(services, trx, borrowerId, { income: false });
  if (await reserveLimit(services, trx, borrowerId, loanId, amountRupiah)) return;
  const { remainingRupiah, freezes } = await currentLimits(services, trx, borrowerId);
  const [freeze] = freezes;
  if (freeze) throw limitFrozen(freeze, language);
  throw new Refusal<typeof applyProblems>("LIMIT_EXCEEDED", {
    remainingRupiah,
    remainingText: formatRupiah(remainingRupiah),
  });
}

/** Withdraws an application: the loan, its case and the limit in one transaction. @throws Refusal LOAN_UNKNOWN, LOAN_NOT_CANCELLABLE */
export async function cancelApplication(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  loanId: string,
): Promise<void> {
  const loan = await findLoan(trx, borrowerId, loanId);
  if (!loan) throw new Refusal("LOAN_UNKNOWN");
  const now = services.clock.now();
  const change = { endedAt: now, endReason: "BORROWER_CANCELLED" };
  const done = await transition(services, trx, {
    borrowerId,
    loanId,
    from: cancellableStates,
    to: "CANCELLED",
    actor: "BORROWER",
    cause: "BORROWER_CANCELLED",
    change,
  });
  if (!done)
    throw new Refusal<typeof cancelLoan.problems>("LOAN_NOT_CANCELLABLE", {
      state: (await findLoan(trx, borrowerId, loanId))?.state ?? loan.state,
    });
  await withdrawCase(services, trx, borrowerId, loanId);
  await releaseLimit(services, trx, borrowerId, loanId);
}

/**
 * Withdraws the undecided application; returns the number withdrawn (0 or 1).
 * @throws Refusal LOAN_UNKNOWN, LOAN_NOT_CANCELLABLE
 */
export async function withdrawUndecided(services: Services, trx: Transaction, borrowerId: string): Promise<number> {
  const undecided = (await loansInView(trx, borrowerId)).filter(({ state }) => undecidedStates.includes(state));
  for (const { id } of undecided) await cancelApplication(services, trx, borrowerId, id);
  return undecided.length;
}
export const undecidedStates: readonly LoanStateName[] = ["SUBMITTED", "IN_REVIEW"];
