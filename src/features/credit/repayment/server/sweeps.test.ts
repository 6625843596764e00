/** Rows on which a sweep fails wait longer each time, and do not delay other rows. */
import { expect, it } from "vitest";
import fc from "fast-check";
import { transact } from "#server/database.server.ts";
import { nextTry } from "#server/work/next-try.ts";
import { addDays, instantOf } from "#shared/dates.ts";
import { lenderForNewLoans, type LoanTerms } from "#features/credit/loan/server/index.ts";
import { insertLoan } from "../../loan/server/store.ts";
import { testApp } from "#tests/support/app.ts";
import { activeLoan } from "#tests/support/loan.ts";
import { closeDue } from "./closing.ts";
import { remindDue } from "./reminders.ts";
import { findRepaymentAccount } from "./store.ts";
import { endRefund, failRefund, insertRefund, newestRefund, reviveRefund } from "./refund-store.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
/** As many as a sweep handles at once. */
const loansAtOnce = 200;

/** Loans with invalid terms, due before all others. */
async function broken(dueOn: string, remindAt: Date): Promise<void> {
  const now = clock.now();
  const lenderId = (await lenderForNewLoans(database)).id;
  for (let index = 0; index < loansAtOnce; index++) {
    const [borrowerId, id] = [services.random.uuid(), services.random.uuid()];
    await transact(database, async (trx) => {
      await insertLoan(trx, {
        borrowerId,
        id,
        number: `BROKEN-${id.slice(-8)}-${index}`,
        state: "SIGNED",
        productKey: "x",
        principalRupiah: 1_000_000,
        tenorDays: 90,
        terms: {} as LoanTerms,
        purpose: "EDUCATION",
        bankAccountId: services.random.uuid(),
        lenderId,
        submittedAt: now,
        decidedAt: now,
        signDeadline: null,
        signedAt: now,
        disbursedOn: null,
        endedAt: null,
        endReason: null,
        mayApplyAgainOn: null,
      });
      await trx.updateTable("loan").set({ state: "ACTIVE", disbursedOn: "2026-11-21" }).where("id", "=", id).execute();
      await trx
        .insertInto("repayment_account")
        .values({
          borrowerId,
          loanId: id,
          customerNo: String(index).padStart(12, "0"),
          bookedOn: "2026-11-21",
          nextBookingOn: dueOn,
          nextReminderAt: remindAt,
          openedAt: now,
        })
        .execute();
    });
  }
}

it("ends a refund once, and from the state alone from which it may", async () => {
  const [borrowerId, id] = [services.random.uuid(), services.random.uuid()];
  const now = clock.now();
  const state = async () => (await newestRefund(database, borrowerId))?.state;
  const refund = { borrowerId, id, amountRupiah: 1, bankAccountId: services.random.uuid(), requestedAt: now };
  await transact(database, async (trx) => {
    expect(await insertRefund(trx, refund)).toBe(true);
    expect(await insertRefund(trx, { ...refund, id: services.random.uuid() })).toBe(false);
    expect(await failRefund(trx, borrowerId, id, now)).toBe(false);
    await reviveRefund(trx, borrowerId, id, now);
  });
  expect(await state()).toBe("PENDING");
  await transact(database, async (trx) => {
    expect(await endRefund(trx, services.random.uuid(), id, "FAILED", now)).toBe(false);
    expect(await endRefund(trx, borrowerId, id, "SUCCEEDED", now)).toBe(true);
    expect(await endRefund(trx, borrowerId, id, "FAILED", now)).toBe(false);
    expect(await failRefund(trx, borrowerId, id, now)).toBe(true);
    expect(await failRefund(trx, borrowerId, id, now)).toBe(false);
  });
  expect(await state()).toBe("FAILED");
  await transact(database, (trx) => reviveRefund(trx, borrowerId, id, now));
  expect(await state()).toBe("SUCCEEDED");
});

it("closes and reminds the loans behind as many that cannot be as a round takes, in the next round", async () => {
  const loan = await activeLoan(app);
  const disbursedOn = (await loan.read()).disbursedOn!;
  await broken("2026-11-22", new Date(clock.now().getTime() + 1000));
  clock.moveTo(instantOf(addDays(disbursedOn, 28), "WIB", { hour: 10 }));
  const before = (await findRepaymentAccount(database, loan))!;
  await closeDue(services);
  expect((await findRepaymentAccount(database, loan))!.nextBookingOn).toBe(before.nextBookingOn);
  expect(await closeDue(services)).toBe(1);
  // A failed closing postpones the reminder too: it would fail on the same loan.
  expect(await remindDue(services)).toBe(1);
  const after = (await findRepaymentAccount(database, loan))!;
  expect(after.nextBookingOn! > before.nextBookingOn!).toBe(true);
  // They are retried, not dropped.
  const waiting = await database
    .selectFrom("repayment_account")
    .select(["failures", "tryAgainAt"])
    .where("failures", ">", 0)
    .execute();
  expect(waiting).toHaveLength(loansAtOnce);
  clock.advance(7 * 3_600_000);
  await closeDue(services);
  const later = await database.selectFrom("repayment_account").select("failures").where("failures", ">", 1).execute();
  expect(later.length).toBeGreaterThan(0);
});

it("waits a minute at first, twice as long each time, and never more than six hours", () => {
  const now = clock.now();
  const seconds = (failures: number) => (nextTry(now, failures).getTime() - now.getTime()) / 1000;
  expect([0, 1, 2, 3].map(seconds)).toEqual([60, 120, 240, 480]);
  fc.assert(
    fc.property(fc.nat(1_000), (failures) => seconds(failures + 1) >= seconds(failures) && seconds(failures) <= 21_600),
  );
});
