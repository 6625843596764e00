/** Reward money given by hand: by two people, within its maximum and the goodwill budget. */
import { expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { account, availableOf, post } from "#server/ledger/index.ts";
import { testApp } from "#tests/support/app.ts";
import { withAccount } from "#tests/support/wallet.ts";
import { goodwill } from "./grants.ts";

const app = await testApp();
const { services, clock } = app;
await app.settle();
const key = () => ({ "Idempotency-Key": services.random.uuid() });
const reason = "The borrower waited three days for our answer.";
const propose = async (borrowerId: string, amountRupiah: number) =>
  (await app.staff("0190c200-0000-7000-8000-000000000001", ["support"])).post(
    `/api/staff/borrowers/${borrowerId}/reward-grant`,
    { amountRupiah, reason },
    key(),
  );
const check = async (proposalId: string) =>
  (await app.staff("0190c200-0000-7000-8000-000000000002", ["finance"])).post(
    `/api/staff/checks/${proposalId}/check`,
    { approve: true },
    key(),
  );

it("reaches the wallet once somebody else confirms it, and is told", async () => {
  const one = await withAccount(app);
  const made = await propose(one.borrowerId, 100_000);
  expect(made.status, made.text).toBe(200);
  expect((await one.client.get("/api/wallet")).body.balanceRupiah).toBe(0);
  const done = await check(made.body.proposalId);
  expect(done.status, done.text).toBe(200);
  await app.settle();
  expect((await one.client.get("/api/wallet")).body.availableRupiah).toBe(100_000);
  expect((await one.client.get("/api/message")).text).toContain("Rp 100.000");
});

it("is at most Rp 500,000, to a borrower there is, and waits once", async () => {
  const one = await withAccount(app);
  expect((await propose(one.borrowerId, 500_001)).status).toBe(422);
  expect((await propose(services.random.uuid(), 10_000)).body.status.code).toBe("BORROWER_UNKNOWN");
  await propose(one.borrowerId, 10_000);
  expect((await propose(one.borrowerId, 20_000)).body.status.code).toBe("PROPOSAL_OPEN");
});

it("waits where the goodwill budget is used up", async () => {
  const one = await withAccount(app);
  const budget = account("REWARD_BUDGET", goodwill);
  const made = await propose(one.borrowerId, 50_000);
  const remaining = await availableOf(services.database, budget);
  await transact(services.database, (trx) =>
    post(trx, clock.now(), [
      {
        id: "goodwill_emptied",
        kind: "REWARD_RELEASED",
        debit: budget,
        credit: account("PROMOTION_COST"),
        amount: remaining,
        reference: goodwill,
        valueDate: "2026-11-21",
      },
    ]),
  );
  expect((await check(made.body.proposalId)).body.status).toMatchObject({
    code: "CANNOT_CARRY_OUT",
    data: { code: "GOODWILL_OUT" },
  });
  expect((await one.client.get("/api/wallet")).body.balanceRupiah).toBe(0);
});
