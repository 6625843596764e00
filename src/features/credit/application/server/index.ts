/** Applications: answers to the domain's calls. */
import { bankAccountsOf } from "#features/account/bank-account/server/index.ts";
import { findLoanOfPerson, listLoansOfPerson, loanDiscounts, loanMoved } from "#features/credit/loan/server/index.ts";
import { deviceNameOf } from "#server/call/device-name.ts";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { transact } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import { within } from "#server/events/domain-events.ts";
import { listPage } from "#server/records/list-page.ts";
import { Refusal } from "#server/call/refusal.ts";
import {
  applyForLoan,
  cancelLoan,
  getDraft,
  getHome,
  getLoan,
  listLoanHistory,
  saveLoanDraft,
  type LoanDraftAnswer,
} from "../contract.ts";
import { quoteCoupon } from "../coupon-contract.ts";
import { getUserStatus } from "../status-contract.ts";
import { getReloan } from "../reloan-contract.ts";
import { repeatLoanAllowed } from "#features/credit/agreement/server/index.ts";
import { reloanOf, reloanStillHolds } from "./reloan.ts";
import {
  endSpentConsent,
  consentInForce,
  type ConsentHolder,
  consentHolders,
} from "#features/account/privacy/server/index.ts";
import { submitApplication, undecidedStates, cancelApplication, withdrawUndecided } from "./applying.ts";
import { couponQuoteOf } from "./coupon-quote.ts";
import { storeLoanDraft as writeDraft } from "./draft-store.ts";
import { personalData } from "./personal-data.ts";
import { prefilling } from "./prefilling.ts";
import { loanDetailOf, loanDraftOf, loanHomeOf, pastLoanOf, statusOf } from "./views.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";

export { appointmentOf } from "./appointment-question.ts";
export { mayApplyFrom } from "./applying.ts";

const answers: readonly CallAnswer[] = [
  answer(getDraft, async (_input, { database, borrowerId }) => ({ draft: await loanDraftOf(database, borrowerId) })),
  answer(
    saveLoanDraft,
    async (
      { amountRupiah = null, tenorDays = null, purpose = null, bankAccountId = null, couponId = null },
      { services, database, borrowerId, refuse },
    ) => {
      const now = services.clock.now();
      const chosen = { amountRupiah, tenorDays, purpose, bankAccountId };
      await transact(database, async (trx) => {
        // A draft is read on every device, so a bank account or coupon that it names would be offered there.
        const own = bankAccountId === null ? [] : await bankAccountsOf(services, trx, borrowerId);
        if (bankAccountId !== null && !own.some(({ id }) => id === bankAccountId)) refuse("BANK_ACCOUNT_UNKNOWN");
        const isCoupon = couponId !== null && couponId !== "NONE";
        const discounts = loanDiscounts(services);
        if (isCoupon && !(await discounts?.isOwn(trx, { borrowerId, discountId: couponId }))) refuse("COUPON_UNKNOWN");
        await writeDraft(trx, borrowerId, { ...chosen, discountChoice: couponId }, now);
      });
      return { draft: { ...chosen, couponId, updatedAt: now.toISOString() } satisfies LoanDraftAnswer };
    },
  ),
  answer(applyForLoan, async (input, { services, trx, borrowerId, caller, language }) => {
    const device = deviceNameOf(caller.userAgent);
    const loan = await submitApplication(services, trx, {
      ...input,
      borrowerId,
      language,
      device,
      deviceIndex: caller.knownDevice,
    });
    return { loanId: loan.id, number: loan.number, state: loan.state, submittedAt: loan.submittedAt.toISOString() };
  }),
  answer(getHome, async (_input, { services, database, borrowerId, language }) =>
    loanHomeOf(services, database, borrowerId, language),
  ),
  answer(getUserStatus, async (_input, { services, database, borrowerId }) => statusOf(services, database, borrowerId)),
  answer(listLoanHistory, async ({ cursor, limit }, { services, database, borrowerId }) => {
    const rows = await listLoansOfPerson(database, borrowerId, cursor ? new Date(cursor) : undefined, limit + 1);
    const { page, nextCursor } = listPage(rows, limit, ({ submittedAt }) => submittedAt.toISOString());
    return { items: await Promise.all(page.map((loan) => pastLoanOf(services, database, loan))), nextCursor };
  }),
  answer(getReloan, (input, { services, database, borrowerId }) => reloanOf(services, database, borrowerId, input)),
  answer(quoteCoupon, (input, { services, database, borrowerId, language }) =>
    couponQuoteOf(services, database, borrowerId, input, language),
  ),
  // After the calls with a fixed word in this place: the first path that fits is taken.
  answer(getLoan, async ({ loanId, cursor }, { services, database, borrowerId, language }) => {
    const loan = await findLoanOfPerson(database, borrowerId, loanId);
    if (!loan) throw new Refusal("LOAN_UNKNOWN");
    return loanDetailOf(services, database, loan, { language, cursor });
  }),
  answer(cancelLoan, async ({ loanId }, { services, database, borrowerId }) => {
    await transact(database, (trx) => cancelApplication(services, trx, borrowerId, loanId));
    return { loanId, state: "CANCELLED" as const };
  }),
];

/** Withdrawing the consent to the credit check before a decision ends the application, free of charge. */
const creditCheck: ConsentHolder = {
  kinds: ["CREDIT_CHECK"],
  async stop(services, trx, { borrowerId, subject }) {
    // The consent's subject is an application; a separate check has another subject.
    if (subject !== "") return [];
    const count = await withdrawUndecided(services, trx, borrowerId);
    return count > 0 ? [{ what: "APPLICATION", count }] : [];
  },
};

/** It was given for this application: with the decision it ends, and the next application is checked by a consent of its own. */
const checked = within(loanMoved, "credit-check-over", async (services, trx, { borrowerId, from, to }) => {
  if (!undecidedStates.includes(from) || undecidedStates.includes(to)) return "DONE";
  const consent = await consentInForce(services, trx, borrowerId, "CREDIT_CHECK");
  if (consent) await endSpentConsent(services, trx, borrowerId, consent.id);
  return "DONE";
});

export const domain: Domain = {
  answers,
  subscribes: [prefilling, checked],
  answersTo: [
    repeatLoanAllowed.by(reloanStillHolds),
    consentHolders.by([creditCheck]),
    personalDataHeld.by(personalData),
  ],
};
