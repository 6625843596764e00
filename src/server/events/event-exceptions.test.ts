/** An event that a subscriber cannot handle becomes one row for staff, in the same transaction, however often and by however many processes it is tried. */
import { sql } from "kysely";
import * as v from "valibot";
import { beforeEach, expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import { after, defineEvent, within, type Occurrence } from "./domain-events.ts";
import { exceptionLifecycle, listEventExceptions } from "./event-exception-store.ts";
import { closeEventException, leftToStaff, retryEventException, type Fitted } from "./event-exceptions.ts";

const panHeated = defineEvent("pan.heated", v.object({ borrowerId: v.string(), loanId: v.string() }));
type Cause = "OIL_MISSING" | "EGG_MISSING";
const text = { id: "Menggoreng", en: "Frying", zh: "煎" };
const words = { text, causes: { OIL_MISSING: text, EGG_MISSING: text } };

/** The subscribers' answers by the event's id; an event without one succeeds. */
const answers = new Map<string, Fitted<Cause> | Error>();
let onFrying = async (): Promise<void> => {};
const runs: string[] = [];
async function fry(subscriber: string, trx: Transaction, { id }: Occurrence): Promise<Fitted<Cause>> {
  runs.push(`${subscriber} ${id}`);
  await onFrying();
  const answer = answers.get(id) ?? "DONE";
  if (answer instanceof Error) throw answer;
  if (answer === "DONE")
    await sql`insert into pan_egg (subscriber, event_id) values (${subscriber}, ${id})`.execute(trx);
  return answer;
}

const app = await testApp({
  domains: [
    {
      subscribes: [
        within(panHeated, "test-within", (_services, trx, heard) => fry("within", trx, heard), words),
        after(panHeated, "test-after", (_services, trx, heard) => fry("after", trx, heard), words),
      ],
    },
  ],
});
const { services, clock } = app;
const { database, random } = services;
await sql`create table pan_egg (subscriber text not null, event_id text not null)`.execute(database);
const staffId = random.uuid();
const [borrowerId, loanId] = [random.uuid(), random.uuid()];

beforeEach(() => {
  answers.clear();
  runs.length = 0;
  onFrying = async () => {};
});

/** Heats a pan: the answer of both subscribers. */
async function heated(answer: Fitted<Cause> | Error): Promise<string> {
  const id = random.uuid();
  answers.set(id, answer);
  await transact(database, (trx) =>
    services.events.announce(trx, panHeated, { id, at: clock.now(), borrowerId, loanId }),
  );
  return id;
}
const remainingOf = async (id: string) =>
  (await Promise.all((["OPEN", "CLOSED"] as const).map((part) => listEventExceptions(database, part, { max: 1_000 }))))
    .flat()
    .filter(({ eventId }) => eventId === id)
    .toSorted((one, other) => one.subscriber.localeCompare(other.subscriber));
const leftWithin = async (id: string) =>
  (await remainingOf(id)).find(({ subscriber }) => subscriber === "test-within")!;
const eggs = async (id: string): Promise<string[]> =>
  (
    await sql<{ subscriber: string }>`select subscriber from pan_egg where event_id = ${id} order by 1`.execute(
      database,
    )
  ).rows.map(({ subscriber }) => subscriber);
const note = () => {};
const retry = (exceptionId: string) =>
  transact(database, (trx) => retryEventException(services, trx, { exceptionId, staffId, note }));
const close = (exceptionId: string, reason = "Sudah digoreng di dapur lain.") =>
  transact(database, (trx) => closeEventException(services, trx, { exceptionId, staffId, note, reason }));
const codesOf = (tries: PromiseSettledResult<unknown>[]) =>
  tries.map((one) => (one.status === "fulfilled" ? "OK" : (one.reason as { code: string }).code)).toSorted();

it("is there once for each subscriber, with whom and what it is about and why", async () => {
  const id = await heated(leftToStaff("OIL_MISSING"));
  // In the announcing transaction; the other exception comes from its job.
  expect(await leftWithin(id)).toBeDefined();
  await app.settle();
  const rows = await remainingOf(id);
  expect(rows).toMatchObject(
    ["test-after", "test-within"].map((subscriber) => ({
      name: "pan.heated",
      subscriber,
      state: "OPEN",
      cause: "OIL_MISSING",
      borrowerId,
      loanId,
      times: 1,
      closedAt: null,
      waiting: null,
    })),
  );
  for (const { id: exceptionId } of rows)
    expect(await exceptionLifecycle.events(database, exceptionId)).toMatchObject([
      { from: null, to: "OPEN", actor: "SYSTEM", cause: "OIL_MISSING", borrowerId },
    ]);
  // An event announced twice counts once.
  await transact(database, (trx) =>
    services.events.announce(trx, panHeated, { id, at: clock.now(), borrowerId, loanId }),
  );
  clock.advance(3_600_000);
  await app.settle();
  expect(await remainingOf(id)).toHaveLength(2);
  expect(runs).toHaveLength(2);
});

it("goes with the transaction that led to it, and names nobody where the event says no id", async () => {
  const id = random.uuid();
  answers.set(id, leftToStaff("OIL_MISSING"));
  const announce = (fails: boolean) =>
    transact(database, async (trx) => {
      await services.events.announce(trx, panHeated, { id, at: clock.now(), borrowerId: "nobody", loanId: "none" });
      if (fails) throw new Error("undone");
    });
  await expect(announce(true)).rejects.toThrow("undone");
  expect(await remainingOf(id)).toEqual([]);
  await announce(false);
  expect(await remainingOf(id)).toMatchObject([{ borrowerId: null, loanId: null }]);
});

it("is closed by a try that succeeds, which takes effect once", async () => {
  const id = await heated(leftToStaff("OIL_MISSING"));
  await app.settle();
  answers.set(id, "DONE");
  for (const { id: exceptionId } of await remainingOf(id)) await retry(exceptionId);
  await app.settle();
  expect(await remainingOf(id)).toMatchObject([
    { state: "CLOSED", closedBy: null, reason: null },
    { state: "CLOSED", closedBy: null, reason: null },
  ]);
  expect(await eggs(id)).toEqual(["after", "within"]);
  const { id: exceptionId } = await leftWithin(id);
  expect(
    (await exceptionLifecycle.events(database, exceptionId)).map(({ to, actor, cause }) => [to, actor, cause]),
  ).toEqual([
    ["OPEN", "SYSTEM", "OIL_MISSING"],
    ["RETRYING", `STAFF:${staffId}`, "RETRIED"],
    ["CLOSED", "SYSTEM", "DONE"],
  ]);
  await expect(retry(exceptionId)).rejects.toMatchObject({ code: "EXCEPTION_NOT_OPEN" });
  await expect(close(exceptionId)).rejects.toMatchObject({ code: "EXCEPTION_NOT_OPEN" });
});

it("is open again, the same row, where a try leaves it once more", async () => {
  const id = await heated(leftToStaff("OIL_MISSING"));
  const { id: exceptionId, leftAt } = await leftWithin(id);
  answers.set(id, leftToStaff("EGG_MISSING"));
  clock.advance(60_000);
  await retry(exceptionId);
  await app.settle();
  expect(await leftWithin(id)).toMatchObject({
    id: exceptionId,
    state: "OPEN",
    cause: "EGG_MISSING",
    times: 2,
    leftAt,
  });
  answers.set(id, "DONE");
  await retry(exceptionId);
  await app.settle();
  expect(await leftWithin(id)).toMatchObject({ id: exceptionId, state: "CLOSED", times: 2 });
  expect(await eggs(id)).toContain("within");
});

it("is tried again until it is done or left where a try fails, and tells how often it failed", async () => {
  const id = await heated(leftToStaff("OIL_MISSING"));
  await app.settle();
  const { id: exceptionId } = await leftWithin(id);
  answers.set(id, new Error("the stove is off"));
  await retry(exceptionId);
  await app.settle();
  expect(await leftWithin(id)).toMatchObject({ state: "RETRYING", waiting: { failures: 1 } });
  answers.set(id, "DONE");
  clock.advance(61_000);
  await app.settle();
  expect(await leftWithin(id)).toMatchObject({ state: "CLOSED", closedBy: null });
  expect(await eggs(id)).toEqual(["within"]);
});

it("is found by the sweep where the job of a try was lost", async () => {
  const id = await heated(leftToStaff("OIL_MISSING"));
  await app.settle();
  const { id: exceptionId } = await leftWithin(id);
  answers.set(id, "DONE");
  await transact(database, async (trx) => {
    await retryEventException(services, trx, { exceptionId, staffId, note });
    await sql`delete from pgboss.job where data ->> 'eventId' = ${id}`.execute(trx);
  });
  await app.settle();
  expect((await leftWithin(id)).state).toBe("RETRYING");
  clock.advance(121_000);
  await app.settle();
  expect((await leftWithin(id)).state).toBe("CLOSED");
});

it("is tried again once by many who press at once, and tried again or closed, never both", async () => {
  const id = await heated(leftToStaff("OIL_MISSING"));
  await app.settle();
  const { id: exceptionId } = await leftWithin(id);
  runs.length = 0;
  answers.set(id, "DONE");
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => retry(exceptionId)));
  expect(codesOf(tries)).toEqual([...Array.from({ length: 19 }, () => "EXCEPTION_NOT_OPEN"), "OK"].toSorted());
  await app.settle();
  expect(runs).toEqual([`within ${id}`]);
  expect(await eggs(id)).toEqual(["within"]);

  for (let round = 0; round < 5; round++) {
    const other = await heated(leftToStaff("OIL_MISSING"));
    const row = await leftWithin(other);
    answers.set(other, "DONE");
    const both = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? retry(row.id) : close(row.id))),
    );
    expect(codesOf(both).filter((code) => code !== "OK" && code !== "EXCEPTION_NOT_OPEN")).toEqual([]);
    await app.settle();
    const ended = await leftWithin(other);
    // Closed by a person, in which case nothing was retried, or by the retry.
    expect(ended.state).toBe("CLOSED");
    expect((await eggs(other)).includes("within")).toBe(ended.closedBy === null);
  }
});

