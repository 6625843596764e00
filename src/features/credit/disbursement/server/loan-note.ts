/** Notes a transfer's event in the timeline of its loan. */
import { findLoan, recordLoanEvent } from "#features/credit/loan/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { TransferRow } from "./store.ts";

/** Does nothing for a transfer with another purpose. */
export async function noteInLoan(
  services: Services,
  trx: Transaction,
  { borrowerId, purpose, subjectId, id, amountRupiah }: TransferRow,
  actor: "BANK" | `STAFF:${string}`,
  what: string,
): Promise<void> {
  const loan = purpose === "LOAN" ? await findLoan(trx, borrowerId, subjectId) : null;
  if (loan)
    await recordLoanEvent(services, trx, {
      borrowerId,
      loanId: loan.id,
      kind: what,
      state: loan.state,
      actor,
      cause: what,
      facts: { transferId: id, amountRupiah },
    });
}
