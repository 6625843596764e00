/**
 * Loans paid at random seconds around midnight (WIB) by every rail: no amount is requested that a rail does not
 * support, a payoff paid as requested leaves nothing, and a shortfall within the tolerance makes no borrower late.
 */
import fc from "fast-check";
import { expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { addDays, dateInWib, instantOf, type BusinessDate } from "#shared/dates.ts";
import { priceTerms, standardProduct, stateOf, type LoanEvent } from "#features/credit/loan/server/index.ts";
import { testApp } from "#tests/support/app.ts";
import { activeLoan, type MadeLoan } from "#tests/support/loan.ts";
import { repaying } from "#tests/support/repaying.ts";
import { minPaymentRupiah } from "../request-contract.ts";
import { answerInquiry } from "./bill-inquiry.ts";
import { closeDue } from "./closing.ts";
import { orderPush, qrisFor, virtualAccountAt } from "./payment-methods.ts";
import { receivePayment } from "./payments.ts";
import { dayOfAccount, dayOfCode, inquiryMinutes, paymentRequestDaysOf } from "./value-day.ts";

const isLong = process.env["TEST_LONG"] === "1";
const rails = ["QRIS", "EWALLET", "VIRTUAL_ACCOUNT"] as const;
/** Seconds for which each rail's request is valid. */
const lives = { QRIS: 1_800, EWALLET: 60, VIRTUAL_ACCOUNT: inquiryMinutes * 60 } as const;
const disbursedOn = "2026-12-01";
const nearMidnight = (on: BusinessDate, seconds: number): Date =>
  new Date(instantOf(addDays(on, 1), "WIB").getTime() + seconds * 1_000);

const step = fc.record({
  days: fc.integer({ min: 0, max: 40 }),
  askedSecond: fc.integer({ min: -900, max: 60 }),
  paidAfter: fc.double({ min: 0, max: 1, noNaN: true }),
  rail: fc.constantFrom(...rails),
  what: fc.constantFrom("PAYOFF", "DUE", "SHORT", "PART" as const),
  short: fc.integer({ min: 1, max: 999 }),
});
const loans = fc.record({
  hundredThousands: fc.integer({ min: 2, max: 95 }),
  tenorDays: fc.constantFrom(30, 60, 90),
  steps: fc.array(step, { minLength: 1, maxLength: 7 }),
});

it("1,000 loans leave nothing that was paid as it was written, and demand nothing that cannot be paid", () => {
  const property = fc.property(loans, ({ hundredThousands, tenorDays, steps }) => {
    const terms = priceTerms(standardProduct, {
      principalRupiah: hundredThousands * 100_000,
      tenorDays,
      disbursedOn,
    });
    const events: LoanEvent[] = [];
    let on: BusinessDate = disbursedOn;
    for (const { days, askedSecond, paidAfter, rail, what, short } of steps) {
      on = addDays(on, days + 1);
      const askedAt = nearMidnight(on, askedSecond);
      const today = dateInWib(askedAt);
      const state = stateOf(terms, events, today);
      if (state.status === "PAID_OFF") return;
      const { payoffRupiah, dueNowRupiah } = state;
      const suggestedRupiah = Math.min(dueNowRupiah || state.nextDueRupiah, payoffRupiah);
      // Every rail supports every amount in a page, message or code.
      for (const demanded of [payoffRupiah, suggestedRupiah, state.nextDueRupiah])
        expect(demanded).toBeGreaterThanOrEqual(minPaymentRupiah);
      for (const row of state.rows.slice(0, -1)) expect(row.dueRupiah === 0 || row.dueRupiah >= 1_000).toBe(true);
      expect(dueNowRupiah === 0 ? state.daysPastDue : 0).toBe(0);
      const amountRupiah = Math.max(
        minPaymentRupiah,
        {
          PAYOFF: payoffRupiah,
          DUE: suggestedRupiah,
          SHORT: suggestedRupiah - short,
          PART: Math.ceil(payoffRupiah / 3),
        }[what],
      );
      const paidAt = new Date(askedAt.getTime() + Math.floor(paidAfter * lives[rail]) * 1_000);
      const bill = { payoffRupiah, dueTodayRupiah: dueNowRupiah, today };
      const valueDate =
        rail === "VIRTUAL_ACCOUNT"
          ? dayOfAccount(
              [
                {
                  id: "i",
                  answeredAt: askedAt,
                  countsOn: today,
                  amountRupiah: suggestedRupiah,
                  payoffRupiah,
                  isDue: dueNowRupiah > 0,
                },
              ],
              { paidAt, amountRupiah },
            )
          : dayOfCode(
              {
                ...paymentRequestDaysOf(bill, amountRupiah),
                expiresAt: new Date(askedAt.getTime() + lives[rail] * 1_000),
              },
              { paidAt, amountRupiah },
            );
      events.push({ kind: "PAYMENT", id: `p${events.length}`, valueDate, amountRupiah });
      const after = stateOf(terms, events, dateInWib(paidAt));
      if (amountRupiah === payoffRupiah)
        expect([after.status, after.payoffRupiah, after.overpaidRupiah]).toEqual(["PAID_OFF", 0, 0]);
      // A shortfall between one rupiah and nearly a thousand makes no borrower late, also after midnight.
      if (what === "DUE" || what === "SHORT") expect(after.daysPastDue).toBe(0);
      if (after.status === "PAID_OFF") {
        const { principalRupiah, interestRupiah, feeRupiah } = after.waived;
        // The lender has the principal back, except the part the company did not earn of the rest.
        const earned = after.paid.interestRupiah + after.paid.feeRupiah + after.lateFee.paidRupiah;
        expect(after.paid.principalRupiah).toBe(terms.principalRupiah - principalRupiah);
        expect(principalRupiah === 0 || earned === 0).toBe(true);
        expect(principalRupiah + interestRupiah + feeRupiah + after.lateFee.waivedRupiah).toBeLessThan(1_000);
      }
      on = dateInWib(paidAt);
    }
  });
  fc.assert(property, { numRuns: isLong ? 20_000 : 1_000 });
});

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const { bill, clean } = repaying(app);

/** Requests an amount by a rail; returns how its payment is identified. */
async function ask({ borrowerId }: MadeLoan, rail: (typeof rails)[number], amountRupiah: number): Promise<string> {
  if (rail === "QRIS") return (await qrisFor(services, borrowerId, { amountRupiah })).reference;
  if (rail === "EWALLET")
    return transact(database, async (trx) => {
      const mobileNumber = `0812${String(services.random.integer(1e8)).padStart(8, "0")}`;
      return (await orderPush(services, trx, borrowerId, { mobileNumber, amountRupiah })).reference;
    });
  const { virtualAccountNumber } = await virtualAccountAt(services, borrowerId, "014");
  await answerInquiry(services, { reference: virtualAccountNumber, inquiryId: services.random.uuid() });
  return virtualAccountNumber;
}

it(
  "loans in the books, too: every payoff that was written ends its loan, and the ledger is clean",
  async () => {
    const count = isLong ? 300 : 6;
    const made: MadeLoan[] = [];
    for (let index = 0; index < count; index++)
      made.push(await activeLoan(app, { amountRupiah: 200_000 + services.random.integer(80) * 100_000 }));
    const { dueOn } = (await bill(made[0]!)).rows[0]!;
    for (const [round, day] of [dueOn, addDays(dueOn, 30), addDays(dueOn, 45)].entries()) {
      const paid: Parameters<typeof receivePayment>[2][] = [];
      clock.moveTo(nearMidnight(day, -30));
      for (const [index, loan] of made.entries()) {
        const { suggestedRupiah, payoffRupiah } = await bill(loan);
        if (payoffRupiah === 0) continue;
        const rail = rails[(index + round) % rails.length]!;
        const isPayoff = round === 2 || index % 4 === round;
        const amountRupiah = isPayoff ? payoffRupiah : Math.max(1_000, suggestedRupiah - (index % 2) * 999);
        const reference = await ask(loan, rail, amountRupiah);
        paid.push({
          paymentId: `${loan.loanId}-${round}`,
          rail,
          reference,
          amountRupiah,
          paidAt: nearMidnight(day, 20),
        });
      }
      clock.moveTo(nearMidnight(day, 25));
      // The day is closed before the payments are received.
      await closeDue(services);
      for (const payment of paid) await transact(database, (trx) => receivePayment(services, trx, payment));
      for (const [index, loan] of made.entries()) {
        const owed = await bill(loan);
        const isOver = round === 2 || index % 4 <= round;
        expect([owed.paidOffOn !== null, (await loan.read()).state === "PAID_OFF"]).toEqual([isOver, isOver]);
        expect([owed.overpaidRupiah, owed.daysPastDue]).toEqual([0, 0]);
      }
    }
    expect(await clean()).toEqual([]);
  },
  isLong ? 600_000 : 60_000,
);
