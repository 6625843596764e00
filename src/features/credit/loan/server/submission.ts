/** The first moment of a loan: an application is stored with the terms that were quoted. */
import { refuseFrozen } from "#features/account/login/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { LoanDiscount } from "./discounts.ts";
import type { LoanTerms } from "./engine/index.ts";
import { loanSubmitted } from "./events.ts";
import { lenderForNewLoans } from "./product-store.ts";
import { addLoanEvent } from "./event-store.ts";
import { insertLoan, type LoanRow } from "./store.ts";

export interface Submission {
  borrowerId: string;
  loanId: string;
  /** As quoted; `disbursedOn` is the estimate until the money has gone out. */
  terms: LoanTerms;
  purpose: string;
  bankAccountId: string;
  /** The discount of the application, if any. */
  discount?: LoanDiscount | null;
  /** The running loan that it pays off. */
  replacesLoanId?: string | null;
}

/** Writes an application in state SUBMITTED with its first event. Throws 23505 on `loan_one_open` or `loan_one_beside` when another one is open. @throws Refusal NOT_LOGGED_IN: the account was frozen in the meantime */
export async function submitLoan(services: Services, trx: Transaction, input: Submission): Promise<LoanRow> {
  const { borrowerId, loanId, terms, purpose, bankAccountId, discount = null, replacesLoanId = null } = input;
  await refuseFrozen(trx, borrowerId);
  const now = services.clock.now();
  const lender = await lenderForNewLoans(trx);
  const loan: LoanRow = {
    borrowerId,
    id: loanId,
    number: loanNumber(services),
    state: "SUBMITTED",
    productKey: terms.productKey,
    principalRupiah: terms.principalRupiah,
    tenorDays: terms.tenorDays,
    terms,
    purpose,
    bankAccountId,
    lenderId: lender.id,
    submittedAt: now,
    decidedAt: null,
    signDeadline: null,
    signedAt: null,
    disbursedOn: null,
    endedAt: null,
    endReason: null,
    mayApplyAgainOn: null,
    discount,
    restructures: null,
    replacesLoanId,
    replacesRupiah: null,
    pausedAt: null,
    signDeadlineMovedSeconds: 0,
  };
  await insertLoan(trx, loan);
  await addLoanEvent(trx, borrowerId, loanId, {
    id: services.random.uuid(),
    kind: "STATE",
    fromState: null,
    toState: "SUBMITTED",
    actor: "BORROWER",
    cause: "APPLIED",
    facts: {
      amountRupiah: terms.principalRupiah,
      tenorDays: terms.tenorDays,
      ...(discount ? { discountRupiah: discount.rupiah } : {}),
      ...(replacesLoanId ? { replacesLoanId } : {}),
    },
    happenedAt: now,
  });
  await services.events.announce(trx, loanSubmitted, { id: `submitted_${loanId}`, at: now, borrowerId, loanId });
  return loan;
}

/** Letters and figures that are not mistaken for each other when read out or typed. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** `TN-7KQ2-M4XD`: 32^8 numbers, and the database refuses a second one of the same. */
export function loanNumber({ random }: Services): string {
  const four = () => Array.from({ length: 4 }, () => alphabet[random.integer(alphabet.length)]).join("");
  return `TN-${four()}-${four()}`;
}
