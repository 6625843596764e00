/** Finds a loan by the identifier that staff have. */
import * as v from "valibot";
import type { Reader } from "#server/database.server.ts";
import { uuid } from "#shared/fields/verification.ts";
import { findLoan, locateLoan, locateLoanByNumber, type LoanRow } from "#features/credit/loan/server/index.ts";

/** By its id or its number. */
export async function loanBy(reader: Reader, idOrNumber: string): Promise<LoanRow | null> {
  if (v.is(uuid, idOrNumber)) {
    const borrowerId = await locateLoan(reader, idOrNumber);
    return borrowerId ? findLoan(reader, borrowerId, idOrNumber) : null;
  }
  const found = await locateLoanByNumber(reader, idOrNumber);
  return found ? findLoan(reader, found.borrowerId, found.loanId) : null;
}
