/** Merges two accounts of one person: unused coupons change their owner, and can be used once the merge is final. // Spec account 5 */
import { defineMergeAsset } from "#features/account/account-merge/server/index.ts";
import { reversibleHours } from "#features/account/account-merge/contract.ts";
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { defineTexts } from "#shared/texts.ts";
import { borrowerCouponsOf, passOn } from "./store.ts";

const texts = defineTexts({
  coupons: { id: "Kupon", en: "Coupons", zh: "优惠券" },
  unused: { id: "Kupon yang belum dipakai", en: "Unused coupons", zh: "未使用的优惠券" },
});
/** More than any person has at once. */
const maxCoupons = 500;

type Moved = {
  /** Each coupon with the day (ISO 8601) from which it can be used. */
  coupons: { id: string; usableFrom: string }[];
};

/** Coupons that end unused with an account that is closed. // Spec account 6 */
export async function lostCoupons(_services: Services, reader: Reader, borrowerId: string) {
  const { length } = await borrowerCouponsOf(reader, borrowerId, ["OBTAINED", "RESERVED"], maxCoupons);
  return [{ code: "COUPON", text: texts.unused, unit: "COUNT", amount: length }] as const;
}

export const mergedCoupons = defineMergeAsset<Moved>({
  asset: "COUPON",
  async preview(_services, reader, { survivorId, absorbedId }) {
    const survivor = (await borrowerCouponsOf(reader, survivorId, ["OBTAINED", "RESERVED"], maxCoupons)).length;
    const absorbed = (await borrowerCouponsOf(reader, absorbedId, ["OBTAINED"], maxCoupons)).length;
    const after = survivor + absorbed;
    return [{ code: "COUPON", text: texts.coupons, unit: "COUNT", survivor, absorbed, after }] as const;
  },
  async move({ clock }, trx, { survivorId, absorbedId }) {
    const coupons = await borrowerCouponsOf(trx, absorbedId, ["OBTAINED"], maxCoupons);
    const final = new Date(clock.now().getTime() + reversibleHours * 3_600_000);
    for (const { id, usableFrom } of coupons)
      await passOn(trx, { id, from: absorbedId, to: survivorId, usableFrom: usableFrom > final ? usableFrom : final });
    if (coupons.length === 0) return null;
    return { coupons: coupons.map(({ id, usableFrom }) => ({ id, usableFrom: usableFrom.toISOString() })) };
  },
  async back(_services, trx, { survivorId, absorbedId }, { coupons }) {
    // A coupon that expired during the merge stays expired.
    for (const { id, usableFrom } of coupons)
      await passOn(trx, { id, from: survivorId, to: absorbedId, usableFrom: new Date(usableFrom) });
  },
});
