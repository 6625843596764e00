import { sql } from "kysely";
import { beforeEach, expect, it } from "vitest";
import { createDiskSpace } from "#server/process/disk-space.ts";
import { createLog } from "#server/process/log.server.ts";
import { daysOf } from "#server/postgres/day-tables.ts";
import { addDays, dateInWib } from "#shared/dates.ts";
import { testApp } from "#tests/support/app.ts";
import { storedBytes, telemetryDays } from "./store.ts";

const lines: { level: string; message: string }[] = [];
const log = createLog({ now: () => new Date(0), sink: (line) => void lines.push(JSON.parse(line)) });
const app = await testApp({ everySweep: true, log });
const { database, outside, clock } = app.services;
const event = (extra: object = {}) => ({
  eventType: "C",
  businessEvent: "loan_apply",
  eventParams: { elementType: "Button", elementContent: "Ajukan" },
  eventTime: clock.now().getTime(),
  platformType: "WEB",
  ...extra,
});
beforeEach(async () => {
  await database.deleteFrom("rate_counter").where("key", "like", "telemetry:%").execute();
});
const stored = () => database.selectFrom("telemetry_event").selectAll().orderBy("id").execute();
const newest = async () => (await stored()).at(-1)!;

it("takes page views and clicks in the spec's form and hands them to the sink once", async () => {
  const answer = await app.client().post(
    "/event/uploadEvents/v2",
    {
      events: [
        event(),
        event({ eventType: "P", businessEvent: "/webview/quota", eventValue: "utm_source=wa&t=secret" }),
      ],
    },
    { "YQG-PLATFORM-ENVIRONMENT-INFO": "WEB" },
  );
  expect([answer.status, answer.body]).toEqual([202, { accepted: 2 }]);
  const rows = await stored();
  expect(rows.map((row) => row.subject)).toEqual(["analytics.click", "analytics.page-view"]);
  expect(rows[1]?.data).toMatchObject({ eventValue: "utm_source=wa", brand: "tunai", businessEvent: "/webview/quota" });
  await app.settle();
  const published = await stored();
  expect(published.every((row) => row.publishedAt !== null)).toBe(true);
});

it("keeps the spec's defaults: a click unless it says otherwise, from the web", async () => {
  await app.client().post("/event/uploadEvents/v2", { events: [{ businessEvent: "x" }] });
  expect(await newest()).toMatchObject({ subject: "analytics.click", data: { eventType: "C", platformType: "WEB" } });
});

it("knows the analytics user by the cookie's second part, and the device only as a code", async () => {
  const client = app.client();
  client.cookies.set("userToken", "v1-u8f3k2-abc");
  client.cookies.set("deviceToken", "fake-1700000000000");
  await client.post("/event/uploadEvents/v2", { events: [event({ businessEvent: "of_a_device" })] });
  const { data } = (await stored()).find((row) => JSON.stringify(row.data).includes("of_a_device"))!;
  expect(data).toMatchObject({ userId: "u8f3k2" });
  expect(JSON.stringify(data)).not.toContain("fake-1700000000000");
});

it("keeps nothing that could name a person", async () => {
  const told = {
    businessEvent: "b",
    eventValue: "081234567890",
    eventParams: { elementContent: "Kirim ke siti@example.com 0812 3456 7890", elementId: "3174015704940001" },
  };
  await app.client().post("/event/uploadEvents/v2", { events: [event(told)] });
  const log = {
    level: "error",
    logs: [
      {
        appId: "tunai",
        message: "failed for 3174015704940001 siti@example.com",
        parameter: {
          url: "https://tunai.example/webview/message/0192f3a8-7c5e-7000-8000-1234567890ab?t=secret&lang=id",
          userAgent: "x",
        },
      },
    ],
  };
  expect((await app.client().post("/event/uploadLog", log)).status).toBe(202);
  const rows = JSON.stringify((await stored()).slice(-2));
  for (const secret of ["081234567890", "siti@example.com", "3174015704940001", "secret", "0192f3a8"])
    expect(rows).not.toContain(secret);
  expect((await newest()).data).toMatchObject({ level: "ERROR", path: "/webview/message/{}?lang=id" });
});

it("takes figures with their parameters", async () => {
  const metrics = [
    { measurement: "page_load", value: 0.82, time: clock.now().getTime(), parameter: { path: "/webview/quota" } },
  ];
  const answer = await app.client().post("/event/logMetrics", { metrics });
  expect([answer.status, answer.body]).toEqual([202, { accepted: 1 }]);
  expect((await newest()).data).toMatchObject({
    measurement: "page_load",
    value: 0.82,
    parameter: { path: "/webview/quota" },
  });
});

