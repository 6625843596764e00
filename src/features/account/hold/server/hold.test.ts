/** The hold: what is blocked for 72 hours after an account changed hands, and what is not. // Threat D1 */
import { expect, it } from "vitest";
import { seedBorrower } from "#features/account/login/server/index.ts";
import { transact } from "#server/database.server.ts";
import { sandboxPersons } from "#server/outside/sandbox-bank/persons.ts";
import type { StepUpPurpose } from "#shared/purposes.ts";
import { cookieNames, testApp, type TestClient } from "#tests/support/app.ts";
import { heldUntil, placeHold } from "./index.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const hour = 3_600_000;
let made = 0;

async function borrower(...proves: StepUpPurpose[]) {
  const mobileNumber = `0812${String(55_000_000 + ++made)}`;
  const borrowerId = await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber }));
  const client = await app.loggedIn(borrowerId, ...proves);
  const { fullName, nik, birthPlace, birthDate, sex } = sandboxPersons.find(({ key }) => key === "approved-1")!;
  await client.post("/api/identity", { fullName, nik, birthPlace, birthDate, sex });
  return { borrowerId, client };
}
const hold = (borrowerId: string, sourceId: string = services.random.uuid()) =>
  transact(database, (trx) => placeHold(services, trx, { borrowerId, cause: "NUMBER_CHANGED", sourceId }));

const account = { bankCode: "014", accountNumber: "1234567890" };
/** Actions that are blocked during a hold, each by its own call. */
const waiting: Record<string, (client: TestClient) => ReturnType<TestClient["post"]>> = {
  "naming an email address": (client) => client.post("/api/email", { email: "baru@contoh.id" }),
  "removing the email address": (client) => client.post("/api/email/remove", {}),
  "adding a bank account": (client) => client.post("/api/bank-account", account),
  "choosing the main bank account": (client) => client.post(`/api/bank-account/${services.random.uuid()}/main`, {}),
  "removing a bank account": (client) => client.post(`/api/bank-account/${services.random.uuid()}/remove`, {}),
  "linking an account": (client) => client.post("/api/account-link", { kind: "BANK", consent: true }),
  "a copy of all data": (client) => client.post("/api/privacy/export", {}),
  "downloading a copy": (client) => client.get(`/api/privacy/export/${services.random.uuid()}/file`),
  "taking the balance out": (client) =>
    client.post("/api/repayment/balance/refund", {}, { "Idempotency-Key": services.random.uuid() }),
};
const proofs = ["EMAIL", "STEP_UP_BIND", "DATA_EXPORT", "STEP_UP_WITHDRAW"] as const;

it.each(Object.entries(waiting))("%s waits until the hold is over, to the moment", async (_what, act) => {
  const { borrowerId, client } = await borrower(...proofs);
  const before = await act(client);
  expect(before.body?.status?.code).not.toBe("SECURITY_HOLD");
  const held = await borrower(...proofs);
  const until = await hold(held.borrowerId);
  const answer = await act(held.client);
  expect([answer.status, answer.body.status.code]).toEqual([423, "SECURITY_HOLD"]);
  expect(answer.body.status.data).toMatchObject({ until: until.toISOString(), untilText: expect.any(String) });
  expect(answer.body.status.detail).toContain(answer.body.status.data.untilText);
  expect((await held.client.get("/api/security/hold")).body).toEqual({ until: until.toISOString() });
  expect((await client.get("/api/security/hold")).body).toEqual({ until: null });
  expect(await heldUntil(services, database, borrowerId)).toBeNull();
  // A session expires before the hold ends.
  const later = async () => act(await app.loggedIn(held.borrowerId, ...proofs));
  clock.advance(72 * hour - 1);
  expect((await later()).body.status.code).toBe("SECURITY_HOLD");
  clock.advance(1);
  expect((await later()).body?.status?.code).not.toBe("SECURITY_HOLD");
});

it("repaying, reading and logging out everywhere do not wait", async () => {
  const { borrowerId, client } = await borrower();
  await hold(borrowerId);
  expect((await client.get("/api/repayment/bills")).status).not.toBe(423);
  expect((await client.post("/api/sessions/revokeOthers", {})).status).toBe(200);
  expect((await client.post("/api/session/logout", {})).status).toBe(200);
});

it("placed twice for one cause it counts once, and the one that lasts longest decides", async () => {
  const { borrowerId } = await borrower();
  const sourceId = services.random.uuid();
  const first = await hold(borrowerId, sourceId);
  clock.advance(24 * hour);
  await hold(borrowerId, sourceId);
  expect(await heldUntil(services, database, borrowerId)).toEqual(first);
  const second = await hold(borrowerId);
  expect(await heldUntil(services, database, borrowerId)).toEqual(second);
});

it("an address that waited when the hold came is not put in force meanwhile, by its code or by its link", async () => {
  const { borrowerId, client } = await borrower("EMAIL");
  const email = "tunggu@contoh.id";
  const { verificationId } = (await client.post("/api/email", { email })).body;
  await app.settle();
  const [mail] = await services.outside.sandbox!.messages.list({ to: email });
  await hold(borrowerId);
  const byCode = await client.post("/api/email/verify", { verificationId, code: mail?.code });
  expect(byCode.body.status.code).toBe("SECURITY_HOLD");
  const reader = app.client();
  reader.cookies.set(cookieNames.link, new URL(mail!.link!).searchParams.get("t")!);
  const byLink = await reader.post("/api/email/link", { answer: "CONFIRM" });
  expect([byLink.status, byLink.body.status.code]).toEqual([423, "SECURITY_HOLD"]);
  expect((await client.get("/api/email")).body.current).toBeNull();
});
