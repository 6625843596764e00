/** Two accounts of one person become one, and back within its time: money by MERGE, a record on both sides, and what counts against the caps. // Spec account 5 */
import type { Database, Transaction } from "#server/database.server.ts";
import { account, availableOf, lockBalance, post } from "#server/ledger/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import { addCaps, insertRecord, laterOf, lockWallet, pendingWithdrawal, writeValidUntil } from "./store.ts";
import { recordTitles } from "./titles.ts";

export interface Merge {
  mergeId: string;
  /** The account that ends, and the one that goes on. */
  fromId: string;
  toId: string;
}

/** What would move, in rupiah; a withdrawal under way has to end first. */
export async function previewWalletMerge(
  reader: Database | Transaction,
  fromId: string,
): Promise<{ walletRupiah: number; isWithdrawing: boolean }> {
  return {
    walletRupiah: await availableOf(reader, account("WALLET", fromId)),
    isWithdrawing: (await pendingWithdrawal(reader, fromId)) !== null,
  };
}

/** Moves the wallet, once per merge. @throws Refusal WITHDRAWAL_OPEN while one of the two withdraws */
export async function mergeWallets(services: Services, trx: Transaction, merge: Merge): Promise<number> {
  return moveWallet(services, trx, { ...merge, source: `merge_${merge.mergeId}`, isForwards: true });
}

/** The same back, at most what is there. */
export async function unmergeWallets(
  services: Services,
  trx: Transaction,
  { mergeId, fromId, toId }: Merge,
  rupiah: number,
): Promise<number> {
  const back = { fromId: toId, toId: fromId, mergeId, source: `merge_back_${mergeId}`, isForwards: false };
  return moveWallet(services, trx, back, rupiah);
}

async function moveWallet(
  services: Services,
  trx: Transaction,
  { fromId, toId, source, isForwards }: Merge & { source: string; isForwards: boolean },
  maxRupiah = Number.MAX_SAFE_INTEGER,
): Promise<number> {
  const now = services.clock.now();
  // By their ids, so that two merges never wait for each other in a ring.
  const ends = new Map<string, Date | null>();
  for (const id of [fromId, toId].toSorted()) ends.set(id, (await lockWallet(trx, id)).validUntil);
  for (const id of [fromId, toId]) if (await pendingWithdrawal(trx, id)) throw new Refusal("WITHDRAWAL_OPEN");
  const from = account("WALLET", fromId);
  await lockBalance(trx, from);
  const amount = Math.min(await availableOf(trx, from), maxRupiah);
  if (isForwards) await addCaps(trx, fromId, toId);
  if (amount <= 0) return 0;
  await post(trx, now, [
    {
      id: `${source}_wallet`,
      kind: "MERGE",
      debit: from,
      credit: account("WALLET", toId),
      amount,
      reference: source,
      valueDate: dateInWib(now),
    },
  ]);
  const note = { amountRupiah: amount, source, at: now };
  const id = () => services.random.uuid();
  await insertRecord(trx, { ...note, borrowerId: fromId, id: id(), kind: "REVOKED", title: recordTitles.MERGED_OUT });
  await insertRecord(trx, { ...note, borrowerId: toId, id: id(), kind: "REWARD", title: recordTitles.MERGED_IN });
  await writeValidUntil(trx, toId, laterOf(ends.get(fromId) ?? null, ends.get(toId) ?? null));
  await writeValidUntil(trx, fromId, null);
  return amount;
}
