/** Coupons that can be claimed in campaigns now: a question that the campaign domain answers. */
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { Text } from "#shared/texts.ts";
import { defineQuestion } from "#server/questions.ts";

export interface ObtainableCoupon {
  activityId: string;
  couponKey: string;
  title: Text;
  /** The page where it is claimed. */
  to: `/webview/${string}`;
  closesAt: Date;
  /** Null when it can be claimed now; otherwise why not, as a code that `getCoupons` has words for: NOT_ELIGIBLE, OUT_OF_STOCK, DONE_ALREADY, NOT_OPEN. */
  unobtainable: "NOT_ELIGIBLE" | "OUT_OF_STOCK" | "DONE_ALREADY" | "NOT_OPEN" | null;
}

/** Asked by rewards/coupon: claimable coupons of this domain's campaigns for the borrower, at most 20. */
export const couponOffers = defineQuestion<
  (services: Services, reader: Reader, borrowerId: string) => Promise<readonly ObtainableCoupon[]>
>("coupon-offers", "MANY");

/** Claimable coupons of all campaigns for a borrower. */
export async function obtainableCouponsOf(
  services: Services,
  reader: Reader,
  borrowerId: string,
): Promise<ObtainableCoupon[]> {
  const found = await Promise.all(services.ask(couponOffers).map((offers) => offers(services, reader, borrowerId)));
  return found.flat();
}
