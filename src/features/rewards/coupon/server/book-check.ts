/** Live coupons hold their whole promise in the budget that gave them, and nothing else holds. // Rewards 2 */
import { sql } from "kysely";
import { maxDifferences, type BookCheck, type BookDifference } from "#server/ledger/book-checks.ts";

export const couponHolds: BookCheck = {
  name: "coupon-holds",
  async differences(reader) {
    const { rows } = await sql<BookDifference>`
      with held as (select h.reference, sum(h.amount)::bigint as rupiah from ledger_transfer h
          where h.phase = 'PENDING' and h.kind = 'COUPON_REDEEMED'
          and not exists (select from ledger_transfer e where e.pending_id = h.id) group by h.reference),
        live as (select 'coupon_' || id as reference, max_rupiah as rupiah from coupon where state in ('OBTAINED', 'RESERVED'))
      select reference as about, coalesce(live.rupiah, 0)::text as expected, coalesce(held.rupiah, 0)::text as found
      from live full join held using (reference) where live.rupiah is distinct from held.rupiah
      order by reference limit ${maxDifferences}`.execute(reader);
    return rows;
  },
};
