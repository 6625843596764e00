/** One card takes part once, in whichever account. // Product decisions, rewards 15.10 */
import { describe, expect, it } from "vitest";
import { givePoints } from "#features/rewards/points/server/index.ts";
import { transact } from "#server/database.server.ts";
import { account, auditAll, availableOf } from "#server/ledger/index.ts";
import { testApp, type TestClient, type TestResponse } from "#tests/support/app.ts";
import { campaignsOf, type Taker } from "#tests/support/campaigns.ts";

const app = await testApp({ campaigns: true });
const { services, clock } = app;
const { database } = services;
await app.settle();
const { borrower, newCard, see, act, claim, codeOf, nextDay, fresh, campaignId } = campaignsOf(app);

async function twice(): Promise<[Taker, Taker]> {
  const nik = newCard();
  return [await borrower(true, nik), await borrower(true, nik)];
}

async function play(client: TestClient, name: string): Promise<TestResponse> {
  const pressed = await act(client, name, "check-in");
  const [ticketId] = (await see(client, name)).ticketIds;
  return ticketId ? act(client, name, "play", { ticketId, choice: 1 }) : pressed;
}

async function wish(client: TestClient): Promise<TestResponse> {
  await act(client, "wish-dream", "join", { agree: true, wishKey: "WISH_25000" });
  return act(client, "wish-dream", "check-in");
}

const freeze = (borrowerId: string, isFrozen = true) =>
  database
    .updateTable("borrower")
    .set(isFrozen ? { status: "BLOCKED", statusCause: "CONTESTED" } : { status: "ACTIVE", statusCause: null })
    .where("borrowerId", "=", borrowerId)
    .execute();

/** A prize in money, a pick and a draw, each with its entries. */
const ways: readonly [name: string, take: (client: TestClient) => Promise<TestResponse>][] = [
  ["egg-win", (client) => play(client, "egg-win")],
  ["world-cup", (client) => act(client, "world-cup", "pick", { optionKey: "SAMPLE_A" })],
  ["wish-dream", wish],
  ["watering", (client) => act(client, "watering", "join", { agree: true })],
];

