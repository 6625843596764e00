/**
 * Reward money is conserved over any history: gifts, prizes with tax, coupons, points, withdrawals to a faulty bank,
 * revocations, closed accounts, and clock jumps. The ledger's own figures and each owner's view are checked. // Rewards
 * 2, 13 // Rewards 2, 13
 */
import { sql } from "kysely";
import { expect, it } from "vitest";
import { giveCoupon, withdrawCoupon } from "#features/rewards/coupon/server/index.ts";
import { givePoints, revokePoints, spendPoints } from "#features/rewards/points/server/index.ts";
import {
  giveCash,
  giveVoucher,
  giveWalletUp,
  payOutForClosing,
  revokeCash,
} from "#features/rewards/wallet/server/index.ts";
import { orderWithdrawal } from "#features/rewards/wallet/server/withdrawals.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import { account, auditAll, availableOf, balanceOf } from "#server/ledger/index.ts";
import { testApp } from "#tests/support/app.ts";
import { printCoupons } from "#tests/support/coupon.ts";
import { fundBudget, withAccount, type Rewarded } from "#tests/support/wallet.ts";

const isLong = process.env["TEST_LONG"] === "1";
const steps = isLong ? 10_000 : 150;
/** Paid, unknown for a while, duplicated, failing, returned later. */
const accounts = [undefined, "9900000003", "9900000005", "9900000006", "9900000009"];
const campaigns = ["history-a", "history-b"];
const title = { id: "Uji", en: "Test", zh: "测试" };

const app = await testApp();
const { services, clock } = app;
const { database } = services;

