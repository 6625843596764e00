import { expect, it } from "vitest";
import { seedBorrower, setBorrowerStatus } from "#features/account/login/server/index.ts";
import { transact } from "#server/database.server.ts";
import { testApp } from "#tests/support/app.ts";
import { eraseBorrower } from "./erasing.ts";
import { addItem, itemsOf } from "./retention-store.ts";

const app = await testApp();
const { services, clock } = app;
const { database, random } = services;
const key = () => ({ "Idempotency-Key": random.uuid() });
const [maker, checker] = [random.uuid(), random.uuid()];
const reason = "Surat pengadilan nomor 12/2026.";

let people = 0;
const someone = () =>
  transact(database, (trx) =>
    seedBorrower(services, trx, { mobileNumber: `08${String(1_900_000_000 + ++people * 1_000_007)}` }),
  );
const propose = async (borrowerId: string, wanted: "HOLD" | "LIFT", more: object = {}) =>
  (await app.staff(maker, ["auditor"])).post(
    `/api/staff/borrowers/${borrowerId}/legal-hold`,
    { wanted, authority: "COURT", reason, ...more },
    key(),
  );
const check = async (proposalId: string, who = checker) =>
  (await app.staff(who, ["auditor"])).post(`/api/staff/checks/${proposalId}/check`, { approve: true }, key());
async function both(borrowerId: string, wanted: "HOLD" | "LIFT"): Promise<void> {
  const { status, body, text } = await propose(borrowerId, wanted);
  expect(status, text).toBe(200);
  const checked = await check(body.proposalId);
  expect(checked.status, checked.text).toBe(200);
}
const holdOf = async (borrowerId: string) =>
  (await (await app.staff(maker, ["admin"])).get(`/api/staff/borrowers/${borrowerId}/legal-hold`)).body;

it("needs two people, once each way and for each account by itself, and keeps the account from being closed", async () => {
  const borrowerId = await someone();
  const client = await app.loggedIn(borrowerId, "CANCEL");
  const ask = () => client.post("/api/account-closure", { reasons: ["PRIVACY"], acceptLost: true }, key());
  expect((await propose(random.uuid(), "HOLD")).body.status.code).toBe("BORROWER_NOT_FOUND");
  expect((await propose(borrowerId, "HOLD", { reason: "Surat" })).body.status.fields).toMatchObject([
    { path: "reason", code: "REASON_SHORT" },
  ]);
  expect((await propose(borrowerId, "LIFT")).body.status.code).toBe("PROPOSAL_STALE");
  const { proposalId } = (await propose(borrowerId, "HOLD")).body;
  expect((await propose(borrowerId, "HOLD")).body.status.code).toBe("PROPOSAL_OPEN");
  expect((await check(proposalId, maker)).body.status.code).toBe("MAKER_IS_CHECKER");
  expect(await holdOf(borrowerId)).toEqual({ hold: null, proposalId });
  expect((await check(proposalId)).status).toBe(200);
  expect(await holdOf(borrowerId)).toMatchObject({ hold: { authority: "COURT" }, proposalId: null });
  expect((await ask()).body.status.data.blockers).toMatchObject([{ code: "LEGAL_HOLD" }]);
  const other = await someone();
  await both(other, "HOLD");
  await both(borrowerId, "LIFT");
  expect((await holdOf(borrowerId)).hold).toBeNull();
  expect((await holdOf(other)).hold).toMatchObject({ authority: "COURT" });
  expect((await ask()).status).toBe(200);
});

it("that comes within the 72 hours undoes a closing", async () => {
  const borrowerId = await someone();
  const client = await app.loggedIn(borrowerId, "CANCEL");
  await client.post("/api/account-closure", { reasons: ["PRIVACY"], acceptLost: true }, key());
  await both(borrowerId, "HOLD");
  clock.advance(72 * 3_600_000);
  await app.settle();
  const rows = await database
    .selectFrom("account_closure")
    .select(["state", "cause"])
    .where("borrowerId", "=", borrowerId)
    .execute();
  expect(rows).toEqual([{ state: "UNDONE", cause: "LEGAL_HOLD" }]);
});

it("keeps what rules kept beyond their end, also of one who was forgotten, until it is lifted", async () => {
  const borrowerId = await someone();
  await transact(database, (trx) => setBorrowerStatus(services, trx, borrowerId, "CLOSED"));
  await eraseBorrower(services, borrowerId);
  const item = {
    kind: "CONSENT",
    rule: "CONSENT_PROOF",
    source: "s",
    valueSealed: null,
    objectKey: null,
    mark: null,
  };
  const now = clock.now();
  await addItem(database, { ...item, borrowerId, id: random.uuid(), keptAt: now, until: now });
  await both(borrowerId, "HOLD");
  clock.advance(1_000);
  await services.sweeps.runAllDue(services);
  expect(await itemsOf(database, borrowerId)).toHaveLength(1);
  await both(borrowerId, "LIFT");
  clock.advance(1_000);
  await services.sweeps.runAllDue(services);
  expect(await itemsOf(database, borrowerId)).toEqual([]);
});
