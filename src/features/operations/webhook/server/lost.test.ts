/**
 * No loss and no reordering: a receiver that is down, slow or unreliable, and a process that dies with claimed
 * deliveries.
 */
import { expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { testApp } from "#tests/support/app.ts";
import { receiver, verified } from "#tests/support/receiver.ts";
import { webhookStaff, writeLoanEvent } from "#tests/support/webhooks.ts";
import { claimDueDeliveries, placeEvents } from "./store.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const staff = webhookStaff(app);
const [loans, eventsOfLoan] = [60, 5];

it(`delivers ${loans * eventsOfLoan} events of ${loans} loans through an outage, slow answers and a process that dies`, async () => {
  let isDown = true;
  const backend = await receiver((_one, count) =>
    isDown ? 503 : count % 7 === 0 ? 500 : { status: 200, afterMilliseconds: count % 11 === 0 ? 20 : 0 },
  );
  const { secret } = await staff.endpoint(backend.url);
  const ids = Array.from({ length: loans }, () => services.random.uuid());
  for (let round = 0; round < eventsOfLoan; round++)
    await transact(database, async (trx) => {
      for (const loanId of ids) await writeLoanEvent(services, trx, { loanId, sourceId: `${loanId}_${round}` });
    });
  const sweep = services.sweeps.list().find(({ name }) => name === "webhook-deliver")!;
  const run = async () => {
    while ((await sweep.run(services)) > 0);
  };
  await run();
  expect(backend.received.length).toBe(loans);
  isDown = false;
  // A process claims what is due, and dies before sending.
  clock.advance(5_000);
  const { endpointId } = await database.selectFrom("webhook_delivery").select("endpointId").executeTakeFirstOrThrow();
  const until = new Date(clock.now().getTime() + 90_000);
  const taken = await transact(database, (trx) =>
    claimDueDeliveries(trx, endpointId, { now: clock.now(), until, max: 20 }),
  );
  expect(taken.length).toBe(20);
  await run();
  for (let minutes = 0; minutes < 180; minutes += 5) {
    clock.advance(300_000);
    await run();
  }
  const remaining = await database
    .selectFrom("webhook_delivery")
    .select(["state"])
    .where("state", "<>", "DELIVERED")
    .execute();
  expect(remaining).toEqual([]);
  // Each event arrived, always with the same bytes, and signed.
  const byId = Map.groupBy(backend.received, ({ id }) => id);
  expect(byId.size).toBe(loans * eventsOfLoan);
  for (const tries of byId.values()) expect(new Set(tries.map(({ body }) => body)).size).toBe(1);
  for (const one of backend.received.slice(-50))
    verified(secret, one, new Date(Number(one.headers["webhook-timestamp"]) * 1000));
  // A loan's events arrive in order.
  for (const loanId of ids) {
    const seen = backend.received
      .filter(({ body }) => body.includes(loanId))
      .map(({ body }) => JSON.parse(body).sequence);
    expect([...new Set(seen)]).toEqual([1, 2, 3, 4, 5]);
  }
  // Positions are assigned in commit order, without a gap.
  const places = await database.selectFrom("webhook_event").select("place").orderBy("place").execute();
  const first = places[0]!.place!;
  expect(places.map(({ place }) => place)).toEqual(places.map((_row, index) => first + index));
  expect(await transact(database, (trx) => placeEvents(trx, clock.now(), 10))).toBe(0);
}, 120_000);
