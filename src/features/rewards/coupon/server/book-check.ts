/** Checks that live coupons hold their whole promise in the budget that gave them, and that no other hold exists. // Rewards 2 */
import { sql } from "kysely";
import { maxDifferences, openHoldsQuery, type BookCheck, type BookDifference } from "#server/ledger/book-checks.ts";

export const couponHolds: BookCheck = {
  name: "coupon-holds",
  async differences(reader) {
    const { rows } = await sql<BookDifference>`
      with held as ${openHoldsQuery("COUPON_REDEEMED")},
        live as (select 'coupon_' || id as reference, max_rupiah as rupiah from coupon where state in ('OBTAINED', 'RESERVED'))
      select reference as about, coalesce(live.rupiah, 0)::text as expected, coalesce(held.rupiah, 0)::text as found
      from live full join held using (reference) where live.rupiah is distinct from held.rupiah
      order by reference limit ${maxDifferences}`.execute(reader);
    return rows;
  },
};
