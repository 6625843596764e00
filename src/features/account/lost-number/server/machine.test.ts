/**
 * Whatever the person without a SIM, the owner of the old number, staff and the clock do, in any order: a number
 * changes only after two people, three days and three warnings, and never after its owner logged in or objected.
 * // Spec account 2: proof, threat D1
 */
import fc from "fast-check";
import { expect, it } from "vitest";
import { Refusal } from "#server/call/refusal.ts";
import { testApp } from "#tests/support/app.ts";
import { contesting } from "#tests/support/contesting.ts";
import { loggingIn } from "#tests/support/logging-in.ts";
import { losingNumber } from "#tests/support/losing-number.ts";
import { lostNumberStates } from "./lifecycle.ts";

const app = await testApp({ environment: { TRUSTED_HOPS: "1" } });
const { services, clock } = app;
const { database } = services;
const lost = await losingNumber(app);
const { noticed } = contesting(app);
const { enter } = loggingIn(app);
const hour = 3_600_000;
const long = process.env["TEST_LONG"] === "1";
const isRefused = (error: unknown): undefined => {
  if (!(error instanceof Refusal)) throw error;
};

const acts = [
  "PROPOSE",
  "PROPOSE_NO",
  "CHECK_SAME",
  "CHECK_OTHER",
  "LOGIN_OLD",
  "LOGIN_NEW",
  "CONTEST",
  "SUBMIT_AGAIN",
  "TAKE_NUMBER",
  "HOURS_5",
  "HOURS_24",
  "HOURS_72",
] as const;
type Act = (typeof acts)[number];
const reasons = { decision: "REJECT", reasonCode: "NOT_THE_PERSON" };

async function run(sequence: readonly Act[]): Promise<boolean> {
  const known = await lost.account();
  const { borrowerId, mobileNumber } = known;
  const { client, requestId, newNumber } = await lost.way(known);
  await app.settle();
  const [maker, checker] = [lost.staff(), lost.staff()];
  const later = async (hours: number) => {
    clock.advance(hours * hour);
    await app.settle();
  };
  const check = async (who: ReturnType<typeof lost.staff>) => {
    const found = await lost.caseOf(requestId);
    if (found?.state === "PROPOSED") await lost.check(who, found.proposalId!).catch(isRefused);
  };
  const propose = async (body: object) => {
    const found = await lost.caseOf(requestId);
    if (found) await lost.decide(maker, found.id, body);
  };
  const login = async (number: string) => {
    clock.advance(61_000);
    return enter(lost.visitor(), number);
  };
  let objected = false;
  const doing: Record<Act, () => Promise<unknown>> = {
    PROPOSE: () => propose({}),
    PROPOSE_NO: () => propose(reasons),
    CHECK_SAME: () => check(maker),
    CHECK_OTHER: () => check(checker),
    LOGIN_OLD: async () => {
      if ((await login(mobileNumber)).status === 200) objected = true;
    },
    LOGIN_NEW: () => login(newNumber),
    CONTEST: async () => {
      const { reader } = await noticed(borrowerId);
      if ((await reader.post("/api/security/contest", {})).status === 200) objected = true;
    },
    SUBMIT_AGAIN: () => lost.submit(client, requestId),
    TAKE_NUMBER: async () => {
      await login(newNumber);
    },
    HOURS_5: () => later(5),
    HOURS_24: () => later(24),
    HOURS_72: () => later(72),
  };
  for (const act of sequence) {
    const isMoved = (await lost.numberNow(borrowerId)) !== mobileNumber;
    await doing[act]();
    const number = await lost.numberNow(borrowerId);
    if (isMoved || number === mobileNumber) continue;
    expect(number).toBe(newNumber);
    expect(objected).toBe(false);
    const events = await lostNumberStates.events(database, requestId);
    expect(events.map(({ to }) => to)).toEqual([
      "STARTED",
      "NEW_PROVEN",
      "SELFIE_SHOWN",
      "SUBMITTED",
      "APPROVED",
      "DONE",
    ]);
    const of = (state: string) => events.find(({ to }) => to === state)!;
    expect(of("DONE").at.getTime() - of("SUBMITTED").at.getTime()).toBeGreaterThanOrEqual(72 * hour);
    expect(of("APPROVED").actor).toMatch(/^STAFF:/);
    const warnings = (await lost.toldAt(mobileNumber)).filter((text) => /nomor ponsel yang hilang/.test(text));
    expect(warnings.length).toBeGreaterThan(0);
    return true;
  }
  // The next sweep handles a login.
  await app.settle();
  const { state } = await lost.rowOf(requestId);
  if (objected) expect(["STOPPED", "REJECTED", "DONE"]).toContain(state);
  return false;
}

it(
  "no order of acts moves a number past two people, three days and its owner's objection",
  { timeout: long ? 1_800_000 : 300_000 },
  async () => {
    expect(await run(["PROPOSE", "CHECK_SAME", "CHECK_OTHER", "HOURS_24", "HOURS_24", "HOURS_24", "HOURS_5"])).toBe(
      true,
    );
    expect(await run(["PROPOSE", "CHECK_OTHER", "HOURS_24", "LOGIN_OLD", "HOURS_72", "HOURS_24"])).toBe(false);
    expect(await run(["PROPOSE", "CHECK_OTHER", "HOURS_24", "CONTEST", "HOURS_72", "HOURS_24"])).toBe(false);
    expect(await run(["PROPOSE", "CHECK_SAME", "HOURS_72", "HOURS_24"])).toBe(false);
    const begun = fc.constantFrom<Act[]>(
      [],
      ["PROPOSE"],
      ["PROPOSE", "CHECK_OTHER"],
      ["PROPOSE", "CHECK_OTHER", "HOURS_24"],
    );
    const rest = fc.array(fc.constantFrom(...acts), { minLength: 2, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(begun, rest, async (first, then) => {
        await run([...first, ...then]);
      }),
      { numRuns: long ? 200 : 4 },
    );
  },
);

it(
  "forty at once of each step count once, and of forty checks and forty objections one side wins",
  { timeout: 120_000 },
  async () => {
    const many = <Result>(act: (index: number) => Promise<Result>, count = 40) =>
      Promise.all(Array.from({ length: count }, (_, index) => act(index)));
    const known = await lost.account();
    const { client, requestId, newNumber } = await lost.way(known, lost.nextNumber(), "PROOF");
    const sent = await many(() => lost.submit(client, requestId));
    expect(new Set(sent.map(({ body }) => body.reference)).size).toBe(1);
    expect(sent.every(({ status }) => status === 200)).toBe(true);
    await app.settle();
    const cases = await database.selectFrom("review_case").select("id").where("subjectId", "=", requestId).execute();
    expect(cases).toHaveLength(1);
    const [maker, checker] = [lost.staff(), lost.staff()];
    const proposed = await many(() => lost.decide(maker, cases[0]!.id));
    expect(proposed.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(proposed.every(({ status }) => status < 500)).toBe(true);
    const { proposalId } = (await lost.caseOf(requestId))!;
    const { reader } = await noticed(known.borrowerId);
    await Promise.all([
      many(() => lost.check(checker, proposalId!).catch(isRefused), 20),
      many(() => reader.post("/api/security/contest", {}), 20),
    ]);
    await app.settle();
    expect((await lost.rowOf(requestId)).state).toBe("STOPPED");
    clock.advance(100 * hour);
    await Promise.all(Array.from({ length: 8 }, () => services.sweeps.runAllDue(services)));
    expect(await lost.numberNow(known.borrowerId)).toBe(known.mobileNumber);
    expect(newNumber).not.toBe(known.mobileNumber);
  },
);
