import type { LoanBooks, LoanRow } from "#features/credit/loan/server/index.ts";

/** Whose books a loan stands in. */
export const booksOf = (loan: Pick<LoanRow, "id" | "borrowerId" | "lenderId" | "discount">): LoanBooks => ({
  loanId: loan.id,
  borrowerId: loan.borrowerId,
  lenderId: loan.lenderId,
  discount: loan.discount,
});