/** The same random numbers each time: a failing history can be repeated. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (state >>> 8) % below;
  };
}

/** A refusal is a result; anything else is an error. */
async function attempt(work: (trx: Transaction) => Promise<unknown>): Promise<void> {
  try {
    await transact(database, work);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

const awards: {
  awardId: string;
  who: Rewarded;
  budget: string;
  rupiah: number;
  tax: number;
  kind: "CASH" | "COUPON";
}[] = [];
type Step = (who: Rewarded, roll: (below: number) => number, number: number) => Promise<void>;

const acts: readonly Step[] = [
  async ({ borrowerId, ...who }, roll, number) => {
    const budget = campaigns[roll(2)]!;
    const amountRupiah = 1_000 + roll(200) * 1_000;
    const taxRupiah = roll(2) * Math.ceil(amountRupiah / 3);
    const awardId = `cash_${number}`;
    const award = { borrowerId, awardId, activityId: budget, budget, amountRupiah, taxRupiah, title };
    await attempt((trx) => giveCash(services, trx, award));
    awards.push({ awardId, who: { borrowerId, ...who }, budget, rupiah: amountRupiah, tax: taxRupiah, kind: "CASH" });
  },
  async (who, roll, number) => {
    const budget = campaigns[roll(2)]!;
    const awardId = `coupon_${number}`;
    const award = {
      borrowerId: who.borrowerId,
      awardId,
      activityId: budget,
      couponKey: "interest-10000",
      budget,
      title,
    };
    await attempt((trx) => giveCoupon(services, trx, award));
    awards.push({ awardId, who, budget, rupiah: 10_000, tax: 0, kind: "COUPON" });
  },
  async (_who, roll, number) => {
    const award = { awardId: `voucher_${number}`, budget: campaigns[roll(2)]!, costRupiah: 25_000, taxRupiah: 8_334 };
    await attempt((trx) => giveVoucher(services, trx, award));
  },
  async ({ borrowerId, bankAccountId }, roll) => {
    const amountRupiah = 10_000 + roll(60) * 10_000;
    const input = { borrowerId, bankAccountId, amountRupiah, language: "id" } as const;
    await attempt((trx) => orderWithdrawal(services, trx, input));
  },
  async (_who, roll) => {
    const one = awards[roll(Math.max(1, awards.length))];
    if (!one) return;
    const { awardId, who, budget, rupiah, tax, kind } = one;
    const award = {
      borrowerId: who.borrowerId,
      awardId,
      activityId: budget,
      budget,
      amountRupiah: rupiah,
      taxRupiah: tax,
    };
    await attempt((trx) =>
      kind === "COUPON"
        ? withdrawCoupon(services, trx, { awardId, cause: "AWARD_REVOKED" })
        : revokeCash(services, trx, { ...award, title }),
    );
  },
  async ({ borrowerId }, roll, number) => {
    await attempt((trx) =>
      givePoints(services, trx, { borrowerId, source: `p_${number}`, points: 1 + roll(500), title }),
    );
  },
  async ({ borrowerId }, roll, number) => {
    await attempt((trx) =>
      spendPoints(services, trx, { borrowerId, source: `s_${number}`, points: 1 + roll(900), title }),
    );
  },
  async ({ borrowerId }, roll, number) => {
    await attempt((trx) =>
      revokePoints(services, trx, { borrowerId, source: `r_${number}`, points: 1 + roll(300), title }),
    );
  },
];

/** Rare events: the clock jumps, a campaign is funded again, an account closes. */
async function seldom(who: Rewarded, roll: (below: number) => number): Promise<void> {
  const which = roll(6);
  if (which < 2) clock.advance((1 + roll(30)) * 3_600_000);
  if (which === 2) clock.advance((20 + roll(200)) * 86_400_000);
  if (which === 3) await fundBudget(app, campaigns[roll(2)]!, 1_000_000 + roll(5) * 500_000);
  if (which === 4) await attempt((trx) => giveWalletUp(services, trx, who.borrowerId));
  if (which === 5)
    await attempt((trx) =>
      payOutForClosing(services, trx, { borrowerId: who.borrowerId, bankAccountId: who.bankAccountId }),
    );
  await app.settle();
}

/** Rupiah put into a budget, and taken out of it, by kind, less returned amounts. */
async function flowsOf(budget: string): Promise<Map<string, number>> {
  const id = `REWARD_BUDGET/${budget}`;
  const { rows } = await sql<{ kind: string; net: number }>`
    select kind, sum(case when credit_account_id = ${id} then amount else -amount end)::bigint as net
    from ledger_transfer where ${id} in (credit_account_id, debit_account_id) and phase in ('PLAIN', 'POSTED')
    group by kind`.execute(database);
  return new Map(rows.map(({ kind, net }) => [kind, net]));
}

/** The sum of a wallet's records (rupiah). */
async function recordsOf(borrowerId: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(case when kind in ('REWARD', 'GIVEN_BACK') then amount_rupiah else -amount_rupiah end), 0)::bigint as sum
    from wallet_record where borrower_id = ${borrowerId}`.execute(database);
  return rows[0]!.sum;
}

async function everythingAddsUp(people: readonly Rewarded[]): Promise<void> {
  expect((await auditAll(database, clock.now())).findings).toEqual([]);
  for (const { borrowerId } of people)
    expect(await recordsOf(borrowerId)).toBe(await availableOf(database, account("WALLET", borrowerId)));
  for (const budget of campaigns) {
    const sum = [...(await flowsOf(budget)).values()].reduce((total, net) => total + net, 0);
    expect(sum).toBe(await balanceOf(database, account("REWARD_BUDGET", budget)));
    expect(await availableOf(database, account("REWARD_BUDGET", budget))).toBeGreaterThanOrEqual(0);
  }
  const { rows } = await sql<{ what: string; held: number; live: number }>`
    with open as (
      select id from ledger_transfer h where phase = 'PENDING'
        and not exists (select 1 from ledger_transfer e where e.pending_id = h.id))
    select 'coupons' as what, (select count(*) from open where id like 'coupon\\_%') as held,
      (select count(*) from coupon where state in ('OBTAINED', 'RESERVED')) as live
    union all
    select 'withdrawals', (select count(*) from open where id like 'withdrawal\\_%'),
      (select count(*) from wallet_withdrawal where state = 'PENDING')`.execute(database);
  for (const { what, held, live } of rows) expect([what, held]).toEqual([what, live]);
}

it(
  `${steps} steps of any kind neither make nor lose a rupiah.`,
  { timeout: isLong ? 3_600_000 : 240_000 },
  async () => {
    const roll = dice(20_261_121);
    for (const budget of campaigns) {
      await fundBudget(app, budget, 5_000_000);
      await printCoupons(app, budget, "interest-10000", 200);
    }
    const people: Rewarded[] = [];
    for (const accountNumber of [...accounts, ...accounts])
      people.push(await withAccount(app, accountNumber ? { accountNumber } : {}));
    for (let number = 0; number < steps; number++) {
      const who = people[roll(people.length)]!;
      if (roll(25) === 0) await seldom(who, roll);
      else await acts[roll(acts.length)]!(who, roll, number);
      if (number % 500 === 499) await everythingAddsUp(people);
    }
    await app.settle();
    await everythingAddsUp(people);
  },
);
