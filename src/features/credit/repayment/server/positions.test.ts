/** The stored position of a loan equals the one computed from its history, also while payments are booked and read. */
import { expect, it } from "vitest";
import { transact, type Transaction } from "#server/database.server.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import { testApp } from "#tests/support/app.ts";
import { lentLoan } from "#tests/support/loan.ts";
import { repaying } from "#tests/support/repaying.ts";
import { recordEvent } from "./books.ts";
import { findLoan, type LoanEvent, type LoanState } from "#features/credit/loan/server/index.ts";
import { historyOfLoan, stateOfLoan } from "./bill.ts";
import { virtualAccountAt } from "./payment-methods.ts";
import { receivePayment } from "./payments.ts";
import { positionsFollowHistory } from "./positions.ts";
import { insertLoanEvent, type LoanName } from "./store.ts";

const app = await testApp({ isIdle: true });
const { services, clock } = app;
const { database } = services;
const { clean } = repaying(app);
const facts = { rail: null, bankCode: null, paidAt: null, actor: "SYSTEM" } as const;

async function lent(): Promise<LoanName & { reference: string }> {
  const { borrowerId, loanId } = await lentLoan(app, { amountRupiah: 9_000_000 });
  const { virtualAccountNumber } = await virtualAccountAt(services, borrowerId, "014");
  return { borrowerId, loanId, reference: virtualAccountNumber };
}

const pay = (reference: string, paymentId: string, amountRupiah: number, paidAt = clock.now()) =>
  transact(database, (trx) =>
    receivePayment(services, trx, { paymentId, rail: "VIRTUAL_ACCOUNT", reference, amountRupiah, paidAt }),
  );

const record = (name: LoanName, event: LoanEvent) =>
  transact(database, (trx) => recordEvent(services, trx, name, event, facts));

/** Both ways of reading in one snapshot of the database. */
async function bothViews(trx: Transaction, { borrowerId, loanId }: LoanName) {
  const loan = (await findLoan(trx, borrowerId, loanId))!;
  const { events, ...replayed } = (await historyOfLoan(services, trx, loan))!.state;
  const { events: _events, ...seen } = (await stateOfLoan(services, trx, loan))!.state as LoanState;
  return { events, replayed, seen };
}

const keptPosition = async ({ loanId }: LoanName) =>
  (
    await database
      .selectFrom("repayment_account")
      .select("position")
      .where("loanId", "=", loanId)
      .executeTakeFirstOrThrow()
  ).position;

const differences = async ({ loanId }: LoanName) =>
  (await positionsFollowHistory.differences(database)).filter(({ about }) => about === loanId);

it("is kept with the books from their opening on, and read instead of the history", async () => {
  const name = await lent();
  expect(await keptPosition(name)).not.toBeNull();
  await pay(name.reference, `first-${name.loanId}`, 500_000);
  const before = await transact(database, (trx) => bothViews(trx, name));
  expect(before.seen).toEqual(before.replayed);
  expect(before.seen).toMatchObject({ paidInRupiah: 500_000, on: dateInWib(clock.now()) });
  // A wrong position is returned by the reader and found by the audit, which proves that it is read and checked.
  const kept = (await keptPosition(name)) as unknown as { position: { paidInRupiah: number } };
  const wrong = { ...kept, position: { ...kept.position, paidInRupiah: 1 } };
  const put = (position: object) =>
    database
      .updateTable("repayment_account")
      .set({ position: JSON.stringify(position) })
      .where("loanId", "=", name.loanId)
      .execute();
  await put(wrong);
  expect((await transact(database, (trx) => bothViews(trx, name))).seen.paidInRupiah).toBe(1);
  expect(await differences(name)).toMatchObject([{ about: name.loanId }]);
  // One computed with other rules is not used.
  await put({ ...wrong, rules: "others" });
  const after = await transact(database, (trx) => bothViews(trx, name));
  expect(after.seen).toEqual(after.replayed);
  expect(await differences(name)).toEqual([]);
  // The next event stores the right one again.
  await pay(name.reference, `second-${name.loanId}`, 100_000);
  expect(await differences(name)).toEqual([]);
  expect((await transact(database, (trx) => bothViews(trx, name))).seen.paidInRupiah).toBe(600_000);
});

it("goes with an event that keeps none", async () => {
  const name = await lent();
  const valueDate = dateInWib(clock.now());
  const event = {
    kind: "PAYMENT",
    id: `bare-${name.loanId}`,
    valueDate,
    amountRupiah: 70_000,
    from: "BALANCE",
  } as const;
  await transact(database, (trx) => insertLoanEvent(trx, name, { ...event, ...facts, recordedAt: clock.now() }));
  expect(await keptPosition(name)).toBeNull();
  const { seen, replayed } = await transact(database, (trx) => bothViews(trx, name));
  expect(seen).toEqual(replayed);
  expect(seen.paidInRupiah).toBe(70_000);
});

const rounds = process.env["TEST_LONG"] === "1" ? 200 : 12;

it("says what the history says at every moment of payments that come at once, late, twice and are taken back", async () => {
  const name = await lent();
  clock.moveTo(instantOf(addDays(dateInWib(clock.now()), 40), "WIB", { hour: 10 }));
  const today = dateInWib(clock.now());
  let isPaying = true;
  let looks = 0;
  const look = async () => {
    while (isPaying) {
      const view = await transact(database, (trx) => bothViews(trx, name), { isolation: "repeatable read" });
      expect(view.seen).toEqual(view.replayed);
      looks++;
    }
  };
  const payer = async (lane: number) => {
    for (let round = 0; round < rounds; round++) {
      const id = `race-${name.loanId}-${lane}-${round}`;
      // From up to thirty days ago, so that most precede one already booked.
      const paidAt = instantOf(addDays(today, -((round * 7 + lane * 11) % 30)), "WIB", { hour: 9 });
      const paid = () => pay(name.reference, id, 1_000 + lane, paidAt);
      // On a busy machine waiting for one loan takes long, so few run concurrently.
      await (round % 4 === 0 ? Promise.all([paid(), paid()]) : paid());
      if (round % 3 !== 2) continue;
      const eventId = (await transact(database, (trx) => bothViews(trx, name))).events.find(
        (one) => one.kind === "PAYMENT",
      )!.id;
      await record(name, { kind: "REVERSAL", id: `back-${id}`, valueDate: today, eventId });
    }
  };
  const looking = Promise.all([look(), look()]);
  await Promise.all([0, 1].map(payer)).finally(() => (isPaying = false));
  await looking;
  expect(looks).toBeGreaterThan(4);
  expect(await keptPosition(name)).not.toBeNull();
  expect(await differences(name)).toEqual([]);
  const { events } = await transact(database, (trx) => bothViews(trx, name));
  expect(events.filter(({ kind }) => kind === "PAYMENT")).toHaveLength(2 * rounds);
  expect(await clean()).toEqual([]);
});
