/** Merges two accounts of one person: loyalty points by MERGE with a record on both sides, and the use of caps. // Spec account 5 */
import { defineMergeAsset, type Merge } from "#features/account/account-merge/server/index.ts";
import type { Transaction, Reader } from "#server/database.server.ts";
import { account, availableOf, keepMergedValue, lockBalance, mergeValue, unmergeValue } from "#server/ledger/index.ts";
import type { Services } from "#server/services.ts";
import { defineTexts } from "#shared/texts.ts";
import { addPointsCounters, insertPointsRecord, lockPoints, writeExpiry } from "./store.ts";

const texts = defineTexts({
  points: { id: "Poin", en: "Points", zh: "积分" },
  MERGED_IN: { id: "Dari akun yang digabung", en: "From the account that was merged", zh: "来自合并的账户" },
  MERGED_OUT: { id: "Pindah ke akun gabungan", en: "Moved to the merged account", zh: "转入合并后的账户" },
});

type Moved = {
  points: number;
  /** ISO 8601: until when the absorbed account's were valid. */
  expiresAt: string | null;
};
const valueOf = ({ mergeId }: Merge) => ({ mergeId, asset: "points" });

/** Both, by their ids, so that two merges never wait for each other in a ring. */
async function lockBoth(trx: Transaction, { survivorId, absorbedId }: Merge): Promise<Map<string, Date | null>> {
  const ends = new Map<string, Date | null>();
  for (const id of [survivorId, absorbedId].toSorted()) ends.set(id, (await lockPoints(trx, id)).expiresAt);
  return ends;
}

/** Points that end with an account that is closed. // Spec account 6 */
export async function lostPoints(_services: Services, reader: Reader, borrowerId: string) {
  const amount = await availableOf(reader, account("POINTS", borrowerId));
  return [{ code: "POINTS", text: texts.points, unit: "POINTS", amount }] as const;
}

export const mergedPoints = defineMergeAsset<Moved>({
  asset: "POINTS",
  async preview(_services, reader, { survivorId, absorbedId }) {
    const survivor = await availableOf(reader, account("POINTS", survivorId));
    const absorbed = await availableOf(reader, account("POINTS", absorbedId));
    const after = survivor + absorbed;
    return [{ code: "POINTS", text: texts.points, unit: "POINTS", survivor, absorbed, after }] as const;
  },
  async move(services, trx, merge) {
    const { survivorId, absorbedId } = merge;
    const ends = await lockBoth(trx, merge);
    // Caps end with their day or month: neither merging nor undoing lets a person earn twice.
    await addPointsCounters(trx, absorbedId, survivorId);
    const from = account("POINTS", absorbedId);
    await lockBalance(trx, from);
    const points = await availableOf(trx, from);
    if (points <= 0) return null;
    const to = account("POINTS", survivorId);
    await mergeValue(trx, services.clock.now(), { ...valueOf(merge), from, to, amount: points });
    await noteMove(services, trx, { ...merge, points, isForwards: true });
    const [one, other] = [ends.get(survivorId) ?? null, ends.get(absorbedId) ?? null];
    await writeExpiry(trx, survivorId, one && other ? (one > other ? one : other) : (one ?? other));
    await writeExpiry(trx, absorbedId, null);
    return { points, expiresAt: other?.toISOString() ?? null };
  },
  async back(services, trx, merge, { points, expiresAt }) {
    await lockBoth(trx, merge);
    await unmergeValue(trx, services.clock.now(), valueOf(merge));
    await noteMove(services, trx, { ...merge, points, isForwards: false });
    await writeExpiry(trx, merge.absorbedId, expiresAt === null ? null : new Date(expiresAt));
  },
  async keep(services, trx, merge, moved) {
    if (moved) await keepMergedValue(trx, services.clock.now(), valueOf(merge));
  },
});

async function noteMove(
  services: Services,
  trx: Transaction,
  { mergeId, survivorId, absorbedId, points, isForwards }: Merge & { points: number; isForwards: boolean },
): Promise<void> {
  const source = isForwards ? `merge_${mergeId}` : `merge_back_${mergeId}`;
  const note = { points, source, at: services.clock.now() };
  const [from, to] = isForwards ? [absorbedId, survivorId] : [survivorId, absorbedId];
  const id = () => services.random.uuid();
  await insertPointsRecord(trx, { ...note, borrowerId: from, id: id(), kind: "REVOKED", title: texts.MERGED_OUT });
  await insertPointsRecord(trx, { ...note, borrowerId: to, id: id(), kind: "EARNED", title: texts.MERGED_IN });
}