it("is closed with a reason, sealed, also while it waits for its next try, which comes no more", async () => {
  const id = await heated(leftToStaff("OIL_MISSING"));
  await app.settle();
  const { id: exceptionId } = await leftWithin(id);
  answers.set(id, new Error("the stove is off"));
  await retry(exceptionId);
  await app.settle();
  runs.length = 0;
  await close(exceptionId, "Ibu Siti sudah makan.");
  const closed = await leftWithin(id);
  expect(closed).toMatchObject({ state: "CLOSED", closedBy: staffId, waiting: null });
  expect(JSON.stringify(closed)).not.toContain("Siti");
  clock.advance(86_400_000);
  await app.settle();
  expect(runs.filter((run) => run.startsWith("within"))).toEqual([]);
  expect(await leftWithin(id)).toEqual(closed);
});

it("is closed by what was done where it is tried in the very moment in which people close it", async () => {
  const id = await heated(leftToStaff("OIL_MISSING"));
  await app.settle();
  const { id: exceptionId } = await leftWithin(id);
  let letGo = (): void => {};
  const held = new Promise<void>((go) => (letGo = go));
  let began = (): void => {};
  const running = new Promise<void>((go) => (began = go));
  onFrying = async () => {
    began();
    await held;
  };
  answers.set(id, "DONE");
  runs.length = 0;
  await retry(exceptionId);
  await running;
  // Without the retry that a deadlocked transaction gets: neither of the two may need it.
  const reason = "Sudah digoreng di dapur lain.";
  const closing = database
    .transaction()
    .execute((trx) => closeEventException(services, trx, { exceptionId, staffId, note, reason }))
    .then(
      () => "OK",
      (error: { code: string }) => error.code,
    );
  letGo();
  expect(await closing).toBe("EXCEPTION_NOT_OPEN");
  await app.settle();
  expect(await leftWithin(id)).toMatchObject({ state: "CLOSED", closedBy: null });
  expect(await eggs(id)).toEqual(["within"]);
  expect(runs.filter((run) => run.startsWith("within"))).toEqual([`within ${id}`]);
});

it("cannot be tried again where no part of this release hears the event", async () => {
  const id = await heated(leftToStaff("OIL_MISSING"));
  const { id: exceptionId } = await leftWithin(id);
  await database
    .updateTable("domain_event_exception")
    .set({ subscriber: "test-of-another-release" })
    .where("id", "=", exceptionId)
    .execute();
  await expect(retry(exceptionId)).rejects.toMatchObject({ code: "EXCEPTION_ORPHANED" });
  await close(exceptionId);
  await expect(retry(random.uuid())).rejects.toMatchObject({ code: "EXCEPTION_UNKNOWN" });
});
