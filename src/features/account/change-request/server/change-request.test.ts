/**
 * Requests in steps: in the given order, each step once, by the login that proved the number, within the time limit.
 */
import fc from "fast-check";
import { CompiledQuery, sql } from "kysely";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import { Refusal } from "#server/call/refusal.ts";
import { defineChangeRequest, type ChangeRequest, changeRequests } from "./index.ts";
import { deleteClosedChangeRequests, overdueRequests } from "./store.ts";
import { statementsOf } from "#tests/support/statements.ts";

const change = defineChangeRequest("TEST_NUMBER", {
  text: { id: "Uji", en: "Test", zh: "测试" },
  steps: [
    { state: "OLD_PROVEN", path: "/test/old", provesOwnNumber: true },
    { state: "PERSON_PROVEN", path: "/test/person" },
    { state: "NEW_PROVEN", path: "/test/new" },
  ],
  submitPath: "/test/send",
  resultPath: "/test/result",
  facts: v.object({ similarityPpm: v.optional(v.number()), newNumber: v.optional(v.string()) }),
  promisedHours: 72,
});
const app = await testApp({ domains: [{ answersTo: [changeRequests.by([change])] }] });
const { services, clock } = app;
const { database, random } = services;
const hour = 3_600_000;
const steps = ["OLD_PROVEN", "PERSON_PROVEN", "NEW_PROVEN", "SUBMITTED"] as const;
const sessionId = random.uuid();

const inTransaction = <Result>(work: (trx: Transaction) => Promise<Result>): Promise<Result> =>
  transact(database, work);
const start = (borrowerId: string) =>
  inTransaction((trx) => change.start(services, trx, { borrowerId, deviceIndex: "d" }));
type About = { borrowerId: string; id: string };
const take = (about: About, to: (typeof steps)[number], more: object = {}) =>
  inTransaction((trx) => change.step(services, trx, { sessionId, cause: "STEP", ...about, to, ...more }));
const keep = (about: About, during: "PERSON_PROVEN" | "NEW_PROVEN", more: object = {}) =>
  inTransaction((trx) => change.keep(services, trx, { sessionId, ...about, during, found: {}, ...more }));
const decide = (about: About, to: "APPROVED" | "DONE" | "REJECTED" | "WITHDRAWN" | "STOPPED") =>
  inTransaction((trx) => change.decide(services, trx, { ...about, to, actor: "SYSTEM", cause: "TEST" }));
/** The code and data of a refusal, or the answer. */
const outcome = async <Result>(work: Promise<Result>): Promise<Result | string> => {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [error.code, ...Object.values(error.data ?? {})].join(" ");
  }
};
const statesOf = async (id: string) => (await change.lifecycle.events(database, id)).map(({ to }) => to);
/** A request that has completed all steps up to this state. */
async function at(state: "STARTED" | (typeof steps)[number]): Promise<ChangeRequest & About> {
  const request = await start(random.uuid());
  const { borrowerId, id } = request;
  let reached: ChangeRequest = request;
  for (const step of steps.slice(0, steps.indexOf(state as never) + 1)) reached = await take({ borrowerId, id }, step);
  return { ...reached, borrowerId, id };
}

