/** Checks that pending withdrawals hold their money, and that a wallet equals the sum of its records. // Rewards 2 */
import { sql } from "kysely";
import {
  balancesOf,
  maxDifferences,
  openHoldsQuery,
  type BookCheck,
  type BookDifference,
} from "#server/ledger/book-checks.ts";

const withdrawalHolds: BookCheck = {
  name: "wallet-withdrawals",
  async differences(reader) {
    const { rows } = await sql<BookDifference>`
      with held as ${openHoldsQuery("WALLET_WITHDRAWAL")},
        pending as (select id::text as reference, amount_rupiah as rupiah from wallet_withdrawal where state = 'PENDING')
      select 'withdrawal_' || reference as about, coalesce(pending.rupiah, 0)::text as expected,
        coalesce(held.rupiah, 0)::text as found
      from pending full join held using (reference) where pending.rupiah is distinct from held.rupiah
      order by reference limit ${maxDifferences}`.execute(reader);
    return rows;
  },
};

const walletRecords: BookCheck = {
  name: "wallet-records",
  async differences(reader) {
    const { rows } = await sql<BookDifference>`
      with recorded as (select 'WALLET/' || borrower_id as account_id,
          sum(case when kind in ('REWARD', 'GIVEN_BACK') then amount_rupiah else -amount_rupiah end)::bigint as rupiah
          from wallet_record group by borrower_id),
        posted as (select account_id, (posted - held)::bigint as rupiah from ${balancesOf("WALLET")} b)
      select account_id as about, coalesce(recorded.rupiah, 0)::text as expected, coalesce(posted.rupiah, 0)::text as found
      from recorded full join posted using (account_id) where coalesce(recorded.rupiah, 0) <> coalesce(posted.rupiah, 0)
      order by account_id limit ${maxDifferences}`.execute(reader);
    return rows;
  },
};

export const walletBookChecks: readonly BookCheck[] = [withdrawalHolds, walletRecords];
