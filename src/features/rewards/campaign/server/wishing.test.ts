import { describe, expect, it } from "vitest";
import { numberOf } from "#features/account/verification/server/index.ts";
import { transact } from "#server/database.server.ts";
import { account, auditAll, availableOf } from "#server/ledger/index.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { campaignsOf, type Taker } from "#tests/support/campaigns.ts";
import { plansOf } from "#tests/support/plans.ts";
import { addAccount } from "../../../account/bank-account/server/store.ts";
import { commitmentOf, drawEntries, entriesHashOf, prizesHashOf } from "./fairness.ts";

const app = await testApp({ campaigns: true });
const { services, clock } = app;
const { database } = services;
await app.settle();
const { borrower, act, see, codeOf, fresh, nextDay } = campaignsOf(app);
const wishDream = "wish-dream";

const help = (client: TestClient, wishCode: string) => client.post("/api/loan/activity/wish/help", { wishCode });
const wishOf = async (client: TestClient) => (await see(client, wishDream)).wish;

/** A borrower with a wish. */
async function wisher(wishKey = "WISH_50000"): Promise<Taker & { code: string }> {
  const taker = await borrower();
  expect((await act(taker.client, wishDream, "join", { agree: true, wishKey })).status).toBe(200);
  return { ...taker, code: (await wishOf(taker.client)).code };
}
/** Ages accounts, so that help counts as help from an old friend. */
const growOld = async () => {
  clock.advance(8 * 86_400_000);
  await app.settle();
};

