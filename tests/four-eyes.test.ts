/** Every movement of money by hand needs two people at two screens. // Threat B13 */
import { describe, expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { startDisbursement } from "#features/credit/disbursement/server/index.ts";
import { makerOf, refuseSameHand } from "#server/four-eyes/tiers.ts";
import { openSession, type StaffSession } from "#server/call/session.server.ts";
import { cookieNames, testApp, type TestClient } from "#tests/support/app.ts";
import { activeLoan, signedLoan } from "#tests/support/loan.ts";

const app = await testApp();
const { services } = app;
const makerId = "0190bbbb-0000-7000-8000-000000000001";
const checkerId = "0190bbbb-0000-7000-8000-000000000002";
const reason = "Checked against the bank's own statement.";
let keys = 0;
const key = () => ({ "Idempotency-Key": `four-eyes-${++keys}` });

/** Another person, logged in with the maker's browser. */
async function atTheMakersScreen(): Promise<TestClient> {
  const client = app.client();
  const opened = await openSession(services, services.database, {
    kind: "staff",
    subjectId: checkerId,
    roles: ["finance"],
    deviceToken: `device-of-${makerId}`,
    deviceLabel: "test",
  });
  client.cookies.set(cookieNames.staff, opened.token);
  return client;
}

/** The maker, another person at the maker's screen, and another person at another: only the last one counts. */
async function expectTwo(check: string, body: object, done: object): Promise<void> {
  const maker = await app.staff(makerId, ["finance"]);
  expect((await maker.post(check, body, key())).body.status.code).toBe("MAKER_IS_CHECKER");
  expect((await (await atTheMakersScreen()).post(check, body, key())).body.status.code).toBe("SAME_DEVICE");
  expect((await (await app.staff(checkerId, ["finance"])).post(check, body, key())).body).toEqual(done);
}

describe("by hand and by two", () => {
  it("goes unmatched money to a loan", async () => {
    const loan = await activeLoan(app);
    const receiptId = `pay_${"a".repeat(32)}`;
    const now = services.clock.now();
    await services.database
      .insertInto("payment_receipt")
      .values({
        provider: "sandbox-bank",
        paymentId: "four-eyes",
        id: receiptId,
        rail: "VIRTUAL_ACCOUNT",
        reference: "0000",
        amountRupiah: 100_000,
        paidAt: now,
        receivedAt: now,
        state: "UNMATCHED",
        unmatchedCause: "UNKNOWN_REFERENCE",
      })
      .execute();
    const maker = await app.staff(makerId, ["finance"]);
    const made = await maker.post(`/api/staff/payments/${receiptId}/assignment`, { loan: loan.loanId, reason }, key());
    expect(made.status, made.text).toBe(200);
    await expectTwo(
      `/api/staff/payments/assignments/${made.body.assignmentId}/check`,
      { approve: false },
      { state: "REFUSED" },
    );
  });

  it("is a failed payout settled", async () => {
    // An account of the sandbox whose bank refuses every transfer.
    const { borrowerId, loanId } = await signedLoan(app, { accountNumber: "9900000002" });
    await transact(services.database, (trx) => startDisbursement(services, trx, borrowerId, loanId));
    await app.settle();
    app.clock.advance(30_000);
    await app.settle();
    const { id } = await services.database
      .selectFrom("bank_transfer")
      .select("id")
      .where("borrowerId", "=", borrowerId)
      .executeTakeFirstOrThrow();
    const maker = await app.staff(makerId, ["finance"]);
    const made = await maker.post(`/api/staff/disbursements/${id}/settlement`, { deed: "CANCEL", reason }, key());
    expect(made.status, made.text).toBe(200);
    await expectTwo(
      `/api/staff/disbursements/settlements/${made.body.settlementId}/check`,
      { approve: false },
      { state: "REFUSED" },
    );
  });

  it("asks the same tiers of whoever gives unmatched money to a loan or settles a payout", async () => {
    // A tier that every amount of this test reaches.
    await services.database
      .insertInto("approval_tier")
      .values({
        effectiveFrom: new Date(services.clock.now().getTime() - 1000),
        leastRupiah: 1,
        permission: "money.check.large",
      })
      .execute();
    const loan = await activeLoan(app);
    const receiptId = `pay_${"b".repeat(32)}`;
    const now = services.clock.now();
    await services.database
      .insertInto("payment_receipt")
      .values({
        provider: "sandbox-bank",
        paymentId: "tiers",
        id: receiptId,
        rail: "VIRTUAL_ACCOUNT",
        reference: "0001",
        amountRupiah: 100_000,
        paidAt: now,
        receivedAt: now,
        state: "UNMATCHED",
        unmatchedCause: "UNKNOWN_REFERENCE",
      })
      .execute();
    const maker = await app.staff(makerId, ["finance"]);
    const checker = await app.staff(checkerId, ["finance"]);
    const given = await maker.post(`/api/staff/payments/${receiptId}/assignment`, { loan: loan.loanId, reason }, key());
    expect(
      (await checker.post(`/api/staff/payments/assignments/${given.body.assignmentId}/check`, { approve: true }, key()))
        .body.status.code,
    ).toBe("CHECKER_TOO_LOW");
    const failed = await signedLoan(app, { accountNumber: "9900000002" });
    await transact(services.database, (trx) => startDisbursement(services, trx, failed.borrowerId, failed.loanId));
    await app.settle();
    app.clock.advance(30_000);
    await app.settle();
    const { id } = await services.database
      .selectFrom("bank_transfer")
      .select("id")
      .where("borrowerId", "=", failed.borrowerId)
      .executeTakeFirstOrThrow();
    const made = await maker.post(`/api/staff/disbursements/${id}/settlement`, { deed: "CANCEL", reason }, key());
    const check = `/api/staff/disbursements/settlements/${made.body.settlementId}/check`;
    expect((await checker.post(check, { approve: true }, key())).body.status.code).toBe("CHECKER_TOO_LOW");
    expect(
      (await (await app.staff("0190bbbb-0000-7000-8000-000000000003", ["admin"])).post(check, { approve: true }, key()))
        .body,
    ).toEqual({ state: "CONFIRMED" });
  });

  it("counts browsers without a label as different ones", () => {
    const staff = (staffId: string, deviceToken: string | null) => ({ staffId, deviceToken }) as StaffSession;
    const maker = makerOf(services, staff(makerId, null));
    expect(() => refuseSameHand(services, maker, staff(checkerId, null))).not.toThrow();
    expect(() => refuseSameHand(services, maker, staff(makerId, "another"))).toThrow("MAKER_IS_CHECKER");
  });
});