describe("steps", () => {
  it("are taken in order, keep what they found out sealed, and end with a promise", async () => {
    const { borrowerId, id } = await start(random.uuid());
    const about = { borrowerId, id };
    await take(about, "OLD_PROVEN");
    await take(about, "PERSON_PROVEN", { found: { similarityPpm: 970_000 }, facts: { similarityPpm: 970_000 } });
    await keep(about, "PERSON_PROVEN", { found: { newNumber: "081234567890" } });
    await take(about, "NEW_PROVEN");
    const sent = await take(about, "SUBMITTED");
    expect(sent).toMatchObject({ state: "SUBMITTED", isOpen: true, expiresAt: null });
    expect(sent.facts).toEqual({ similarityPpm: 970_000, newNumber: "081234567890" });
    expect(sent.promisedUntil).toEqual(new Date(clock.now().getTime() + 72 * hour));
    expect(await change.find(services, database, borrowerId)).toEqual(sent);
    const { rows } = await sql<{ text: string }>`select c::text as text from change_request c where id = ${id}`.execute(
      database,
    );
    expect(rows[0]!.text).not.toContain("081234567890");
    const events = await change.lifecycle.events(database, id);
    expect(events.map(({ to }) => to)).toEqual(["STARTED", ...steps]);
    expect(events[2]?.facts).toEqual({ similarityPpm: 970_000 });
    expect(await decide(about, "APPROVED")).toBe(true);
    expect(await decide(about, "DONE")).toBe(true);
    expect(await change.find(services, database, borrowerId)).toMatchObject({ state: "DONE", isOpen: false });
    expect(await decide(about, "REJECTED")).toBe(false);
  });

  it("answer the same when they are taken again, also behind the sending, and change nothing", async () => {
    const { borrowerId, id, ...sent } = await at("SUBMITTED");
    const again = await take({ borrowerId, id }, "PERSON_PROVEN", { found: { similarityPpm: 1 } });
    expect(again).toEqual({ borrowerId, id, ...sent });
    expect(await take({ borrowerId, id }, "SUBMITTED")).toEqual(again);
    expect(await statesOf(id)).toEqual(["STARTED", ...steps]);
  });

  it("say the page of the step that comes, where they come too early, too late or for nobody's request", async () => {
    const { borrowerId, id } = await at("OLD_PROVEN");
    expect(await outcome(take({ borrowerId, id }, "NEW_PROVEN"))).toBe("STEP_ORDER /test/person");
    expect(await outcome(take({ borrowerId, id }, "SUBMITTED"))).toBe("STEP_ORDER /test/person");
    expect(await outcome(keep({ borrowerId, id }, "NEW_PROVEN"))).toBe("STEP_ORDER /test/person");
    expect(await outcome(take({ borrowerId: random.uuid(), id }, "PERSON_PROVEN"))).toBe("CHANGE_REQUEST_UNKNOWN");
    expect(await outcome(take({ borrowerId, id: random.uuid() }, "PERSON_PROVEN"))).toBe("CHANGE_REQUEST_UNKNOWN");
    await decide({ borrowerId, id }, "WITHDRAWN");
    expect(await outcome(take({ borrowerId, id }, "OLD_PROVEN"))).toBe("STEP_ORDER /test/result");
    expect(await outcome(take({ borrowerId, id }, "PERSON_PROVEN"))).toBe("STEP_ORDER /test/result");
  });

  it("go on in another login after it has proven the number too, with what was found out before", async () => {
    const { borrowerId, id } = await at("OLD_PROVEN");
    await take({ borrowerId, id }, "PERSON_PROVEN", { found: { similarityPpm: 5 } });
    const other = { sessionId: random.uuid() };
    const found = (await change.find(services, database, borrowerId))!;
    expect(change.pathOf(found, sessionId, clock.now())).toBe("/test/new");
    expect(change.pathOf(found, other.sessionId, clock.now())).toBe("/test/old");
    expect(await outcome(take({ borrowerId, id }, "NEW_PROVEN", other))).toBe("STEP_ORDER /test/old");
    expect(await outcome(keep({ borrowerId, id }, "PERSON_PROVEN", other))).toBe("STEP_ORDER /test/old");
    expect(await take({ borrowerId, id }, "OLD_PROVEN", other)).toMatchObject({ state: "PERSON_PROVEN" });
    const done = await take({ borrowerId, id }, "NEW_PROVEN", other);
    expect([done.state, done.facts]).toEqual(["NEW_PROVEN", { similarityPpm: 5 }]);
    // The first login must repeat its proof as well.
    expect(await outcome(take({ borrowerId, id }, "SUBMITTED"))).toBe("STEP_ORDER /test/old");
  });

  it("keep nothing that the kind does not know by type", async () => {
    const { borrowerId, id } = await at("OLD_PROVEN");
    const wrong = take({ borrowerId, id }, "PERSON_PROVEN", { found: { similarityPpm: "much" } });
    await expect(wrong).rejects.toThrow(v.ValiError);
    expect(await statesOf(id)).toEqual(["STARTED", "OLD_PROVEN"]);
  });
});

