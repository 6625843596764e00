/** What the borrower's balance is going to pay by itself, for messages and the bill: nobody is asked for money that is here already. */
import type { Reader } from "#server/database.server.ts";
import { account, availableOf } from "#server/ledger/index.ts";
import type { Services } from "#server/services.ts";
import type { BusinessDate } from "#shared/dates.ts";
import { standingReturn } from "#features/credit/disbursement/server/index.ts";
import { dueToleranceRupiah, type LoanRow } from "#features/credit/loan/server/index.ts";
import { billOfLoan, loansToPay } from "./bill.ts";

/**
 * What of the instalment that is due on `dueOn` (rupiah) the free balance pays at the end of that day; all of it where what
 * would remain is not asked for. What is due before it, on this loan or another one that runs, comes first; of two that are due
 * on one day neither is promised what the other may take.
 */
export async function coveredByBalance(
  services: Services,
  reader: Reader,
  loan: LoanRow,
  dueOn: BusinessDate,
): Promise<number> {
  const { borrowerId } = loan;
  let freeRupiah = await availableOf(reader, account("BORROWER_BALANCE", borrowerId));
  if (freeRupiah <= 0 || loan.state !== "ACTIVE" || (await standingReturn(reader, borrowerId, "LOAN", loan.id)))
    return 0;
  let unpaidRupiah = 0;
  for (const other of await loansToPay(reader, borrowerId)) {
    const bill = other.state === "ACTIVE" ? await billOfLoan(services, reader, other) : null;
    if (!bill) continue;
    freeRupiah -= bill.lateFeeRupiah;
    for (const row of bill.rows.filter((one) => one.dueOn <= dueOn)) {
      if (other.id === loan.id && row.dueOn === dueOn) unpaidRupiah = row.unpaidRupiah;
      else freeRupiah -= row.unpaidRupiah;
    }
  }
  const coveredRupiah = Math.max(0, Math.min(freeRupiah, unpaidRupiah));
  const isCovered = coveredRupiah > 0 && unpaidRupiah - coveredRupiah < dueToleranceRupiah(dueOn);
  return isCovered ? unpaidRupiah : coveredRupiah;
}
