/** The check of loans at other platforms: once a day, three times in 30 days, under its consent, and good for an application of the same day. */
import { expect, it } from "vitest";
import type { BureauAnswer, BureauOrder } from "#server/outside/bureau/port.ts";
import { addDays, dateInWib } from "#shared/dates.ts";
import { applicant, sendApplication } from "#tests/support/person.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { nextCheckOn } from "./checking.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const path = "/api/profile/platform-check";
const day = 86_400_000;
const requests: BureauOrder[] = [];
const { bureau } = services.outside;
const original = bureau.report.bind(bureau);
let silent = false;
bureau.report = async (order): Promise<BureauAnswer> => {
  requests.push(order);
  return silent ? { outcome: "UNAVAILABLE" } : original(order);
};

let number = 0;
const someone = (key: string) => applicant(app, key, { mobileNumber: `08127775${String(++number).padStart(4, "0")}` });
const check = (client: TestClient) => client.post(path, { consent: true });
const today = () => dateInWib(clock.now());

it("shows operators, the cap with this one counted, what follows, and asks the bureau once a day", async () => {
  const { client } = await someone("refused-platforms");
  expect((await client.post(path, {})).status).toBe(422);
  expect((await client.get(path)).body).toMatchObject({ check: null, cap: 3, retryDays: 30, nextOn: null });
  const before = requests.length;
  const answers = await Promise.all([check(client), check(client), check(client)]);
  expect(new Set(requests.slice(before).map(({ reportId }) => reportId)).size).toBe(1);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const { body } = await client.get(path);
  expect(body).toMatchObject({
    check: { state: "REPORT", platformCount: 3, isAboveCap: true },
    nextOn: addDays(today(), 1),
  });
  expect(body.check.operators).toContainEqual({ name: "Platform A", daysPastDue: 0 });
  expect((await check(client)).body).toEqual(body);
  expect(requests.length - before).toBeLessThanOrEqual(3);
});

it("may be asked for three times in 30 days, and the bureau's silence counts for nothing", async () => {
  const { client: first, borrowerId } = await someone("approved-1");
  let client = first;
  silent = true;
  expect((await check(client)).body).toMatchObject({ check: { state: "SILENT" }, nextOn: null });
  silent = false;
  const began = today();
  for (let n = 0; n < 3; n++) {
    expect((await check(client)).body.check).toMatchObject({ state: "REPORT", isAboveCap: false });
    clock.advance(day);
    client = await app.loggedIn(borrowerId);
  }
  const refused = await check(client);
  expect([refused.status, refused.body.status.code]).toEqual([409, "CHECK_LIMIT"]);
  expect(refused.body.status.data).toMatchObject({ max: 3, days: 30, nextOn: addDays(began, 30) });
  clock.advance(27 * day);
  client = await app.loggedIn(borrowerId);
  expect((await check(client)).body.check.state).toBe("REPORT");
});

it("serves an application of the next 24 hours, and none after them", async () => {
  for (const [wait, asks] of [
    [23, 0],
    [24, 1],
  ] as const) {
    const of = await someone("approved-1");
    await check(of.client);
    clock.advance(wait * 3_600_000);
    const before = requests.length;
    await sendApplication({ ...of, client: await app.loggedIn(of.borrowerId) });
    await app.settle();
    expect(requests.length - before).toBe(asks);
    const row = await database
      .selectFrom("underwriting_case")
      .selectAll()
      .where("borrowerId", "=", of.borrowerId)
      .executeTakeFirstOrThrow();
    expect(row.bureauReport).not.toBeNull();
    await (await app.loggedIn(of.borrowerId)).post(`/api/loan/${row.loanId}/cancel`, {});
    for (const table of ["identity", "bank_account", "underwriting_mark"] as const)
      await database.deleteFrom(table).where("borrowerId", "=", of.borrowerId).execute();
  }
});

it("goes with its consent, which is not the application's", async () => {
  const of = await someone("review");
  await check(of.client);
  await sendApplication(of);
  await app.settle();
  const { items } = (await of.client.get("/api/privacy/consents")).body;
  const own = items.find((one: { kind: string; subject: string }) => one.kind === "CREDIT_CHECK" && one.subject !== "");
  const withdrawn = await of.client.post(`/api/privacy/consents/${own.id}/withdraw`, {});
  expect(withdrawn.body.stopped ?? withdrawn.body.receipt?.stopped).toEqual([{ what: "PLATFORM_CHECKS", count: 1 }]);
  expect((await of.client.get(path)).body.check).toBeNull();
  // The daily check was still made.
  expect((await of.client.get(path)).body.nextOn).toBe(addDays(today(), 1));
  expect((await of.client.get("/api/loan/home")).body.loan.state).toBe("IN_REVIEW");
});

it("is nobody's who gave no identity", async () => {
  const client = await app.loggedIn(services.random.uuid());
  const refused = await check(client);
  expect([refused.status, refused.body.status.code]).toEqual([409, "IDENTITY_NEEDED"]);
});

it("counts its days as a calendar does", () => {
  const row = (askedOn: string, state: "REPORT" | "SILENT" = "REPORT") =>
    ({ id: "", consentId: "", state, askedOn, askedAt: new Date(), reportSealed: null }) as const;
  expect(nextCheckOn([], "2026-11-24")).toBeNull();
  expect(nextCheckOn([row("2026-11-24")], "2026-11-24")).toBe("2026-11-25");
  expect(nextCheckOn([row("2026-11-24", "SILENT")], "2026-11-24")).toBeNull();
  const three = [row("2026-11-24"), row("2026-11-10"), row("2026-11-01")];
  expect(nextCheckOn(three, "2026-11-24")).toBe("2026-12-01");
  expect(nextCheckOn(three, "2026-12-01")).toBeNull();
});
