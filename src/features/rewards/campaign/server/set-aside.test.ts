/** Reserved money returns to its campaign whatever happens to a prize, and stays where a prize still waits. */
import { sql } from "kysely";
import { expect, it } from "vitest";
import { giveCoupon } from "#features/rewards/coupon/server/index.ts";
import { loadCodes } from "#features/rewards/voucher/server/index.ts";
import { transact } from "#server/database.server.ts";
import { account, auditAll, availableOf, balanceOf } from "#server/ledger/index.ts";
import { dateInWib, instantOf, addDays } from "#shared/dates.ts";
import { testApp } from "#tests/support/app.ts";
import { campaignsOf, type Taker } from "#tests/support/campaigns.ts";
import type { Prize } from "../rules-contract.ts";
import { settleDays } from "./day-money.ts";
import { makeDraw } from "./draws.ts";
import { fundCampaign, printCoupons, releaseUnusedBudget, reserveBudget } from "./money.ts";
import { revokeAward } from "./revoking.ts";
import { insertCampaign, newCampaign, type CampaignRow } from "./store.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
await app.settle();
const { borrower, act, see } = campaignsOf(app);
const budgetRupiah = 1_000_000;
const remainingOf = (owner: string) => availableOf(database, account("REWARD_BUDGET", owner));

/** A game of chance that always holds this prize, ten a day, and has begun today. */
async function sure(activityId: string, prize: Prize): Promise<CampaignRow> {
  const opens = dateInWib(clock.now());
  const campaign: CampaignRow = {
    id: services.random.uuid(),
    activityId,
    mechanic: "INSTANT",
    skin: "toy-egg",
    title: { id: "Uji", en: "Test", zh: "测试" },
    opensAt: instantOf(opens),
    closesAt: instantOf(addDays(opens, 3)),
    claimsUntil: instantOf(addDays(opens, 4)),
    rules: {
      mechanic: "INSTANT",
      prizes: [{ prizeKey: "PRIZE", prize, stock: 0, perDay: 10, ppm: 1_000_000, costPoints: 0 }],
      tasks: [{ task: "DAILY_SIGN_IN", gives: 1 }],
      playsADay: 3,
      choices: 3,
      asksAgreement: false,
    },
    rulesVersion: 1,
    budgetRupiah,
    permit: { number: "CONTOH", isSample: true, verifiedAt: null },
    state: "RUNNING",
    ...newCampaign,
  };
  await transact(database, async (trx) => {
    await insertCampaign(trx, campaign, clock.now());
    await fundCampaign(services, trx, activityId, budgetRupiah, activityId);
    await printCoupons(services, trx, { activityId, couponKey: "interest-10000", pieces: 10, version: 1 });
  });
  expect(await makeDraw(services, campaign, opens)).toBe(true);
  return campaign;
}

async function won(activityId: string): Promise<Taker & { awardId: string }> {
  const taker = await borrower();
  await act(taker.client, activityId, "check-in");
  const [ticketId] = (await see(taker.client, activityId)).ticketIds;
  const { status, body } = await act(taker.client, activityId, "play", { ticketId, choice: 1 });
  expect(status).toBe(200);
  return { ...taker, awardId: body.awardId };
}
const untilTomorrow = async () => {
  clock.advance(86_400_000);
  await app.settle();
};
const clean = async () => expect((await auditAll(database, clock.now())).findings).toEqual([]);

it("A coupon won by chance that ends unused after its day gives its whole promise back to the campaign.", async () => {
  const day = dateInWib(clock.now());
  await sure("sure-coupon", { kind: "COUPON", couponKey: "interest-10000" });
  await won("sure-coupon");
  await untilTomorrow();
  expect([
    await remainingOf(`sure-coupon:${day}`),
    await balanceOf(database, account("REWARD_BUDGET", `sure-coupon:${day}`)),
  ]).toEqual([0, 0]);
  clock.advance(20 * 86_400_000);
  await app.settle();
  await untilTomorrow();
  // The tax of 3,334 stays with the state: the prize was given.
  expect(await balanceOf(database, account("REWARD_BUDGET", "sure-coupon"))).toBe(0);
  const released = await database
    .selectFrom("ledger_transfer")
    .select(({ fn }) => fn.sum<number>("amount").as("amount"))
    .where("kind", "=", "REWARD_RELEASED")
    .where("reference", "=", "campaign_sure-coupon")
    .executeTakeFirstOrThrow();
  expect(released.amount).toBe(budgetRupiah - 3_334);
  await clean();
});

