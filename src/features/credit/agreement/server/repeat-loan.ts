/** Whether a repeat loan may still be signed. */
import type { Transaction } from "#server/database.server.ts";
import { defineQuestion } from "#server/questions.ts";
import type { Services } from "#server/services.ts";
import type { LoanRow } from "#features/credit/loan/server/index.ts";

/**
 * Asked in the transaction of a repeat loan's signature: whether the conditions that allowed it still hold. The domain
 * that takes applications answers. It locks the books of the borrower's loans until the transaction ends, so no payment
 * comes between this answer and the signature.
 */
export const repeatLoanAllowed = defineQuestion<
  (services: Services, trx: Transaction, loan: LoanRow) => Promise<boolean>
>("repeat-loan-stands", "ONE");
