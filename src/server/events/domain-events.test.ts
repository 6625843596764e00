/** Each domain event reaches each subscriber once, even if a subscriber fails or its process dies. */
import { sql } from "kysely";
import * as v from "valibot";
import { beforeEach, expect, expectTypeOf, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import { after, defineEvent, within, type Occurrence } from "./domain-events.ts";
import { leftToStaff } from "./event-exceptions.ts";
import { retentionSweep } from "#server/work/retention.ts";
import { Refusal } from "#server/call/refusal.ts";

const kettleBoiled = defineEvent("kettle.boiled", v.object({ kettleId: v.string(), whistled: v.boolean() }));
const kettleFilled = defineEvent("kettle.filled", v.object({ kettleId: v.string() }), { refusable: true });

type Heard = Occurrence<{ kettleId: string; whistled: boolean }>;
/** The work of the subscribers; each test sets it. */
let onThrowing: (heard: Heard) => Promise<void>;
let onSlow: (heard: Heard) => Promise<void>;
let leavesCup = false;
const order: string[] = [];
const text = { id: "Cangkir", en: "Cup", zh: "杯" };
let refuseFilling = false;
const fails = new Set<string>();

/** An effect that would reveal a second run: one row for each. */
const effect = async (trx: Transaction, subscriber: string, id: string): Promise<void> => {
  await sql`insert into kettle_effect (subscriber, event_id) values (${subscriber}, ${id})`.execute(trx);
};
const effects = async (id: string): Promise<string[]> =>
  (
    await sql<{
      subscriber: string;
    }>`select subscriber from kettle_effect where event_id = ${id} order by subscriber`.execute(database)
  ).rows.map(({ subscriber }) => subscriber);

const app = await testApp({
  domains: [
    {
      subscribes: [
        after(kettleBoiled, "test-throwing", async (_services, trx, heard) => {
          await effect(trx, "throwing", heard.id);
          await onThrowing(heard);
        }),
        after(kettleBoiled, "test-slow", async (_services, trx, heard) => {
          await effect(trx, "slow", heard.id);
          await onSlow(heard);
        }),
        after(kettleBoiled, "test-steady", (_services, trx, heard) => effect(trx, "steady", heard.id)),
        within(kettleBoiled, "test-first", async (_services, trx, heard) => {
          order.push("first");
          if (fails.has("first")) throw new Refusal("NOT_ALLOWED");
          await effect(trx, "first", heard.id);
          return "DONE";
        }),
        within(kettleFilled, "test-filling", async (_services, trx, heard, refuse) => {
          if (refuseFilling) refuse("KETTLE_FULL");
          await effect(trx, "filling", heard.id);
        }),
      ],
    },
    {
      subscribes: [
        within(
          kettleBoiled,
          "test-second",
          async () => {
            order.push("second");
            return leavesCup ? leftToStaff("CUP_MISSING") : "DONE";
          },
          { text, causes: { CUP_MISSING: text } },
        ),
      ],
    },
  ],
});
const { services, clock } = app;
const { database, random } = services;
await sql`create table kettle_effect (subscriber text not null, event_id text not null)`.execute(database);

beforeEach(() => {
  onThrowing = async () => {};
  onSlow = async () => {};
  leavesCup = false;
  order.length = 0;
  fails.clear();
});

/** Announces in its own transaction. */
const boil = (id: string, whistled = true): Promise<boolean> =>
  transact(database, (trx) =>
    services.events.announce(trx, kettleBoiled, { id, at: clock.now(), kettleId: "k1", whistled }),
  );
const everybody = ["first", "slow", "steady", "throwing"];

it("is heard after the commit by everybody who subscribed, with its id, its time and its data", async () => {
  const received: Heard[] = [];
  const id = random.uuid();
  onThrowing = async (one) => void received.push(one);
  const at = clock.now();
  expect(await boil(id, false)).toBe(true);
  await app.settle();
  expect(received).toEqual([{ id, at, kettleId: "k1", whistled: false }]);
  expect(await effects(id)).toEqual(everybody);
});

it("of a transaction that is undone is heard by nobody", async () => {
  const id = random.uuid();
  await expect(
    transact(database, async (trx) => {
      await services.events.announce(trx, kettleBoiled, { id, at: clock.now(), kettleId: "k1", whistled: true });
      throw new Error("undone");
    }),
  ).rejects.toThrow("undone");
  await app.settle();
  expect(order).toEqual(["first", "second"]);
  expect(await effects(id)).toEqual([]);
  expect(await boil(id)).toBe(true);
});

it("stands although a subscriber throws; the others hear it, and the one that threw catches up once", async () => {
  const id = random.uuid();
  let tries = 0;
  onThrowing = async (heard) => {
    if (heard.id !== id) return;
    tries += 1;
    if (tries <= 2) throw new Error("the cup is missing");
  };
  expect(await boil(id)).toBe(true);
  await app.settle();
  expect(await effects(id)).toEqual(["first", "slow", "steady"]);
  clock.advance(61_000);
  await app.settle();
  expect(tries).toBe(2);
  expect(await effects(id)).toEqual(["first", "slow", "steady"]);
  clock.advance(60_000);
  await app.settle();
  expect(tries).toBe(2);
  clock.advance(61_000);
  await app.settle();
  expect(tries).toBe(3);
  expect(await effects(id)).toEqual(everybody);
  clock.advance(86_400_000);
  await app.settle();
  expect(await effects(id)).toEqual(everybody);
});

it("reaches the others while a subscriber is slow, and that one once when it comes round", async () => {
  const id = random.uuid();
  let letGo = (): void => {};
  const held = new Promise<void>((go) => (letGo = go));
  let runs = 0;
  onSlow = async (heard) => {
    if (heard.id !== id) return;
    runs += 1;
    await held;
  };
  await boil(id);
  await expect.poll(() => effects(id)).toEqual(["first", "steady", "throwing"]);
  // Its time-out has passed: the sweep sends the job again, which finds it in progress.
  clock.advance(600_000);
  await services.sweeps.runAllDue(services);
  expect(await effects(id)).toEqual(["first", "steady", "throwing"]);
  letGo();
  await app.settle();
  expect(await effects(id)).toEqual(everybody);
  expect(runs).toBe(1);
});

it("is found by the sweep where its job was lost", async () => {
  const id = random.uuid();
  await transact(database, async (trx) => {
    await services.events.announce(trx, kettleBoiled, { id, at: clock.now(), kettleId: "k1", whistled: true });
    await sql`delete from pgboss.job where data ->> 'eventId' = ${id}`.execute(trx);
  });
  await app.settle();
  expect(await effects(id)).toEqual(["first"]);
  clock.advance(121_000);
  await app.settle();
  expect(await effects(id)).toEqual(everybody);
});

it("takes effect once where the connection of a subscriber dies in the midst of it", async () => {
  const id = random.uuid();
  let runs = 0;
  onThrowing = async () => {
    runs += 1;
    if (runs > 1) return;
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction' and query like '%kettle_effect%'`.execute(
      database,
    );
  };
  await boil(id);
  await expect
    .poll(async () => {
      clock.advance(61_000);
      await app.settle();
      return effects(id);
    })
    .toEqual(everybody);
  expect(runs).toBeGreaterThan(1);
});