it("A coupon won by chance that is taken back gives promise and tax back to the campaign.", async () => {
  await sure("taken-coupon", { kind: "COUPON", couponKey: "interest-10000" });
  const { awardId } = await won("taken-coupon");
  await untilTomorrow();
  const before = await remainingOf("taken-coupon");
  const staffId = "01900000-0000-7000-8000-000000000011";
  const revoke = () =>
    transact(database, (trx) => revokeAward(services, trx, { awardId, reason: "SAME_PERSON", staffId }));
  expect(await revoke()).toEqual({ takenRupiah: 10_000, shortRupiah: 0 });
  expect(await revoke()).toBeNull();
  const asides = await database
    .selectFrom("ledger_balance")
    .select(({ fn }) => fn.sum<number>("posted").as("posted"))
    .where("accountId", "like", "REWARD_BUDGET/taken-coupon:%")
    .executeTakeFirstOrThrow();
  const aside = asides.posted;
  expect([await remainingOf("taken-coupon"), (await remainingOf("taken-coupon")) + aside]).toEqual([
    before + 13_334,
    budgetRupiah,
  ]);
  await clean();
});

it("Cash that is taken back after its day is the campaign's again, with its tax.", async () => {
  const day = dateInWib(clock.now());
  await sure("taken-cash", { kind: "CASH", rupiah: 5_000 });
  const { awardId, borrowerId } = await won("taken-cash");
  await untilTomorrow();
  const before = await remainingOf("taken-cash");
  const staffId = "01900000-0000-7000-8000-000000000011";
  await transact(database, (trx) => revokeAward(services, trx, { awardId, reason: "SAME_PERSON", staffId }));
  expect(await availableOf(database, account("WALLET", borrowerId))).toBe(0);
  expect([await remainingOf("taken-cash"), await remainingOf(`taken-cash:${day}`)]).toEqual([before + 6_667, 0]);
  await clean();
});

/** The state of a coupon won before its promise was moved out of its day's account. */
async function heldByItsDay(activityId: string): Promise<{ couponId: string; day: string }> {
  const day = dateInWib(clock.now());
  const campaign = await sure(activityId, { kind: "COUPON", couponKey: "interest-10000" });
  const { borrowerId } = await borrower();
  const couponId = await transact(database, async (trx) => {
    const given = await giveCoupon(services, trx, {
      borrowerId,
      awardId: `old-${activityId}`,
      activityId,
      couponKey: "interest-10000",
      budget: `${activityId}:${day}`,
      taxRupiah: 3_334,
      title: campaign.title,
    });
    expect(given.outcome).toBe("GIVEN");
    return given.outcome === "GIVEN" ? given.couponId : "";
  });
  await untilTomorrow();
  // The value that the migration writes for every day that had ended by then.
  const due = { settleDue: new Date(0) };
  await database.updateTable("campaign_draw").set(due).where("drawId", "=", `${activityId}:${day}`).execute();
  return { couponId, day };
}

it("A coupon that its day's account still holds gives its promise back to the campaign when it ends, and only then.", async () => {
  const { day } = await heldByItsDay("old-coupon");
  const own = () => balanceOf(database, account("REWARD_BUDGET", `old-coupon:${day}`));
  const whole = async () =>
    (
      await database
        .selectFrom("ledger_balance")
        .select(sql<number>`sum(posted - held)::bigint`.as("rupiah"))
        .where("accountId", "like", "REWARD_BUDGET/old-coupon%")
        .executeTakeFirstOrThrow()
    ).rupiah;
  const settle = async () => {
    clock.advance(86_400_000);
    await app.settle();
    return settleDays(services);
  };
  await settle();
  expect(await own()).toBe(10_000);
  const before = await whole();
  // It ends after fifteen days; the rest is released only a fortnight after the campaign's claims have ended.
  clock.advance(13 * 86_400_000);
  await app.settle();
  await settle();
  expect([await own(), await whole()]).toEqual([0, before + 10_000]);
  const row = await database
    .selectFrom("campaign_draw")
    .select("settleDue")
    .where("drawId", "=", `old-coupon:${day}`)
    .executeTakeFirstOrThrow();
  expect(row.settleDue).toBeNull();
  const count = async () =>
    (await database.selectFrom("ledger_transfer").select("id").where("id", "like", `left_old-coupon:${day}%`).execute())
      .length;
  expect(await count()).toBe(1);
  expect(await settle()).toBe(0);
  expect(await count()).toBe(1);
  await clean();
});

