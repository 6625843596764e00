/** Claims of cases: one person at a time, for a limited time, the most urgent case first. */
import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { transact } from "#server/database.server.ts";
import { claimMinutes } from "#server/records/claims.ts";
import { insertCase } from "./store.ts";
import { moveCase } from "./lifecycle.ts";

const app = await testApp();
const { services, clock } = app;
const { database, random } = services;
const underwriter = async (): Promise<TestClient> => app.staff(randomUUID(), ["underwriter"]);
const next = async (who: TestClient, after?: string) =>
  (await who.post("/api/staff/cases/next", after ? { after } : {})).body.caseId as string | null;
const claim = (who: TestClient, caseId: string) => who.post(`/api/staff/cases/${caseId}/claim`, {});

/** Cases that wait for a decision, oldest first. */
async function waiting(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    const row = { borrowerId: random.uuid(), id: random.uuid() };
    await transact(database, async (trx) => {
      await insertCase(trx, {
        ...row,
        loanId: random.uuid(),
        loanNumber: `L-${index}`,
        purpose: "EDUCATION",
        principalRupiah: 1_000_000,
        tenorDays: 90,
        submittedAt: clock.now(),
      });
      await moveCase(trx, row, ["OPEN"], "WAITING", {});
    });
    ids.push(row.id);
  }
  return ids;
}

beforeEach(async () => {
  await database.deleteFrom("underwriting_case").execute();
});

test("twenty who ask for the next case at once get twenty cases, and the twenty-first gets none", async () => {
  const ids = await waiting(20);
  const people = await Promise.all(Array.from({ length: 21 }, underwriter));
  const got = await Promise.all(people.map((who) => next(who)));
  expect(got.filter((id) => id !== null).toSorted()).toEqual(ids.toSorted());
  expect(got.filter((id) => id === null)).toHaveLength(1);
});

test("one case for twenty who take it at once", async () => {
  const [caseId] = (await waiting(1)) as [string];
  const people = await Promise.all(Array.from({ length: 20 }, underwriter));
  const answers = await Promise.all(people.map((who) => claim(who, caseId)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => body.status.code);
  expect(new Set(refused)).toEqual(new Set(["CASE_CLAIMED"]));
});

test("the next case sent twenty times by one person is one case, the oldest; with `after` it is another one", async () => {
  const [first, second] = (await waiting(3)) as [string, string];
  const who = await underwriter();
  expect(new Set(await Promise.all(Array.from({ length: 20 }, () => next(who))))).toEqual(new Set([first]));
  expect(await next(who, first)).toBe(second);
  expect(await next(who, first)).toBe(second);
});

test("a claim keeps others from deciding until its time is over, and no longer", async () => {
  const [caseId] = (await waiting(1)) as [string];
  const [oneId, otherId] = [randomUUID(), randomUUID()];
  // A claim lasts as long as an idle session, so an idle person is also logged out.
  const [one, other] = [() => app.staff(oneId, ["underwriter"]), () => app.staff(otherId, ["underwriter"])];
  const mine = async () => (await (await one()).get("/api/staff/cases?claimed=ME")).body.items.length;
  const decide = async (who: TestClient) =>
    (await who.post(`/api/staff/cases/${caseId}/decision`, { proposal: "APPROVE", note: "Jelas." })).body;
  expect((await claim(await one(), caseId)).body.claimedUntil).toBe(
    new Date(clock.now().getTime() + claimMinutes * 60_000).toISOString(),
  );
  clock.advance(claimMinutes * 60_000 - 1);
  expect((await claim(await other(), caseId)).body.status.code).toBe("CASE_CLAIMED");
  expect((await decide(await other())).status.code).toBe("CASE_CLAIMED");
  expect(await mine()).toBe(1);
  clock.advance(1);
  expect(await mine()).toBe(0);
  expect((await claim(await other(), caseId)).status).toBe(200);
  expect((await claim(await one(), caseId)).body.status.code).toBe("CASE_CLAIMED");
});

test("only whoever has a case gives it back; then others may take it", async () => {
  const [caseId] = (await waiting(1)) as [string];
  const [one, other] = [await underwriter(), await underwriter()];
  await claim(one, caseId);
  expect((await other.post(`/api/staff/cases/${caseId}/release`, {})).body).toEqual({ released: false });
  expect((await one.post(`/api/staff/cases/${caseId}/release`, {})).body).toEqual({ released: true });
  expect((await claim(other, caseId)).status).toBe(200);
});

test("what is decided or unknown is not taken", async () => {
  const [caseId] = (await waiting(1)) as [string];
  const who = await underwriter();
  await database.updateTable("underwriting_case").set({ state: "CLOSED", outcome: "WITHDRAWN" }).execute();
  expect((await claim(who, caseId)).body.status.code).toBe("CASE_NOT_WAITING");
  expect((await claim(who, randomUUID())).body.status.code).toBe("CASE_UNKNOWN");
  expect((await who.post(`/api/staff/cases/${randomUUID()}/release`, {})).body.status.code).toBe("CASE_UNKNOWN");
  expect(await next(who)).toBeNull();
});

test("the queue is read from either end", async () => {
  const ids = await waiting(3);
  const who = await underwriter();
  const listed = async (order: string) =>
    (await who.get(`/api/staff/cases?order=${order}&limit=2`)).body.items.map((one: { caseId: string }) => one.caseId);
  expect(await listed("OLDEST")).toEqual(ids.slice(0, 2));
  expect(await listed("NEWEST")).toEqual(ids.toReversed().slice(0, 2));
});
