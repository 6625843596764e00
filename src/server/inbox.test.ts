/** The inbox of partners: what its sweep does with events that their job did not handle. What events mean is tested where it is done. */
import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { transact } from "./database.server.ts";
import { insertPartnerEvent, openPartnerEvents } from "./inbox-store.ts";
import { inboxWork } from "./inbox.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
/** As many as the sweep takes at once. */
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
    .where("event_id", "=", "good")
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
  const rows = await database.selectFrom("partner_event").select(["event_id", "outcome"]).orderBy("event_id").execute();
  expect(rows).toEqual([
    { event_id: "fresh", outcome: null },
    { event_id: "left", outcome: "UNKNOWN_SUBJECT" },
  ]);
});

it("Two domains that handle the same kind of event do not start.", () => {
  const [handler] = services.domains.flatMap(({ inbox }) => inbox ?? []);
  const doubled = { ...services, domains: [...services.domains, { inbox: [handler!] }] };
  expect(() => inboxWork(doubled)).toThrow(/Two domains handle/);
});
