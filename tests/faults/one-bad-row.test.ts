/** Sweeps handle each row by itself: a row that fails is reported and does not delay the others. */
import { sql } from "kysely";
import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { complaintsOf } from "#tests/support/complaint.ts";
import { approvedLoan, ripeBorrower } from "#tests/support/approved-loan.ts";
import { activeLoan, signedLoan, type MadeLoan } from "#tests/support/loan.ts";
import { accountAt } from "#tests/support/repaying.ts";
import { startDisbursement } from "#features/credit/disbursement/server/index.ts";
import { paymentsOf } from "#tests/support/payments-of.ts";
import { findLoan, type LoanRow } from "#features/credit/loan/server/index.ts";
import { currentLimits, grantTemporaryLimit } from "#features/credit/limit/server/index.ts";
import { findCaseOfLoan, insertCase } from "#features/credit/underwriting/server/store.ts";
import { transact } from "#server/database.server.ts";
import { silentLog } from "#server/process/log.server.ts";

const errors: string[] = [];
const app = await testApp({ log: { ...silentLog, error: (message) => void errors.push(message) } });
const { services, clock } = app;
const { database } = services;

/** While `work` runs, the database rejects rows of this owner in this table. */
async function refusing(
  table: string,
  owner: string,
  work: () => Promise<unknown>,
  column = "borrowerId",
): Promise<void> {
  await sql`alter table ${sql.table(table)} add constraint refusing check (${sql.ref(column)} <> ${sql.lit(owner)}) not valid`.execute(
    database,
  );
  await work();
  await sql`alter table ${sql.table(table)} drop constraint refusing`.execute(database);
}

const stateOf = async (loan: LoanRow) => (await findLoan(database, loan.borrowerId, loan.id))?.state;

it("The end of the time for signing", async () => {
  const [bad, good] = [
    await approvedLoan(app, await ripeBorrower(app)),
    await approvedLoan(app, await ripeBorrower(app), 86_401),
  ];
  clock.advance(86_402_000);
  await refusing("loan_event", bad.borrowerId, () => services.sweeps.runAllDue(services));
  expect([await stateOf(bad), await stateOf(good)]).toEqual(["APPROVED", "CANCELLED"]);
  expect(errors.splice(0)).toContain("loan that was not signed in time not ended");
  await services.sweeps.runAllDue(services);
  expect(await stateOf(bad)).toBe("CANCELLED");
});

it("The end of a temporary limit", async () => {
  const [bad, good] = [await ripeBorrower(app), await ripeBorrower(app)];
  for (const { borrowerId } of [bad, good])
    await transact(database, (trx) =>
      grantTemporaryLimit(services, trx, borrowerId, 1_000_000, new Date(clock.now().getTime() + 1000)),
    );
  clock.advance(1000);
  const hasEnded = async ({ borrowerId }: typeof bad) =>
    (
      await database
        .selectFrom("credit_limit")
        .select("temporaryUntil")
        .where("borrowerId", "=", borrowerId)
        .executeTakeFirstOrThrow()
    ).temporaryUntil === null;
  await refusing("credit_limit_change", bad.borrowerId, () => services.sweeps.runAllDue(services));
  expect([await hasEnded(bad), await hasEnded(good)]).toEqual([false, true]);
  expect(errors.splice(0)).toContain("end of a temporary limit not recorded");
  // It is no longer in force, recorded or not.
  expect((await currentLimits(services, database, bad.borrowerId)).temporary).toBeNull();
  await services.sweeps.runAllDue(services);
  expect(await hasEnded(bad)).toBe(true);
});

