/** Loans that take a coupon: applied for, paid out, billed and paid; and whether holds and books agree after it. */
import { expect } from "vitest";
import { transact } from "#server/database.server.ts";
import { account, auditAll, availableOf, openHolds } from "#server/ledger/index.ts";
import { startDisbursement } from "#features/credit/disbursement/server/index.ts";
import { findLoan, transition } from "#features/credit/loan/server/index.ts";
import { billOf } from "#features/credit/repayment/server/index.ts";
import { receivePayment } from "#features/credit/repayment/server/payments.ts";
import { coupon } from "#tests/support/coupon.ts";
import { applicant, type Applicant } from "#tests/support/person.ts";
import type { TestApp } from "#tests/support/app.ts";

export function couponLoans(app: TestApp) {
  const { services, clock } = app;
  const { database } = services;
  let people = 0;
  async function someone(input: Parameters<typeof applicant>[2] = {}): Promise<Applicant> {
    people += 1;
    const serial = String(people).padStart(4, "0");
    return applicant(app, "approved-1", {
      mobileNumber: `08126661${serial}`,
      nik: `317401570494${String(7000 + people)}`,
      accountNumber: `77800${serial}`,
      ...input,
    });
  }
  const key = () => ({ "Idempotency-Key": services.random.uuid() });
  const apply = (of: Applicant, couponId: string | undefined, more: object = {}) =>
    of.client.post(
      "/api/loan/apply",
      {
        amountRupiah: 1_000_000,
        tenorDays: 90,
        purpose: "EDUCATION",
        bankAccountId: of.bankAccountId,
        ...(couponId ? { couponId } : {}),
        ...more,
      },
      key(),
    );
  /** Approved by the rules, then signed as far as the books care, and paid out. */
  async function paidOut(of: Applicant, loanId: string): Promise<void> {
    await app.settle();
    await transact(database, async (trx) => {
      await transition(services, trx, {
        borrowerId: of.borrowerId,
        loanId,
        from: ["APPROVED"],
        to: "SIGNED",
        actor: "BORROWER",
        cause: "SIGNED",
        change: { signedAt: clock.now() },
      });
      await startDisbursement(services, trx, of.borrowerId, loanId);
    });
    await app.settle();
    for (let tries = 0; tries < 4; tries++) {
      clock.advance(tries === 0 ? 5_000 : 10_000);
      await app.settle();
      if ((await findLoan(database, of.borrowerId, loanId))?.state !== "DISBURSING") break;
    }
  }
  async function loanWith(couponKey: string, more: object = {}) {
    const of = await someone();
    const given = await coupon(app, of.borrowerId, couponKey);
    const applied = await apply(of, given.couponId, more);
    expect(applied.status, applied.text).toBe(200);
    const { loanId } = applied.body;
    await paidOut(of, loanId);
    const loan = (await findLoan(database, of.borrowerId, loanId))!;
    expect(loan.state).toBe("ACTIVE");
    return { of, ...given, loanId, loan };
  }
  const bill = async ({ of, loanId }: { of: Applicant; loanId: string }) =>
    (await billOf(services, database, of.borrowerId, loanId))!;
  let paid = 0;
  async function pay({ of, loanId }: { of: Applicant; loanId: string }, amountRupiah: number): Promise<void> {
    const client = await app.loggedIn(of.borrowerId);
    const made = await client.post("/api/repayment/virtual-account", { bankCode: "014" });
    expect(made.status, made.text).toBe(200);
    await transact(database, (trx) =>
      receivePayment(services, trx, {
        paymentId: `coupon-${++paid}-${loanId}`,
        rail: "VIRTUAL_ACCOUNT",
        reference: made.body.virtualAccountNumber,
        amountRupiah,
        paidAt: clock.now(),
      }),
    );
    await app.settle();
  }
  const clean = async () => (await auditAll(database, clock.now())).findings;
  /** Each live coupon has its hold, and no hold is without one. */
  const holdsMatch = async () => {
    const held = (await openHolds(database, new Date(clock.now().getTime() + 1), 10_000))
      .filter(({ kind }) => kind === "COUPON_REDEEMED")
      .map(({ id, amount }) => `${id} ${amount}`);
    const live = await database
      .selectFrom("coupon")
      .select(["id", "revivals", "maxRupiah"])
      .where("state", "in", ["OBTAINED", "RESERVED"])
      .execute();
    expect(held.toSorted()).toEqual(
      live.map(({ id, revivals, maxRupiah: max }) => `coupon_${id}${revivals ? `_${revivals}` : ""} ${max}`).toSorted(),
    );
  };
  const redeemed = async (activityId: string, promise: number) =>
    promise - (await availableOf(database, account("REWARD_BUDGET", activityId)));
  return { someone, key, apply, paidOut, loanWith, bill, pay, clean, holdsMatch, redeemed };
}
