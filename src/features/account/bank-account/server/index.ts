/** Bank accounts: answers to the domain's calls, and functions for other domains. */
import { riskDays } from "#shared/promised-times.ts";
import { confirmedNames } from "#features/account/holder-name/server/index.ts";
import { identityOf, isIdentityGiven } from "#features/account/identity/server/index.ts";
import { refuseOnHold } from "#features/account/hold/server/index.ts";
import { notifySecurity } from "#features/account/security/server/index.ts";
import type { Caller } from "#server/call/caller.ts";
import { deviceNameOf } from "#server/call/device-name.ts";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { transact, violated, type Transaction, type Reader } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import { bankByCode, banksOfIndonesia } from "#server/outside/bank/banks.ts";
import { limitRate } from "#server/call/rate-limit.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import { maskAccountNumber } from "#shared/fields/bank.ts";
import type { Language } from "#shared/texts.ts";
import {
  accountInquiries,
  addBankAccount,
  chooseMainBankAccount,
  listBankAccounts,
  listBanks,
  maxAccounts,
  removeBankAccount,
  type BankAccountAnswer,
} from "../contract.ts";
import { compareNames, maskHolderName, type NameMatch } from "./names.ts";
import {
  addAccount,
  borrowersOfAccount,
  everyAccount,
  listAccounts,
  lockBankAccounts,
  makeMain,
  removeAccount,
  wasChangedSince,
  type BankAccountRow,
} from "./store.ts";
import { personalData } from "./personal-data.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";
import { takeoverRisks } from "#features/account/change-request/server/index.ts";
import type { RiskFlag } from "#features/account/change-request/contract.ts";

export { compareNames, type NameMatch } from "./names.ts";

/** Whether a holder's name is the borrower's: by the card, or by a spelling that people confirmed, which counts as SIMILAR. */
export async function matchHolder(
  services: Services,
  reader: Reader,
  { borrowerId, fullName }: { borrowerId: string; fullName: string },
  heldName: string,
): Promise<NameMatch> {
  const byCard = compareNames(fullName, heldName);
  if (byCard !== "DIFFERENT") return byCard;
  const others = await confirmedNames(services, reader, borrowerId);
  return others.some((name) => compareNames(name, heldName) === "SAME") ? "SIMILAR" : "DIFFERENT";
}

export interface BorrowerBankAccount {
  id: string;
  /** Three-digit clearing code. */
  bankCode: string;
  bankName: string;
  /** Digits only. */
  accountNumber: string;
  /** The holder's name in the bank's spelling, upper case. */
  accountName: string;
  /** `••••7890` */
  masked: string;
  /** The bank named the holder, and the name is the borrower's. */
  verified: boolean;
  /** The account to which loans are paid unless the borrower chooses another. */
  isMain: boolean;
  /** When the borrower added it. */
  boundAt: Date;
}

const accountOf = ({
  id,
  bankCode,
  accountNumber,
  accountName,
  isMain,
  verifiedAt,
}: BankAccountRow): BorrowerBankAccount => ({
  id,
  bankCode,
  bankName: bankByCode(bankCode)?.shortName ?? bankCode,
  accountNumber,
  accountName,
  masked: maskAccountNumber(accountNumber),
  verified: true,
  isMain,
  boundAt: verifiedAt,
});

/** The borrower's accounts in use, the main one first. */
export async function bankAccountsOf(
  services: Services,
  trx: Reader,
  borrowerId: string,
): Promise<BorrowerBankAccount[]> {
  return (await listAccounts(services, trx, borrowerId)).map(accountOf);
}

/** One account by its id, also one that is not in use any more: loans that were paid to it still show it. */
export async function findBankAccount(
  services: Services,
  trx: Reader,
  borrowerId: string,
  id: string,
): Promise<BorrowerBankAccount | null> {
  const row = (await everyAccount(services, trx, borrowerId)).find((account) => account.id === id);
  return row ? accountOf(row) : null;
}

/** A changed account is a risk flag for this many days. // Product decisions account 4 */
const freshDays = riskDays.account;

/** Risk flags before the account changes hands. */
const riskOf = async ({ clock }: Services, reader: Reader, borrowerId: string): Promise<RiskFlag[]> =>
  (await wasChangedSince(reader, borrowerId, new Date(clock.now().getTime() - freshDays * 86_400_000)))
    ? ["BANK_ACCOUNT_CHANGED"]
    : [];

/** Ids of borrowers that have or had this account, at most 20: for underwriting's look for duplicates. */
export const findBorrowersByAccount = (
  services: Services,
  trx: Reader,
  bankCode: string,
  accountNumber: string,
): Promise<string[]> => borrowersOfAccount(services, trx, bankCode, accountNumber, 20);

const shown = ({ id, bankCode, bankName, masked, accountName, isMain }: BorrowerBankAccount): BankAccountAnswer => ({
  id,
  bankCode,
  bankName,
  masked,
  accountName,
  isMain,
});

