/** The platform's own tables do not grow without end, and no row is deleted that may still be needed. */
import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { effectOnce } from "#server/call/idempotency.ts";
import { retentionSweep } from "./retention.ts";
import { countInWindow } from "#server/call/rate-limit.ts";
import { openSession } from "#server/call/session.server.ts";
import { revokeLiveSession } from "#server/call/live-sessions.ts";

const app = await testApp();
const { services } = app;
const { database } = services;
const day = 86_400_000;

async function remainingOf() {
  const count = async (table: "login_session" | "idempotency_key" | "rate_counter") =>
    (
      await database
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as("rows"))
        .executeTakeFirstOrThrow()
    ).rows;
  return {
    sessions: await count("login_session"),
    answers: await count("idempotency_key"),
    counters: await count("rate_counter"),
  };
}
const session = (kind: "anonymous" | "remembered") =>
  openSession(services, database, { kind, subjectId: null, deviceToken: null, deviceLabel: "test" });
const effect = () =>
  effectOnce(
    services,
    { call: "POST /x", principal: "borrower:1", key: services.random.uuid(), input: {} },
    async () => ({ done: true }),
  );

it("forgets sessions a day after their end, answers after thirty days and counters after two, and nothing before", async () => {
  await session("anonymous");
  await session("remembered");
  await effect();
  await countInWindow(services, database, "x", 60);
  app.clock.advance(day);
  expect(await retentionSweep.run(services)).toBe(0);
  expect(await remainingOf()).toEqual({ sessions: 2, answers: 1, counters: 1 });
  app.clock.advance(1.5 * day);
  expect(await retentionSweep.run(services)).toBe(2);
  expect(await remainingOf()).toEqual({ sessions: 1, answers: 1, counters: 0 });
  app.clock.advance(28 * day);
  expect(await retentionSweep.run(services)).toBe(1);
  expect(await remainingOf()).toEqual({ sessions: 1, answers: 0, counters: 0 });
  app.clock.advance(62 * day);
  expect(await retentionSweep.run(services)).toBe(1);
  expect(await retentionSweep.run(services)).toBe(0);
});

it("forgets a session that was logged out as soon as one that ran out", async () => {
  const { id } = await session("remembered");
  await revokeLiveSession(services, database, id);
  app.clock.advance(day + 1);
  await retentionSweep.run(services);
  expect((await remainingOf()).sessions).toBe(0);
});

it("works off a backlog in bounded rounds, also when two processes sweep at once", async () => {
  const now = services.clock.realNow();
  await database
    .insertInto("rate_counter")
    .values(
      Array.from({ length: 1_500 }, (_, n) => ({
        key: `old:${n}`,
        windowStart: new Date(now.getTime() - 3 * day),
        count: 1,
      })),
    )
    .execute();
  const rounds = await Promise.all([retentionSweep.run(services), retentionSweep.run(services)]);
  expect(Math.max(...rounds)).toBeLessThanOrEqual(1_000);
  while ((await retentionSweep.run(services)) > 0);
  expect((await remainingOf()).counters).toBe(0);
});

it("keeps events for four hundred days, to whatever asks about a year of them", async () => {
  const written = (id: string, days: number) => ({
    name: "teapot.poured",
    id,
    happenedAt: services.clock.now(),
    data: "{}",
    writtenAt: new Date(services.clock.realNow().getTime() - days * day),
  });
  await database
    .insertInto("domain_event")
    .values([written("kept", 399), written("gone", 401), written("left to staff", 401)])
    .execute();
  const exception = { id: services.random.uuid(), name: "teapot.poured", eventId: "left to staff" };
  await database
    .insertInto("domain_event_exception")
    .values({ ...exception, subscriber: "test", state: "OPEN", cause: "TEST", leftAt: services.clock.now() })
    .execute();
  const remaining = async () => {
    await retentionSweep.run(services);
    const rows = database.selectFrom("domain_event").select("id").where("name", "=", "teapot.poured").orderBy("id");
    return (await rows.execute()).map(({ id }) => id);
  };
  expect(await remaining()).toEqual(["kept", "left to staff"]);
  await database.deleteFrom("domain_event_exception").where("id", "=", exception.id).execute();
  expect(await remaining()).toEqual(["kept"]);
});
