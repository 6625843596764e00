/** The operator's audit reports exactly the rows that differ from the ledger. // Rewards 2 // Rewards 2 */
import { sql } from "kysely";
import { expect, it } from "vitest";
import { orderWithdrawal } from "#features/rewards/wallet/server/withdrawals.ts";
import { transact } from "#server/database.server.ts";
import { account, post } from "#server/ledger/index.ts";
import { checkBooks } from "#server/ledger/book-checks.ts";
import { dateInWib } from "#shared/dates.ts";
import { testApp } from "./support/app.ts";
import { coupon } from "./support/coupon.ts";
import { reward, withAccount } from "./support/wallet.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
await app.settle();
const check = () => checkBooks(services, database);

it("says nothing where everything agrees, and names each row that does not", async () => {
  const one = await withAccount(app);
  await reward(app, one.borrowerId, 300_000);
  const { couponId } = await coupon(app, one.borrowerId, "interest-10000");
  const ordered = {
    borrowerId: one.borrowerId,
    bankAccountId: one.bankAccountId,
    amountRupiah: 100_000,
    language: "id",
  } as const;
  const { withdrawalId } = await transact(database, (trx) => orderWithdrawal(services, trx, ordered));
  expect(await check()).toEqual([]);

  await sql`update coupon set max_rupiah = max_rupiah + 1`.execute(database);
  await sql`update wallet_withdrawal set amount_rupiah = amount_rupiah + 2`.execute(database);
  await sql`update wallet_record set amount_rupiah = amount_rupiah + 3 where kind = 'REWARD'`.execute(database);
  // Money of a wallet that ended without a record.
  await transact(database, (trx) =>
    post(trx, clock.now(), [
      {
        id: "strange_way",
        kind: "REWARD_EXPIRED",
        debit: account("WALLET", one.borrowerId),
        credit: account("PROMOTION_COST"),
        amount: 7,
        reference: "strange_way",
        valueDate: dateInWib(clock.now()),
      },
    ]),
  );
  const found = await check();
  expect(
    found.map(({ check: name, about, expected, found: there }) => [name, about, expected, there]).toSorted(),
  ).toEqual([
    ["coupon-holds", `coupon_${couponId}`, "10001", "10000"],
    ["wallet-records", `WALLET/${one.borrowerId}`, "200003", "199993"],
    ["wallet-withdrawals", `withdrawal_${withdrawalId}`, "100002", "100000"],
  ]);
});