it("that is announced fifty times at once happens once", async () => {
  const id = random.uuid();
  const said = await Promise.all(Array.from({ length: 50 }, () => boil(id)));
  expect(said.filter(Boolean)).toHaveLength(1);
  expect(order).toEqual(["first", "second"]);
  await app.settle();
  expect(await effects(id)).toEqual(everybody);
});

it("of another name may have the same id", async () => {
  const id = random.uuid();
  await boil(id);
  expect(
    await transact(database, (trx) =>
      services.events.announce(trx, kettleFilled, { id, at: clock.now(), kettleId: "k1" }),
    ),
  ).toBe(true);
});

it("is heard within its transaction in the order of registration, and undone with it", async () => {
  const id = random.uuid();
  await transact(database, async (trx) => {
    await services.events.announce(trx, kettleBoiled, { id, at: clock.now(), kettleId: "k1", whistled: true });
    expect(order).toEqual(["first", "second"]);
    throw new Error("undone");
  }).catch(() => {});
  expect(await effects(id)).toEqual([]);
});

it("is refused within its transaction only where its type says so", async () => {
  refuseFilling = true;
  const id = random.uuid();
  const fill = () =>
    transact(database, (trx) => services.events.announce(trx, kettleFilled, { id, at: clock.now(), kettleId: "k1" }));
  await expect(fill()).rejects.toMatchObject({ code: "KETTLE_FULL" });
  refuseFilling = false;
  expect(await fill()).toBe(true);
  fails.add("first");
  await expect(boil(random.uuid())).rejects.toThrow(
    "test-first refuses kettle.boiled with NOT_ALLOWED, which has happened already.",
  );
  // @ts-expect-error What has happened already is answered with what was done about it.
  within(kettleBoiled, "test-typed", async () => {});
  // @ts-expect-error And its subscriber is given no way to refuse.
  within(kettleBoiled, "test-typed", async (_services, _trx, _heard, refuse) => (refuse("NO"), "DONE"));
  // @ts-expect-error What may be left to staff has words.
  within(kettleBoiled, "test-typed", async () => leftToStaff("CUP_MISSING"));
  // @ts-expect-error And each of its codes.
  within(kettleBoiled, "test-typed", async () => leftToStaff("CUP_MISSING"), { text, causes: { LID_MISSING: text } });
  after(kettleBoiled, "test-typed", async () => leftToStaff("CUP_MISSING"), { text, causes: { CUP_MISSING: text } });
  expectTypeOf(within(kettleFilled, "test-typed", async () => {})).not.toBeAny();
});

