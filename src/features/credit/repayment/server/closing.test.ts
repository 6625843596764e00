/** Days of many loans are closed by few transactions, and each loan as it would be by itself. */
import { sql } from "kysely";
import { afterEach, expect, it, vi } from "vitest";
import { transact } from "#server/database.server.ts";
import { auditAll, post, account } from "#server/ledger/index.ts";
import { addDays, dateInWib, instantOf, lastDayOfMonth } from "#shared/dates.ts";
import { findLoan, loanTerms, stateOf } from "#features/credit/loan/server/index.ts";
import { testApp } from "#tests/support/app.ts";
import { lentLoan, type MadeLoan } from "#tests/support/loan.ts";
import { closeDue } from "./closing.ts";
import { findRepaymentAccount, lockAccountRow } from "./store.ts";

const app = await testApp({ isIdle: true });
const { services, clock } = app;
const { database } = services;

afterEach(() => vi.restoreAllMocks());

/** Loans paid out today, the only ones to close; then it is the day after this month's end. @returns them and that last day */
async function monthOver(count: number): Promise<{ loans: MadeLoan[]; monthEnd: string }> {
  await database.updateTable("repayment_account").set({ nextBookingOn: null }).execute();
  const loans: MadeLoan[] = [];
  for (let index = 0; index < count; index++) loans.push(await lentLoan(app));
  const monthEnd = lastDayOfMonth(addDays(dateInWib(clock.now()), 1));
  clock.moveTo(instantOf(addDays(monthEnd, 1), "WIB", { hour: 1 }));
  return { loans, monthEnd };
}

const bookedOn = async (loan: MadeLoan) => (await findRepaymentAccount(database, loan))!.bookedOn;

/** Rupiah of interest booked as earned. */
async function earned({ loanId }: MadeLoan): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(amount), 0)::bigint as sum from ledger_transfer
    where reference = ${loanId} and kind = 'INTEREST_EARNED'`.execute(database);
  return rows[0]!.sum;
}

it("closes a month of many loans in one transaction, each with the interest that the engine says", async () => {
  const { loans, monthEnd } = await monthOver(12);
  expect(await closeDue(services)).toBe(12);
  expect(await closeDue(services)).toBe(0);
  for (const loan of loans) {
    const row = (await findLoan(database, loan.borrowerId, loan.loanId))!;
    expect(await earned(loan)).toBe(stateOf(loanTerms(row), [], monthEnd).interestAccruedRupiah);
    const { nextBookingOn } = (await findRepaymentAccount(database, loan))!;
    expect([await bookedOn(loan), nextBookingOn! > monthEnd]).toEqual([monthEnd, true]);
  }
  const { rows } = await sql<{ transactions: number }>`
    select count(distinct xmin::text)::int as transactions from ledger_transfer
    where reference = any(${loans.map(({ loanId }) => loanId)}::text[]) and kind = 'INTEREST_EARNED'`.execute(database);
  expect(rows).toEqual([{ transactions: 1 }]);
  expect((await auditAll(database, clock.now())).findings).toEqual([]);
});

it("waits for no loan that another transaction holds, and closes it by itself once it is free", async () => {
  const { loans, monthEnd } = await monthOver(4);
  const [held, ...others] = loans as [MadeLoan, ...MadeLoan[]];
  const release = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const holder = transact(database, async (trx) => {
    await lockAccountRow(trx, held);
    isHeld.resolve();
    await release.promise;
  });
  await isHeld.promise;
  const closing = closeDue(services);
  for (const loan of others) await expect.poll(() => bookedOn(loan)).toBe(monthEnd);
  expect(await bookedOn(held)).not.toBe(monthEnd);
  release.resolve();
  await holder;
  expect(await closing).toBe(4);
  expect(await bookedOn(held)).toBe(monthEnd);
});

it("closes the others one by one where the posting of one is refused, and tries that one again later", async () => {
  const { loans, monthEnd } = await monthOver(4);
  const [refused, ...others] = loans as [MadeLoan, ...MadeLoan[]];
  const now = clock.now();
  // Another movement has the id that this loan's interest would have.
  await transact(database, (trx) =>
    post(trx, now, [
      {
        id: `loan_${refused.loanId}_INTEREST_EARNED_1`,
        kind: "ESCROW_TOPPED_UP",
        debit: account("ESCROW"),
        credit: account("OPERATING_CASH"),
        amount: 1,
        reference: "other",
        valueDate: dateInWib(now),
      },
    ]),
  );
  const errors = vi.spyOn(services.log, "error").mockImplementation(() => {});
  expect(await closeDue(services)).toBe(4);
  expect(await Promise.all(others.map(bookedOn))).toEqual(others.map(() => monthEnd));
  const row = await database
    .selectFrom("repayment_account")
    .select(["failures", "bookedOn"])
    .where("loanId", "=", refused.loanId)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ failures: 1, bookedOn: expect.not.stringMatching(monthEnd) });
  expect(errors).toHaveBeenCalled();
});

it("two processes close each loan once", async () => {
  const { loans, monthEnd } = await monthOver(60);
  const both = await Promise.all([closeDue(services), closeDue(services)]);
  const rest = await closeDue(services);
  expect(both[0] + both[1] + rest).toBe(60);
  expect(new Set(await Promise.all(loans.map(bookedOn)))).toEqual(new Set([monthEnd]));
  const { rows } = await sql<{ times: number }>`
    select count(*)::int as times from ledger_transfer
    where reference = any(${loans.map(({ loanId }) => loanId)}::text[]) and kind = 'INTEREST_EARNED'
    group by reference having count(*) > 1`.execute(database);
  expect(rows).toEqual([]);
});