describe("help with a wish", () => {
  it("brings points to both by whether the other's account is new, and weighs at most sixty", async () => {
    const old = await wisher();
    await growOld();
    const owner = await fresh(old.borrowerId);
    await act(owner, wishDream, "check-in");
    expect((await wishOf(owner)).points).toBe(10);
    const newcomer = await wisher();
    expect((await help(newcomer.client, old.code)).body).toEqual({ helped: true, points: 5 });
    expect((await wishOf(owner)).points).toBe(30);
    expect((await help(owner, newcomer.code)).body).toEqual({ helped: true, points: 10 });
    expect((await wishOf(newcomer.client)).points).toBe(10);
    for (let helper = 0; helper < 2; helper++)
      expect((await help((await borrower()).client, old.code)).status).toBe(200);
    const { points, maxPoints, allPoints, entryId } = await wishOf(owner);
    expect([points, maxPoints, allPoints]).toEqual([60, 60, 70]);
    expect(entryId).toMatch(/^[0-9A-Z]{10}$/);
    const day = dateInWib(clock.now());
    expect(await availableOf(database, account("POINTS", `${old.borrowerId}:${wishDream}:${day}`))).toBe(60);
    const { sources } = await wishOf(owner);
    expect(sources.toSorted((a: { type: string }, b: { type: string }) => (a.type < b.type ? -1 : 1))).toEqual([
      { type: "FIRST_LOGIN", times: 1, points: 10 },
      { type: "HELPED_BY_NEW", times: 3, points: 60 },
      { type: "HELP_NEW", times: 1, points: 10 },
    ]);
    const records = async (client: TestClient) => (await client.get(`/api/activity/${wishDream}/records`)).body.points;
    const own = await records(owner);
    expect(
      own.map(({ type, points: brought }: { type: string; points: number }) => [type, brought]).toSorted(),
    ).toEqual([
      ["FIRST_LOGIN", 10],
      ["HELPED_BY_NEW", 20],
      ["HELPED_BY_NEW", 20],
      ["HELPED_BY_NEW", 20],
      ["HELP_NEW", 10],
    ]);
    expect(new Set(own.map((record: { day: string }) => record.day))).toEqual(new Set([day]));
    expect((await records(newcomer.client)).map(({ type }: { type: string }) => type).toSorted()).toEqual([
      "HELPED_BY_OLD",
      "HELP_OLD",
    ]);
  });

  it("counts once a day for forty presses, never for oneself, three times a day, ten for a wish", async () => {
    const owner = await wisher();
    const { client } = await borrower();
    const presses = await Promise.all(Array.from({ length: 40 }, () => help(client, owner.code)));
    expect(presses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(presses.filter(({ status }) => status !== 200).map(codeOf))).toEqual(new Set(["HELP_DONE"]));
    expect(codeOf(await help(owner.client, owner.code))).toBe("HELP_SELF");
    expect(codeOf(await help(client, "0000000000"))).toBe("WISH_UNKNOWN");
    // As people type it: in groups and lower case, with letters that resemble digits.
    expect(codeOf(await help(client, "ooil-oooo o0"))).toBe("WISH_UNKNOWN");
    for (const typed of ["", "000000000", "UUUUUUUUUU"])
      expect((await help(client, typed)).body.status.fields).toMatchObject([{ code: "WISH_CODE_FORMAT" }]);
    const others = [await wisher(), await wisher(), await wisher()];
    const codes = [];
    for (const { code } of others) codes.push(codeOf(await help(client, code)));
    expect(codes).toEqual([undefined, undefined, "HELP_LIMIT"]);
    for (let helper = 1; helper < 10; helper++)
      expect((await help((await borrower()).client, owner.code)).status).toBe(200);
    expect(codeOf(await help((await borrower()).client, owner.code))).toBe("WISH_FULL");
  });

  it("is never for oneself in another account: the same card, or the same bank account", async () => {
    const [owner, sameCard, sameAccount] = [await wisher(), await borrower(), await borrower()];
    const bind = (borrowerId: string) =>
      transact(database, (trx) =>
        addAccount(services, trx, borrowerId, {
          bankCode: "014",
          accountNumber: "7777700002",
          accountName: "SITI RAHAYU",
          nameMatch: "SAME",
          isMain: true,
        }),
      );
    await bind(owner.borrowerId);
    await bind(sameAccount.borrowerId);
    expect(codeOf(await help(sameAccount.client, owner.code))).toBe("HELP_SELF");
    const card = database.selectFrom("identity").select("nikIndex").where("borrowerId", "=", sameCard.borrowerId);
    await database.updateTable("identity").set({ nikIndex: card }).where("borrowerId", "=", owner.borrowerId).execute();
    expect(codeOf(await help(sameCard.client, owner.code))).toBe("HELP_SELF");
    expect((await help((await borrower()).client, owner.code)).status).toBe(200);
  });

  it("without a wish of one's own brings points too, says what for, and they weigh once a wish is chosen that day", async () => {
    const [first, second, helper] = [await wisher(), await wisher(), await borrower()];
    expect((await help(helper.client, first.code)).body).toEqual({ helped: true, points: 10 });
    expect((await help(helper.client, second.code)).body).toEqual({ helped: true, points: 10 });
    const before = await see(helper.client, wishDream);
    expect([before.wish, before.pointsBefore]).toEqual([null, 20]);
    const records = async () => (await helper.client.get(`/api/activity/${wishDream}/records`)).body.points;
    expect((await records()).map(({ type, points }: { type: string; points: number }) => [type, points])).toEqual([
      ["HELP_NEW", 10],
      ["HELP_NEW", 10],
    ]);
    await act(helper.client, wishDream, "join", { agree: true, wishKey: "WISH_25000" });
    const { wish, pointsBefore } = await see(helper.client, wishDream);
    expect([wish.points, wish.sources, pointsBefore]).toEqual([20, [{ type: "HELP_NEW", times: 2, points: 20 }], 0]);
    await act(helper.client, wishDream, "check-in");
    expect((await wishOf(helper.client)).points).toBe(30);
    const own = account("POINTS", `${helper.borrowerId}:${wishDream}:${dateInWib(clock.now())}`);
    expect(await availableOf(database, own)).toBe(30);
    // Help given on the day before does not count today.
    const later = await borrower();
    await help(later.client, first.code);
    await nextDay();
    const client = await fresh(later.borrowerId);
    await act(client, wishDream, "join", { agree: true, wishKey: "WISH_25000" });
    expect(await wishOf(client)).toMatchObject({ points: 0, entryId: null });
  });

  it("is closed while the event is paused", async () => {
    const owner = await wisher();
    const { client } = await borrower();
    const set = (state: string) =>
      database.updateTable("campaign").set({ state }).where("activityId", "=", wishDream).execute();
    await set("PAUSED");
    expect(codeOf(await help(client, owner.code))).toBe("CAMPAIGN_PAUSED");
    await set("RUNNING");
    expect((await help(client, owner.code)).status).toBe(200);
  });

  it("is closed to whoever has not proven who he is", async () => {
    const owner = await wisher();
    const { client } = await borrower(false);
    expect((await help(client, owner.code)).body.status).toMatchObject({
      code: "NOT_ELIGIBLE",
      data: { reason: "IDENTITY_NEEDED" },
    });
  });
});