it("carries ids, codes, dates and flags alone", async () => {
  for (const field of ["amountRupiah", "fullName", "mobileNumber", "at"])
    expect(() => defineEvent("kettle.sold", v.object({ [field]: v.string() }))).toThrow(field);
  for (const name of ["Kettle.sold", "kettle", "kettle.Sold", "kettle.sold.again"])
    expect(() => defineEvent(name, v.object({}))).toThrow("is no name of an event");
  // @ts-expect-error A list or an object would be a copy of rows.
  defineEvent("kettle.sold", v.object({ cups: v.array(v.string()) }));
  await expect(boil("x".repeat(101))).rejects.toThrow("long text");
  const id = random.uuid();
  await transact(database, (trx) =>
    services.events.announce(trx, kettleBoiled, {
      id,
      at: clock.now(),
      kettleId: "k1",
      whistled: true,
      owner: "Siti",
    } as never),
  );
  const row = await database.selectFrom("domain_event").select("data").where("id", "=", id).executeTakeFirstOrThrow();
  expect(row.data).toEqual({ kettleId: "k1", whistled: true });
});

it("is kept for 400 days, with what a subscriber has not done about it", async () => {
  const id = random.uuid();
  onThrowing = async () => {
    throw new Error("never");
  };
  await boil(id);
  await app.settle();
  const rows = async () =>
    Promise.all(
      [
        database.selectFrom("domain_event").select("id").where("id", "=", id),
        database.selectFrom("domain_event_delivery").select("eventId").where("eventId", "=", id),
      ].map(async (query) => (await query.execute()).length),
    );
  clock.advance(399.5 * 86_400_000);
  await retentionSweep.run(services);
  expect(await rows()).toEqual([1, 1]);
  clock.advance(86_400_000);
  await retentionSweep.run(services);
  expect(await rows()).toEqual([0, 0]);
});

it("that was left to staff is kept as long as what was left", async () => {
  const id = random.uuid();
  leavesCup = true;
  await boil(id);
  clock.advance(401 * 86_400_000);
  await retentionSweep.run(services);
  const events = () => database.selectFrom("domain_event").select("id").where("id", "=", id).execute();
  expect(await events()).toHaveLength(1);
  await database.deleteFrom("domain_event_exception").where("eventId", "=", id).execute();
  await retentionSweep.run(services);
  expect(await events()).toEqual([]);
});

it("has one subscriber of a name in the house", async () => {
  const twice = after(kettleBoiled, "test-twice", async () => {});
  expect(() => testOpen([twice, twice])).toThrow("two subscribers named test-twice");
});

function testOpen(subscribes: ReturnType<typeof after>[]): void {
  services.events.open(services, subscribes);
}
