/**
 * Every campaign's money after any history: plays, claims, wishes and draws, withdrawals to a faulty bank, coupons on
 * bills, reversed payments, revoked awards, merged and separated accounts, closed wallets, stopped campaigns, and a
 * clock that jumps over expiries. Funding equals the sum of given, tax, redeemed, released, held and remaining money.
 * // Product decisions, rewards 2, 13
 */
import { expect, it } from "vitest";
import { mergeAssetsOf } from "#features/account/account-merge/server/blocks.ts";
import { paymentsOf } from "#tests/support/payments-of.ts";
import { receivePayment } from "#features/credit/repayment/server/payments.ts";
import { moneyOfCampaigns } from "#features/rewards/campaign/server/book-checks.ts";
import { settleHeldAward, revokeAward } from "#features/rewards/campaign/server/index.ts";
import type { HeldDecision } from "#features/rewards/campaign/server/held.ts";
import { campaignLifecycle } from "#features/rewards/campaign/server/lifecycle.ts";
import { giveWalletUp, payOutForClosing } from "#features/rewards/wallet/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { campaignsOf } from "#tests/support/campaigns.ts";
import { coupon } from "#tests/support/coupon.ts";
import { repaying } from "#tests/support/repaying.ts";
import { rewardBooks } from "#tests/support/reward-books.ts";
import { withAccount } from "#tests/support/wallet.ts";

const isLong = process.env["TEST_LONG"] === "1";
const steps = isLong ? 10_000 : 60;
const checkEvery = isLong ? 500 : 30;
/** Paid, failing, unknown for a while, duplicated, out of order, returned later. */
const accounts = [undefined, "9900000002", "9900000003", "9900000005", "9900000006", "9900000009"];

const app = await testApp({ campaigns: true });
const { services, clock } = app;
const { database, random } = services;
const { act, claim, see, fresh, campaignId, verify } = campaignsOf(app);
const { running, bill, accountAt, key } = repaying(app);

interface Person {
  borrowerId: string;
  bankAccountId: string;
  client: TestClient;
}
type Roll = (below: number) => number;

/** The same random numbers each time: a failing history can be repeated. */
function dice(seed: number): Roll {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (state >>> 8) % below;
  };
}
/** A refusal is a result; anything else is an error. */
async function attempt(work: (trx: Transaction) => Promise<unknown>): Promise<boolean> {
  try {
    await transact(database, work);
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return false;
  }
}

const people: Person[] = [];
const staffId = "0190e000-0000-7000-8000-000000000001";
const staff = (last: 1 | 2) => app.staff(`0190e000-0000-7000-8000-00000000000${last}`, ["finance"]);

async function newcomer(accountNumber?: string): Promise<void> {
  const one = await withAccount(app, accountNumber ? { accountNumber } : {});
  await verify(one.borrowerId, one.client);
  people.push(one);
  const wishKey = ["WISH_25000", "WISH_50000", "WISH_70000"][people.length % 3];
  await act(one.client, "wish-dream", "join", { agree: true, wishKey });
  await act(one.client, "watering", "join", { agree: true });
}

