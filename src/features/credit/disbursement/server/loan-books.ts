import type { LoanBooks, LoanRow } from "#features/credit/loan/server/index.ts";

/** The lender in whose books a loan is recorded. */
export const booksOf = (
  loan: Pick<
    LoanRow,
    "id" | "borrowerId" | "lenderId" | "discount" | "restructures" | "principalRupiah" | "replacesRupiah"
  >,
): LoanBooks => ({
  loanId: loan.id,
  borrowerId: loan.borrowerId,
  lenderId: loan.lenderId,
  discount: loan.discount,
  ...(loan.restructures
    ? { replaces: { rupiah: loan.principalRupiah }, carriedRupiah: loan.restructures.carriedRupiah }
    : loan.replacesRupiah === null
      ? {}
      : { replaces: { rupiah: loan.replacesRupiah } }),
});
