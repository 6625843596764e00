/** Loans of a person, including past ones of accounts that were merged into this one; these stay under their original account. // Spec account 5 */
import { absorbedBy } from "#features/account/account-merge/server/index.ts";
import { findLoan, listLoans, type LoanRow } from "./store.ts";
import type { Reader } from "#server/database.server.ts";

/** One loan to read, under its own `borrowerId`; null for another person's. */
export async function findLoanOfPerson(reader: Reader, borrowerId: string, loanId: string): Promise<LoanRow | null> {
  const own = await findLoan(reader, borrowerId, loanId);
  if (own) return own;
  for (const absorbedId of await absorbedBy(reader, borrowerId)) {
    const loan = await findLoan(reader, absorbedId, loanId);
    if (loan) return loan;
  }
  return null;
}

/** One page of loans, newest first; `before` is the submission time of the last one of the page before. */
export async function listLoansOfPerson(
  reader: Reader,
  borrowerId: string,
  before: Date | undefined,
  max: number,
): Promise<LoanRow[]> {
  const [own, absorbed] = await Promise.all([
    listLoans(reader, borrowerId, before, max),
    absorbedBy(reader, borrowerId),
  ]);
  if (absorbed.length === 0) return own;
  const others = await Promise.all(absorbed.map((id) => listLoans(reader, id, before, max)));
  return [...own, ...others.flat()].toSorted((a, b) => b.submittedAt.getTime() - a.submittedAt.getTime()).slice(0, max);
}
