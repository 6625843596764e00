/**
 * A transfer that was reported failed, given up, and then paid: it counts automatically, or waits in suspense for two
 * people.
 */
import { describe, expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { account, auditAll, availableOf, balanceOf, settle } from "#server/ledger/index.ts";
import { dateInWib } from "#shared/dates.ts";
import { transition } from "#features/credit/loan/server/index.ts";
import { testApp } from "#tests/support/app.ts";
import { outcomeOf } from "#tests/support/judged.ts";
import { signedLoan, type MadeLoan } from "#tests/support/loan.ts";
import { startDisbursement } from "./index.ts";
import { applyNews } from "./transfers.ts";
import { transfersFor } from "./store.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
await app.settle();
const makerId = "0190d000-0000-7000-8000-000000000001";
const checkerId = "0190d000-0000-7000-8000-000000000002";
const finance = (id: string) => app.staff(id, ["finance"]);
const key = () => ({ "Idempotency-Key": services.random.uuid() });
const reason = "The bank confirmed it in writing today.";
const transfersOf = ({ borrowerId, loanId }: MadeLoan) => transfersFor(database, borrowerId, "LOAN", loanId);
const clean = async () => (await auditAll(database, clock.now())).findings;
const suspense = (transferId: string) => balanceOf(database, account("LATE_PAYOUT", transferId));

/** The bank refuses every transfer to this account; the loan waits for staff. */
async function failed(): Promise<{ loan: MadeLoan; transferId: string }> {
  const loan = await signedLoan(app, { accountNumber: "9900000002" });
  await transact(database, (trx) => startDisbursement(services, trx, loan.borrowerId, loan.loanId));
  await app.pass(30);
  return { loan, transferId: (await transfersOf(loan))[0]!.id };
}

/** Failed, and the borrower has cancelled: the lender's money was released. */
async function givenUp(): Promise<{ loan: MadeLoan; transferId: string }> {
  const made = await failed();
  await transact(database, (trx) =>
    transition(services, trx, {
      ...made.loan,
      from: ["SIGNED"],
      to: "CANCELLED",
      actor: "BORROWER",
      cause: "CANCELLED",
    }),
  );
  await app.pass(15);
  expect((await transfersOf(made.loan))[0]).toMatchObject({ state: "FAILED", needsStaff: false });
  return made;
}
/** A second transfer as staff order it, whose job has not run yet. */
const orderedAnew = (loan: MadeLoan) =>
  transact(database, async (trx) => {
    const [first] = await transfersFor(trx, loan.borrowerId, "LOAN", loan.loanId);
    await trx.updateTable("bank_transfer").set({ needsStaff: false }).where("id", "=", first!.id).execute();
    const id = services.random.uuid();
    await trx
      .insertInto("bank_transfer")
      .values({
        borrowerId: loan.borrowerId,
        id,
        purpose: "LOAN",
        subjectId: loan.loanId,
        bankAccountId: first!.bankAccountId,
        amountRupiah: first!.amountRupiah,
        remark: "x",
        state: "QUEUED",
        orderedAt: clock.now(),
        nextInquiryAt: new Date(clock.now().getTime() + 60_000),
      })
      .execute();
    return id;
  });
const paidAfterAll = async (transferId: string) =>
  outcomeOf(
    await transact(database, (trx) =>
      applyNews(services, trx, transferId, {
        status: "SETTLED",
        providerReference: "LATE1",
        settledAt: clock.now(),
      }),
    ),
  );

async function proposeAndCheck(transferId: string, deed: string) {
  const made = await (
    await finance(makerId)
  ).post(`/api/staff/disbursements/${transferId}/late`, { deed, reason }, key());
  expect(made.status, made.text).toBe(200);
  return (await finance(checkerId)).post(
    `/api/staff/money/proposals/${made.body.proposalId}/check`,
    { approve: true },
    key(),
  );
}

describe("a transfer that was paid after it had been given up", () => {
  it("stands in suspense once, however often the bank tells, and is in the staff's list with what happened", async () => {
    const { loan, transferId } = await givenUp();
    const results = await Promise.all(Array.from({ length: 8 }, () => paidAfterAll(transferId)));
    expect(results.toSorted()).toEqual(["CONTRADICTS", ...Array.from({ length: 7 }, () => "KNOWN")].toSorted());
    expect(await suspense(transferId)).toBe(1_000_000);
    expect(await clean()).toEqual([]);
    const client = await finance(makerId);
    const { items } = (await client.get("/api/staff/disbursements/late")).body;
    expect(items.find((one: { transferId: string }) => one.transferId === transferId)).toMatchObject({
      purpose: "LOAN",
      loanState: "CANCELLED",
      amountRupiah: 1_000_000,
      failureCode: "BENEFICIARY_BANK_REFUSED",
      providerReference: "LATE1",
      proposalId: null,
    });
    expect((await client.get("/api/staff/home")).body.lists).toContainEqual(
      expect.objectContaining({ key: "LATE_PAYOUTS", count: 1 }),
    );
    const timeline = (await client.get(`/api/staff/borrowers/${loan.borrowerId}/timeline?kind=LOAN`)).body.items;
    expect(timeline.map((one: { what: string }) => one.what)).toContain("TRANSFER_PAID_LATE");
    const seen = (await (await app.loggedIn(loan.borrowerId)).get(`/api/loan/${loan.loanId}`)).body.timeline;
    expect(seen.map((one: { code: string }) => one.code)).toContain("TRANSFER_PAID_LATE");
    // Counting it is impossible: the loan has ended.
    expect((await proposeAndCheck(transferId, "COUNT")).body.status.code).toBe("PROPOSAL_STALE");
    expect(await suspense(transferId)).toBe(1_000_000);
  });

  it("is learnt from the bank's own call, ten minutes after it had called it failed", async () => {
    const loan = await signedLoan(app, { accountNumber: "9900000008" });
    await transact(database, (trx) => startDisbursement(services, trx, loan.borrowerId, loan.loanId));
    await app.pass(30);
    expect((await loan.read()).state).toBe("SIGNED");
    await transact(database, (trx) =>
      transition(services, trx, { ...loan, from: ["SIGNED"], to: "CANCELLED", actor: "BORROWER", cause: "CANCELLED" }),
    );
    clock.advance(600_000);
    await app.settle();
    const [{ id } = { id: "" }] = await transfersOf(loan);
    expect(await suspense(id)).toBe(1_000_000);
    expect(await clean()).toEqual([]);
  });

  it("comes back to escrow, or is lost, by two people's word; its books are empty then", async () => {
    for (const [deed, kind] of [
      ["RECOVERED", "ESCROW"],
      ["WRITE_OFF", "PAYOUT_LOSS"],
    ] as const) {
      const { loan, transferId } = await givenUp();
      await paidAfterAll(transferId);
      const before = await balanceOf(database, account(kind));
      expect((await proposeAndCheck(transferId, deed)).body).toEqual({ state: "CONFIRMED" });
      expect([deed, await suspense(transferId), await balanceOf(database, account(kind))]).toEqual([
        deed,
        0,
        before + 1_000_000,
      ]);
      const again = await (
        await finance(makerId)
      ).post(`/api/staff/disbursements/${transferId}/late`, { deed, reason }, key());
      expect(again.body.status.code).toBe("NOT_PAID_LATE");
      expect(await paidAfterAll(transferId)).toBe("KNOWN");
      const events = (await (await finance(makerId)).get(`/api/staff/borrowers/${loan.borrowerId}/timeline?kind=LOAN`))
        .body.items;
      expect(events.map((one: { what: string }) => one.what)).toContain(`LATE_PAYOUT_${deed}`);
    }
    expect(await clean()).toEqual([]);
  });

  it("counts by itself while the one sent in its stead has not left: that one never leaves", async () => {
    const { loan, transferId } = await failed();
    const { bank } = services.outside;
    const { transfer } = bank;
    bank.transfer = async () => ({ status: "UNKNOWN", detail: "TIMEOUT" });
    try {
      const second = await orderedAnew(loan);
      expect(await paidAfterAll(transferId)).toBe("APPLIED");
      expect((await loan.read()).state).toBe("ACTIVE");
      expect((await transfersOf(loan)).find((one) => one.id === second)).toMatchObject({
        state: "DROPPED",
        attempts: 0,
      });
      expect(await suspense(transferId)).toBe(0);
      expect(await balanceOf(database, account("RECEIVABLE_PRINCIPAL", loan.loanId))).toBe(1_000_000);
    } finally {
      bank.transfer = transfer;
    }
    expect(await clean()).toEqual([]);
  });

  it("waits while the one in its stead may be paid, and counts when that one failed too: the loan runs by it", async () => {
    const { loan, transferId } = await failed();
    const made = await (
      await finance(makerId)
    ).post(`/api/staff/disbursements/${transferId}/settlement`, { deed: "SAME_ACCOUNT", reason }, key());
    await (
      await finance(checkerId)
    ).post(`/api/staff/disbursements/settlements/${made.body.settlementId}/check`, { approve: true }, key());
    await app.settle();
    expect((await loan.read()).state).toBe("DISBURSING");
    expect(await paidAfterAll(transferId)).toBe("CONTRADICTS");
    expect((await proposeAndCheck(transferId, "COUNT")).body.status.code).toBe("PROPOSAL_STALE");
    await app.pass(30);
    expect((await loan.read()).state).toBe("SIGNED");
    const open = (await (await finance(checkerId)).get("/api/staff/money/proposals")).body.items.find(
      (one: { subjectId: string }) => one.subjectId === transferId,
    );
    expect(
      (
        await (
          await finance(makerId)
        ).post(`/api/staff/disbursements/${transferId}/late`, { deed: "COUNT", reason }, key())
      ).body.status.code,
    ).toBe("PROPOSAL_OPEN");
    const check = async () =>
      (await finance(checkerId)).post(`/api/staff/money/proposals/${open.proposalId}/check`, { approve: true }, key());
    const become = (state: string) =>
      database.updateTable("bank_transfer").set({ state }).where("id", "=", transferId).execute();
    // After one that was returned and decided in between, there is nothing left to pay for.
    await become("RETURNED");
    expect((await check()).body.status.code).toBe("PROPOSAL_STALE");
    await become("FAILED");
    const checks = await Promise.all(Array.from({ length: 5 }, check));
    expect(checks.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await loan.read()).state).toBe("ACTIVE");
    expect((await transfersOf(loan)).map(({ state, needsStaff }) => [state, needsStaff])).toEqual([
      ["SETTLED", false],
      ["FAILED", false],
    ]);
    expect([
      await suspense(transferId),
      await balanceOf(database, account("RECEIVABLE_PRINCIPAL", loan.loanId)),
    ]).toEqual([0, 1_000_000]);
    expect(await clean()).toEqual([]);
  });
});