describe("the draw of a day", () => {
  it("is frozen after midnight, drawn at ten, recomputed by anybody, and paid once", async () => {
    await nextDay(8);
    const day = dateInWib(clock.now());
    const drawId = `${wishDream}:${day}`;
    const people = [];
    for (const wishKey of ["WISH_25000", "WISH_50000", "WISH_70000", "WISH_25000", "WISH_50000", "WISH_70000"]) {
      const taker = await wisher(wishKey);
      await act(taker.client, wishDream, "check-in");
      people.push({ ...taker, wishKey, entryId: (await wishOf(taker.client)).entryId as string });
    }
    const seal = (await app.client().get(`/api/activity/draw/${drawId}`)).body;
    // The last second of the day, in which a press waits for the freeze: it counts for the day whose row is open.
    clock.advance(instantOf(addDays(day, 1)).getTime() + 61_000 - clock.now().getTime());
    await app.settle();
    const frozen = (await app.client().get(`/api/activity/draw/${drawId}`)).body;
    expect([frozen.state, frozen.seed, frozen.entries]).toEqual(["FROZEN", null, 6]);
    // From now on the draw's own row holds the number, and no page counts the entries.
    expect(
      await plansOf(database, "campaign_draw_entry", () => app.client().get(`/api/activity/draw/${drawId}`)),
    ).not.toContain("Aggregate");
    await Promise.all([nextHour(10), nextHour(10)]);
    await app.settle();
    const drawn = (await app.client().get(`/api/activity/draw/${drawId}`)).body;
    expect([drawn.state, drawn.commitment]).toEqual(["DRAWN", seal.commitment]);
    expect(commitmentOf(drawId, prizesHashOf([{ prizeKey: "WISH", quantity: 3, ppm: 0 }]), drawn.seed)).toBe(
      seal.commitment,
    );
    const { items } = (await app.client().get(`/api/activity/draw/${drawId}/entries`)).body;
    expect(entriesHashOf(items)).toBe(frozen.entriesHash);
    const expected = drawEntries(items, 5, { seed: drawn.seed, beacon: drawn.beacon }).map(({ entryId }) => entryId);
    expect(drawn.drawn.map((one: { entryId: string }) => one.entryId)).toEqual(expected);
    expect(drawn.drawn[0].name).toMatch(/^S••• ••\d\d$/);
    expect(drawn.drawn[4].name).toBeNull();
    const worth: Record<string, number> = { WISH_25000: 25_000, WISH_50000: 50_000, WISH_70000: 70_000 };
    for (const { borrowerId, entryId, wishKey } of people)
      expect(await availableOf(database, account("WALLET", borrowerId))).toBe(
        expected.slice(0, 3).includes(entryId) ? worth[wishKey] : 0,
      );
    expect(await availableOf(database, account("REWARD_BUDGET", drawId))).toBe(0);
    expect((await auditAll(database, clock.now())).findings).toEqual([]);
  });

  it("without entrants is empty, shows its seed, and gives the day's money back", async () => {
    await nextDay(11);
    const day = dateInWib(clock.now());
    await nextDay(11);
    const { body } = await app.client().get(`/api/activity/draw/${wishDream}:${day}`);
    expect([body.state, body.entries, body.drawn]).toEqual(["EMPTY", 0, []]);
    expect(body.seed).toMatch(/^[0-9a-f]{64}$/);
    expect(await availableOf(database, account("REWARD_BUDGET", `${wishDream}:${day}`))).toBe(0);
    expect((await app.client().get("/api/activity/draw/no-such:2026-01-01")).body.status.code).toBe("DRAW_UNKNOWN");
  });
});

