/** Merges two accounts of one person: the wallet by MERGE with a record on both sides, and the use of caps. // Spec account 5 */
import { defineMergeAsset, type Merge, type Merging } from "#features/account/account-merge/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import { account, availableOf, keepMergedValue, lockBalance, mergeValue, unmergeValue } from "#server/ledger/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import { defineTexts } from "#shared/texts.ts";
import {
  addCaps,
  giveBackCaps,
  insertRecord,
  laterOf,
  lockWallet,
  pendingWithdrawal,
  writeValidUntil,
  type CapsAdded,
} from "./store.ts";
import { recordTitles } from "./titles.ts";

const texts = defineTexts({
  wallet: { id: "Dompet hadiah", en: "Reward wallet", zh: "奖励钱包" },
});

type Moved = {
  rupiah: number;
  /** ISO 8601: the earlier expiry of either wallet. */
  absorbedUntil: string | null;
  survivorUntil: string | null;
  caps: CapsAdded;
};
const valueOf = ({ mergeId }: Merge) => ({ mergeId, asset: "wallet" });

/** Both, by their ids, so that two merges never wait for each other in a ring. */
async function lockBoth(trx: Transaction, { survivorId, absorbedId }: Merging): Promise<Map<string, Date | null>> {
  const ends = new Map<string, Date | null>();
  for (const id of [absorbedId, survivorId].toSorted()) ends.set(id, (await lockWallet(trx, id)).validUntil);
  return ends;
}

export const mergedWallet = defineMergeAsset<Moved>({
  asset: "WALLET",
  async preview(_services, reader, { survivorId, absorbedId }) {
    const survivor = await availableOf(reader, account("WALLET", survivorId));
    const absorbed = await availableOf(reader, account("WALLET", absorbedId));
    return [
      { code: "WALLET", text: texts.wallet, unit: "RUPIAH", survivor, absorbed, after: survivor + absorbed },
    ] as const;
  },
  isBusy: async (_services, reader, { survivorId, absorbedId }) =>
    (await pendingWithdrawal(reader, survivorId)) !== null || (await pendingWithdrawal(reader, absorbedId)) !== null,
  async move(services, trx, merge) {
    const { survivorId, absorbedId } = merge;
    const now = services.clock.now();
    const ends = await lockBoth(trx, merge);
    for (const id of ends.keys()) if (await pendingWithdrawal(trx, id)) throw new Refusal("WITHDRAWAL_OPEN");
    const from = account("WALLET", absorbedId);
    await lockBalance(trx, from);
    const rupiah = await availableOf(trx, from);
    const caps = await addCaps(trx, absorbedId, survivorId);
    const [absorbedUntil, survivorUntil] = [ends.get(absorbedId) ?? null, ends.get(survivorId) ?? null];
    if (rupiah > 0) {
      await mergeValue(trx, now, { ...valueOf(merge), from, to: account("WALLET", survivorId), amount: rupiah });
      await noteMove(services, trx, { ...merge, rupiah, isForwards: true });
      await writeValidUntil(trx, survivorId, laterOf(absorbedUntil, survivorUntil));
      await writeValidUntil(trx, absorbedId, null);
    }
    const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
    return { rupiah, absorbedUntil: iso(absorbedUntil), survivorUntil: iso(survivorUntil), caps };
  },
  async back(services, trx, merge, { rupiah, absorbedUntil, caps }) {
    const { survivorId, absorbedId } = merge;
    await lockBoth(trx, merge);
    await giveBackCaps(trx, survivorId, caps);
    if (rupiah <= 0) return;
    await unmergeValue(trx, services.clock.now(), valueOf(merge));
    await noteMove(services, trx, { ...merge, rupiah, isForwards: false });
    // A wallet that expired during the merge is ended by the sweep, like any other.
    await writeValidUntil(trx, absorbedId, absorbedUntil === null ? null : new Date(absorbedUntil));
  },
  async keep(services, trx, merge, moved) {
    if (moved && moved.rupiah > 0) await keepMergedValue(trx, services.clock.now(), valueOf(merge));
  },
});

async function noteMove(
  services: Services,
  trx: Transaction,
  { mergeId, survivorId, absorbedId, rupiah, isForwards }: Merge & { rupiah: number; isForwards: boolean },
): Promise<void> {
  const source = isForwards ? `merge_${mergeId}` : `merge_back_${mergeId}`;
  const note = { amountRupiah: rupiah, source, happenedAt: services.clock.now() };
  const [from, to] = isForwards ? [absorbedId, survivorId] : [survivorId, absorbedId];
  const id = () => services.random.uuid();
  await insertRecord(trx, { ...note, borrowerId: from, id: id(), kind: "REVOKED", title: recordTitles.MERGED_OUT });
  await insertRecord(trx, { ...note, borrowerId: to, id: id(), kind: "REWARD", title: recordTitles.MERGED_IN });
}
