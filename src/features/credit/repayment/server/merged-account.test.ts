/** Money received for the old loan of a finally merged account belongs to the survivor. // Spec account 5 */
import { expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { account, auditAll, availableOf } from "#server/ledger/index.ts";
import { testApp } from "#tests/support/app.ts";
import { activeLoan } from "#tests/support/loan.ts";
import { merging } from "#tests/support/merging.ts";
import { accountAt } from "#tests/support/repaying.ts";
import { billOf } from "./index.ts";
import { receivePayment } from "./payments.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const merge = await merging(app);
const hour = 3_600_000;
const key = () => ({ "Idempotency-Key": services.random.uuid() });

it("follows it, whether the bank reports it or two of the staff assign it", { timeout: 120_000 }, async () => {
  const both = await merge.two();
  const pay = (reference: string, amountRupiah: number) =>
    transact(database, (trx) =>
      receivePayment(services, trx, {
        paymentId: services.random.uuid(),
        rail: "VIRTUAL_ACCOUNT",
        reference,
        amountRupiah,
        paidAt: clock.now(),
      }),
    );
  // Each had a loan and paid it off: otherwise the account with the loan survives.
  const loans = new Map<string, { loanId: string; reference: string }>();
  for (const { borrowerId, client } of [both.own, both.other]) {
    const { loanId } = await activeLoan(app, { borrowerId });
    const reference = await accountAt(client);
    await pay(reference, (await billOf(services, database, borrowerId, loanId))!.payoffRupiah);
    loans.set(borrowerId, { loanId, reference });
  }
  await app.settle();
  const { survivor, absorbed } = await merge.merged(both);
  const { borrowerId } = absorbed;
  const { loanId, reference } = loans.get(borrowerId)!;
  clock.advance(73 * hour);
  await app.settle();
  const remainingOf = (of: string) => availableOf(database, account("BORROWER_BALANCE", of));
  const before = await remainingOf(survivor.borrowerId);

  await pay(reference, 30_000);
  expect([await remainingOf(borrowerId), (await remainingOf(survivor.borrowerId)) - before]).toEqual([0, 30_000]);

  await pay("88801000000000000", 50_000);
  const { id: receiptId } = await database
    .selectFrom("payment_receipt")
    .select("id")
    .where("state", "=", "UNMATCHED")
    .executeTakeFirstOrThrow();
  const [maker, checker] = [services.random.uuid(), services.random.uuid()];
  const finance = (staffId: string) => app.staff(staffId, ["finance"]);
  const given = await (
    await finance(maker)
  ).post(
    `/api/staff/payments/${receiptId}/assignment`,
    { loan: loanId, reason: "The payer's bank confirmed whose it is." },
    key(),
  );
  const checked = await (
    await finance(checker)
  ).post(`/api/staff/payments/assignments/${given.body.assignmentId}/check`, { approve: true }, key());
  expect(checked.status, checked.text).toBe(200);
  expect([await remainingOf(borrowerId), (await remainingOf(survivor.borrowerId)) - before]).toEqual([0, 80_000]);
  expect((await auditAll(database, clock.now())).findings).toEqual([]);
});
