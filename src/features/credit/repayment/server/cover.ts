/** The amount that the borrower's balance will pay by itself, for messages and the bill, so that they do not ask for money that is already here. */
import type { Reader } from "#server/database.server.ts";
import { account, availableOf } from "#server/ledger/index.ts";
import type { Services } from "#server/services.ts";
import type { BusinessDate } from "#shared/dates.ts";
import { returnInForce } from "#features/credit/disbursement/server/index.ts";
import { dueToleranceRupiah, type LoanRow } from "#features/credit/loan/server/index.ts";
import { billOfLoan, loansToPay } from "./bill.ts";

/**
 * The part of the instalment due on `dueOn` (rupiah) that the free balance pays at the end of that day; the whole
 * instalment if the remainder is too small to be collected. Earlier debts, on this loan or another running one, come
 * first; of two instalments due on one day neither counts on money that the other may take.
 */
export async function coveredByBalance(
  services: Services,
  reader: Reader,
  loan: LoanRow,
  dueOn: BusinessDate,
): Promise<number> {
  const { borrowerId } = loan;
  let freeRupiah = await availableOf(reader, account("BORROWER_BALANCE", borrowerId));
  if (freeRupiah <= 0 || loan.state !== "ACTIVE" || (await returnInForce(reader, borrowerId, "LOAN", loan.id)))
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
