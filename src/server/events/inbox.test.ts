/**
 * The partners' inbox: how its sweep handles events that their job did not handle. The effects of events are tested in
 * their domains.
 */
import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { transact } from "#server/database.server.ts";
import { createLog } from "#server/process/log.server.ts";
import { insertPartnerEvent, openPartnerEvents } from "./inbox-store.ts";
import { handleEvents, inboxWork } from "./inbox.ts";
import { domains } from "#api.ts";

const lines: { level: string; message: string; reference?: string }[] = [];
const log = createLog({ now: () => new Date(0), sink: (line) => void lines.push(JSON.parse(line)) });
const app = await testApp({ log });
const { services, clock } = app;
const { database } = services;
/** As many as the sweep handles at once. */
const atOnce = 50;

it("An event behind fifty that cannot be handled is handled.", async () => {
  const body = { kind: "PAYMENT_RECEIVED" } as never;
  const received = new Date(clock.now().getTime() - 3_600_000);
  for (let index = 0; index < atOnce; index++)
    await transact(database, (trx) =>
      insertPartnerEvent(trx, "sandbox-bank", Object.assign({ eventId: `broken-${index}` }, body), received),
    );
  const good = { kind: "TRANSFER_PENDING", eventId: "good", transferId: services.random.uuid() } as const;
  await transact(database, (trx) => insertPartnerEvent(trx, "sandbox-bank", good, new Date(received.getTime() + 1000)));
  const open = () => openPartnerEvents(database, clock.now(), clock.now(), 200);
  expect(await open()).toHaveLength(atOnce + 1);
  await app.settle();
  expect((await open()).map(({ eventId }) => eventId)).not.toContain("good");
  const row = await database
    .selectFrom("partner_event")
    .select(["outcome", "failures"])
    .where("eventId", "=", "good")
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ outcome: "UNKNOWN_SUBJECT", failures: 0 });
});

it("The sweep leaves an event to its job for a minute, and does what no job did after that.", async () => {
  await database.deleteFrom("partner_event").execute();
  for (const [eventId, secondsAgo] of [
    ["fresh", 60],
    ["left", 61],
  ] as const)
    await transact(database, (trx) =>
      insertPartnerEvent(
        trx,
        "sandbox-bank",
        { kind: "TRANSFER_PENDING", eventId, transferId: services.random.uuid() },
        new Date(clock.now().getTime() - secondsAgo * 1000),
      ),
    );
  await services.sweeps.runAllDue(services);
  const rows = await database.selectFrom("partner_event").select(["eventId", "outcome"]).orderBy("eventId").execute();
  expect(rows).toEqual([
    { eventId: "fresh", outcome: null },
    { eventId: "left", outcome: "UNKNOWN_SUBJECT" },
  ]);
});

it("A report that fails ten times is left to staff, is said twice in the log, and is judged again when they say so.", async () => {
  await database.deleteFrom("partner_event").execute();
  const name = { provider: "sandbox-bank", eventId: "beyond" };
  // Such an instant is no longer accepted; it stands for anything on which a handler may fail.
  const event = {
    kind: "PAYMENT_RECEIVED",
    eventId: name.eventId,
    paymentId: "p1",
    rail: "VIRTUAL_ACCOUNT",
    reference: "8888000000000001",
    amountRupiah: 10_000,
    paidAt: new Date("+010000-01-01T00:00:00Z"),
  } as const;
  await transact(database, (trx) => insertPartnerEvent(trx, name.provider, event, clock.now()));
  const row = () =>
    database
      .selectFrom("partner_event")
      .select(["failures", "outcome"])
      .where("eventId", "=", name.eventId)
      .executeTakeFirstOrThrow();
  lines.splice(0);
  await app.pass(3 * 3_600, 900);
  expect(await row()).toEqual({ failures: 10, outcome: "UNPROCESSABLE" });
  const about = lines.filter(({ reference }) => reference === name.eventId).map(({ level }) => level);
  expect(about).toEqual(["error", ...Array(8).fill("info"), "error"]);
  const finance = await app.staff("0190eeee-0000-7000-8000-0000000000f2", ["finance"]);
  const open = async () =>
    (await finance.get("/api/staff/exceptions", { "Accept-Language": "en" })).body.items.filter(
      ({ cause }: { cause: string }) => cause === "UNPROCESSABLE",
    );
  expect(await open()).toMatchObject([{ cause: "UNPROCESSABLE", text: "Report of a partner" }]);
  // The cause is removed.
  await database
    .updateTable("partner_event")
    .set({ body: JSON.stringify({ ...event, paidAt: clock.now() }) })
    .where("eventId", "=", name.eventId)
    .execute();
  const [{ exceptionId }] = await open();
  const key = { "Idempotency-Key": services.random.uuid() };
  expect((await finance.post(`/api/staff/exceptions/${exceptionId}/retry`, {}, key)).status).toBe(200);
  await app.settle();
  expect(await row()).toMatchObject({ outcome: "APPLIED" });
  expect(await open()).toEqual([]);
});

it("An event that its job and the sweep handle at once takes effect once.", async () => {
  await database.deleteFrom("partner_event").execute();
  const event = { kind: "TRANSFER_PENDING", eventId: "twice", transferId: services.random.uuid() } as const;
  await transact(database, (trx) =>
    insertPartnerEvent(trx, "sandbox-bank", event, new Date(clock.now().getTime() - 3_600_000)),
  );
  let applied = 0;
  const bothAsk = Promise.withResolvers<void>();
  let requestCount = 0;
  const counting = handleEvents({
    kinds: ["TRANSFER_PENDING"],
    // Both have read it as open before either locks it.
    async ask() {
      if (++requestCount === 2) bothAsk.resolve();
      await bothAsk.promise;
    },
    async apply() {
      applied++;
      return "APPLIED";
    },
  });
  let run = async (_payload: { provider: string; eventId: string }): Promise<void> => {};
  inboxWork(
    {
      ...services,
      sweeps: { add: () => {} },
      jobs: { handle: (_kind: unknown, work: typeof run) => (run = work) },
    } as never,
    [counting],
  );
  const twice = { provider: "sandbox-bank", eventId: "twice" };
  await Promise.all([run(twice), run(twice)]);
  expect([requestCount, applied]).toEqual([2, 1]);
});

it("Two domains that handle the same kind of event do not start.", () => {
  const handlers = domains.flatMap(({ inbox }) => inbox ?? []);
  expect(() => inboxWork(services, [...handlers, handlers[0]!])).toThrow(/Two domains handle/);
});
