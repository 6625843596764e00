/** SQL of repeat loans: finds the open one that pays off a loan. */
import type { Reader, Transaction } from "#server/database.server.ts";
import { findLoan, type LoanRow } from "./store.ts";

/** The repeat loan that is open in parallel to a loan and pays it off, whatever its state; null if there is none. */
export async function openRepeatOf(reader: Reader, borrowerId: string, loanId: string): Promise<LoanRow | null> {
  const row = await reader
    .selectFrom("loan")
    .select("id")
    .where("borrowerId", "=", borrowerId)
    .where("replacesLoanId", "=", loanId)
    .where("besideOpen", "=", true)
    .where("state", "in", ["SUBMITTED", "IN_REVIEW", "APPROVED", "SIGNED", "DISBURSING", "ACTIVE"])
    .executeTakeFirst();
  return row ? findLoan(reader, borrowerId, row.id) : null;
}

/** The loan has ended: the repeat loan that was to pay it off is no longer its parallel loan. Returns the repeat loan if it is open. */
export async function endOpenRepeatOf(trx: Transaction, borrowerId: string, loanId: string): Promise<LoanRow | null> {
  const repeat = await openRepeatOf(trx, borrowerId, loanId);
  if (!repeat) return null;
  await trx
    .updateTable("loan")
    .set({ besideOpen: false })
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", repeat.id)
    .execute();
  return findLoan(trx, borrowerId, repeat.id);
}