it("gives the lender's money back when the borrower cancels before the second transfer has left", async () => {
  const { loan } = await failed();
  const { lenderId } = await loan.read();
  const free = () => availableOf(database, account("LENDER_AVAILABLE", lenderId));
  await orderedAnew(loan);
  const before = await free();
  await transact(database, (trx) =>
    transition(services, trx, { ...loan, from: ["SIGNED"], to: "CANCELLED", actor: "BORROWER", cause: "CANCELLED" }),
  );
  await app.pass(75);
  expect((await transfersOf(loan)).map(({ state }) => state)).toEqual(["FAILED", "DROPPED"]);
  expect(await free()).toBe(before + 1_000_000);
  expect(await clean()).toEqual([]);
});

it("gives the money of one ended loan back although another's cannot be given back", async () => {
  const [broken, good] = [await failed(), await failed()];
  const free = async () => availableOf(database, account("LENDER_AVAILABLE", (await good.loan.read()).lenderId));
  // Its hold is closed already: nothing can be voided any more.
  await transact(database, (trx) => settle(trx, clock.now(), `fund_${broken.loan.loanId}`, dateInWib(clock.now())));
  const before = await free();
  for (const { loan } of [broken, good])
    await transact(database, (trx) =>
      transition(services, trx, { ...loan, from: ["SIGNED"], to: "CANCELLED", actor: "BORROWER", cause: "CANCELLED" }),
    );
  await app.settle();
  expect(await free()).toBe(before + 1_000_000);
  expect((await transfersOf(good.loan))[0]).toMatchObject({ needsStaff: false });
  // Staff still see the other one.
  expect((await transfersOf(broken.loan))[0]).toMatchObject({ needsStaff: true });
});
