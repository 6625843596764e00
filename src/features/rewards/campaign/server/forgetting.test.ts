/**
 * An erased borrower leaves no gap in a draw's published entries: anyone can still recompute the draw. // Product
 * decisions, rewards 8, 13
 */
import { expect, it } from "vitest";
import { eraseBorrower } from "#features/account/privacy/server/index.ts";
import { setBorrowerStatus } from "#features/account/login/server/index.ts";
import { transact } from "#server/database.server.ts";
import { account, auditAll, availableOf } from "#server/ledger/index.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import { testApp } from "#tests/support/app.ts";
import { campaignsOf, type Taker } from "#tests/support/campaigns.ts";
import { recompute } from "../parts/recompute.ts";

const app = await testApp({ campaigns: true });
const { services, clock } = app;
const { database } = services;
await app.settle();
const { borrower, act, see, nextDay } = campaignsOf(app);
const wishDream = "wish-dream";

type Wisher = Taker & { entryId: string };
async function wisher(): Promise<Wisher> {
  const taker = await borrower();
  await act(taker.client, wishDream, "join", { agree: true, wishKey: "WISH_25000" });
  await act(taker.client, wishDream, "check-in");
  const { entryId } = (await see(taker.client, wishDream)).wish;
  return { ...taker, entryId };
}
async function forget(borrowerId: string): Promise<void> {
  await transact(database, (trx) => setBorrowerStatus(services, trx, borrowerId, "CLOSED"));
  await eraseBorrower(services, borrowerId);
}
const published = async (drawId: string) => {
  const { body: draw } = await app.client().get(`/api/activity/draw/${drawId}`);
  const { body: entries } = await app.client().get(`/api/activity/draw/${drawId}/entries`);
  return { draw, items: entries.items };
};
const proof = async (drawId: string) => {
  const { draw, items } = await published(drawId);
  return recompute(draw, items);
};
const until = async (at: Date) => {
  clock.advance(at.getTime() - clock.now().getTime());
  await app.settle();
};
const isHeldOf = async (table: "campaign_draw_entry" | "campaign_ticket", borrowerId: string) =>
  (await database.selectFrom(table).select("borrowerId").where("borrowerId", "=", borrowerId).execute()).length > 0;

it("A frozen day is drawn from the entries that were published, and a forgotten winner makes room for the next.", async () => {
  await nextDay(8);
  const day = dateInWib(clock.now());
  const drawId = `${wishDream}:${day}`;
  const people: Wisher[] = [];
  for (let one = 0; one < 6; one++) people.push(await wisher());
  const [early, ...others] = people as [Wisher, ...Wisher[]];
  // While the day is open, an entry is deleted with its owner.
  await forget(early.borrowerId);
  await until(new Date(instantOf(addDays(day, 1)).getTime() + 61_000));
  const frozen = await published(drawId);
  expect([frozen.draw.state, frozen.items.length]).toEqual(["FROZEN", 5]);
  for (const gone of others.slice(0, 3)) {
    await forget(gone.borrowerId);
    expect(await isHeldOf("campaign_draw_entry", gone.borrowerId)).toBe(false);
  }
  expect((await published(drawId)).items).toEqual(frozen.items);
  await until(instantOf(addDays(day, 1), "WIB", { hour: 10 }));
  const { draw } = await published(drawId);
  expect([draw.state, draw.entriesHash]).toEqual(["DRAWN", frozen.draw.entriesHash]);
  expect(await proof(drawId)).toMatchObject({ commitment: true, entries: true, results: true, count: 5 });
  // Two of five remain, and both win: an erased borrower gets no prize.
  for (const { borrowerId } of others.slice(3))
    expect(await availableOf(database, account("WALLET", borrowerId))).toBe(25_000);
  const paid = await database
    .selectFrom("campaign_award")
    .select("borrowerId")
    .where("cause", "=", `draw_${day}`)
    .execute();
  expect(paid.map((row) => row.borrowerId).toSorted()).toEqual(
    others
      .slice(3)
      .map((one) => one.borrowerId)
      .toSorted(),
  );
  expect(await availableOf(database, account("REWARD_BUDGET", drawId))).toBe(0);
  // Winners may be erased afterwards too.
  for (const { borrowerId } of others.slice(3)) await forget(borrowerId);
  expect(await proof(drawId)).toMatchObject({ commitment: true, entries: true, results: true, count: 5 });
  expect((await published(drawId)).draw.drawn.map(({ isReserve }: { isReserve: boolean }) => isReserve)).toEqual(
    draw.drawn.map(({ isReserve }: { isReserve: boolean }) => isReserve),
  );
  expect((await auditAll(database, clock.now())).findings).toEqual([]);
});

it("A day of plays is whole without a player, whether it was over or not; tickets that were not played go.", async () => {
  await nextDay(9);
  const day = dateInWib(clock.now());
  const players = [await borrower(), await borrower(), await borrower()];
  for (const { client } of players) {
    await act(client, "toy-egg-1", "check-in");
    const { ticketIds } = await see(client, "toy-egg-1");
    expect((await act(client, "toy-egg-1", "play", { ticketId: ticketIds[0], choice: 2 })).status).toBe(200);
  }
  const idle = await borrower();
  await act(idle.client, "toy-egg-1", "check-in");
  await forget(players[0]!.borrowerId);
  await forget(idle.borrowerId);
  await nextDay(1);
  const drawId = `toy-egg-1:${day}`;
  await forget(players[1]!.borrowerId);
  expect(await proof(drawId)).toEqual({ commitment: true, entries: true, results: true, count: 3 });
  for (const { borrowerId } of [players[0]!, players[1]!, idle])
    expect(await isHeldOf("campaign_ticket", borrowerId)).toBe(false);
});
