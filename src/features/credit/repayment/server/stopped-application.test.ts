/** A payment is reversed and its loan is owed again after the borrower has applied for another one. */
import { sql } from "kysely";
import { expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { currentLimits, reserveLimit } from "#features/credit/limit/server/index.ts";
import { findLoan, submitLoan, termsFor, type LoanRow } from "#features/credit/loan/server/index.ts";
import { findCaseOfLoan, insertCase } from "#features/credit/underwriting/server/store.ts";
import { testApp } from "#tests/support/app.ts";
import { approvedLoan } from "#tests/support/approved-loan.ts";
import type { MadeLoan } from "#tests/support/loan.ts";
import { repaying } from "#tests/support/repaying.ts";
import { paymentsOf } from "#tests/support/payments-of.ts";

const app = await testApp();
const { services } = app;
const { database } = services;
const { bank, bill, accountAt, running, reverse, clean, key } = repaying(app);
const staff = (last: 1 | 2) => app.staff(`0190e000-0000-7000-8000-00000000000${last}`, ["finance"]);

async function paidOff() {
  const { client, ...first } = await running();
  await bank.pay({ virtualAccountNumber: await accountAt(client), amountRupiah: 1_000_000 });
  await app.settle();
  return { client, first };
}

/** A paid-off loan, and its borrower's application for another one in `state`. */
async function appliedAgain(state: "SUBMITTED" | "IN_REVIEW" | "APPROVED" | "SIGNED") {
  const { client, first } = await paidOff();
  const application = await approvedLoan(app, {
    borrowerId: first.borrowerId,
    bankAccountId: (await first.read()).bankAccountId,
  });
  const { id: loanId, borrowerId } = application;
  await database.updateTable("loan").set({ state }).where("id", "=", loanId).execute();
  if (state === "SUBMITTED" || state === "IN_REVIEW")
    await transact(database, (trx) => insertCase(trx, { ...caseOf(application), id: services.random.uuid() }));
  return { client, first, read: async () => (await findLoan(database, borrowerId, loanId))!, application };
}
const caseOf = ({
  borrowerId,
  id: loanId,
  number: loanNumber,
  purpose,
  principalRupiah,
  tenorDays,
  submittedAt,
}: LoanRow) => ({ borrowerId, loanId, loanNumber, purpose, principalRupiah, tenorDays, submittedAt });

async function takeBack({ borrowerId, loanId }: MadeLoan): Promise<void> {
  const [payment] = await paymentsOf(database, borrowerId, loanId);
  const made = await (
    await staff(1)
  ).post(
    `/api/staff/payments/loan/${loanId}/reversal`,
    { paymentId: payment!.id, reason: "As the bank's statement of today shows." },
    key(),
  );
  const checked = await (
    await staff(2)
  ).post(`/api/staff/money/proposals/${made.body.proposalId}/check`, { approve: true }, key());
  expect(checked.body).toEqual({ state: "CONFIRMED" });
  await app.settle();
}
const used = async ({ borrowerId }: MadeLoan) => (await currentLimits(services, database, borrowerId)).usedRupiah;

it.each(["SUBMITTED", "IN_REVIEW", "APPROVED"] as const)(
  "An application that is %s ends beside a loan that is owed again, frees its limit, and its borrower is told why",
  async (state) => {
    const { client, first, read, application } = await appliedAgain(state);
    await takeBack(first);
    expect([(await first.read()).state, await used(first)]).toEqual(["ACTIVE", 1_000_000]);
    expect(await read()).toMatchObject({ state: "CANCELLED", endReason: "EARLIER_LOAN_OWED" });
    if (state !== "APPROVED")
      expect(await findCaseOfLoan(database, first.borrowerId, application.id)).toMatchObject({
        state: "CLOSED",
        outcome: "WITHDRAWN",
      });
    const { timeline, mayCancel } = (await client.get(`/api/loan/${application.id}`)).body;
    expect([timeline.at(-1).code, mayCancel]).toEqual(["STOPPED", false]);
    expect((await client.get("/api/loan/home")).body).toMatchObject({ loan: { loanId: first.loanId } });
    const sentMessages = (await services.outside.sandbox!.messages.list({ to: first.mobileNumber, limit: 50 })).map(
      ({ text }) => text,
    );
    expect(sentMessages.find((text) => text.startsWith(`Pengajuan ${application.number} kami akhiri`))).toContain(
      (await first.read()).number,
    );
    // Once the older one is paid, the borrower may apply again.
    await bank.pay({ virtualAccountNumber: await accountAt(client), amountRupiah: (await bill(first)).payoffRupiah });
    await app.settle();
    expect((await client.get("/api/loan/home")).body).toMatchObject({ stage: "CANCELLED", mayApplyOn: null });
    expect(await used(first)).toBe(0);
    expect(await clean()).toEqual([]);
  },
);

it("One that is signed binds both, and goes on", async () => {
  const { first, read } = await appliedAgain("SIGNED");
  await takeBack(first);
  expect([(await first.read()).state, (await read()).state, await used(first)]).toEqual([
    "ACTIVE",
    "SIGNED",
    2_000_000,
  ]);
  expect(await clean()).toEqual([]);
});

it("One that is being sent in at that moment ends as well: it holds the limit, and other transactions do not see it yet", async () => {
  const { first } = await paidOff();
  const { borrowerId } = first;
  const { bankAccountId } = await first.read();
  const loanId = services.random.uuid();
  const terms = await termsFor(services, { principalRupiah: 1_000_000, tenorDays: 90 });
  const isWaiting = async (): Promise<boolean> =>
    (
      await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        database,
      )
    ).rows.length > 0;
  let reversal: Promise<void> | undefined;
  await transact(database, async (trx) => {
    await submitLoan(services, trx, { borrowerId, loanId, terms, purpose: "EDUCATION", bankAccountId });
    await reserveLimit(services, trx, borrowerId, loanId, terms.principalRupiah);
    reversal = reverse(first);
    await expect.poll(isWaiting, { interval: 10 }).toBe(true);
  });
  await reversal;
  expect((await first.read()).state).toBe("ACTIVE");
  expect(await findLoan(database, borrowerId, loanId)).toMatchObject({
    state: "CANCELLED",
    endReason: "EARLIER_LOAN_OWED",
  });
  expect([await used(first), await clean()]).toEqual([1_000_000, []]);
});
