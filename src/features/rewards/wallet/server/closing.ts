/** The wallet when its account is closed: paid out, or given up by its owner's tick. // Product decisions, rewards 10 */
import { balanceChoiceOf, closingPath } from "#features/account/cancellation/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Transaction, Reader } from "#server/database.server.ts";
import { account, availableOf } from "#server/ledger/index.ts";
import type { Services } from "#server/services.ts";
import { withdrawalBlockOf } from "./blocks.ts";
import { lockWallet, pendingWithdrawal, writeValidUntil } from "./store.ts";
import { expireAll } from "./sweeps.ts";
import { writeWithdrawal, type Ordered } from "./withdrawals.ts";

/**
 * Wallet reasons that prevent closing an account, with the next step: also an amount below the smallest withdrawal,
 * unless its owner gave it up in the request.
 */
export async function walletBlockers(
  services: Services,
  reader: Reader,
  borrowerId: string,
): Promise<{ code: "WITHDRAWAL_PENDING" | "BALANCE" | "SECURITY_HOLD"; path: `/webview/${string}` }[]> {
  const [pending, rupiah, choice, block] = await Promise.all([
    pendingWithdrawal(reader, borrowerId),
    availableOf(reader, account("WALLET", borrowerId)),
    balanceChoiceOf(reader, borrowerId),
    withdrawalBlockOf(services, reader, borrowerId),
  ]);
  if (pending) return [{ code: "WITHDRAWAL_PENDING", path: "/webview/wallet" }];
  if (rupiah <= 0 || choice === "GIVE_UP") return [];
  return block !== null
    ? [{ code: "SECURITY_HOLD", path: "/webview/wallet" }]
    : [{ code: "BALANCE", path: closingPath }];
}

/**
 * Pays the whole wallet out for a closing account: no minimum, no monthly limit, no waiting time for the bank account.
 * Null when it is empty. The caller has checked that the account is the borrower's own.
 * @throws Refusal WITHDRAWAL_OPEN
 */
export async function payOutForClosing(
  services: Services,
  trx: Transaction,
  { borrowerId, bankAccountId }: { borrowerId: string; bankAccountId: string },
): Promise<Ordered | null> {
  await lockWallet(trx, borrowerId);
  // Also when it takes the whole balance: the closing waits for it.
  if (await pendingWithdrawal(trx, borrowerId)) throw new Refusal("WITHDRAWAL_OPEN");
  const amountRupiah = await availableOf(trx, account("WALLET", borrowerId));
  if (amountRupiah <= 0) return null;
  return writeWithdrawal(services, trx, { borrowerId, bankAccountId, amountRupiah, month: null });
}

/**
 * Gives up the wallet's balance, by the owner's tick.
 * @returns rupiah given up
 * @throws LedgerRefusal where the ledger refuses the posting
 */
export async function giveWalletUp(services: Services, trx: Transaction, borrowerId: string): Promise<number> {
  await lockWallet(trx, borrowerId);
  await writeValidUntil(trx, borrowerId, null);
  // Under the wallet's lock the balance alone ensures that it happens once; money that arrives later the same day can be given up too.
  return expireAll(services, trx, borrowerId, `given_up_${services.random.uuid()}`);
}
