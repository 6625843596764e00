/** All SQL of bank accounts. Number and holder are sealed with the borrower's own key. */
import { sealedColumn } from "#server/records/rows.ts";
import type { Transaction, Reader } from "#server/database.server.ts";
import { readOnce } from "#server/call/request-reads.ts";
import { fixedQuery } from "#server/postgres/fixed-query.ts";
import type { Services } from "#server/services.ts";

export interface BankAccountRow {
  id: string;
  bankCode: string;
  /** Digits only. */
  accountNumber: string;
  /** The holder's name in the bank's spelling. */
  accountName: string;
  nameMatch: "SAME" | "SIMILAR";
  verifiedAt: Date;
  isMain: boolean;
  isRemoved: boolean;
}
interface Sealed {
  accountNumber: string;
  accountName: string;
}

const sealedAccount = sealedColumn<Sealed>("bank_account", "accountSealed");
/** The same number at two banks is two accounts. */
const indexOf = (services: Services, bankCode: string, accountNumber: string) =>
  services.keys.blindIndex("bank-account", `${bankCode}:${accountNumber}`);

/** Accounts in use, the main one first. */
export async function listAccounts(services: Services, trx: Reader, borrowerId: string): Promise<BankAccountRow[]> {
  return (await everyAccount(services, trx, borrowerId)).filter(({ isRemoved }) => !isRemoved);
}

/** Every account that the borrower has or had, the main one first. */
export function everyAccount(services: Services, trx: Reader, borrowerId: string): Promise<BankAccountRow[]> {
  return readOnce(trx, `bank accounts of ${borrowerId}`, () => readAccounts(services, trx, borrowerId));
}

const ofBorrower = fixedQuery((reader, { borrowerId }: { borrowerId: string }) =>
  reader
    .selectFrom("bank_account")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .orderBy("isMain", "desc")
    .orderBy("id"),
);

async function readAccounts(services: Services, trx: Reader, borrowerId: string): Promise<BankAccountRow[]> {
  services.keys.borrowerKeys.ahead(trx, borrowerId);
  const rows = await ofBorrower.execute(trx, { borrowerId });
  if (rows.length === 0) return [];
  const cipher = await services.keys.borrowerKeys.cipher(trx, borrowerId);
  return rows.map((row) => ({
    id: row.id,
    bankCode: row.bankCode,
    ...sealedAccount.open(cipher, row.id, row.accountSealed),
    nameMatch: row.nameMatch as BankAccountRow["nameMatch"],
    verifiedAt: row.verifiedAt,
    isMain: row.isMain,
    isRemoved: row.removedAt !== null,
  }));
}

/** Whether an account was added or taken away since then. */
export async function wasChangedSince(trx: Reader, borrowerId: string, since: Date): Promise<boolean> {
  const row = await trx
    .selectFrom("bank_account")
    .select("id")
    .where("borrowerId", "=", borrowerId)
    .where((account) => account.or([account("createdAt", ">", since), account("removedAt", ">", since)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks a borrower's accounts against a second change at the same time, until the transaction ends. */
export async function lockBankAccounts(trx: Transaction, borrowerId: string): Promise<void> {
  await trx.selectFrom("bank_account").select("id").where("borrowerId", "=", borrowerId).forUpdate().execute();
}

/** Adds a verified account. `KNOWN` where the borrower has it already. */
export async function addAccount(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  account: Sealed & { bankCode: string; nameMatch: BankAccountRow["nameMatch"]; isMain: boolean },
): Promise<{ id: string } | "KNOWN"> {
  const id = services.random.uuid();
  const now = services.clock.now();
  const sealed: Sealed = { accountNumber: account.accountNumber, accountName: account.accountName };
  const row = await trx
    .insertInto("bank_account")
    .values({
      borrowerId,
      id,
      bankCode: account.bankCode,
      accountSealed: await sealedAccount.sealOf(services.keys.borrowerKeys, trx, borrowerId, id, sealed),
      accountIndex: indexOf(services, account.bankCode, account.accountNumber),
      nameMatch: account.nameMatch,
      verifiedAt: now,
      isMain: account.isMain,
      createdAt: now,
    })
    .onConflict((conflict) =>
      conflict.columns(["borrowerId", "accountIndex"]).where("removedAt", "is", null).doNothing(),
    )
    .returning("id")
    .executeTakeFirst();
  return row ?? "KNOWN";
}

/** Makes an active account the main one; false when there is none. */
export async function makeMain(trx: Transaction, borrowerId: string, id: string): Promise<boolean> {
  const found = await trx
    .selectFrom("bank_account")
    .select("id")
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .where("removedAt", "is", null)
    .executeTakeFirst();
  if (!found) return false;
  await trx
    .updateTable("bank_account")
    .set({ isMain: false })
    .where("borrowerId", "=", borrowerId)
    .where("isMain", "=", true)
    .where("id", "<>", id)
    .execute();
  await trx
    .updateTable("bank_account")
    .set({ isMain: true })
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .execute();
  return true;
}

/** Deactivates an account; false when there is no active one. */
export async function removeAccount(trx: Transaction, borrowerId: string, id: string, now: Date): Promise<boolean> {
  const row = await trx
    .updateTable("bank_account")
    .set({ removedAt: now, isMain: false })
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .where("removedAt", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Borrowers that have or had this account, at most `most`. */
export async function borrowersOfAccount(
  services: Services,
  trx: Reader,
  bankCode: string,
  accountNumber: string,
  most: number,
): Promise<string[]> {
  const rows = await trx
    .selectFrom("bank_account")
    .select("borrowerId")
    .distinct()
    .where("accountIndex", "=", indexOf(services, bankCode, accountNumber))
    .limit(most)
    .execute();
  return rows.map((row) => row.borrowerId);
}
