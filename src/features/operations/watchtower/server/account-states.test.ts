/** The console's page of a borrower shows the state of requests, links, consents, freezes and holds. */
import { expect, it } from "vitest";
import { seedBorrower } from "#features/account/login/server/index.ts";
import { transact } from "#server/database.server.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { contesting } from "#tests/support/contesting.ts";
import type { AccountStateGroup } from "#shared/account-state-groups.ts";
import type { AccountStateAnswer } from "../staff-contract.ts";

const app = await testApp();
const { services } = app;
const { database, random } = services;
const { owner, noticed, prove, release, person } = contesting(app);
const key = () => ({ "Idempotency-Key": random.uuid() });

/** The lines of one list as support reads them. */
async function lines(borrowerId: string, group: AccountStateGroup): Promise<AccountStateAnswer[]> {
  const support = await app.staff(random.uuid(), ["support"]);
  const { body, text } = await support.get(`/api/staff/borrowers/${borrowerId}?lang=en`);
  return (body.standing ?? expect.fail(text)).filter((line: AccountStateAnswer) => line.group === group);
}
const told = (all: readonly AccountStateAnswer[]) => all.map(({ what, state, isOpen }) => [what, state, isOpen]);

let numbers = 0;
async function borrower(purpose?: "STEP_UP_BIND"): Promise<{ borrowerId: string; client: TestClient }> {
  const mobileNumber = `0817${String(20_000_000 + ++numbers)}`;
  const borrowerId = await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber }));
  return { borrowerId, client: await app.loggedIn(borrowerId, ...(purpose ? [purpose] : [])) };
}

it("names nothing of an account in which nothing was done", async () => {
  const { borrowerId } = await borrower();
  for (const group of ["REQUESTS", "LINKS", "CONTESTS", "HOLDS"] as const)
    expect(await lines(borrowerId, group)).toEqual([]);
});

it("shows links and look-ups with their consents, each kind as it stands now", async () => {
  const { borrowerId, client } = await borrower("STEP_UP_BIND");
  const { fullName, nik, birthPlace, birthDate, sex } = person;
  await client.post("/api/identity", { fullName, nik, birthPlace, birthDate, sex });
  const { linkId } = (await client.post("/api/account-link", { kind: "BANK", consent: true })).body;
  await client.post(`/api/account-link/${linkId}`, { institution: "BCA", userId: "siti2024", credential: "abc123" });
  await client.post("/api/lookup/BPJS", { account: "siti@contoh.id", credential: "plain", consent: true });
  expect(told(await lines(borrowerId, "LINKS")).toSorted()).toEqual([
    ["Link a bank account · BCA", "Linked", true],
    ["Social insurance (BPJS)", "Found", true],
  ]);
  expect(told(await lines(borrowerId, "CONSENTS")).toSorted()).toEqual([
    ["Linked bank account", "In force", true],
    ["Look-up at BPJS", "In force", true],
  ]);
  await client.post("/api/lookup/BPJS/remove", {});
  expect(told(await lines(borrowerId, "LINKS")).toSorted()).toEqual([
    ["Link a bank account · BCA", "Linked", true],
    ["Social insurance (BPJS)", "Removed", false],
  ]);
  expect(told(await lines(borrowerId, "CONSENTS"))).toEqual([
    ["Linked bank account", "In force", true],
    ["Look-up at BPJS", "Withdrawn", false],
  ]);
});

it("shows what was asked for: begun and not sent, waiting for people with its case, and asked of the machine", async () => {
  const { borrowerId } = await owner();
  const client = await app.loggedIn(borrowerId, "DATA_EXPORT");
  expect((await client.post("/api/mobile-change", {})).status).toBe(200);
  const { number } = (
    await client.post("/api/privacy/requests", { kind: "RESTRICTION", text: "Jangan dipakai." }, key())
  ).body;
  await client.post("/api/privacy/export", {});
  const asked = await lines(borrowerId, "REQUESTS");
  expect(told(asked).toSorted()).toEqual([
    ["Change of the mobile number", "Not sent yet", true],
    ["Copy of personal data", "Being made", true],
    [expect.stringContaining(number) as string, "To decide", true],
  ]);
  const open = asked.find(({ what }) => what.includes(number))!;
  expect(open.to).toMatch(/^\/staff\/reviews\/[0-9a-f-]{36}$/);
  expect(open.until).not.toBeNull();
});

it("shows a freezing as one line with its case, and the hold that follows its release", async () => {
  const { borrowerId, mobileNumber } = await owner();
  const { reader } = await noticed(borrowerId);
  await reader.post("/api/security/contest", {});
  const [frozen, ...others] = await lines(borrowerId, "CONTESTS");
  expect(others).toEqual([]);
  expect(frozen).toMatchObject({ state: "To decide", isOpen: true });
  expect(frozen?.to).toMatch(/^\/staff\/reviews\//);
  expect(await lines(borrowerId, "HOLDS")).toEqual([]);
  expect(told(await lines(borrowerId, "REQUESTS"))).toEqual([]);
  expect((await prove(mobileNumber)).status).toBe(200);
  await release(borrowerId);
  expect(await lines(borrowerId, "CONTESTS")).toMatchObject([{ state: "Released", isOpen: false, to: frozen?.to }]);
  expect(told(await lines(borrowerId, "HOLDS"))).toEqual([["Held: account released", "In force", true]]);
});

it("is there of a borrower who was forgotten, and for nobody who may not read borrowers", async () => {
  const { borrowerId } = await borrower();
  await transact(database, (trx) => services.keys.borrowerKeys.shred(trx, borrowerId, app.clock.now()));
  expect(await lines(borrowerId, "REQUESTS")).toEqual([]);
  const content = await app.staff(random.uuid(), ["content"]);
  expect((await content.get(`/api/staff/borrowers/${borrowerId}`)).status).toBe(403);
});
