/** Bank accounts: answers to the domain's calls, and what other domains may ask of it. */
import type { Api } from "#server/answer.ts";
import type { Database, Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { bankByCode } from "#server/outside/bank/banks.ts";
import { maskAccountNumber } from "#shared/fields/bank.ts";
import { borrowersOfAccount, listAccounts, type AccountRow } from "./store.ts";

export interface BankAccount {
  id: string;
  /** Three-digit clearing code. */
  bankCode: string;
  bankName: string;
  /** Digits only. */
  accountNumber: string;
  /** As the bank holds it, upper case. */
  accountName: string;
  /** `••••7890` */
  masked: string;
  /** The bank named the holder, and the name is the borrower's. */
  verified: boolean;
  /** Where loans are paid to unless the borrower chooses another. */
  isMain: boolean;
}

const accountOf = ({ id, bankCode, accountNumber, accountName, isMain }: AccountRow): BankAccount => ({
  id,
  bankCode,
  bankName: bankByCode(bankCode)?.shortName ?? bankCode,
  accountNumber,
  accountName,
  masked: maskAccountNumber(accountNumber),
  verified: true,
  isMain,
});

/** The borrower's accounts in use, the main one first. */
export async function bankAccountsOf(services: Services, trx: Database | Transaction, borrowerId: string): Promise<BankAccount[]> {
  return (await listAccounts(services, trx, borrowerId)).map(accountOf);
}

/** One account by its id, also one that is not in use any more: loans that were paid to it still show it. */
export async function findBankAccount(services: Services, trx: Database | Transaction, borrowerId: string, id: string): Promise<BankAccount | null> {
  const row = (await listAccounts(services, trx, borrowerId, true)).find((account) => account.id === id);
  return row ? accountOf(row) : null;
}

/** Ids of borrowers that have or had this account, at most 20: for underwriting's look for duplicates. */
export const findBorrowersByAccount = (services: Services, trx: Database | Transaction, bankCode: string, accountNumber: string): Promise<string[]> =>
  borrowersOfAccount(services, trx, bankCode, accountNumber, 20);

export function answers(_api: Api): void {}
