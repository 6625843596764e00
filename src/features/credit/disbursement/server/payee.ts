/** The receiver of a transfer: a verified bank account of the borrower. */
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { bankAccountsOf } from "#features/account/bank-account/server/index.ts";

export interface TransferPayee {
  bankCode: string;
  accountNumber: string;
  accountName: string;
}

/** The receiver of that account; null when the borrower has no such account (any more). */
export async function payeeOf(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  bankAccountId: string | null,
): Promise<TransferPayee | null> {
  if (bankAccountId === null) return null;
  const account = (await bankAccountsOf(services, trx, borrowerId)).find((one) => one.id === bankAccountId);
  return account
    ? { bankCode: account.bankCode, accountNumber: account.accountNumber, accountName: account.accountName }
    : null;
}