it("refuses more than fifty entries, unknown fields and bodies above 64 KB", async () => {
  const client = app.client();
  const many = await client.post("/event/uploadEvents/v2", { events: Array.from({ length: 51 }, () => event()) });
  expect([many.status, many.body.status.fields[0].code]).toEqual([422, "TOO_MANY"]);
  expect(
    (await client.post("/event/uploadEvents/v2", { events: [event({ password: "x" })] })).body.status.fields[0].code,
  ).toBe("UNKNOWN_FIELD");
  expect((await client.post("/event/uploadLog", { logs: [{ message: "x".repeat(70_000) }] })).status).toBe(413);
});

it("loses no upload by a text that was cut in the middle of an emoji", async () => {
  const answer = await app.client().post("/event/uploadEvents/v2", {
    events: [event({ businessEvent: "cut", eventParams: { elementContent: "Ajukan\0 😀".slice(0, -1) } })],
  });
  expect(answer.status).toBe(202);
  expect(JSON.stringify(await stored())).toContain("Ajukan \ufffd");
  expect(
    (await app.client().post("/event/uploadEvents/v2", { events: [event({ eventValue: `${"x".repeat(299)}😀` })] }))
      .status,
  ).toBe(202);
  expect(
    (
      await app
        .client()
        .post("/event/logMetrics", { metrics: [{ measurement: "m", value: 1, parameter: { "k\0": "\ud83d" } }] })
    ).status,
  ).toBe(202);
});

it("takes the events of an upload that can be read, also where others cannot, and says how many", async () => {
  const before = (await stored()).length;
  const events = Array.from({ length: 50 }, (_, n) =>
    event(n === 7 ? { tag: "x" } : n === 8 ? { eventType: "Q" } : {}),
  );
  const answer = await app.client().post("/event/uploadEvents/v2", { events });
  expect([answer.status, answer.body]).toEqual([202, { accepted: 48 }]);
  expect((await stored()).length).toBe(before + 48);
  const metrics = [
    { measurement: "m", value: "fast" },
    { measurement: "m", value: 1 },
  ];
  expect((await app.client().post("/event/logMetrics", { metrics })).body).toEqual({ accepted: 1 });
  const logs = [{ message: "a".repeat(60_000) }, { time: "yesterday" }, null];
  expect((await app.client().post("/event/uploadLog", { logs })).body).toEqual({ accepted: 1 });
});

it("keeps a hundred signs of a text, and three hundred of a log line's words", async () => {
  const long = "kata ".repeat(200);
  const facts = { activity: long, elementType: long, elementId: long, elementContent: long, userStatus: long };
  const filled = { businessEvent: long, eventValue: long, componentId: long, eventParams: facts };
  await app.client().post("/event/uploadEvents/v2", { events: [event(filled)] });
  const signs = ({ data }: Awaited<ReturnType<typeof newest>>) =>
    Math.max(...Object.values(data as object).map((value) => (typeof value === "string" ? value.length : 0)));
  expect(signs(await newest())).toBe(100);
  await app.client().post("/event/uploadEvents/v2", {
    events: [
      event({
        eventType: "P",
        businessEvent: "p",
        eventValue: `utm_source=${"a".repeat(60)}&utm_medium=${"b".repeat(60)}`,
      }),
    ],
  });
  expect(signs(await newest())).toBe(100);
  const parameter = { url: `/${"halaman/".repeat(60)}`, userAgent: long };
  await app.client().post("/event/uploadLog", { logs: [{ message: long, measurement: long, parameter }] });
  const { data } = await newest();
  expect(data).toMatchObject({ message: long.slice(0, 300), measurement: long.slice(0, 100) });
  expect((data as { path: string }).path.length).toBe(100);
});

it("lets one address send 600 events a minute, however many uploads carry them, and grows by less than 20 MB", async () => {
  const size = async () =>
    (await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(database)).rows[0]!
      .bytes;
  const [before, began] = [(await stored()).length, await size()];
  const long = "x".repeat(150);
  const facts = { activity: long, elementType: long, elementId: long, elementContent: long };
  const events = Array.from({ length: 50 }, () => event({ businessEvent: long, eventValue: long, eventParams: facts }));
  let accepted = 0;
  const statuses = new Set<number>();
  // 60,000 events: a refused upload only increases a counter, so a tenth of them proves the rest.
  for (let upload = 0; upload < (process.env.TEST_LONG ? 1_200 : 120); upload++) {
    const answer = await app.client().post("/event/uploadEvents/v2", { events });
    statuses.add(answer.status);
    accepted += answer.body.accepted ?? 0;
  }
  expect([[...statuses], accepted]).toEqual([[202, 429], 600]);
  expect((await stored()).length).toBe(before + 600);
  await app.settle();
  expect(await size()).toBeLessThan(began + 20 * 1024 * 1024);
}, 60_000);