type Step = (who: Person, roll: Roll) => Promise<unknown>;
const acts: readonly Step[] = [
  async ({ client }, roll) => {
    const activityId = ["egg-win", "toy-egg-1", "golden-egg"][roll(3)]!;
    await act(client, activityId, "check-in");
    for (const ticketId of (await see(client, activityId)).ticketIds)
      await act(client, activityId, "play", { ticketId, choice: 1 + roll(3) });
  },
  ({ client }) => claim(client, "get-coupon", "COUPON_10000"),
  ({ client }) => claim(client, "seven-year", "COUPON_20"),
  ({ client }, roll) => claim(client, "points-shop", ["COUPON_10000", "PHONE_25000"][roll(2)]!),
  ({ client }) => act(client, "check-in-daily", "check-in"),
  async ({ client }, roll) => {
    await act(client, "wish-dream", "check-in");
    const owner = people[roll(people.length)]!;
    const code = (await see(await fresh(owner.borrowerId), "wish-dream")).wish?.code;
    if (code) await client.post("/api/loan/activity/wish/help", { wishCode: code });
  },
  async ({ client }) => {
    await act(client, "watering", "check-in");
    const { energy } = await see(client, "watering");
    if (energy) await act(client, "watering", "pour", { pours: 3, energyBefore: energy });
  },
  ({ client, bankAccountId }, roll) =>
    client.post("/api/wallet/withdraw", { amountRupiah: 10_000 + roll(3) * 5_000, bankAccountId }, key()),
  async (_who, roll) => {
    const given = await database
      .selectFrom("campaign_award")
      .select("id")
      .where("state", "=", "GIVEN")
      .orderBy("id")
      .execute();
    const one = given[roll(Math.max(1, given.length))];
    if (one) await attempt((trx) => revokeAward(services, trx, { awardId: one.id, reason: "SAME_PERSON", staffId }));
  },
  async (_who, roll) => {
    const held = await database.selectFrom("campaign_award").select("id").where("state", "=", "HELD").execute();
    const one = held[roll(Math.max(1, held.length))];
    const decided = roll(2) === 0 ? { decision: "GIVE" } : { decision: "REFUSE", reason: "SAME_PERSON" };
    if (one)
      await attempt((trx) =>
        settleHeldAward(services, trx, { awardId: one.id, staffId, ...(decided as HeldDecision) }),
      );
  },
];

/** Two become one; half of them are separated again. Returns the data of each domain that the undo needs. */
async function merge(roll: Roll): Promise<void> {
  if (people.length < 5) return;
  const [absorbed, survivor] = [people.splice(roll(people.length), 1)[0]!, people[roll(people.length)]!];
  const between = { mergeId: random.uuid(), survivorId: survivor.borrowerId, absorbedId: absorbed.borrowerId };
  const assets = mergeAssetsOf(services);
  const moved = new Map<string, unknown>();
  const isMerged = await attempt(async (trx) => {
    for (const asset of assets) moved.set(asset.asset, await asset.move(services, trx, between));
  });
  if (isMerged && roll(2) === 0)
    await transact(database, async (trx) => {
      for (const asset of assets) await asset.keep?.(services, trx, between, moved.get(asset.asset));
    });
  else if (isMerged)
    await transact(database, async (trx) => {
      for (const asset of assets)
        if (moved.get(asset.asset) != null) await asset.back(services, trx, between, moved.get(asset.asset));
    });
  if (isMerged && roll(2) === 0) return;
  if (!isMerged) people.push(absorbed);
}

/** A loan with a coupon on its bill: paid in time, reversed by two people, paid again, or paid off. */
async function borrowing(roll: Roll): Promise<void> {
  const { client: first, ...loan } = await running();
  const { borrowerId, loanId } = loan;
  const given = await coupon(app, borrowerId, ["interest-10000", "interest-20-percent"][roll(2)]!);
  const used = await first.post(`/api/coupon/${given.couponId}/use`, { loanId }, key());
  expect(used.status, used.text).toBe(200);
  const [row] = (await bill(loan)).rows;
  clock.moveTo(instantOf(addDays(row!.dueOn, -1), "WIB", { hour: 10 }));
  await app.settle();
  const client = await app.loggedIn(borrowerId);
  const reference = await accountAt(client);
  const pay = (amountRupiah: number) =>
    transact(database, (trx) =>
      receivePayment(services, trx, {
        paymentId: `history-${random.uuid()}`,
        rail: "VIRTUAL_ACCOUNT",
        reference,
        amountRupiah,
        paidAt: clock.now(),
      }),
    );
  await pay(row!.unpaidRupiah);
  await app.settle();
  const [payment] = await paymentsOf(database, borrowerId, loanId);
  const reason = "As the bank's statement of today shows.";
  const path = `/api/staff/payments/loan/${loanId}/reversal`;
  const made = await (await staff(1)).post(path, { paymentId: payment!.id, reason }, key());
  const check = `/api/staff/money/proposals/${made.body.proposalId}/check`;
  expect((await (await staff(2)).post(check, { approve: true }, key())).body).toEqual({ state: "CONFIRMED" });
  await app.settle();
  if (roll(2) === 0) await pay((await bill(loan)).payoffRupiah);
}

