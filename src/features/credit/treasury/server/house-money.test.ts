/**
 * The company's own bank account: each line booked once from the statement, checked by another person, never above the
 * balance or the debt.
 */
import { expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { account, auditAll, balanceOf, post } from "#server/ledger/index.ts";
import { testApp } from "#tests/support/app.ts";
import { fundBudget } from "#tests/support/wallet.ts";
import type { HouseAction } from "../house-contract.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const makerId = "0190c100-0000-7000-8000-000000000001";
const checkerId = "0190c100-0000-7000-8000-000000000002";
const key = () => ({ "Idempotency-Key": services.random.uuid() });
const reason = "Seen on today's statement of the house's account.";
let references = 0;
const propose = async (deed: HouseAction, amountRupiah: number, more: object = {}) =>
  (await app.staff(makerId, ["finance"])).post(
    "/api/staff/money/house",
    { deed, amountRupiah, bankReference: `HOUSE-${++references}`, receivedOn: "2026-11-20", reason, ...more },
    key(),
  );
const check = async (proposalId: string) =>
  (await app.staff(checkerId, ["finance"])).post(
    `/api/staff/money/proposals/${proposalId}/check`,
    { approve: true },
    key(),
  );
async function decided(deed: HouseAction, amountRupiah: number): Promise<void> {
  const made = await propose(deed, amountRupiah);
  expect(made.status, made.text).toBe(200);
  expect((await check(made.body.proposalId)).body).toEqual({ state: "CONFIRMED" });
}
const money = async () => (await (await app.staff(makerId, ["finance"])).get("/api/staff/money/house")).body;
/** Vouchers and tax of prizes given by a campaign. */
const owe = async (voucher: number, tax: number) => {
  await fundBudget(app, "house-test", voucher + tax);
  const debit = account("REWARD_BUDGET", "house-test");
  const common = { debit, reference: "house-test", valueDate: "2026-11-20" };
  await transact(database, (trx) =>
    post(trx, clock.now(), [
      { ...common, id: "v1", kind: "VOUCHER_GIVEN", credit: account("VOUCHER_PAYABLE"), amount: voucher },
      { ...common, id: "t1", kind: "PRIZE_TAX", credit: account("PRIZE_TAX_PAYABLE"), amount: tax },
    ]),
  );
};

it("moves by proposals alone, each checked by somebody else, and by what is there and owed", async () => {
  await decided("OPERATING_DEPOSIT", 5_000_000);
  await owe(25_000, 8_334);
  expect(await money()).toEqual({
    operatingCashRupiah: 5_000_000,
    voucherPayableRupiah: 25_000,
    prizeTaxPayableRupiah: 8_334,
    escrowOwedRupiah: 0,
  });
  expect((await propose("VOUCHER_PAID", 25_001)).body.status).toMatchObject({
    code: "HOUSE_MONEY_SHORT",
    data: { maximumRupiah: 25_000 },
  });
  await decided("VOUCHER_PAID", 25_000);
  await decided("PRIZE_TAX_PAID", 8_334);
  const escrow = await balanceOf(database, account("ESCROW"));
  await decided("ESCROW_TOP_UP", 1_000_000);
  expect((await balanceOf(database, account("ESCROW"))) - escrow).toBe(1_000_000);
  expect(await money()).toMatchObject({
    operatingCashRupiah: 5_000_000 - 25_000 - 8_334 - 1_000_000,
    voucherPayableRupiah: 0,
    prizeTaxPayableRupiah: 0,
  });
  expect((await auditAll(database, clock.now())).findings).toEqual([]);
});

it("books one line of the statement once, and nothing of a day to come", async () => {
  const bankReference = "ONE-LINE";
  const [one, other] = [
    await propose("OPERATING_DEPOSIT", 1_000, { bankReference }),
    await propose("OPERATING_DEPOSIT", 1_000, { bankReference }),
  ];
  expect(other.body.status.code).toBe("PROPOSAL_OPEN");
  expect((await check(one.body.proposalId)).status).toBe(200);
  expect((await propose("OPERATING_DEPOSIT", 1_000, { bankReference })).body.status.code).toBe("HOUSE_MONEY_BOOKED");
  expect((await propose("OPERATING_DEPOSIT", 1_000, { receivedOn: "2026-11-22" })).body.status.code).toBe(
    "HOUSE_MONEY_DATE",
  );
});

it("refuses at the check what the account does not cover any more", async () => {
  const { operatingCashRupiah } = await money();
  const [one, other] = [
    await propose("ESCROW_TOP_UP", operatingCashRupiah),
    await propose("ESCROW_TOP_UP", operatingCashRupiah),
  ];
  expect((await check(one.body.proposalId)).status).toBe(200);
  expect((await check(other.body.proposalId)).body.status.code).toBe("PROPOSAL_STALE");
});
