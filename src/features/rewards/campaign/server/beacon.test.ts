/**
 * A draw with a public value: announced when its entries are closed, waited for, and recomputed with it. // Product
 * decisions, rewards 8
 */
import { expect, it } from "vitest";
import type { BeaconPort } from "#server/outside/beacon/port.ts";
import { auditAll } from "#server/ledger/index.ts";
import { dateInWib } from "#shared/dates.ts";
import { testApp } from "#tests/support/app.ts";
import { campaignsOf } from "#tests/support/campaigns.ts";
import { drawEntries } from "./fairness.ts";
import { freezeDraw, readBeacons } from "./weighted-draws.ts";

const app = await testApp({ campaigns: true });
const { services, clock } = app;
await app.settle();
const { borrower, act, nextDay } = campaignsOf(app);
let published: string | null = null;
const asked: Date[] = [];
const beacon: BeaconPort = {
  adapter: "test",
  roundAt: (moment) => {
    asked.push(moment);
    return "test:7";
  },
  valueOf: async (round) =>
    published === null ? { outcome: "UNAVAILABLE" } : { outcome: "KNOWN", value: `${round}:${published}` },
};
services.outside.beacon = beacon;
const read = async (drawId: string, what = "") => (await app.client().get(`/api/activity/draw/${drawId}${what}`)).body;

it("waits for the value that was named before anybody knew it, also behind its hour, and takes it in.", async () => {
  const drawId = `wish-dream:${dateInWib(clock.now())}`;
  for (const wishKey of ["WISH_25000", "WISH_50000", "WISH_70000", "WISH_25000"]) {
    const { client } = await borrower();
    await act(client, "wish-dream", "join", { agree: true, wishKey });
    await act(client, "wish-dream", "check-in");
  }
  expect(await read(drawId)).toMatchObject({ state: "OPEN", beacon: "-", beaconRound: null });
  await nextDay(11);
  // Ten minutes after the freeze, the beacon's value is still unknown.
  expect(asked[0]!.getTime()).toBeGreaterThan(clock.realNow().getTime() + 9 * 60_000);
  expect(await read(drawId)).toMatchObject({ state: "FROZEN", seed: null, beacon: "-", beaconRound: "test:7" });
  published = "c0ffee";
  await app.pass(120);
  const drawn = await read(drawId);
  expect(drawn).toMatchObject({ state: "DRAWN", beacon: "test:7:c0ffee", beaconRound: "test:7" });
  const { items } = await read(drawId, "/entries");
  const places = (value: string) => drawEntries(items, 5, { seed: drawn.seed, beacon: value });
  const ids = (of: readonly { entryId: string }[]) => of.map(({ entryId }) => entryId);
  expect(ids(drawn.drawn)).toEqual(ids(places("test:7:c0ffee")));
  expect(places("test:7:c0ffee")[0]!.hash).not.toBe(places("-")[0]!.hash);
  expect((await auditAll(services.database, clock.now())).findings).toEqual([]);
});

it("keeps the first value that it took in, whatever another reading at the same time says.", async () => {
  const drawId = `wish-dream:${dateInWib(clock.now())}`;
  const { id } = await services.database
    .selectFrom("campaign_draw")
    .select("id")
    .where("drawId", "=", drawId)
    .executeTakeFirstOrThrow();
  expect(await freezeDraw(services, id)).toBe(true);
  const held = Promise.withResolvers<void>();
  let readings = 0;
  const bothAsk = Promise.withResolvers<void>();
  const valueOf: BeaconPort["valueOf"] = async () => {
    const value = `reading ${++readings}`;
    if (value === "reading 2") bothAsk.resolve();
    await (value === "reading 1" ? bothAsk.promise : held.promise);
    return { outcome: "KNOWN", value };
  };
  const both = { ...services, outside: { ...services.outside, beacon: { ...beacon, valueOf } } };
  const reads = [readBeacons(both), readBeacons(both)];
  // Either of them may query first.
  await Promise.race(reads);
  held.resolve();
  await Promise.all(reads);
  expect([readings, (await read(drawId)).beacon]).toEqual([2, "reading 1"]);
});
