/**
 * A self-chosen break, and ineligibility: what is closed then, and what stays open. // Product decisions, rewards 9,
 * 15.1
 */
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { freezeBorrower } from "#features/account/login/server/index.ts";
import { givePoints } from "#features/rewards/points/server/index.ts";
import { transact } from "#server/database.server.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import { testApp } from "#tests/support/app.ts";
import { campaignsOf, type Taker } from "#tests/support/campaigns.ts";
import { claimsAfterLoans } from "#tests/support/claims-after-loans.ts";
import { repaying } from "#tests/support/repaying.ts";
import type { RulesOf } from "../rules-contract.ts";
import { findDraw } from "./draws.ts";
import { findCampaign } from "./store.ts";
import { creditEverywhere } from "./tasks.ts";
import { freezeDraw } from "./weighted-draws.ts";

const app = await testApp({ campaigns: true });
const { services, clock } = app;
const { database } = services;
await app.settle();
const { borrower, act, see, claim, fresh, verify } = campaignsOf(app);
const { running } = repaying(app);
const { afterLoan, paidOff } = claimsAfterLoans(app);

/** A verified borrower with a loan made today. */
async function indebted(): Promise<Taker & { loanId: string }> {
  const { client, ...loan } = await running();
  await verify(loan.borrowerId, client);
  return { ...loan, client };
}

const wishDream = "wish-dream";
const help = async (helper: Taker, code: string) => {
  const { status, body } = await helper.client.post("/api/loan/activity/wish/help", { wishCode: code });
  expect(status).toBe(200);
  return body;
};
const entryOf = (borrowerId: string) =>
  database
    .selectFrom("campaign_draw_entry")
    .innerJoin("campaign_draw", "campaign_draw.id", "campaign_draw_entry.drawId")
    .select(["weight", "state", "entryId"])
    .where("borrowerId", "=", borrowerId)
    .executeTakeFirst();
/** A borrower with a wish. */
async function wishing(taker: Taker): Promise<Taker & { code: string }> {
  expect((await act(taker.client, wishDream, "join", { agree: true, wishKey: "WISH_50000" })).status).toBe(200);
  return { ...taker, code: (await see(taker.client, wishDream)).wish.code };
}
const ofLoan = async (borrowerId: string, set: { state: string; endedAt: Date } | { disbursedOn: string }) =>
  void (await database.updateTable("loan").set(set).where("borrowerId", "=", borrowerId).execute());
/** Reasons for which a borrower may not play, whether each concerns a loan, and how each comes about. */
const shutOut: readonly (readonly [string, boolean, (taker: Taker) => Promise<unknown>])[] = [
  ["refused", true, ({ borrowerId }) => ofLoan(borrowerId, { state: "REJECTED", endedAt: clock.now() })],
  ["written off", true, ({ borrowerId }) => ofLoan(borrowerId, { state: "WRITTEN_OFF", endedAt: clock.now() })],
  ["overdue", true, ({ borrowerId }) => ofLoan(borrowerId, { disbursedOn: addDays(dateInWib(clock.now()), -45) })],
  ["resting", false, ({ client }) => client.post("/api/activity/break", { days: 30 })],
  ["frozen", false, ({ borrowerId }) => transact(database, (trx) => freezeBorrower(services, trx, borrowerId))],
];

describe("who may not play is in no draw", () => {
  it("by help of a friend, whose points count alone, and the page says so; nor with an entry of earlier that day", async () => {
    const stays = await wishing(await borrower());
    await act(stays.client, wishDream, "check-in");
    const owners = [];
    for (const [why, hasLoan, happens] of shutOut) {
      const [owner, other] = [
        await wishing(await (hasLoan ? indebted() : borrower())),
        await wishing(await borrower()),
      ];
      expect((await act(owner.client, wishDream, "check-in")).status).toBe(200);
      await happens(owner);
      expect([why, (await help(other, owner.code)).points]).toEqual([why, 10]);
      expect([why, (await entryOf(owner.borrowerId))?.weight]).toEqual([why, 10]);
      owners.push([why, owner] as const);
      if (why === "frozen") continue;
      const { wish, reason } = await see(await fresh(owner.borrowerId), wishDream);
      expect(wish.points).toBe(10);
      expect(wish.sources).toContainEqual({ type: "HELPED_NOT_COUNTED", times: 1, points: 0 });
      expect(reason).toBe(why === "resting" ? "BREAK" : "NOT_NOW");
    }
    const drawId = `${wishDream}:${dateInWib(clock.now())}`;
    clock.moveTo(instantOf(addDays(dateInWib(clock.now()), 1), "WIB", { hour: 10 }));
    await app.settle();
    for (const [why, { borrowerId }] of owners) expect([why, await entryOf(borrowerId)]).toEqual([why, undefined]);
    const { items } = (await app.client().get(`/api/activity/draw/${drawId}/entries`)).body;
    expect(items).toHaveLength(1 + shutOut.length);
    const ownEntry = (await entryOf(stays.borrowerId))!.entryId;
    expect(items).toContainEqual(expect.objectContaining({ entryId: ownEntry, weight: 10 }));
  });
});