describe("a second account of one card", () => {
  it.each(ways)("is told so in %s, while the first one goes on", async (name, take) => {
    const [one, other] = await twice();
    expect((await take(one.client)).status).toBe(200);
    const refused = await take(other.client);
    expect([refused.status, codeOf(refused)]).toEqual([409, "CARD_TAKEN"]);
    expect(await see(other.client, name)).toMatchObject({ view: "NOT_ELIGIBLE", reason: "CARD_TAKEN" });
    expect((await see(one.client, name)).reason).toBeNull();
  });

  it("buys no voucher in the month in which the first one did, and what is no money is its own", async () => {
    const takers = await twice();
    for (const { borrowerId } of takers)
      await transact(database, (trx) =>
        givePoints(services, trx, { borrowerId, source: "test", points: 9_000, title: { id: "t", en: "t", zh: "t" } }),
      );
    const [one, other] = takers;
    for (const status of [200, 200]) expect((await claim(one.client, "points-shop", "COFFEE")).status).toBe(status);
    expect(codeOf(await claim(other.client, "points-shop", "COFFEE"))).toBe("CARD_TAKEN");
    expect(await availableOf(database, account("POINTS", other.borrowerId))).toBe(9_000);
    expect((await claim(other.client, "points-shop", "COUPON_10000")).status).toBe(200);
    expect((await see(other.client, "points-shop")).view).toBe("RUNNING");
    for (const { client } of takers)
      expect((await act(client, "watering-new-skin", "join", { agree: true })).status).toBe(200);
  });

  it("takes part in another day's draw, where the first one does not", async () => {
    const [one, other] = await twice();
    expect((await play(one.client, "egg-win")).status).toBe(200);
    await nextDay();
    expect((await play(await fresh(other.borrowerId), "egg-win")).status).toBe(200);
    expect(codeOf(await play(await fresh(one.borrowerId), "egg-win"))).toBe("CARD_TAKEN");
  });

  it("is let in where the first one is contested, whose part in draw and pick ends", async () => {
    const [one, other] = await twice();
    expect((await wish(one.client)).status).toBe(200);
    expect((await act(one.client, "world-cup", "pick", { optionKey: "SAMPLE_A" })).status).toBe(200);
    await freeze(one.borrowerId);
    expect((await see(other.client, "world-cup")).view).toBe("RUNNING");
    expect((await wish(other.client)).status).toBe(200);
    expect((await act(other.client, "world-cup", "pick", { optionKey: "SAMPLE_B" })).status).toBe(200);
    const entries = await database
      .selectFrom("campaign_draw_entry")
      .select("borrowerId")
      .where("borrowerId", "in", [one.borrowerId, other.borrowerId])
      .execute();
    expect(entries).toEqual([{ borrowerId: other.borrowerId }]);
    await freeze(one.borrowerId, false);
    const back = await fresh(one.borrowerId);
    expect((await see(back, "world-cup")).pick.choice).toBeNull();
    expect(codeOf(await act(back, "world-cup", "pick", { optionKey: "SAMPLE_A" }))).toBe("CARD_TAKEN");
  });

  it("is one with the first where they are merged", async () => {
    const [one, other] = await twice();
    expect((await play(one.client, "egg-win")).status).toBe(200);
    await database
      .insertInto("account_merge")
      .values({
        id: services.random.uuid(),
        borrowerId: other.borrowerId,
        otherId: one.borrowerId,
        survivorId: other.borrowerId,
        absorbedId: one.borrowerId,
        keeps: "OWN",
        previewHash: "test",
        previewSealed: "test",
        brandId: "tunai",
        language: "id",
        state: "MERGED",
        askedAt: clock.now(),
        mergedAt: clock.now(),
        reversibleUntil: new Date(clock.now().getTime() + 72 * 3_600_000),
      })
      .execute();
    expect((await play(other.client, "egg-win")).status).toBe(200);
  });

  it("whose card was only typed uses nothing up", async () => {
    const nik = newCard();
    const one = await borrower(true, nik);
    const typed = await borrower(false);
    await typed.client.post("/api/identity", {
      fullName: "SITI RAHAYU",
      nik,
      birthPlace: "JAKARTA",
      birthDate: "1990-03-15",
      sex: "MALE",
    });
    await transact(database, (trx) =>
      givePoints(services, trx, {
        borrowerId: typed.borrowerId,
        source: "test",
        points: 9_000,
        title: { id: "t", en: "t", zh: "t" },
      }),
    );
    expect((await claim(typed.client, "points-shop", "COFFEE")).status).toBe(200);
    await transact(database, (trx) =>
      givePoints(services, trx, {
        borrowerId: one.borrowerId,
        source: "test",
        points: 9_000,
        title: { id: "t", en: "t", zh: "t" },
      }),
    );
    expect((await claim(one.client, "points-shop", "COFFEE")).status).toBe(200);
  });
});

it("of five accounts of one card at once one takes part in each campaign", async () => {
  const nik = newCard();
  const takers = await Promise.all(Array.from({ length: 5 }, () => borrower(true, nik)));
  for (const { client } of takers) await act(client, "egg-win", "check-in");
  const tickets = await Promise.all(takers.map(async ({ client }) => (await see(client, "egg-win")).ticketIds[0]));
  const attempts = takers.flatMap(({ client }, index) => [
    () => act(client, "egg-win", "play", { ticketId: tickets[index], choice: 1 + (index % 3) }),
    () => act(client, "world-cup", "pick", { optionKey: `SAMPLE_${"ABCDE"[index]!}` }),
    () => act(client, "watering-new", "join", { agree: true }),
    () => act(client, "wish-dream", "join", { agree: true, wishKey: "WISH_50000" }),
  ]);
  const answers = await Promise.all(attempts.map((attempt) => attempt()));
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  const presses = await Promise.all(takers.map(({ client }) => act(client, "wish-dream", "check-in")));
  const winners = (one: readonly TestResponse[]) => one.filter(({ status }) => status === 200).length;
  const of = (place: number) => answers.filter((_answer, index) => index % 4 === place);
  expect([winners(of(0)), winners(of(1)), winners(of(2)), winners(presses)]).toEqual([1, 1, 1, 1]);
  const held = await database
    .selectFrom("campaign_card")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("campaignId", "=", await campaignId("egg-win"))
    .where(
      "borrowerId",
      "in",
      takers.map(({ borrowerId }) => borrowerId),
    )
    .executeTakeFirstOrThrow();
  expect(held.count).toBe(1);
  expect((await auditAll(database, clock.now())).findings).toEqual([]);
});
