/** Two accounts of one person become one: the limit of the one that goes on stands, the other's is nothing. // Spec account 5 */
import { defineMergeAsset } from "#features/account/account-merge/server/index.ts";
import { defineTexts } from "#shared/texts.ts";
import { currentLimits, grantTemporaryLimit, setCreditLimit } from "./limits.ts";
import { lockLimit, writeLimit } from "./store.ts";

const texts = defineTexts({
  limit: { id: "Limit", en: "Limit", zh: "额度" },
  stands: {
    id: "Limit akun yang dilanjutkan tetap; limit akun yang berakhir tidak ditambahkan.",
    en: "The limit of the account that goes on stands; that of the other is not added.",
    zh: "保留账户的额度不变；结束账户的额度不累加。",
  },
});

export const mergedLimit = defineMergeAsset<{
  creditRupiah: number;
  temporaryRupiah: number;
  temporaryUntil: string | null;
}>({
  asset: "LIMIT",
  async preview(services, reader, { survivorId, absorbedId }) {
    const survivor = (await currentLimits(services, reader, survivorId)).totalRupiah;
    const absorbed = (await currentLimits(services, reader, absorbedId)).totalRupiah;
    const line = { code: "LIMIT", text: texts.limit, unit: "RUPIAH", survivor, absorbed, after: survivor } as const;
    return [{ ...line, isListed: true, ...(absorbed > 0 ? { note: texts.stands } : {}) }] as const;
  },
  async move(services, trx, { absorbedId }) {
    const now = services.clock.now();
    const { creditRupiah, temporaryRupiah, temporaryUntil } = await lockLimit(trx, absorbedId, now);
    await setCreditLimit(services, trx, absorbedId, 0, "MERGED");
    if (temporaryUntil) await writeLimit(trx, absorbedId, { temporaryRupiah: 0, temporaryUntil: null }, now);
    return { creditRupiah, temporaryRupiah, temporaryUntil: temporaryUntil?.toISOString() ?? null };
  },
  async back(services, trx, { absorbedId }, { creditRupiah, temporaryRupiah, temporaryUntil }) {
    await setCreditLimit(services, trx, absorbedId, creditRupiah, "MERGE_REVERSED");
    const until = temporaryUntil === null ? null : new Date(temporaryUntil);
    if (until && until > services.clock.now())
      await grantTemporaryLimit(services, trx, absorbedId, temporaryRupiah, until);
  },
});
