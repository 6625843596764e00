/** No order of actions changes a number without the required proofs, decisions and waiting times. // Threat D1 */
import fc from "fast-check";
import { expect, it } from "vitest";
import { stopRequests } from "#features/account/change-request/server/index.ts";
import { transact } from "#server/database.server.ts";
import { testApp } from "#tests/support/app.ts";
import { changingNumber } from "#tests/support/changing-number.ts";
import { mobileChange } from "./kind.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const change = await changingNumber(app);
const underwriter = change.staff();
const hour = 3_600_000;

const acts = [
  "START",
  "OLD",
  "IDENTITY",
  "WRONG_IDENTITY",
  "NUMBER",
  "PHOTO",
  "SUBMIT",
  "APPROVE",
  "REJECT",
  "WITHDRAW",
  "STOP",
  "RELOGIN",
  "HOURS_5",
  "HOURS_20",
] as const;
type Act = (typeof acts)[number];
/** The steps that must have happened, in this order, before a number is changed. */
const way = ["STARTED", "OLD_PROVEN", "IDENTITY_PROVEN", "NEW_PROVEN", "SUBMITTED", "APPROVED", "DONE"];

async function run(sequence: readonly Act[]): Promise<void> {
  const who = await change.owner();
  const { borrowerId, mobileNumber } = who;
  const newNumber = change.nextNumber();
  let client = who.client;
  const current = async () => (await mobileChange.find(services, database, borrowerId))?.id ?? borrowerId;
  const review = async () =>
    database
      .selectFrom("review_case")
      .select("id")
      .where("subjectId", "=", await current())
      .executeTakeFirst();
  const decide = async (decision: object) => {
    const found = await review();
    if (found) await change.decide(underwriter, found.id, decision);
  };
  const later = async (hours: number) => {
    clock.advance(hours * hour);
    await services.sweeps.runAllDue(services);
    client = await app.loggedIn(borrowerId);
  };
  const doing: Record<Act, () => Promise<unknown>> = {
    START: () => change.start(client),
    OLD: async () => change.old(client, who, await current()),
    IDENTITY: async () => change.identity(client, await current()),
    WRONG_IDENTITY: async () => change.identity(client, await current(), "3171010101900001"),
    NUMBER: async () => {
      clock.advance(61_000);
      return change.prove(client, await current(), newNumber);
    },
    PHOTO: async () => change.photo(client, await current()),
    SUBMIT: async () => change.submit(client, await current()),
    APPROVE: () => decide({}),
    REJECT: () => decide({ decision: "REJECT", reasonCode: "OTHER" }),
    WITHDRAW: async () => client.post(change.at(await current(), "withdraw"), {}),
    STOP: () => transact(database, (trx) => stopRequests(services, trx, borrowerId, "CONTESTED")),
    RELOGIN: async () => {
      client = await app.loggedIn(borrowerId);
    },
    HOURS_5: () => later(5),
    HOURS_20: () => later(20),
  };
  let moved = false;
  for (const act of sequence) {
    await doing[act]();
    const number = await change.numberNow(borrowerId);
    if (number === mobileNumber) continue;
    if (moved) continue;
    moved = true;
    expect(number).toBe(newNumber);
    const events = await mobileChange.lifecycle.events(database, await current());
    expect(events.map(({ to }) => to)).toEqual(way);
    const of = (state: string) => events.find(({ to }) => to === state)!;
    expect(of("DONE").at.getTime() - of("SUBMITTED").at.getTime()).toBeGreaterThanOrEqual(24 * hour);
    expect(of("APPROVED").actor).toMatch(/^STAFF:/);
    // The old number was notified a day before.
    const requests = await database
      .selectFrom("security_event")
      .select("happenedAt")
      .where("borrowerId", "=", borrowerId)
      .where("sourceId", "=", `NUMBER_CHANGE_ASKED:${await current()}`)
      .executeTakeFirstOrThrow();
    expect(of("DONE").at.getTime() - requests.happenedAt.getTime()).toBeGreaterThanOrEqual(24 * hour);
  }
}

it("of any order of acts", { timeout: 120_000 }, async () => {
  // Most random orders fail early, so half of them begin with the right steps and are then disturbed.
  const begun = fc.integer({ min: 0, max: 8 }).map((count): Act[] => {
    const whole: Act[] = ["START", "OLD", "IDENTITY", "NUMBER", "SUBMIT", "APPROVE", "HOURS_20", "HOURS_5"];
    return whole.slice(0, count);
  });
  const rest = fc.array(fc.constantFrom(...acts), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(begun, rest, async (first, then) => run([...first, ...then])),
    {
      numRuns: process.env["TEST_LONG"] === "1" ? 40 : 12,
      examples: [[["START", "OLD", "IDENTITY", "NUMBER", "SUBMIT", "APPROVE", "HOURS_20", "HOURS_5"], []]],
    },
  );
});

it("and forty at once of each act count once", { timeout: 60_000 }, async () => {
  const who = await change.owner();
  const { client, borrowerId } = who;
  const many = <Result>(act: () => Promise<Result>) => Promise.all(Array.from({ length: 40 }, act));
  const begun = await many(() => change.start(client));
  expect(new Set(begun.map(({ body }) => body.request?.requestId).filter(Boolean)).size).toBe(1);
  const { requestId } = await change.upTo("new", who);
  const sent = await many(() => change.submit(client, requestId));
  expect(sent.every(({ status }) => status === 200)).toBe(true);
  const { id: caseId } = await change.caseOf(requestId);
  const decided = await many(() => change.decide(underwriter, caseId));
  expect(decided.filter(({ status }) => status === 200)).toHaveLength(1);
  clock.advance(25 * hour);
  await Promise.all(Array.from({ length: 8 }, () => services.sweeps.runAllDue(services)));
  const events = await mobileChange.lifecycle.events(database, requestId);
  expect(events.map(({ to }) => to)).toEqual(way);
  const holds = await database.selectFrom("security_hold").select("id").where("borrowerId", "=", borrowerId).execute();
  expect(holds).toHaveLength(1);
});