it("An application that no job has judged", async () => {
  const submitted = async () => {
    const loan = await approvedLoan(app, await ripeBorrower(app));
    await transact(database, async (trx) => {
      await trx
        .updateTable("loan")
        .set({ state: "SUBMITTED", decidedAt: null, signDeadline: null })
        .where("id", "=", loan.id)
        .execute();
      const { borrowerId, id: loanId, number: loanNumber, purpose, principalRupiah, tenorDays, submittedAt } = loan;
      await insertCase(trx, {
        borrowerId,
        id: services.random.uuid(),
        loanId,
        loanNumber,
        purpose,
        principalRupiah,
        tenorDays,
        submittedAt,
      });
    });
    return loan;
  };
  const [bad, good] = [await submitted(), await submitted()];
  clock.advance(3_600_001);
  await refusing("loan_event", bad.borrowerId, () => services.sweeps.runAllDue(services));
  expect([await stateOf(bad), await stateOf(good)]).toEqual(["SUBMITTED", "IN_REVIEW"]);
  expect((await findCaseOfLoan(database, good.borrowerId, good.id))?.state).toBe("WAITING");
  expect(errors.splice(0)).toContain("application without a judgement not sent to people");
  await services.sweeps.runAllDue(services);
  expect(await stateOf(bad)).toBe("IN_REVIEW");
});

it("A transfer that the bank is to be asked about", async () => {
  const { bank } = services.outside;
  const { inquireTransfer, transfer } = bank;
  const loans = [await signedLoan(app), await signedLoan(app)];
  const transferOf = async ({ borrowerId }: MadeLoan) =>
    database
      .selectFrom("bank_transfer")
      .select(["id", "state"])
      .where("borrowerId", "=", borrowerId)
      .executeTakeFirstOrThrow();
  try {
    bank.transfer = async () => ({ status: "UNKNOWN", detail: "Silence." });
    for (const { borrowerId, loanId } of loans)
      await transact(database, (trx) => startDisbursement(services, trx, borrowerId, loanId));
    await services.jobs.drain();
    const bad = (await transferOf(loans[0]!)).id;
    clock.advance(61_000);
    bank.inquireTransfer = async (id) => {
      if (id === bad) throw new Error("The bank's answer is none.");
      return { status: "SETTLED", providerReference: `REF-${id}`, settledAt: clock.now() };
    };
    await services.sweeps.runAllDue(services);
  } finally {
    Object.assign(bank, { inquireTransfer, transfer });
  }
  expect(await Promise.all(loans.map(async (loan) => (await transferOf(loan)).state))).toEqual(["SENT", "SETTLED"]);
  expect(errors.splice(0)).toContain("transfer not pursued");
});

it("A payment that a rail is to be asked about", async () => {
  const { collection } = services.outside;
  const { inquirePayment } = collection;
  const loans = [await activeLoan(app), await activeLoan(app)];
  const numbers: string[] = [];
  for (const { borrowerId } of loans) numbers.push(await accountAt(await app.loggedIn(borrowerId)));
  clock.advance(61_000);
  try {
    collection.inquirePayment = async ({ rail, reference }) => {
      if (reference === numbers[0]) throw new Error("The rail's answer is none.");
      const payments =
        reference === numbers[1]
          ? [{ paymentId: "found", rail, reference, amountRupiah: 50_000, paidAt: clock.now() }]
          : [];
      return { outcome: "KNOWN", open: true, payments };
    };
    await services.sweeps.runAllDue(services);
  } finally {
    collection.inquirePayment = inquirePayment;
  }
  const paid = await Promise.all(
    loans.map(async ({ borrowerId, loanId }) => (await paymentsOf(database, borrowerId, loanId)).length),
  );
  expect(paid).toEqual([0, 1]);
  expect(errors.splice(0)).toContain("payment request not asked for");
});

it("The deadline of a complaint", async () => {
  const { handedIn } = complaintsOf(app);
  const [bad, good] = [await handedIn(), await handedIn()];
  clock.advance(40 * 86_400_000);
  const isOverdue = async ({ complaintId }: typeof bad) =>
    (await database.selectFrom("complaint").select("overdueAt").where("id", "=", complaintId).executeTakeFirstOrThrow())
      .overdueAt !== null;
  await refusing("complaint_event", bad.complaintId, () => services.sweeps.runAllDue(services), "complaintId");
  expect([await isOverdue(bad), await isOverdue(good)]).toEqual([false, true]);
  expect(errors.splice(0)).toContain("what is due for a complaint not done");
  await services.sweeps.runAllDue(services);
  expect(await isOverdue(bad)).toBe(true);
});
