import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";

const app = await testApp();
const { database, outside, clock } = app.services;
const event = (extra: object = {}) => ({
  eventType: "C",
  businessEvent: "loan_apply",
  eventParams: { elementType: "Button", elementContent: "Ajukan" },
  eventTime: clock.now().getTime(),
  platformType: "WEB",
  ...extra,
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
  expect(published.every((row) => row.published_at !== null)).toBe(true);
});

it("keeps the spec's defaults: a click unless it says otherwise, from the web", async () => {
  await app.client().post("/event/uploadEvents/v2", { events: [{ businessEvent: "x" }] });
  expect(await newest()).toMatchObject({ subject: "analytics.click", data: { eventType: "C", platformType: "WEB" } });
});

it("knows the analytics user by the cookie's second part, and the device only as a code", async () => {
  const client = app.client();
  client.cookies.set("userToken", "v1-u8f3k2-abc");
  client.cookies.set("deviceToken", "fake-1700000000000");
  await client.post("/event/uploadEvents/v2", { events: [event()] });
  const { data } = await newest();
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

it("stops a flood from one address without touching others", async () => {
  const counter = database.updateTable("rate_counter").set({ count: 1_200 }).where("key", "like", "telemetry:%");
  await counter.execute();
  const refused = await app.client().post("/event/uploadEvents/v2", { events: [event()] });
  expect([refused.status, refused.body.status.code]).toEqual([429, "RATE_LIMITED"]);
  await database.deleteFrom("rate_counter").where("key", "like", "telemetry:%").execute();
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
  expect((await newest()).published_at).not.toBeNull();
});

it("forgets what the sink has after three days, and keeps what it does not have", async () => {
  app.clock.advance(4 * 86_400_000);
  await app.client().post("/event/uploadEvents/v2", { events: [event()] });
  await app.settle();
  expect((await stored()).length).toBe(1);
});

it("gives up after a week what the sink never took, so that nothing grows without an end", async () => {
  await app.settle();
  await database.deleteFrom("telemetry_event").execute();
  const real = outside.events.publish;
  outside.events.publish = () => Promise.reject(new Error("away"));
  await app.client().post("/event/uploadEvents/v2", { events: [event()] });
  app.clock.advance(6 * 86_400_000);
  await app.settle();
  expect((await stored()).length).toBe(1);
  app.clock.advance(2 * 86_400_000);
  await app.settle();
  outside.events.publish = real;
  expect(await stored()).toEqual([]);
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
