/** The newest payments of a loan, which in tests are all. */
import type { PaymentItem } from "#features/credit/repayment/contract.ts";
import { paymentsPageOf } from "#features/credit/repayment/server/index.ts";
import type { Reader } from "#server/database.server.ts";

export async function paymentsOf(reader: Reader, borrowerId: string, loanId: string): Promise<PaymentItem[]> {
  return (await paymentsPageOf(reader, { borrowerId, loanId }, undefined)).items;
}
