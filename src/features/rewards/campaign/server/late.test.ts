/**
 * Prizes earned before the end of a campaign can be claimed until `claimsUntil`; nothing else is possible then.
 * // Product decisions, rewards 1
 */
import { beforeEach, expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { account, auditAll, availableOf } from "#server/ledger/index.ts";
import { testApp, type TestResponse } from "#tests/support/app.ts";
import { campaignsOf, type Taker } from "#tests/support/campaigns.ts";
import type { CampaignFact } from "../rules-contract.ts";
import { energyOwner, moveUnits } from "./money.ts";
import { noteStop } from "./stopping.ts";
import { findCampaign, insertFact } from "./store.ts";

const app = await testApp({ campaigns: true });
const { services, clock } = app;
const { database } = services;
await app.settle();
const { borrower, act, see, claim, codeOf, fresh, campaignId } = campaignsOf(app);

const hour = 3_600_000;
const day = 24 * hour;
const later = (milliseconds: number) => new Date(clock.now().getTime() + milliseconds);
const happens = (borrowerId: string, ...facts: CampaignFact[]) =>
  transact(database, async (trx) => {
    for (const fact of facts)
      await insertFact(trx, borrowerId, { fact, loanId: null, inTime: null, at: clock.now(), eventId: `${fact}_test` });
  });
/** As if it ended in an hour. */
const closing = async (activityId: string) => {
  const dates = { closesAt: later(hour), claimsUntil: later(hour + 14 * day), state: "RUNNING" };
  await database.updateTable("campaign").set(dates).where("activityId", "=", activityId).execute();
};
const pass = async (milliseconds: number) => {
  clock.advance(milliseconds);
  await app.settle();
};
const asNow = async ({ borrowerId }: Taker) => fresh(borrowerId);
const welcome = ["PROFILE_COMPLETED", "PASSWORD_SET"] as const;

beforeEach(() => closing("new-gift"));

it("To the moment nothing is done before the opening, behind the end or in a pause, though no sweep has come yet.", async () => {
  const [taker, friend] = [await borrower(), await borrower()];
  const { client } = taker;
  await act(client, "wish-dream", "join", { agree: true, wishKey: "WISH_50000" });
  await act(client, "watering-new-year", "join", { agree: true });
  await act(client, "toy-egg-1", "check-in");
  const wishCode = (await see(client, "wish-dream")).wish.code;
  const [ticketId] = (await see(client, "toy-egg-1")).ticketIds;
  const acts: [string, string, () => Promise<TestResponse>][] = [
    ["egg: press", "toy-egg-1", () => act(client, "toy-egg-1", "check-in")],
    ["egg: play", "toy-egg-1", () => act(client, "toy-egg-1", "play", { ticketId, choice: 1 })],
    ["wish: press", "wish-dream", () => act(client, "wish-dream", "check-in")],
    [
      "wish: join",
      "wish-dream",
      () => act(friend.client, "wish-dream", "join", { agree: true, wishKey: "WISH_50000" }),
    ],
    ["help", "wish-dream", () => friend.client.post("/api/loan/activity/wish/help", { wishCode })],
    ["pick", "world-cup", () => act(client, "world-cup", "pick", { optionKey: "SAMPLE_A" })],
    ["tree: press", "watering-new-year", () => act(client, "watering-new-year", "check-in")],
    ["pour", "watering-new-year", () => act(client, "watering-new-year", "pour", { pours: 1, energyBefore: 0 })],
    ["claim", "get-coupon", () => claim(client, "get-coupon", "COUPON_10000")],
    ["check-in", "check-in-daily", () => act(client, "check-in-daily", "check-in")],
  ];
  const row = (activityId: string) =>
    database.selectFrom("campaign").selectAll().where("activityId", "=", activityId).executeTakeFirstOrThrow();
  const asked: [object, string][] = [
    [{ closesAt: clock.now() }, "CAMPAIGN_ENDED"],
    [{ opensAt: new Date(clock.now().getTime() + 1) }, "CAMPAIGN_SOON"],
    [{ state: "APPROVED" }, "CAMPAIGN_SOON"],
    [{ state: "PAUSED" }, "CAMPAIGN_PAUSED"],
  ];
  for (const [name, activityId, work] of acts)
    for (const [set, code] of asked) {
      // A campaign that has not opened has no wish to help.
      if (name === "help" && code === "CAMPAIGN_SOON") continue;
      const { state, opensAt, closesAt } = await row(activityId);
      const write = (values: object) =>
        database.updateTable("campaign").set(values).where("activityId", "=", activityId).execute();
      await write(set);
      const found = codeOf(await work());
      await write({ state, opensAt, closesAt });
      expect([name, found]).toEqual([name, code]);
    }
});

it("Who met what it asks for by the end claims afterwards, once, until the last day for it.", async () => {
  const [early, half, forgetful] = [await borrower(), await borrower(), await borrower()];
  await happens(early.borrowerId, ...welcome);
  await happens(forgetful.borrowerId, ...welcome);
  await happens(half.borrowerId, "PROFILE_COMPLETED");
  await pass(2 * hour);
  expect((await findCampaign(database, "new-gift"))!.state).toBe("ENDED");
  // Events after the end do not count.
  await happens(half.borrowerId, "PASSWORD_SET");
  const seen = await see(await asNow(early), "new-gift");
  // A later campaign may have its screen: the campaigns' page links to this one by its key.
  const { items } = (await (await asNow(early)).get("/api/activity?state=ENDED")).body;
  const listed = items.find((one: { activityId: string }) => one.activityId === "new-gift");
  expect(listed.path).toBe("/webview/new-gift?of=new-gift");
  expect(seen).toMatchObject({ view: "RUNNING", isOver: true, needs: [{ isMet: true }, { isMet: true }] });
  expect(Date.parse(seen.claimsUntil)).toBeGreaterThan(clock.now().getTime());
  expect(await see(await asNow(half), "new-gift")).toMatchObject({
    view: "ENDED",
    needs: [{ isMet: true }, { isMet: false }],
  });
  expect(codeOf(await claim(await asNow(half), "new-gift", "COUPON_10000"))).toBe("CAMPAIGN_ENDED");
  await pass(13 * day);
  expect((await claim(await asNow(early), "new-gift", "COUPON_10000")).body).toMatchObject({ state: "GIVEN" });
  expect((await see(await asNow(early), "new-gift")).view).toBe("WON");
  expect(codeOf(await claim(await asNow(early), "new-gift", "COUPON_10000"))).toBe("DONE_ALREADY");
  await pass(day);
  expect((await see(await asNow(forgetful), "new-gift")).view).toBe("ENDED");
  expect(codeOf(await claim(await asNow(forgetful), "new-gift", "COUPON_10000"))).toBe("CAMPAIGN_ENDED");
  expect((await auditAll(database, clock.now())).findings).toEqual([]);
});

it("One that two people end early is fetched by who met it before that moment.", async () => {
  const [before, after] = [await borrower(), await borrower()];
  await happens(before.borrowerId, ...welcome);
  await transact(database, async (trx) => {
    const id = await campaignId("new-gift");
    await trx.updateTable("campaign").set({ state: "ENDED" }).where("id", "=", id).execute();
    await noteStop(trx, id, clock.now());
  });
  await pass(60_000);
  await happens(after.borrowerId, ...welcome);
  expect((await see(await asNow(before), "new-gift")).view).toBe("RUNNING");
  expect((await see(await asNow(after), "new-gift")).view).toBe("ENDED");
  expect((await claim(await asNow(before), "new-gift", "COUPON_10000")).status).toBe(200);
  expect(codeOf(await claim(await asNow(after), "new-gift", "COUPON_10000"))).toBe("CAMPAIGN_ENDED");
});

it("An offer that asks for nothing, a shop, a chance and the outlet's code end with the campaign.", async () => {
  const taker = await borrower();
  await happens(taker.borrowerId, "IDENTITY_VERIFIED");
  for (const name of ["get-coupon", "points-shop", "tomoro-coffee", "toy-egg-1"]) await closing(name);
  await pass(2 * hour);
  const client = await asNow(taker);
  for (const name of ["get-coupon", "points-shop", "tomoro-coffee", "toy-egg-1"]) {
    const seen = await see(client, name);
    expect([name, seen.view, seen.claimsUntil]).toEqual([name, "ENDED", null]);
  }
  expect(codeOf(await claim(client, "get-coupon", "COUPON_10000"))).toBe("CAMPAIGN_ENDED");
  expect(codeOf(await claim(client, "tomoro-coffee", "COFFEE", { entryCode: "0000" }))).toBe("CAMPAIGN_ENDED");
});

it("A tree for whose fruit the energy is there is poured afterwards; one without it is not.", async () => {
  const [ripe, short] = [await borrower(), await borrower()];
  const fruit = 300;
  for (const [index, { borrowerId, client }] of [ripe, short].entries()) {
    expect((await act(client, "watering-new-year", "join", { agree: true })).status).toBe(200);
    await transact(database, (trx) =>
      moveUnits(services, trx, "POINTS_EARNED", {
        id: `energy_test_${index}`,
        owner: energyOwner(borrowerId, "watering-new-year"),
        amount: index === 0 ? fruit : fruit - 10,
        reference: "campaign_watering-new-year",
      }),
    );
  }
  await closing("watering-new-year");
  await pass(2 * hour);
  expect(await see(await asNow(ripe), "watering-new-year")).toMatchObject({ view: "RUNNING", isOver: true });
  expect((await see(await asNow(short), "watering-new-year")).view).toBe("ENDED");
  const pour = async (taker: Taker, energyBefore: number) =>
    act(await asNow(taker), "watering-new-year", "pour", { pours: 5, energyBefore });
  expect(codeOf(await pour(short, fruit - 10))).toBe("CAMPAIGN_ENDED");
  expect(codeOf(await act(await asNow(ripe), "watering-new-year", "check-in"))).toBe("CAMPAIGN_ENDED");
  for (let energy = fruit; energy > 0; energy -= 50) expect((await pour(ripe, energy)).status).toBe(200);
  expect(await availableOf(database, account("WALLET", ripe.borrowerId))).toBe(5_000);
  expect((await see(await asNow(ripe), "watering-new-year")).view).toBe("WON");
  expect((await auditAll(database, clock.now())).findings).toEqual([]);
});
