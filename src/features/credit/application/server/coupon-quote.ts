/** The cost of a loan with one of the borrower's coupons, computed by the engine that also makes the bill. // Product decisions, rewards 4 */
import type { Database } from "#server/database.server.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import { say, type Language } from "#shared/texts.ts";
import { discountedSchedule, loanDiscounts, termsFor } from "#features/credit/loan/server/index.ts";

interface CouponChoice {
  amountRupiah: number;
  tenorDays: number;
  productKey?: string | undefined;
  /** One of them, NONE, or the default where it is omitted. */
  couponId?: string | undefined;
}

/** @throws Refusal COUPON_UNKNOWN, COUPON_NOT_USABLE, or one of `termsProblems` */
export async function couponQuoteOf(
  services: Services,
  reader: Database,
  borrowerId: string,
  { amountRupiah: principalRupiah, tenorDays, productKey, couponId }: CouponChoice,
  language: Language,
) {
  const terms = await termsFor(services, { principalRupiah, tenorDays, productKey }, reader);
  const discounts = loanDiscounts(services);
  const offers = (await discounts?.offers(services, reader, { borrowerId, terms })) ?? [];
  // A coupon that can be lost is never the default. // Product decisions, rewards 15.2
  const byDefault = offers.find(({ isUsedBySubmission }) => !isUsedBySubmission);
  const isNamed = couponId !== undefined && couponId !== "NONE";
  const chosen =
    couponId === "NONE" ? undefined : isNamed ? offers.find((one) => one.discountId === couponId) : byDefault;
  if (isNamed && !chosen) {
    await discounts?.assertUsable(services, reader, { borrowerId, discountId: couponId, terms });
    throw new Refusal("COUPON_UNKNOWN");
  }
  const discountRupiah = chosen?.rupiah ?? 0;
  return {
    couponId: chosen?.discountId ?? null,
    defaultCouponId: byDefault?.discountId ?? null,
    discountRupiah,
    ...discountedSchedule(terms, discountRupiah),
    others: offers.map(({ discountId, rupiah, title, expiresAt, isUsedBySubmission, conditions }) => ({
      couponId: discountId,
      title: say(title, language),
      discountRupiah: rupiah,
      expiresAt: expiresAt.toISOString(),
      isUsedBySubmission,
      conditions: conditions.map((condition) => say(condition, language)),
    })),
  };
}