it("Of twenty at once one moves a day's money back, and what a waiting prize costs stays.", async () => {
  const day = dateInWib(clock.now());
  await sure("old-voucher", { kind: "VOUCHER", voucherKey: "NO_CODE", rupiah: 25_000 });
  await won("old-voucher");
  await untilTomorrow();
  // As revoked cash was moved there.
  await transact(database, (trx) =>
    reserveBudget(services, trx, { activityId: "old-voucher", epoch: day, rupiah: 5_000, id: "old-revoked" }),
  );
  const due = { settleDue: new Date(0) };
  await database.updateTable("campaign_draw").set(due).where("drawId", "=", `old-voucher:${day}`).execute();
  await settleDays(services);
  expect(await remainingOf(`old-voucher:${day}`)).toBe(38_334);
  const { id } = await database
    .selectFrom("campaign_award")
    .select("id")
    .where("prize", "@>", JSON.stringify({ voucherKey: "NO_CODE" }) as never)
    .executeTakeFirstOrThrow();
  await transact(database, (trx) =>
    loadCodes(services, trx, { voucherKey: "NO_CODE", rupiah: 25_000, codes: ["CODE-0009"], staffId: null }),
  );
  await app.settle();
  expect(
    (await database.selectFrom("campaign_award").select("state").where("id", "=", id).executeTakeFirstOrThrow()).state,
  ).toBe("GIVEN");
  await database.updateTable("campaign_draw").set(due).where("drawId", "=", `old-voucher:${day}`).execute();
  await Promise.all(Array.from({ length: 20 }, () => settleDays(services)));
  expect(await remainingOf(`old-voucher:${day}`)).toBe(0);
  await clean();
});

it("A voucher that waits for its code keeps its money over the end of its day, and is given when there are codes.", async () => {
  const day = dateInWib(clock.now());
  await sure("waiting-voucher", { kind: "VOUCHER", voucherKey: "NEW_CODE", rupiah: 25_000 });
  const { borrowerId, awardId } = await won("waiting-voucher");
  const stateOf = async () =>
    (await database.selectFrom("campaign_award").select("state").where("id", "=", awardId).executeTakeFirstOrThrow())
      .state;
  await untilTomorrow();
  expect([await stateOf(), await remainingOf(`waiting-voucher:${day}`)]).toEqual(["PENDING", 33_334]);
  await transact(database, (trx) =>
    loadCodes(services, trx, { voucherKey: "NEW_CODE", rupiah: 25_000, codes: ["CODE-0001"], staffId: null }),
  );
  await app.settle();
  expect([await stateOf(), await remainingOf(`waiting-voucher:${day}`)]).toEqual(["GIVEN", 0]);
  await clean();
  // The message links to the page with its code.
  const client = await app.loggedIn(borrowerId);
  const [message] = (await client.get("/api/message")).body.items;
  const { link } = (await client.get(`/api/message/${message.id}`)).body;
  expect(link).toBe(`/webview/activity/toy-egg/waiting-voucher?award=${awardId}`);
});

it("What comes back on a day on which the rest was released waits for the next day, and nothing fails.", async () => {
  await transact(database, (trx) => fundCampaign(services, trx, "twice", 1_000, "twice-1"));
  const day = dateInWib(clock.now());
  const letGo = (on: string) => transact(database, (trx) => releaseUnusedBudget(services, trx, "twice", on));
  expect(await letGo(day)).toBe(1_000);
  await transact(database, (trx) => fundCampaign(services, trx, "twice", 500, "twice-2"));
  expect([await letGo(day), await remainingOf("twice")]).toEqual([0, 500]);
  expect(await letGo(addDays(day, 1))).toBe(500);
});
