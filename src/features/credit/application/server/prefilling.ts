/** Handles a refused application when the borrower has added an option of an offer. // Spec account 8, docs/decisions/071 */
import { informationGiven } from "#features/account/document/server/index.ts";
import { findLoan } from "#features/credit/loan/server/index.ts";
import { loanOfCase } from "#features/credit/underwriting/server/index.ts";
import { after } from "#server/events/domain-events.ts";
import { storeLoanDraft } from "./draft-store.ts";

/** The terms of the refused application, ready to be sent again; for both reasons that is possible from the day of the refusal on. */
export const prefilling = after(
  informationGiven,
  "application-prefill",
  async (services, trx, { borrowerId, subjectId: caseId, isReoffer }) => {
    const loanId = isReoffer ? await loanOfCase(trx, caseId) : null;
    const loan = loanId && (await findLoan(trx, borrowerId, loanId));
    if (!loan || loan.state !== "REJECTED") return;
    const { principalRupiah: amountRupiah, tenorDays, purpose, bankAccountId } = loan;
    const draft = { amountRupiah, tenorDays, purpose, bankAccountId, discountChoice: null };
    await storeLoanDraft(trx, borrowerId, draft, services.clock.now());
  },
);
