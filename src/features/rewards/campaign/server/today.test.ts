/** One person's state today in all campaigns, and the address of each. */
import { sql } from "kysely";
import { expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { campaignsOf } from "#tests/support/campaigns.ts";
import { plansOf } from "#tests/support/plans.ts";
import type { CampaignSummary } from "../list-contract.ts";
import { todayOf } from "../parts/today-list.tsx";
import { findCampaign, insertCampaign } from "./store.ts";

const app = await testApp({ campaigns: true });
const { services, clock } = app;
const { database } = services;
await app.settle();
const { borrower, act, claim, see } = campaignsOf(app);

const list = async (client: TestClient): Promise<CampaignSummary[]> => (await client.get("/api/activity")).body.items;
const statesIn = (items: readonly CampaignSummary[]) =>
  Object.fromEntries(items.map(({ activityId, ownState }) => [activityId, ownState]));
const names = (items: readonly CampaignSummary[]) => items.map(({ activityId }) => activityId);

it("What can be done now comes first, with what it gives; what is done, taken or not for this person says so and comes later.", async () => {
  const { client } = await borrower();
  const before = await list(client);
  expect(statesIn(before)).toMatchObject({
    "check-in-daily": "NOW",
    "toy-egg-1": "NOW",
    "get-coupon": "NOW",
    watering: "OPEN",
    "wish-dream": "OPEN",
    "world-cup": "OPEN",
    "order-gift": "LATER",
  });
  expect(before.find(({ activityId }) => activityId === "check-in-daily")?.mainPrize).toEqual({
    kind: "POINTS",
    points: 5,
  });
  expect(names(todayOf(before))).toHaveLength(3);
  expect(names(todayOf(before))[0]).toBe("check-in-daily");
  await act(client, "watering", "join", { agree: true });
  await act(client, "world-cup", "pick", { optionKey: "SAMPLE_A" });
  await client.post("/api/activity/check-in", {});
  await claim(client, "get-coupon", "COUPON_10000");
  const after = await list(client);
  const of = (name: string) => after.find(({ activityId }) => activityId === name)!;
  expect(statesIn(after)).toMatchObject({
    "check-in-daily": "DONE",
    "toy-egg-1": "NOW",
    watering: "NOW",
    "world-cup": "DONE",
    "get-coupon": "TAKEN",
  });
  expect([of("toy-egg-1").ownCount, of("watering").ownCount]).toEqual([1, 60]);
  expect(names(todayOf(after))).not.toContain("check-in-daily");
  const places = ["toy-egg-1", "check-in-daily", "order-gift", "get-coupon"].map((name) => names(after).indexOf(name));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  // The paged list equals the whole list.
  const paged: string[] = [];
  for (let next: string | null = ""; next !== null;) {
    const { body } = await client.get(`/api/activity?limit=7${next && `&cursor=${encodeURIComponent(next)}`}`);
    paged.push(...names(body.items));
    next = body.nextCursor;
  }
  expect(paged).toEqual(names(after));
});

it("It agrees with the page of each campaign.", async () => {
  const { client } = await borrower();
  await act(client, "watering", "join", { agree: true });
  await act(client, "wish-dream", "join", { agree: true, wishKey: "WISH_25000" });
  await client.post("/api/activity/check-in", {});
  const states = statesIn(await list(client));
  for (const [name, state] of Object.entries(states)) {
    const { view, joined, mechanic } = await see(client, name);
    const views = {
      NOW: ["RUNNING"],
      OPEN: ["RUNNING"],
      DONE: ["DONE_TODAY", "WAITING"],
      TAKEN: ["WON"],
      LATER: ["NOT_ELIGIBLE", "ENDED"],
      REST: ["NOT_ELIGIBLE"],
    } as const;
    if (state !== null && mechanic !== "INVITE") expect(views[state], `${name}: ${state}, ${joined}`).toContain(view);
  }
});

it("Chance is closed without a verified identity, everything in a rest; visitors have no state.", async () => {
  const { client } = await borrower(false);
  expect(statesIn(await list(client))).toMatchObject({ "toy-egg-1": "LATER", "check-in-daily": "NOW" });
  await client.post("/api/activity/break", { days: 30 });
  expect(statesIn(await list(client))).toMatchObject({ "check-in-daily": "REST", "get-coupon": "REST" });
  expect(new Set(Object.values(statesIn(await list(app.client()))))).toEqual(new Set([null]));
});

it("Two running campaigns of a skin are both reached, each by an address of its own.", async () => {
  const { client } = await borrower();
  const first = (await findCampaign(database, "new-gift"))!;
  const other = {
    ...first,
    id: services.random.uuid(),
    activityId: "three-people",
    closesAt: new Date(first.closesAt.getTime() - 86_400_000),
  };
  await transact(database, (trx) => insertCampaign(trx, other, clock.now()));
  const paths = Object.fromEntries((await list(client)).map(({ activityId, path }) => [activityId, path]));
  expect(paths["new-gift"]).toBe("/webview/new-gift");
  expect(paths["three-people"]).toBe("/webview/new-gift?of=three-people");
  expect(new Set(Object.values(paths)).size).toBe(Object.keys(paths).length);
  const { items } = (await client.get("/api/coupon")).body;
  const ways = items.flatMap(({ to }: { to: string | null }) => to ?? []);
  expect(ways).toContain("/webview/new-gift?of=three-people");
});

it("The state of one person in all campaigns is found by indexes among the plays of many.", async () => {
  const { client } = await borrower();
  await act(client, "watering", "join", { agree: true });
  await client.post("/api/activity/check-in", {});
  await claim(client, "get-coupon", "COUPON_10000");
  // The same for many other borrowers with their own ids.
  const others = sql`jsonb_build_object('borrower_id', gen_random_uuid(), 'id', gen_random_uuid(), 'due_at', null,
    'ticket_id', upper(substr(md5(n::text), 1, 10)), 'key', 'of-another:' || n)`;
  for (const table of [
    "campaign_entrant",
    "campaign_check_in",
    "campaign_ticket",
    "campaign_award",
    "campaign_counter",
  ]) {
    await sql`insert into ${sql.table(table)} select (jsonb_populate_record(one, ${others})).*
      from ${sql.table(table)} as one, generate_series(1, 5000) as n
      where one.ctid = (select min(ctid) from ${sql.table(table)})`.execute(database);
    await sql`analyze ${sql.table(table)}`.execute(database);
    expect(await plansOf(database, table, () => list(client))).not.toContain(`Seq Scan on ${table}`);
  }
});