describe("time", () => {
  it("ends what was not sent within 24 hours, and nothing that was", async () => {
    const [late, sent] = [await at("PERSON_PROVEN"), await at("SUBMITTED")];
    clock.advance(24 * hour - 1);
    await services.sweeps.runAllDue(services);
    expect((await change.find(services, database, late.borrowerId))?.state).toBe("PERSON_PROVEN");
    clock.advance(1);
    expect(await outcome(take(late, "NEW_PROVEN", {}))).toBe("STEP_ORDER /test/old");
    expect(await outcome(keep(late, "PERSON_PROVEN"))).toBe("STEP_ORDER /test/old");
    await services.sweeps.runAllDue(services);
    expect(await change.find(services, database, late.borrowerId)).toMatchObject({
      state: "EXPIRED",
      isOpen: false,
      closedAt: clock.now(),
    });
    expect((await change.find(services, database, sent.borrowerId))?.state).toBe("SUBMITTED");
  });

  it("lets one begin anew before the sweep has come by", async () => {
    const first = await at("OLD_PROVEN");
    clock.advance(25 * hour);
    const second = await start(first.borrowerId);
    expect([second.id === first.id, second.state]).toEqual([false, "STARTED"]);
    expect(await statesOf(first.id)).toEqual(["STARTED", "OLD_PROVEN", "EXPIRED"]);
  });

  it("forgets what ended five years ago with its events, and keeps what is open", async () => {
    const [ended, open] = [await at("OLD_PROVEN"), await at("SUBMITTED")];
    await decide(ended, "WITHDRAWN");
    const until = new Date(clock.now());
    until.setUTCFullYear(until.getUTCFullYear() + 5);
    clock.moveTo(until);
    await services.sweeps.runAllDue(services);
    expect(await change.find(services, database, ended.borrowerId)).not.toBeNull();
    clock.advance(1);
    await services.sweeps.runAllDue(services);
    expect(await change.find(services, database, ended.borrowerId)).toBeNull();
    expect(await statesOf(ended.id)).toEqual([]);
    expect(await statesOf(open.id)).toHaveLength(5);
  });
});

describe("at the same time", () => {
  it("forty who begin have one request, begun once", async () => {
    const borrowerId = random.uuid();
    const begun = await Promise.all(Array.from({ length: 40 }, () => start(borrowerId)));
    expect(new Set(begun.map(({ id }) => id)).size).toBe(1);
    expect(await statesOf(begun[0]!.id)).toEqual(["STARTED"]);
  });

  it("forty who take one step take it once, and all are answered", async () => {
    const about = await at("STARTED");
    const taken = await Promise.all(Array.from({ length: 40 }, () => take(about, "OLD_PROVEN")));
    expect(new Set(taken.map(({ state }) => state))).toEqual(new Set(["OLD_PROVEN"]));
    expect(await statesOf(about.id)).toEqual(["STARTED", "OLD_PROVEN"]);
  });

  it("of sending, withdrawing, stopping and ending by time, forty times, the order stands and one ends it", async () => {
    const about = await at("NEW_PROVEN");
    const acts = [
      () => outcome(take(about, "SUBMITTED")),
      () => decide(about, "WITHDRAWN"),
      () => decide(about, "STOPPED"),
      () => inTransaction((trx) => change.expire(services, trx, about)),
    ];
    const done = await Promise.all(Array.from({ length: 40 }, (_, index) => acts[index % 4]!()));
    expect(done.filter((one) => one === true)).toHaveLength(1);
    const states = await statesOf(about.id);
    expect(states.slice(0, 4)).toEqual(["STARTED", "OLD_PROVEN", "PERSON_PROVEN", "NEW_PROVEN"]);
    expect(["WITHDRAWN,", "STOPPED,", "SUBMITTED,WITHDRAWN", "SUBMITTED,STOPPED"]).toContain(
      [...states.slice(4), ""].slice(0, 2).join(","),
    );
  });
});

