/** The amount with which a repeat loan pays off the earlier one. */
import type { Reader } from "#server/database.server.ts";
import { defineQuestion } from "#server/questions.ts";
import type { Services } from "#server/services.ts";
import { findLoan, type LoanRow } from "./store.ts";

/** Asked of the domain that stores payments: the payoff of a loan today in rupiah, 0 if nothing is owed on it. */
export const payoffOfLoan = defineQuestion<
  (services: Services, reader: Reader, borrowerId: string, loanId: string) => Promise<number>
>("loan-payoff", "ONE");

export interface ReplacedPart {
  loanId: string;
  number: string;
  /** Rupiah of the new loan's money that pay the earlier one off. */
  rupiah: number;
}

/** The amount that reaches the borrower's account. */
export const netRupiah = (loan: Pick<LoanRow, "principalRupiah">, replaced: ReplacedPart | null): number =>
  loan.principalRupiah - (replaced?.rupiah ?? 0);

/** Fixed with the signature; before it, as of today. Null for a loan that replaces none. */
export async function replacedPartOf(services: Services, reader: Reader, loan: LoanRow): Promise<ReplacedPart | null> {
  const { borrowerId, replacesLoanId, replacesRupiah } = loan;
  const replaced = replacesLoanId && (await findLoan(reader, borrowerId, replacesLoanId));
  if (!replaced) return null;
  const rupiah = replacesRupiah ?? (await services.ask(payoffOfLoan)(services, reader, borrowerId, replaced.id));
  return { loanId: replaced.id, number: replaced.number, rupiah };
}