it("counts for an event at least what the disk gives for it", async () => {
  await app.settle();
  const table = `telemetry_event_${dateInWib(clock.now()).replaceAll("-", "")}`;
  const size = async () =>
    (await sql<{ bytes: number }>`select pg_total_relation_size(${table}) as bytes`.execute(database)).rows[0]!.bytes;
  const [before, began] = [(await stored()).length, await size()];
  const events = Array.from({ length: 50 }, () => event());
  for (let upload = 0; upload < 12; upload++) await app.client().post("/event/uploadEvents/v2", { events });
  await app.settle();
  const counted = (await stored()).slice(before).map((row) => storedBytes(JSON.stringify(row.data)));
  expect(counted).toHaveLength(600);
  const bytes = counted.reduce((sum, one) => sum + one, 0);
  expect((await size()) - began).toBeLessThan(bytes);
});

it("sends the same events again, under the same ids, when the sink does not confirm", async () => {
  await app.settle();
  await app.client().post("/event/uploadEvents/v2", { events: [event()] });
  const sent: string[][] = [];
  const real = outside.events.publish;
  let failures = 1;
  outside.events.publish = async (events) => {
    sent.push(events.map(({ eventId }) => eventId));
    if (failures-- > 0) throw new Error("no answer");
  };
  await app.settle();
  app.clock.advance(31_000);
  await app.settle();
  outside.events.publish = real;
  expect(sent.length).toBe(2);
  expect(sent[1]).toEqual(sent[0]);
  expect((await newest()).publishedAt).not.toBeNull();
});

it("gives a country with a sink of its own to that one, and one that is away delays no other", async () => {
  await app.settle();
  const to: Record<string, string[]> = { main: [], MEX: [] };
  let isAway = true;
  const sinkOf = (name: string) => ({
    adapter: name,
    async publish(events: readonly { country: string }[]) {
      if (name === "MEX" && isAway) throw new Error("away");
      to[name]!.push(...events.map(({ country }) => country));
    },
  });
  const real = { ...outside.events };
  Object.assign(outside.events, sinkOf("main"), { ofCountries: new Map([["MEX", sinkOf("MEX")]]) });
  const send = (agent: string) =>
    app.client({ "User-Agent": agent }).post("/event/uploadEvents/v2", { events: [event()] });
  await send("x PrestaApp/2.11.8");
  await send("x TunaiApp/2.11.8");
  await app.settle();
  expect(to).toEqual({ main: ["IDN"], MEX: [] });
  isAway = false;
  app.clock.advance(31_000);
  await app.settle();
  expect(to).toEqual({ main: ["IDN"], MEX: ["MEX"] });
  Object.assign(outside.events, real, { ofCountries: undefined });
});

/** The days that have their own table. */
const days = () => daysOf(database, telemetryDays);

it("keeps three days behind the present one and drops older ones whole, whether the sink has them or not", async () => {
  await app.settle();
  const today = dateInWib(clock.now());
  expect(await days()).toEqual([today, addDays(today, 1), addDays(today, 2)]);
  const ids = (await stored()).map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(600);
  app.clock.advance(3 * 86_400_000);
  await app.settle();
  expect((await stored()).map(({ id }) => id)).toEqual(ids);
  expect(await days()).toEqual([0, 1, 2, 3, 4, 5].map((later) => addDays(today, later)));
  const real = outside.events.publish;
  outside.events.publish = () => Promise.reject(new Error("away"));
  await app.client().post("/event/uploadEvents/v2", { events: [event()] });
  app.clock.advance(86_400_000);
  await app.settle();
  expect(await stored()).toHaveLength(1);
  // Events that the sink never accepted are dropped with their day, and logged.
  app.clock.advance(3 * 86_400_000);
  await app.settle();
  outside.events.publish = real;
  expect(await stored()).toEqual([]);
  expect(lines.filter(({ message }) => message.startsWith("events given up"))).toMatchObject([
    { level: "error", count: 1 },
  ]);
});

it("loses no event of a day that has no table yet: it lies in the default one until the day has its own", async () => {
  app.clock.advance(30 * 86_400_000);
  await database.deleteFrom("telemetry_event").execute();
  await app.client().post("/event/uploadEvents/v2", { events: [event()] });
  const where = async () =>
    (await sql<{ name: string }>`select tableoid::regclass::text as name from telemetry_event`.execute(database)).rows;
  expect(await where()).toEqual([{ name: "telemetry_event_default" }]);
  // Two processes find the same day missing.
  const sweep = app.services.sweeps.list().find(({ name }) => name === "telemetry-days")!;
  await Promise.all([sweep.run(app.services), sweep.run(app.services)]);
  const day = dateInWib(clock.now()).replaceAll("-", "");
  expect(await where()).toEqual([{ name: `telemetry_event_${day}` }]);
});

