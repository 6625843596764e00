/** A campaign's answers besides its view: its end, an uncovered budget, its rules, and records. */
import { describe, expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { account, auditAll, availableOf } from "#server/ledger/index.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import { testApp } from "#tests/support/app.ts";
import { campaignsOf } from "#tests/support/campaigns.ts";
import { givenByDay, perPerson, spentBy } from "./burn.ts";
import { capsOf } from "./caps.ts";
import { releaseUnusedBudget } from "./money.ts";
import { seeds } from "./seed-table.ts";
import { endUnits } from "./unit-ends.ts";

const app = await testApp({ campaigns: true });
const { services, clock } = app;
const { database } = services;
await app.settle();
const { borrower, act, see, fresh, nextDay, claim, campaignId } = campaignsOf(app);

describe("the event of a skin's screen", () => {
  it("is the one that runs, before one that comes or has ended; unknown where the skin has none", async () => {
    const { client } = await borrower();
    const at = (skin: string) => client.get(`/api/activity/standing?skin=${skin}`);
    const named = await see(client, "watering");
    expect((await at("watering")).body).toEqual({ ...named, path: "/webview/activity/watering" });
    const of = (activityId: string) => database.updateTable("campaign").where("activityId", "=", activityId);
    await of("watering-new").set({ skin: "watering" }).execute();
    await of("watering").set({ state: "PAUSED" }).execute();
    expect((await at("watering")).body.activityId).toBe("watering-new");
    expect((await at("watering-new")).body.status.code).toBe("CAMPAIGN_UNKNOWN");
    await of("watering-new").set({ skin: "watering-new" }).execute();
    await of("watering").set({ state: "RUNNING" }).execute();
    expect((await client.get("/api/activity/standing?skin=none")).status).toBe(422);
  });
  it("is the one that ended last, however long ago, where none runs", async () => {
    const { client } = await borrower();
    const long = new Date(clock.now().getTime() - 400 * 86_400_000);
    const of = database.updateTable("campaign").where("activityId", "=", "seven-year");
    const [before] = await database
      .selectFrom("campaign")
      .select(["state", "opensAt", "closesAt", "claimsUntil"])
      .where("activityId", "=", "seven-year")
      .execute();
    const opened = new Date(long.getTime() - 86_400_000);
    await of.set({ state: "ENDED", opensAt: opened, closesAt: long, claimsUntil: long }).execute();
    const { body } = await client.get("/api/activity/standing?skin=seven-year");
    expect([body.activityId, body.view]).toEqual(["seven-year", "ENDED"]);
    await of.set(before!).execute();
  });
});

describe("an event that is over", () => {
  it("shows what one won in it, and everybody the last draw with its winners and proof", async () => {
    const [winner, other] = [await borrower(), await borrower()];
    await act(winner.client, "egg-win", "check-in");
    const { ticketIds } = await see(winner.client, "egg-win");
    const { body } = await act(winner.client, "egg-win", "play", { ticketId: ticketIds[0], choice: 2 });
    expect((await see(winner.client, "egg-win")).lastDrawId).toBeNull();
    await nextDay();
    await database.updateTable("campaign").set({ state: "ENDED" }).where("activityId", "=", "egg-win").execute();
    const own = await see(await fresh(winner.borrowerId), "egg-win");
    expect([own.view, own.award.awardId, own.lastDrawId]).toEqual(["WON", body.awardId, body.drawId]);
    const others = await see(await fresh(other.borrowerId), "egg-win");
    expect([others.view, others.award, others.lastDrawId]).toEqual(["ENDED", null, body.drawId]);
    expect((await see(app.client(), "egg-win")).lastDrawId).toBe(body.drawId);
  });
});

describe("a budget that covers nobody more", () => {
  const empty = (activityId: string) =>
    transact(database, (trx) => releaseUnusedBudget(services, trx, activityId, dateInWib(clock.now())));

  it("lets nobody plant, and takes nothing from whoever has planted", async () => {
    const [planter, late] = [await borrower(), await borrower()];
    expect((await act(planter.client, "watering-new-page", "join", { agree: true })).status).toBe(200);
    expect((await see(late.client, "watering-new-page")).view).toBe("RUNNING");
    await empty("watering-new-page");
    expect((await see(late.client, "watering-new-page")).view).toBe("BUDGET_OUT");
    expect((await act(late.client, "watering-new-page", "join", { agree: true })).body.status.code).toBe("BUDGET_OUT");
    expect((await see(planter.client, "watering-new-page")).view).toBe("RUNNING");
  });

  it("offers no coupon that it cannot give", async () => {
    const { client } = await borrower();
    expect((await see(client, "seven-year")).view).toBe("RUNNING");
    await empty("seven-year");
    expect((await see(client, "seven-year")).view).toBe("BUDGET_OUT");
    expect((await see(app.client(), "seven-year")).view).toBe("BUDGET_OUT");
  });
});

describe("the rules of an event", () => {
  it("come with their text where they are asked for, in the reader's language, and with the bounds in force", async () => {
    const { client } = await borrower();
    const rules = async (language: string) =>
      (await client.get("/api/activity/toy-egg-1?rules=1", { "Accept-Language": language })).body.ruleText;
    const [id, en, zh] = [await rules("id"), await rules("en"), await rules("zh")];
    expect(new Set([id.title, en.title, zh.title]).size).toBe(3);
    expect(en.body).toContain("<li>");
    const seen = await see(client, "toy-egg-1");
    expect(seen.ruleText).toBeNull();
    expect(seen.caps).toEqual([{ cap: "PLAYS_A_DAY", count: 3 }]);
    expect(seen.prizes[0]).toMatchObject({ prizeKey: "CASH_70000", perDay: 5, stock: 0, ppm: 2_000 });
  });

  it("name a bound in every seed", () => {
    for (const { activityId, rules } of seeds) expect(capsOf(rules).length, activityId).toBeGreaterThan(0);
    const ofSeed = (name: string) => capsOf(seeds.find(({ activityId }) => activityId === name)!.rules);
    expect(ofSeed("wish-dream")).toContainEqual({ cap: "POINTS_A_DAY", count: 60 });
    expect(ofSeed("get-coupon")).toEqual([{ cap: "EVERY_DAYS", count: 30 }]);
    expect(ofSeed("new-gift")).toEqual([
      { cap: "ONCE", count: 1 },
      { cap: "WITHIN_DAYS", count: 30 },
    ]);
    expect(ofSeed("tomoro-coffee")).toContainEqual({ cap: "CODE_TRIES_A_DAY", count: 5 });
  });
});

describe("one's records of an event", () => {
  it("tell points by what brought them, and tickets with what came of them", async () => {
    const { client } = await borrower();
    const records = async (activityId: string) => (await client.get(`/api/activity/${activityId}/records`)).body;
    await act(client, "check-in-daily", "check-in");
    const day = dateInWib(clock.now());
    expect((await records("check-in-daily")).points).toEqual([{ type: "CHECK_IN", points: 5, day, at: null }]);
    await act(client, "watering", "join", { agree: true });
    await act(client, "watering", "check-in");
    expect((await records("watering")).points).toMatchObject([{ type: "DAILY_SIGN_IN", points: 30, day }]);
    await act(client, "egg-lose", "check-in");
    const { tickets, points } = await records("egg-lose");
    expect(points).toEqual([]);
    expect(tickets).toMatchObject([{ task: "DAILY_SIGN_IN", play: null }]);
    await act(client, "egg-lose", "play", { ticketId: tickets[0].ticketId, choice: 3 });
    expect((await records("egg-lose")).tickets).toMatchObject([
      { ticketId: tickets[0].ticketId, play: { choice: 3, prizeKey: "NOTHING", drawId: `egg-lose:${day}` } },
    ]);
    // It was this person's play in this campaign only.
    const { client: other } = await borrower();
    const views = [await see(client, "egg-lose"), await see(other, "egg-lose"), await see(client, "toy-egg-1")];
    expect(views.map(({ view }) => view)).toEqual(["WAITING", "RUNNING", "RUNNING"]);
  });
});

describe("tickets and energy that nobody used", () => {
  it("end with their event once nothing of it can be claimed any more, once and for everybody", async () => {
    const [player, gardener] = [await borrower(), await borrower()];
    await act(player.client, "toy-egg-1", "check-in");
    await act(gardener.client, "watering", "join", { agree: true });
    await act(gardener.client, "watering", "check-in");
    const [tickets, energy] = [
      () => availableOf(database, account("TICKET", `${player.borrowerId}:toy-egg-1`)),
      () => availableOf(database, account("POINTS", `${gardener.borrowerId}:watering`)),
    ];
    expect([await tickets(), await energy()]).toEqual([1, 30]);
    await database
      .updateTable("campaign")
      .set({ state: "ENDED", closesAt: clock.now(), claimsUntil: new Date(clock.now().getTime() + 60_000) })
      .where("activityId", "in", ["toy-egg-1", "watering"])
      .execute();
    expect(await endUnits(services)).toBe(0);
    expect([await tickets(), await energy()]).toEqual([1, 30]);
    clock.advance(61_000);
    await Promise.all([endUnits(services), endUnits(services)]);
    expect([await tickets(), await energy()]).toEqual([0, 0]);
    expect(await endUnits(services)).toBe(0);
    expect((await auditAll(database, clock.now())).findings).toEqual([]);
  });
});

describe("what a campaign burns", () => {
  it("is cash with the tax on chance, and a coupon by its whole promise, a day and a person", async () => {
    const [eggs, coupons] = [await campaignId("egg-win"), await campaignId("get-coupon")];
    const { client } = await borrower();
    const before = clock.now();
    expect((await claim(client, "get-coupon", "COUPON_10000")).status).toBe(200);
    const spent = await spentBy(services, database, [eggs, coupons]);
    // 5,000 net equals 6,667 gross.
    expect(spent.get(eggs)).toEqual({ rupiah: 6_667, people: 1 });
    expect(spent.get(coupons)).toEqual({ rupiah: 10_000, people: 1 });
    const given = await givenByDay(services, database, [eggs, coupons], dateInWib(before));
    expect([...given]).toEqual([[coupons, [{ day: dateInWib(before), rupiah: 10_000, awards: 1 }]]]);
    expect([perPerson({ rupiah: 10, people: 3 }), perPerson({ rupiah: 0, people: 0 })]).toEqual([3, 0]);
  });
});

describe("where nothing is left to do today", () => {
  it("a tree says so until the new day, and once its days are over that it bore no fruit", async () => {
    const { borrowerId, client } = await borrower();
    await act(client, "watering-new-year", "join", { agree: true });
    expect((await see(client, "watering-new-year")).view).toBe("RUNNING");
    await act(client, "watering-new-year", "check-in");
    expect(await see(client, "watering-new-year")).toMatchObject({ view: "RUNNING", energy: 30, nextAt: null });
    await act(client, "watering-new-year", "pour", { pours: 3, energyBefore: 30 });
    const midnight = instantOf(addDays(dateInWib(clock.now()), 1)).toISOString();
    expect(await see(client, "watering-new-year")).toMatchObject({ view: "WAITING", energy: 0, nextAt: midnight });
    const { growsUntil } = await see(client, "watering-new-year");
    clock.advance(Date.parse(growsUntil) - clock.now().getTime());
    const late = await fresh(borrowerId);
    const over = { view: "ENDED", joined: true, grown: 30, award: null };
    expect(await see(late, "watering-new-year")).toMatchObject(over);
    await app.settle();
    expect(await see(late, "watering-new-year")).toMatchObject(over);
    for (const [what, body] of [
      ["check-in", {}],
      ["pour", { pours: 1, energyBefore: 0 }],
    ] as const)
      expect((await act(late, "watering-new-year", what, body)).body.status.code).toBe("GROWTH_OVER");
  });

  it("a wish waits after the day's press, and an egg without a ticket, each until the new day", async () => {
    const { client } = await borrower();
    const midnight = instantOf(addDays(dateInWib(clock.now()), 1)).toISOString();
    await act(client, "wish-dream", "join", { agree: true, wishKey: "WISH_50000" });
    expect((await see(client, "wish-dream")).view).toBe("RUNNING");
    await act(client, "wish-dream", "check-in");
    expect(await see(client, "wish-dream")).toMatchObject({ view: "WAITING", nextAt: midnight });
    await act(client, "egg-lose", "check-in");
    const { ticketIds } = await see(client, "egg-lose");
    await act(client, "egg-lose", "play", { ticketId: ticketIds[0], choice: 1 });
    expect(await see(client, "egg-lose")).toMatchObject({ view: "WAITING", nextAt: midnight });
  });
});

describe("a claim", () => {
  it("says what it asks for, and what of it this person has", async () => {
    const { borrowerId, client } = await borrower(false);
    const needs = async () => (await see(client, "new-gift")).needs;
    const [profile, password] = [{ need: "PROFILE_COMPLETED" }, { need: "PASSWORD_SET" }];
    expect((await see(app.client(), "new-gift")).needs).toMatchObject([profile, password]);
    expect(await needs()).toEqual([
      { ...profile, isMet: false },
      { ...password, isMet: false },
    ]);
    await database
      .insertInto("campaign_fact")
      .values({ borrowerId, fact: "PASSWORD_SET", eventId: "needs", happenedAt: clock.now() })
      .execute();
    expect(await needs()).toEqual([
      { ...profile, isMet: false },
      { ...password, isMet: true },
    ]);
    expect((await see(client, "get-coupon")).needs).toEqual([]);
  });

  it("is possible again thirty days after the last one, whenever that was", async () => {
    const { borrowerId } = await borrower(false);
    clock.advance(17 * 86_400_000);
    const take = async () => claim(await fresh(borrowerId), "get-coupon", "COUPON_10000");
    const wonAt = clock.now().getTime();
    expect((await take()).status).toBe(200);
    const nextAt = new Date(wonAt + 30 * 86_400_000).toISOString();
    clock.advance(30 * 86_400_000 - 1);
    expect((await take()).body.status).toMatchObject({ code: "DONE_ALREADY", data: { nextAt } });
    expect(await see(await fresh(borrowerId), "get-coupon")).toMatchObject({ view: "WON", nextAt });
    clock.advance(1);
    expect((await see(await fresh(borrowerId), "get-coupon")).view).toBe("RUNNING");
    const own = await fresh(borrowerId);
    const answers = await Promise.all(Array.from({ length: 20 }, () => claim(own, "get-coupon", "COUPON_10000")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe("rules that became better", () => {
  it("are agreed to anew by whoever agreed before, and the ticket is played", async () => {
    const { client } = await borrower();
    await app.settle();
    await act(client, "toy-egg-2", "join", { agree: true });
    await act(client, "toy-egg-2", "check-in");
    await database.updateTable("campaign").set({ rulesVersion: 2 }).where("activityId", "=", "toy-egg-2").execute();
    const { ticketIds, asksAgreement } = await see(client, "toy-egg-2");
    expect(asksAgreement).toBe(true);
    const play = () => act(client, "toy-egg-2", "play", { ticketId: ticketIds[0], choice: 1 });
    expect((await play()).body.status.code).toBe("AGREEMENT_NEEDED");
    await act(client, "toy-egg-2", "join", { agree: true });
    expect((await see(client, "toy-egg-2")).asksAgreement).toBe(false);
    expect((await play()).status).toBe(200);
  });
});