async function nextHour(hour: number): Promise<void> {
  const at = instantOf(dateInWib(clock.now()), "WIB", { hour }).getTime();
  if (at > clock.now().getTime()) clock.advance(at - clock.now().getTime());
  await services.sweeps.runAllDue(services);
}

it("tells who was in a draw on the next day what came of it, won or lost, until the next one is drawn", async () => {
  const takers = await Promise.all(Array.from({ length: 4 }, () => wisher()));
  for (const { client } of takers) await act(client, wishDream, "check-in");
  const day = dateInWib(clock.now());
  await nextDay(11);
  const seen = await Promise.all(takers.map(async ({ borrowerId }) => see(await fresh(borrowerId), wishDream)));
  const results = seen.map(({ lastResult }) => lastResult);
  for (const one of results) expect(one).toMatchObject({ drawId: `${wishDream}:${day}`, day, points: 10, winners: 3 });
  const { entries, allPoints } = results[0];
  expect(entries).toBeGreaterThanOrEqual(4);
  expect(allPoints).toBeGreaterThanOrEqual(40);
  const { drawn } = (await takers[0]!.client.get(`/api/activity/draw/${wishDream}:${day}`)).body;
  const winners = drawn.filter(({ isReserve }: { isReserve: boolean }) => !isReserve);
  const placed = new Set(winners.map(({ entryId }: { entryId: string }) => entryId));
  for (const { entryId, award } of results) {
    expect(award !== null).toBe(placed.has(entryId));
    if (award) expect(award.prize).toEqual({ kind: "CASH", rupiah: 50_000 });
  }
  // Winners get a notice with campaign, prize and amount, in the inbox and by SMS; the others get none.
  const link = `/webview/activity/pay-wish?of=wish-dream&award=`;
  for (const [index, { award, entryId }] of results.entries()) {
    const { borrowerId } = takers[index]!;
    const again = await fresh(borrowerId);
    const inbox = (await again.get("/api/message", { "Accept-Language": "id" })).body.items;
    const number = await numberOf(services, database, borrowerId);
    const sentMessages = (await services.outside.sandbox!.messages.list({ to: number! })).filter(({ text }) =>
      text.includes("Keinginan hari ini"),
    );
    if (!award) {
      expect([inbox, sentMessages]).toEqual([[], []]);
      continue;
    }
    expect(inbox).toMatchObject([{ title: "Rp 50.000 tunai dari Keinginan hari ini" }]);
    const { body } = await again.get(`/api/message/${inbox[0].id}`, { "Accept-Language": "id" });
    expect(body.link).toBe(link + award.awardId);
    expect(body.text).toMatch(/^Selamat! Rp 50\.000 tunai dari Keinginan hari ini sudah di dompet Anda\./);
    expect(sentMessages).toMatchObject([{ channel: "WHATSAPP" }]);
    expect(sentMessages[0]!.text).toContain("Rp 50.000 tunai dari Keinginan hari ini sudah di dompet Anda");
    // The borrower's own name in the draw stays known when a newer one is shown.
    const { ownEntries, awards } = (await again.get(`/api/activity/${wishDream}/records`)).body;
    expect(ownEntries[0]).toEqual({ drawId: `${wishDream}:${day}`, entryId });
    expect(awards).toMatchObject([{ drawId: `${wishDream}:${day}` }]);
  }
  // The day continues as usual.
  expect(seen.map(({ view }) => view)).toEqual(["RUNNING", "RUNNING", "RUNNING", "RUNNING"]);
});

it("tells of the last play on its campaign's page, also without the address that it led to", async () => {
  const { borrowerId, client } = await borrower();
  await act(client, "egg-win", "check-in");
  const [ticketId] = (await see(client, "egg-win")).ticketIds;
  const { awardId, drawId } = (await act(client, "egg-win", "play", { ticketId, choice: 2 })).body;
  const { lastResult, view } = await see(await fresh(borrowerId), "egg-win");
  expect(view).toBe("WAITING");
  expect(lastResult).toMatchObject({ drawId, ticketId, award: { awardId, prize: { kind: "CASH", rupiah: 5_000 } } });
});