it("takes no more than the day's budget of bytes, over all addresses, and again on the next day", async () => {
  const small = await testApp({ everySweep: true, environment: { TELEMETRY_DAY_MB: "1", TRUSTED_HOPS: "1" }, log });
  let accepted = 0;
  const send = async (address: string) => {
    const events = Array.from({ length: 50 }, () => event());
    const answer = await small.client({ "X-Forwarded-For": address }).post("/event/uploadEvents/v2", { events });
    expect(answer.status).toBe(202);
    accepted += answer.body.accepted;
    return answer.body.accepted as number;
  };
  for (let upload = 0; upload < 15; upload++) await send(`10.0.0.${upload}`);
  const [row] = await small.services.database.selectFrom("telemetry_event").selectAll().limit(1).execute();
  const most = (1024 * 1024) / storedBytes(JSON.stringify(row!.data));
  expect(accepted).toBeLessThanOrEqual(most);
  expect(accepted).toBeGreaterThan(most - 10);
  expect(await send("10.0.1.1")).toBe(0);
  expect(lines.filter(({ message }) => message.startsWith("the day's room for reports"))).toHaveLength(1);
  small.clock.advance(86_400_000);
  expect(await send("10.0.1.1")).toBe(50);
});

it("drops reports first where less than a fifth of the disk is free, with all days but the present one", async () => {
  let freeBytes = 21 * 1024 ** 2;
  const places = [{ name: "database", folder: "/data" }];
  const room = async () => ({ freeBytes, totalBytes: 100 * 1024 ** 2 });
  const disk = createDiskSpace({ places, minBytes: 1, room, log });
  const full = await testApp({ everySweep: true, disk });
  const send = async () => (await full.client().post("/event/uploadEvents/v2", { events: [event()] })).body;
  await disk.look();
  expect(await send()).toEqual({ accepted: 1 });
  await full.settle();
  full.clock.advance(86_400_000);
  await full.settle();
  freeBytes = 19 * 1024 ** 2;
  await disk.look();
  expect(await send()).toEqual({ accepted: 0 });
  // Everything else continues.
  expect((await full.client().post("/api/user/generateCaptcha", {})).status).toBe(200);
  full.clock.advance(3_600_000);
  await full.settle();
  expect(await full.services.database.selectFrom("telemetry_event").selectAll().execute()).toEqual([]);
  // A fifth of a large disk holds years of reports.
  const large = createDiskSpace({ places, minBytes: 1, room: async () => ({ freeBytes: 9e9, totalBytes: 1e12 }), log });
  await large.look();
  expect(large.isTight).toBe(false);
});

it("measures nobody who switched measuring off, from that moment on, and again once it is on", async () => {
  const borrowerId = app.services.random.uuid();
  const client = await app.loggedIn(borrowerId);
  client.cookies.set("userToken", "v1-u9switch-abc");
  const send = async () => (await client.post("/event/uploadEvents/v2", { events: [event()] })).body;
  const turn = (on: boolean) => client.post("/api/privacy/consents", { kind: "ANALYTICS", on });
  expect(await send()).toEqual({ accepted: 1 });
  await turn(false);
  const before = (await stored()).length;
  expect(await send()).toEqual({ accepted: 0 });
  expect(await stored()).toHaveLength(before);
  const log = { metricsType: "m", measurement: "e", message: "fault", parameter: {} };
  await client.post("/event/uploadLog", { level: "error", logs: [log] });
  const faults = (await stored()).slice(before);
  expect(faults.every(({ data }) => (data as { userId: string }).userId === "")).toBe(true);
  await turn(true);
  expect(await send()).toEqual({ accepted: 1 });
});

it("counts an event once that a device sends again, beside others or alone, and each device's own", async () => {
  const before = (await stored()).length;
  const page = (device: string) => app.client({ "Device-Token": device });
  const [clicked, next] = [event({ businessEvent: "again" }), event({ businessEvent: "later" })];
  const send = async (device: string, events: object[]) =>
    (await page(device).post("/event/uploadEvents/v2", { events })).body;
  expect(await send("device-one", [clicked])).toEqual({ accepted: 1 });
  expect(await send("device-one", [clicked, next])).toEqual({ accepted: 2 });
  expect(await send("device-one", [next])).toEqual({ accepted: 1 });
  expect((await stored()).length).toBe(before + 2);
  expect(await send("device-two", [clicked])).toEqual({ accepted: 1 });
  expect((await stored()).length).toBe(before + 3);
  expect(await send("device-three", [clicked, clicked])).toEqual({ accepted: 2 });
  expect((await stored()).length).toBe(before + 4);
});