it("Chance is closed to somebody whose award is looked at, until that is decided.", async () => {
  const { borrowerId, client } = await borrower();
  await act(client, "egg-win", "check-in");
  const [ticketId] = (await see(client, "egg-win")).ticketIds;
  expect((await act(client, "egg-win", "play", { ticketId, choice: 1 })).status).toBe(200);
  const write = (state: string, held: object) =>
    database
      .updateTable("campaign_award")
      .set({ state, ...held })
      .where("borrowerId", "=", borrowerId)
      .execute();
  await write("HELD", { heldFor: ["SAME_DEVICE"], heldAt: clock.now(), dueAt: clock.now() });
  // The press above gave no ticket, because its rules were not agreed to.
  expect((await act(client, "toy-egg-2", "check-in")).body.status.data).toEqual({ reason: "REVIEW" });
  expect((await see(client, "golden-egg")).reason).toBe("REVIEW");
  await write("GIVEN", { heldFor: [], heldAt: null, dueAt: null });
  expect((await act(client, "toy-egg-2", "check-in")).status).toBe(200);
});

describe("a rest shuts chance and earning, and nothing that was earned", () => {
  const restFor = async ({ borrowerId }: Taker, length: number | null = 30) =>
    (await fresh(borrowerId)).post("/api/activity/break", { days: length });

  it("points are exchanged and what a claim asked for before is claimed; what came in the rest is not", async () => {
    const campaign = await afterLoan("after-rest");
    const [before, within] = [await indebted(), await indebted()];
    await database
      .updateTable("loan")
      .set({ disbursedOn: addDays(dateInWib(clock.now()), -40) })
      .where("borrowerId", "in", [before.borrowerId, within.borrowerId])
      .execute();
    await paidOff(before.borrowerId, before.loanId);
    clock.advance(60_000);
    for (const one of [before, within]) expect((await restFor(one)).status).toBe(200);
    clock.advance(60_000);
    await paidOff(within.borrowerId, within.loanId);
    clock.advance(60_000);
    // A longer break begins where the current one began.
    for (const one of [before, within]) await restFor(one, 90);
    expect((await see(before.client, campaign.activityId)).view).toBe("RUNNING");
    expect(await see(within.client, campaign.activityId)).toMatchObject({ view: "NOT_ELIGIBLE", reason: "BREAK" });
    expect((await claim(within.client, campaign.activityId, "COUPON")).body.status).toMatchObject({
      code: "NOT_ELIGIBLE",
      data: { reason: "BREAK" },
    });
    expect((await claim(before.client, campaign.activityId, "COUPON")).status).toBe(200);
    expect((await claim(before.client, "get-coupon", "COUPON_10000")).body.status.data).toEqual({ reason: "BREAK" });

    const { rules } = (await findCampaign(database, "points-shop"))!;
    const { prizeKey, costPoints } = (rules as RulesOf<"CLAIM">).prizes.find(({ prize }) => prize.kind === "COUPON")!;
    await transact(database, (trx) =>
      givePoints(services, trx, {
        borrowerId: before.borrowerId,
        source: "test",
        points: costPoints,
        activityId: "points-shop",
        title: campaign.title,
      }),
    );
    expect((await see(before.client, "points-shop")).view).toBe("RUNNING");
    expect((await claim(before.client, "points-shop", prizeKey)).status).toBe(200);
    const wallet = await before.client.get("/api/wallet");
    expect([wallet.status, wallet.body.blockedUntil]).toEqual([200, null]);
  });

  it("a tree stands still: its days go on after the rest, it gets no energy in it, and ripe it may be poured", async () => {
    const grow = async ({ borrowerId }: Taker) => (await see(await fresh(borrowerId), "watering-new-year")).growsUntil;
    const [tree, ripe, forGood] = [await borrower(), await borrower(), await borrower()];
    for (const one of [tree, ripe, forGood]) await act(one.client, "watering-new-year", "join", { agree: true });
    const until = Date.parse(await grow(tree));
    await restFor(tree, 30);
    expect(Date.parse(await grow(tree)) - until).toBe(30 * 86_400_000);
    clock.advance(86_400_000);
    await restFor(tree, 30);
    // One day longer, not another thirty.
    expect(Date.parse(await grow(tree)) - until).toBe(31 * 86_400_000);
    await restFor(forGood, null);
    const { claimsUntil } = (await findCampaign(database, "watering-new-year"))!;
    expect(Date.parse(await grow(forGood))).toBe(claimsUntil.getTime());

    const { fruit, pour: poured } = (await findCampaign(database, "watering-new-year"))!.rules as RulesOf<"GROW">;
    await database
      .updateTable("campaign_entrant")
      .set({ grown: fruit - poured })
      .where("borrowerId", "in", [ripe.borrowerId, tree.borrowerId])
      .execute();
    expect((await act(await fresh(ripe.borrowerId), "watering-new-year", "check-in")).status).toBe(200);
    await restFor(ripe);
    for (const { borrowerId } of [ripe, tree])
      await transact(database, (trx) =>
        creditEverywhere(services, trx, borrowerId, { task: "SET_PASSWORD", epoch: "ONCE", at: clock.now() }),
      );
    for (const { borrowerId } of [ripe, tree])
      await transact(database, (trx) =>
        creditEverywhere(services, trx, borrowerId, { task: "SHARE_MGM", epoch: "friend", at: clock.now() }),
      );
    expect((await see(await fresh(tree.borrowerId), "watering-new-year")).energy).toBe(0);
    const refused = await act(await fresh(tree.borrowerId), "watering-new-year", "pour", { pours: 1, energyBefore: 0 });
    expect(refused.body.status.data).toEqual({ reason: "BREAK" });
    const { energy, view } = await see(await fresh(ripe.borrowerId), "watering-new-year");
    expect([energy, view]).toEqual([30, "RUNNING"]);
    const fruitOf = await act(await fresh(ripe.borrowerId), "watering-new-year", "pour", {
      pours: 1,
      energyBefore: 30,
    });
    expect(fruitOf.body.awardId).toEqual(expect.any(String));

    // When the tree would have withered without the break.
    clock.moveTo(new Date(until + 86_400_000));
    await app.settle();
    expect(await see(await fresh(tree.borrowerId), "watering-new-year")).toMatchObject({
      view: "NOT_ELIGIBLE",
      reason: "BREAK",
    });
    clock.advance(30 * 86_400_000 - 60_000);
    await app.settle();
    expect((await act(await fresh(tree.borrowerId), "watering-new-year", "check-in")).status).toBe(200);
  });
});

it("All owners of a day's entries are looked at before the freeze, however many they are.", async () => {
  const owner = await wishing(await borrower());
  expect((await act(owner.client, wishDream, "check-in")).status).toBe(200);
  const draw = (await findDraw(database, `${wishDream}:${dateInWib(clock.now())}`))!;
  // More than are read at once, with ids that sort before the id of a new borrower.
  await sql`insert into campaign_draw_entry (draw_id, entry_id, borrower_id, weight)
    select ${draw.id}, lpad(n::text, 10, '0'), ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 1
    from generate_series(1, 500) n`.execute(database);
  expect((await owner.client.post("/api/activity/break", { days: 30 })).status).toBe(200);
  expect(await entryOf(owner.borrowerId)).toMatchObject({ weight: 10 });
  expect(await freezeDraw(services, draw.id)).toBe(true);
  expect(await entryOf(owner.borrowerId)).toBeUndefined();
});
