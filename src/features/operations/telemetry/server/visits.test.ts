/** Visits in the console: figures equal to the sink's counts, by page, app and version. */
import { sql } from "kysely";
import { beforeEach, expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { plansOf } from "#tests/support/plans.ts";
import { maxHourRows } from "./hour-store.ts";

const app = await testApp({ everySweep: true });
const { clock } = app;
const { database, outside } = app.services;
const agents = {
  app: "Mozilla/5.0 (Linux; Android 14; wv) TunaiApp/2.11.8",
  browser: "Mozilla/5.0 (Linux; Android 14)",
};
beforeEach(async () => {
  await app.settle();
  for (const table of ["telemetry_event", "sandbox_event", "telemetry_hour"] as const)
    await database.deleteFrom(table).execute();
  await database.deleteFrom("rate_counter").where("key", "like", "telemetry:%").execute();
});

const send = async (agent: keyof typeof agents, path: string, body: object): Promise<void> => {
  expect((await app.client({ "User-Agent": agents[agent] }).post(path, body)).status).toBe(202);
};
const view = (path: string) => ({ eventType: "P", businessEvent: path });
const lcp = (path: string, value: number) => ({ measurement: "lcp", value, parameter: { path } });
/** In its own session: the clock is advanced. */
const ask = async (query = "") =>
  (await app.staff(app.services.random.uuid(), ["support"])).get(`/api/staff/visits${query}`);
const visits = async (query = "") => (await ask(query)).body;

/** Events of each subject in the sink. */
const sunk = async () =>
  Object.fromEntries(
    (
      await database
        .selectFrom("sandbox_event")
        .select((row) => ["subject", row.fn.countAll<number>().as("count")])
        .groupBy("subject")
        .execute()
    ).map(({ subject, count }) => [subject, count]),
  );

it("shows as many views, clicks and errors as the sink counted, also where the sink was away and took them later", async () => {
  const real = outside.events.publish;
  let failures = 2;
  outside.events.publish = (events) =>
    failures-- > 0 ? Promise.reject(new Error("away")) : real.call(outside.events, events);
  await send("app", "/event/uploadEvents/v2", {
    events: [view("/webview/home"), view("/webview/home"), { businessEvent: "pay" }],
  });
  await send("browser", "/event/uploadEvents/v2", { events: [view("/borrow")] });
  await send("browser", "/event/uploadLog", { logs: [{ message: "x", parameter: { url: "/borrow" } }] });
  await send("app", "/event/logMetrics", { metrics: [lcp("/webview/home", 1.2), lcp("/webview/home", 1.4)] });
  await app.settle();
  // The console shows it at once; the sink does not have it yet.
  expect(await sunk()).toEqual({});
  expect((await visits()).total).toMatchObject({ views: 3, clicks: 1, errors: 1 });
  for (let round = 0; round < 3; round++) {
    clock.advance(31_000);
    await app.settle();
  }
  outside.events.publish = real;
  expect(await sunk()).toEqual({
    "analytics.page-view": 3,
    "analytics.click": 1,
    "browser.log": 1,
    "browser.metric": 2,
  });
  const { total, items, versions, oldestWaitingSeconds } = await visits();
  expect(total).toMatchObject({ views: 3, clicks: 1, errors: 1 });
  expect(items).toMatchObject([
    { path: "/borrow", views: 1, errors: 1, lcpP75: null },
    { path: "/webview/home", views: 2, errors: 0 },
  ]);
  expect(items[1].lcpP75).toBeGreaterThan(1);
  expect(items[1].lcpP75).toBeLessThanOrEqual(1.5);
  expect(versions).toEqual([{ app: "TunaiApp", version: "2.11.8", platform: "ANDROID", views: 2 }]);
  expect(oldestWaitingSeconds).toBe(0);
});

it("shows one app, one platform or browsers alone, an hour or a week, and a page of pages at a time", async () => {
  await send("app", "/event/uploadEvents/v2", { events: [view("/webview/home"), view("/webview/quota")] });
  await send("browser", "/event/uploadEvents/v2", { events: [view("/borrow")] });
  await app.settle();
  const paths = async (query: string) => (await visits(query)).items.map(({ path }: { path: string }) => path);
  expect(await paths("?app=TunaiApp")).toEqual(["/webview/home", "/webview/quota"]);
  expect(await paths("?app=browser")).toEqual(["/borrow"]);
  expect(await paths("?platform=IOS")).toEqual([]);
  const first = await visits("?limit=2");
  expect(first.items).toHaveLength(2);
  expect((await visits(`?limit=2&cursor=${first.nextCursor}`)).items).toMatchObject([{ path: "/webview/quota" }]);
  clock.advance(2 * 3_600_000);
  expect(await paths("?hours=1")).toEqual([]);
  expect(await paths("?hours=24")).toHaveLength(3);
  expect((await ask("?hours=2")).status).toBe(422);
});

it("names no more pages of an hour than it has room for: what a stranger invents is counted without a name", async () => {
  await sql`insert into telemetry_hour select date_trunc('hour', ${clock.now()}::timestamptz), 'VIEW', '/page-' || n, 'IDN', 'tunai', '', 'WEB', 1, 0, '{}'
    from generate_series(1, ${sql.lit(maxHourRows)}) as n`.execute(database);
  await send("browser", "/event/uploadEvents/v2", { events: [view("/invented"), view("/other"), view("/page-{}")] });
  await sql`update telemetry_hour set key = '/page-{}' where key = '/page-7'`.execute(database);
  await app.settle();
  const rows = await database
    .selectFrom("telemetry_hour")
    .select(["key", "count"])
    .where("key", "in", ["", "/page-{}", "/invented"])
    .orderBy("key")
    .execute();
  expect(rows).toEqual([
    { key: "", count: 2 },
    { key: "/page-{}", count: 2 },
  ]);
});

it("forgets an hour after thirteen months", async () => {
  await send("browser", "/event/uploadEvents/v2", { events: [view("/borrow")] });
  await app.settle();
  const hours = () => database.selectFrom("telemetry_hour").select("key").execute();
  clock.advance(395 * 86_400_000);
  await app.settle();
  expect(await hours()).toHaveLength(1);
  clock.advance(86_400_000);
  await app.settle();
  expect(await hours()).toEqual([]);
});

it("reads the hours that it shows, and no others, by the table's key", async () => {
  await sql`insert into telemetry_hour select ${clock.now()}::timestamptz - n * interval '1 hour', 'VIEW', '/page-' || k, 'IDN', 'tunai', '', 'WEB', 1, 0, '{}'
    from generate_series(1, 500) as n, generate_series(1, 40) as k`.execute(database);
  await sql`analyze telemetry_hour`.execute(database);
  const plan = await plansOf(database, "telemetry_hour", () => visits());
  expect(plan).toContain("telemetry_hour_pkey");
  expect(plan).not.toContain("Seq Scan on telemetry_hour");
});