it("whatever is tried in whatever order, the states follow each other and the request stays one", async () => {
  const act = fc.oneof(
    fc.record({ kind: fc.constant("step" as const), to: fc.constantFrom(...steps), session: fc.constantFrom(0, 1) }),
    fc.record({
      kind: fc.constant("decide" as const),
      to: fc.constantFrom(
        "APPROVED" as const,
        "DONE" as const,
        "REJECTED" as const,
        "WITHDRAWN" as const,
        "STOPPED" as const,
      ),
    }),
    fc.record({ kind: fc.constant("pass" as const), hours: fc.constantFrom(1, 13) }),
  );
  const sessions = [sessionId, random.uuid()];
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 15 }), async (acts) => {
      const { borrowerId, id } = await start(random.uuid());
      for (const one of acts) {
        const before = (await change.find(services, database, borrowerId))!;
        if (one.kind === "pass") {
          clock.advance(one.hours * hour);
          await services.sweeps.runAllDue(services);
          continue;
        }
        const was = before.state;
        const answer =
          one.kind === "step"
            ? await outcome(take({ borrowerId, id }, one.to, { sessionId: sessions[one.session] }))
            : await decide({ borrowerId, id }, one.to);
        const { state, isOpen, closedAt } = (await change.find(services, database, borrowerId))!;
        const isMoved = state !== was;
        if (isMoved) expect(change.lifecycle.transitions[was]).toContain(state);
        // A refused or late decision changes nothing.
        if (typeof answer === "string" || answer === false) expect(isMoved).toBe(false);
        if (typeof answer === "object" && isMoved) expect(state).toBe((one as { to: string }).to);
        expect([isOpen, closedAt === null]).toEqual(change.lifecycle.isTerminal(state) ? [false, false] : [true, true]);
      }
      const states = await statesOf(id);
      for (const [index, state] of states.entries())
        if (index > 0) expect(change.lifecycle.transitions[states[index - 1]!]).toContain(state);
    }),
    { numRuns: 15 },
  );
}, 180_000);

it("is declared with steps of its own names, the proof of the number first", () => {
  const define = (states: string[], own = 0) =>
    defineChangeRequest("TEST_OTHER", {
      text: { id: "Uji", en: "Test", zh: "测试" },
      steps: states.map((state, index) => ({
        state,
        path: "/x" as const,
        ...(index === own ? { provesOwnNumber: true as const } : {}),
      })),
      submitPath: "/s",
      resultPath: "/r",
      facts: v.object({}),
      promisedHours: 1,
    });
  expect(() => define(["A", "B"])).not.toThrow();
  expect(() => define(["A", "A"])).toThrow("no name for a step");
  expect(() => define(["DONE"])).toThrow("no name for a step");
  expect(() => define(["A", "B"], 1)).toThrow("first step");
});

it("is found by an index among many", async () => {
  await sql`insert into change_request (borrower_id, id, kind, state, is_open, facts_sealed, created_at, expires_at, closed_at)
    select gen_random_uuid(), gen_random_uuid(), 'TEST_NUMBER', 'EXPIRED', false, 'x', now(), null, now() from generate_series(1, 3000)`.execute(
    database,
  );
  await sql`analyze change_request`.execute(database);
  const sent = await statementsOf(async () => {
    await overdueRequests(database, ["TEST_NUMBER"], clock.now(), 100);
    await inTransaction((trx) => deleteClosedChangeRequests(trx, ["TEST_NUMBER"], new Date(0), 10));
    await change.find(services, database, random.uuid());
  });
  const asked = sent.filter(({ text }) => text.includes('"change_request"'));
  expect(asked).toHaveLength(4);
  for (const { text, values } of asked) {
    const query = CompiledQuery.raw(`explain (costs off) ${text}`, values);
    const { rows } = await database.executeQuery<{ "QUERY PLAN": string }>(query);
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).not.toContain("Seq Scan");
  }
});
