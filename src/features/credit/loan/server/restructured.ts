/** Creates the loan that continues a restructured one: it is active at once, and no money is paid out. */
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { LoanTerms } from "./engine/index.ts";
import { addLoanEvent } from "./event-store.ts";
import { insertLoan, type LoanRow } from "./store.ts";

export interface RestructuredLoan {
  loanId: string;
  number: string;
  /** Counted from the day of the signature. */
  terms: LoanTerms;
  /** Unpaid interest of the old loan (rupiah): part of the new loan's fee. */
  carriedRupiah: number;
}

/**
 * Writes the new loan ACTIVE with its first event; lender, purpose and bank account are those of the old loan. The old
 * loan has left ACTIVE before, in the same transaction. Throws 23505 if it was restructured already, or another loan is
 * open.
 */
export async function beginRestructured(
  services: Services,
  trx: Transaction,
  old: LoanRow,
  { loanId, number, terms, carriedRupiah }: RestructuredLoan,
): Promise<LoanRow> {
  const { borrowerId, purpose, bankAccountId, lenderId } = old;
  const now = services.clock.now();
  const loan: LoanRow = {
    borrowerId,
    id: loanId,
    number,
    state: "ACTIVE",
    productKey: terms.productKey,
    principalRupiah: terms.principalRupiah,
    tenorDays: terms.tenorDays,
    terms,
    purpose,
    bankAccountId,
    lenderId,
    submittedAt: now,
    decidedAt: now,
    signDeadline: null,
    signDeadlineMovedSeconds: 0,
    signedAt: now,
    disbursedOn: terms.disbursedOn,
    endedAt: null,
    endReason: null,
    mayApplyAgainOn: null,
    discount: null,
    restructures: { loanId: old.id, carriedRupiah },
    replacesLoanId: null,
    replacesRupiah: null,
    pausedAt: null,
  };
  await insertLoan(trx, loan);
  await addLoanEvent(trx, borrowerId, loanId, {
    id: services.random.uuid(),
    kind: "STATE",
    fromState: null,
    toState: "ACTIVE",
    actor: "BORROWER",
    cause: "RESTRUCTURED",
    facts: { principalRupiah: terms.principalRupiah, carriedRupiah, tenorDays: terms.tenorDays },
    happenedAt: now,
  });
  return loan;
}