const answers: readonly CallAnswer[] = [
  answer(listBanks, async () => ({
    items: banksOfIndonesia.map(({ code, name, shortName }) => ({ code, name, shortName })),
  })),
  answer(listBankAccounts, async (_input, { services, database, borrowerId }) => {
    const [accounts, identityGiven] = await Promise.all([
      bankAccountsOf(services, database, borrowerId),
      isIdentityGiven(database, borrowerId),
    ]);
    return { items: accounts.map(shown), max: maxAccounts, identityGiven };
  }),
  answer(addBankAccount, async (input, { services, borrowerId, language, caller }) =>
    shown(await addVerified(services, { borrowerId, language, device: deviceNameOf(caller.userAgent) }, input)),
  ),
  answer(chooseMainBankAccount, ({ accountId }, { services, borrowerId, language, caller, refuse }) =>
    transact(services.database, async (trx) => {
      await refuseOnHold(services, trx, borrowerId, language);
      await lockBankAccounts(trx, borrowerId);
      const wasMain = (await listAccounts(services, trx, borrowerId)).some(
        ({ id, isMain }) => isMain && id === accountId,
      );
      if (!(await makeMain(trx, borrowerId, accountId))) refuse("ACCOUNT_UNKNOWN");
      if (!wasMain) await tellOwner(services, trx, borrowerId, "BANK_ACCOUNT_CHOSEN", accountId, caller);
      return { isMain: true };
    }),
  ),
  answer(removeBankAccount, ({ accountId }, { services, borrowerId, language, caller, refuse }) =>
    transact(services.database, async (trx) => {
      await refuseOnHold(services, trx, borrowerId, language);
      await lockBankAccounts(trx, borrowerId);
      if (!(await removeAccount(trx, borrowerId, accountId, services.clock.now()))) refuse("ACCOUNT_UNKNOWN");
      const remaining = await listAccounts(services, trx, borrowerId);
      if (remaining[0] && !remaining.some((account) => account.isMain))
        await makeMain(trx, borrowerId, remaining[0].id);
      await tellOwner(services, trx, borrowerId, "BANK_ACCOUNT_REMOVED", accountId, caller);
      return { removed: true };
    }),
  ),
];

/** Notifies the owner at the previous addresses where money goes from now on. // Spec account 2 */
async function tellOwner(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  kind: "BANK_ACCOUNT_CHOSEN" | "BANK_ACCOUNT_REMOVED",
  accountId: string,
  { userAgent }: Pick<Caller, "userAgent">,
): Promise<void> {
  // An account may be chosen several times: each time is a separate event.
  const id = kind === "BANK_ACCOUNT_CHOSEN" ? services.random.uuid() : accountId;
  await notifySecurity(services, trx, { borrowerId, kind, id, device: deviceNameOf(userAgent) });
}

/** Repeats `work` after a race: when two first accounts arrive together, one becomes the main one, and the retry of the other sees it. */
async function again<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (violated(error, "23505") !== "bank_account_main") throw error;
    return work();
  }
}

/** Asks the bank, compares the names, keeps the account. @throws Refusal of the call `addBankAccount` */
async function addVerified(
  services: Services,
  { borrowerId, language, device }: { borrowerId: string; language: Language; device: string },
  input: { bankCode: string; accountNumber: string },
): Promise<BorrowerBankAccount> {
  const { database } = services;
  await refuseOnHold(services, database, borrowerId, language);
  const { bankCode, accountNumber } = input;
  const bank = bankByCode(bankCode);
  if (!bank) throw new Refusal("BANK_NOT_SERVED");
  const identity = await identityOf(services, database, borrowerId);
  if (!identity) throw new Refusal("IDENTITY_NEEDED");
  const known = await listAccounts(services, database, borrowerId);
  if (known.some((account) => account.bankCode === bankCode && account.accountNumber === accountNumber))
    throw new Refusal("ACCOUNT_KNOWN");
  if (known.length >= maxAccounts)
    throw new Refusal<typeof addBankAccount.problems>("ACCOUNTS_FULL", { max: maxAccounts });
  await limitRate(services, database, accountInquiries, borrowerId);
  const found = await services.outside.bank.inquireName({ bankCode, accountNumber, expectedName: identity.fullName });
  if (found.outcome === "NOT_FOUND")
    throw new Refusal<typeof addBankAccount.problems>("ACCOUNT_NOT_FOUND", { bank: bank.shortName });
  if (found.outcome === "UNAVAILABLE")
    throw new Refusal<typeof addBankAccount.problems>("BANK_NOT_ANSWERING", { bank: bank.shortName });
  const { accountName } = found;
  const nameMatch = await matchHolder(services, database, { borrowerId, fullName: identity.fullName }, accountName);
  if (nameMatch === "DIFFERENT")
    throw new Refusal<typeof addBankAccount.problems>("ACCOUNT_NAME_MISMATCH", {
      holder: maskHolderName(accountName),
      name: identity.fullName,
    });
  return again(() =>
    transact(database, async (trx) => {
      await refuseOnHold(services, trx, borrowerId, language);
      await lockBankAccounts(trx, borrowerId);
      const accounts = await listAccounts(services, trx, borrowerId);
      if (accounts.length >= maxAccounts)
        throw new Refusal<typeof addBankAccount.problems>("ACCOUNTS_FULL", { max: maxAccounts });
      const added = await addAccount(services, trx, borrowerId, {
        bankCode,
        accountNumber,
        accountName,
        nameMatch,
        isMain: !accounts.some((account) => account.isMain),
      });
      if (added === "KNOWN") throw new Refusal("ACCOUNT_KNOWN");
      const account = (await bankAccountsOf(services, trx, borrowerId)).find(({ id }) => id === added.id);
      if (!account) throw new Error("The account that was just added is not there.");
      // The first account replaces none.
      if (accounts.length > 0)
        await notifySecurity(services, trx, { borrowerId, kind: "BANK_ACCOUNT_ADDED", id: account.id, device });
      return account;
    }),
  );
}

export const domain: Domain = { answers, answersTo: [personalDataHeld.by(personalData), takeoverRisks.by(riskOf)] };
