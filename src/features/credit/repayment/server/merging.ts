/** Two accounts of one person become one: the balance of overpaid money by MERGE, also what comes in later for the absorbed one. // Spec account 5 */
import { defineMergeAsset, survivorOf, type Merge } from "#features/account/account-merge/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import {
  account,
  availableOf,
  keepMergedValue,
  lockBalance,
  mergeValue,
  post,
  unmergeValue,
} from "#server/ledger/index.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import { defineTexts } from "#shared/texts.ts";
import { balanceOfBorrower, payDueOfBorrower } from "./balance.ts";
import { newestRefund } from "./refund-store.ts";
import { isPaymentUnderWay } from "./chargeback-store.ts";

const texts = defineTexts({ balance: { id: "Saldo", en: "Balance", zh: "余额" } });
const valueOf = ({ mergeId }: Merge) => ({ mergeId, asset: "balance" });

export const mergedBalance = defineMergeAsset<{ rupiah: number }>({
  asset: "BALANCE",
  async preview(_services, reader, { survivorId, absorbedId }) {
    const survivor = await balanceOfBorrower(reader, survivorId);
    const absorbed = await balanceOfBorrower(reader, absorbedId);
    const after = survivor + absorbed;
    return [{ code: "BALANCE", text: texts.balance, unit: "RUPIAH", survivor, absorbed, after }] as const;
  },
  async isBusy({ clock }, reader, { survivorId, absorbedId }) {
    for (const id of [survivorId, absorbedId])
      if ((await isPaymentUnderWay(reader, id, clock.now())) || (await newestRefund(reader, id))?.state === "PENDING")
        return true;
    return false;
  },
  async move(services, trx, merge) {
    const { survivorId, absorbedId } = merge;
    const from = account("BORROWER_BALANCE", absorbedId);
    await lockBalance(trx, from);
    const rupiah = await availableOf(trx, from);
    if (rupiah <= 0) return null;
    const to = account("BORROWER_BALANCE", survivorId);
    await mergeValue(trx, services.clock.now(), { ...valueOf(merge), from, to, amount: rupiah });
    return { rupiah };
  },
  back: (services, trx, merge) => unmergeValue(trx, services.clock.now(), valueOf(merge)),
  async keep(services, trx, merge, moved) {
    if (moved) await keepMergedValue(trx, services.clock.now(), valueOf(merge));
    const { mergeId, survivorId, absorbedId } = merge;
    await moveOn(services, trx, { mergeId, survivorId, absorbedId, cause: "late" });
    await payDueOfBorrower(services, trx, survivorId, `merge_${mergeId}`);
  },
});

/** Moves what came to the absorbed account for good. */
async function moveOn(
  { clock }: Services,
  trx: Transaction,
  { mergeId, survivorId, absorbedId, cause }: Merge & { cause: string },
): Promise<boolean> {
  const from = account("BORROWER_BALANCE", absorbedId);
  await lockBalance(trx, from);
  const amount = await availableOf(trx, from);
  if (amount <= 0) return false;
  const now = clock.now();
  await post(trx, now, [
    {
      id: `merge_${mergeId}_balance_${cause}`,
      kind: "MERGE",
      debit: from,
      credit: account("BORROWER_BALANCE", survivorId),
      amount,
      reference: `merge_${mergeId}`,
      valueDate: dateInWib(now),
    },
  ]);
  return true;
}

/**
 * Money that came in for an account that was absorbed for good follows it; `cause` is an id that no other payment has.
 * @throws LedgerRefusal where the ledger refuses the posting; Refusal as `payDueOfBorrower`
 */
export async function followMerge(
  services: Services,
  trx: Transaction,
  absorbedId: string,
  cause: string,
): Promise<void> {
  const merge = await survivorOf(trx, absorbedId);
  if (!merge) return;
  const { mergeId, survivorId } = merge;
  if (await moveOn(services, trx, { mergeId, survivorId, absorbedId, cause }))
    await payDueOfBorrower(services, trx, survivorId, `merge_${mergeId}_${cause}`);
}