/** One stops or continues, or is brought to its end with its claims ending soon. */
async function stopOne(roll: Roll): Promise<void> {
  const activityId = ["egg-win", "toy-egg-2", "seven-year", "golden-egg"][roll(4)]!;
  const id = await campaignId(activityId);
  const at = clock.now();
  const common = { id, actor: `STAFF:${staffId}`, at, set: { changedAt: at } } as const;
  await transact(database, async (trx) => {
    if (roll(6) === 0) {
      await campaignLifecycle.move(trx, { ...common, from: ["RUNNING", "PAUSED"], to: "ENDED", cause: "STOPPED" });
      const set = { closesAt: new Date(at.getTime() + 1), claimsUntil: new Date(at.getTime() + 86_400_000) };
      await trx.updateTable("campaign").set(set).where("id", "=", id).where("state", "=", "ENDED").execute();
    } else if (!(await campaignLifecycle.move(trx, { ...common, from: ["RUNNING"], to: "PAUSED", cause: "PAUSED" })))
      await campaignLifecycle.move(trx, { ...common, from: ["PAUSED"], to: "RUNNING", cause: "RESUMED" });
  });
}

/** Rare events. */
async function seldom(who: Person, roll: Roll): Promise<void> {
  const { borrowerId, bankAccountId } = who;
  const which = roll(10);
  if (which < 4) clock.advance((1 + roll(30)) * 3_600_000);
  if (which === 4) clock.advance((16 + roll(isLong ? 60 : 20)) * 86_400_000);
  if (which === 5) await merge(roll);
  if (which === 6) await attempt((trx) => giveWalletUp(services, trx, borrowerId));
  if (which === 7) await attempt((trx) => payOutForClosing(services, trx, { borrowerId, bankAccountId }));
  if (which === 8) await stopOne(roll);
  if (which === 9 && (!isLong || roll(4) === 0)) await borrowing(roll);
  await app.settle();
  if (people.length < 8) await newcomer(accounts[roll(accounts.length)]);
}

async function everythingAddsUp(): Promise<void> {
  // Whatever is pending at the bank ends within a minute or two.
  await app.pass(180, 60);
  const { problems } = await rewardBooks(services, []);
  expect(problems).toEqual([]);
}

it(
  `After ${steps} steps of any kind every campaign's funded = given + tax + redeemed + released + held + left.`,
  { timeout: isLong ? 7_200_000 : 300_000 },
  async () => {
    const roll = dice(20_261_123);
    await app.settle();
    for (const accountNumber of accounts) await newcomer(accountNumber);
    for (let step = 1; step <= steps; step++) {
      const one = people[roll(people.length)]!;
      if (step % 15 === 0) await seldom(one, roll);
      else {
        const client = await app.loggedIn(one.borrowerId, "STEP_UP_WITHDRAW");
        await acts[roll(acts.length)]!({ ...one, client }, roll);
      }
      if (step === 20) await borrowing(roll);
      if (step % checkEvery === 0) await everythingAddsUp();
    }
    // After the end of every coupon and every day, every remaining row is found by a sweep.
    clock.advance(40 * 86_400_000);
    await everythingAddsUp();
    const money = await moneyOfCampaigns(database);
    expect(money.some(({ tax }) => tax > 0)).toBe(true);
    expect(money.some(({ redeemed }) => redeemed > 0)).toBe(true);
    expect(dateInWib(clock.now()) > "2026-12-01").toBe(true);
  },
);
