/**
 * With a coupon and without: quote, signed contract, bill and books are equal over a thousand random loans; caps,
 * effective rate and highest cost are the same as without it. // Product decisions, rewards 4, 13
 */
import { expect, it } from "vitest";
import { addAccount } from "#features/account/bank-account/server/store.ts";
import { seedBorrower } from "#features/account/login/server/index.ts";
import { couponQuoteOf } from "#features/credit/application/server/coupon-quote.ts";
import { loanPurpose } from "#features/credit/disbursement/server/loan-purpose.ts";
import type { TransferRow } from "#features/credit/disbursement/server/store.ts";
import { reserveLimit, setCreditLimit } from "#features/credit/limit/server/index.ts";
import {
  discountedSchedule,
  findLoan,
  loanDiscounts,
  priceTerms,
  quoteFor,
  quoteOfTerms,
  scheduleOf,
  standardProduct,
  stateOf,
  submitLoan,
  takenDiscountOf,
  termsFor,
  transition,
  type LoanRow,
  type LoanTerms,
} from "#features/credit/loan/server/index.ts";
import { billOf } from "#features/credit/repayment/server/index.ts";
import { transact } from "#server/database.server.ts";
import { account, auditAll, availableOf, balanceOf } from "#server/ledger/index.ts";
import { addDays } from "#shared/dates.ts";
import { sumRupiah } from "#shared/money.ts";
import { testApp } from "#tests/support/app.ts";
import { testDatabase } from "#tests/support/database.ts";
import { atATime } from "#tests/support/at-a-time.ts";
import { coupon } from "#tests/support/coupon.ts";
import { discountOf, interestOf } from "./value.ts";

const isLong = process.env["TEST_LONG"] === "1";
const loans = 1_000;
/** Every n-th goes through the database, the others only through the engine; in the long run all go through it. */
const bookedEvery = isLong ? 1 : 30;

// Many concurrent payouts wait for one lender's account: amounts are compared here, not times.
const app = await testApp({
  database: await testDatabase({ statementTimeoutMilliseconds: 120_000, lockTimeoutMilliseconds: 60_000 }),
});
const { services, clock } = app;
const { database, random } = services;
await app.settle();

let state = 20_261_123;
/** The same random numbers in each run. */
function roll(below: number): number {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
  return (state >>> 8) % below;
}
const keys = ["interest-10000", "interest-20-percent", "interest-free", null] as const;

interface Wish {
  number: number;
  amountRupiah: number;
  tenorDays: number;
  couponKey: (typeof keys)[number];
}
function wish(number: number): Wish {
  const couponKey = keys[number % keys.length]!;
  const isFree = couponKey === "interest-free";
  return {
    number,
    couponKey,
    amountRupiah: 200_000 + 100_000 * roll(isFree ? 9 : 99),
    tenorDays: isFree ? 30 : 30 + 30 * roll(3),
  };
}
const payable = (rows: readonly { payableRupiah: number }[]) => rows.map(({ payableRupiah }) => payableRupiah);

/** As application, approval, signature and payout write it, without the rail. */
async function paidOut(
  borrowerId: string,
  terms: LoanTerms,
  couponId: string | null,
  number: number,
): Promise<LoanRow> {
  const loanId = random.uuid();
  return transact(database, async (trx) => {
    const added = await addAccount(services, trx, borrowerId, {
      bankCode: "014",
      accountNumber: `66${String(number).padStart(8, "0")}`,
      accountName: "SITI RAHAYU",
      nameMatch: "SAME",
      isMain: true,
    });
    const bankAccountId = added === "KNOWN" ? "" : added.id;
    await setCreditLimit(services, trx, borrowerId, 10_000_000, "FIRST_ASSESSMENT");
    const about = { borrowerId, loanId, discountId: couponId!, terms };
    const discount = couponId === null ? null : await loanDiscounts(services)!.reserve(services, trx, about);
    await submitLoan(services, trx, { borrowerId, loanId, terms, purpose: "EDUCATION", bankAccountId, discount });
    await reserveLimit(services, trx, borrowerId, loanId, terms.principalRupiah);
    const now = clock.now();
    for (const [from, to, change] of [
      ["SUBMITTED", "APPROVED", { decidedAt: now, signDeadline: new Date(now.getTime() + 86_400_000) }],
      ["APPROVED", "SIGNED", { signedAt: now }],
    ] as const)
      await transition(services, trx, { borrowerId, loanId, from: [from], to, actor: "SYSTEM", cause: to, change });
    const transfer = { id: random.uuid(), borrowerId, subjectId: loanId } as TransferRow;
    await loanPurpose.begin(services, trx, transfer);
    await loanPurpose.settled(services, trx, transfer, clock.now());
    return (await findLoan(trx, borrowerId, loanId))!;
  });
}

async function agrees({ number, amountRupiah, tenorDays, couponKey }: Wish): Promise<void> {
  const borrowerId = await transact(database, (trx) =>
    seedBorrower(services, trx, { mobileNumber: `0817${String(10_000_000 + number)}` }),
  );
  const given = couponKey && (await coupon(app, borrowerId, couponKey));
  const couponId = given ? given.couponId : "NONE";
  const promised = given ? await availableOf(database, account("REWARD_BUDGET", given.activityId)) : 0;
  const ask = (id: string) =>
    couponQuoteOf(services, database, borrowerId, { amountRupiah, tenorDays, couponId: id }, "id");
  const [quote, plain] = [await ask(couponId), await ask("NONE")];
  const cost = await quoteFor(services, { principalRupiah: amountRupiah, tenorDays });
  const terms = await termsFor(services, { principalRupiah: amountRupiah, tenorDays });
  const loan = await paidOut(borrowerId, terms, given ? given.couponId : null, number);
  expect(loan.state).toBe("ACTIVE");
  const signed = takenDiscountOf(loan.terms, loan.discount);
  const rows = (await billOf(services, database, borrowerId, loan.id))!.rows;
  const receivable = await Promise.all(
    (["RECEIVABLE_PRINCIPAL", "RECEIVABLE_INTEREST", "RECEIVABLE_FEE"] as const).map((kind) =>
      balanceOf(database, account(kind, loan.id)),
    ),
  );
  const told = payable(quote.instalments);
  expect(payable(signed?.instalments ?? plain.instalments)).toEqual(told);
  expect(rows.map(({ unpaidRupiah }) => unpaidRupiah)).toEqual(told);
  expect([sumRupiah(receivable), sumRupiah(told)]).toEqual([quote.totalRupiah, quote.totalRupiah]);
  expect([loan.discount?.rupiah ?? 0, plain.totalRupiah - quote.totalRupiah]).toEqual([
    quote.discountRupiah,
    quote.discountRupiah,
  ]);
  // The quoted cost and the agreement equal those of the same loan without a coupon.
  expect(quoteOfTerms(loan.terms)).toEqual(cost);
  expect([cost.totalRupiah, rows.reduce((sum, row) => sum + row.totalRupiah, 0)]).toEqual([
    plain.totalRupiah,
    plain.totalRupiah,
  ]);
  if (given) {
    // The campaign pays the discount; the rest of the promise is free again.
    const remaining = await availableOf(database, account("REWARD_BUDGET", given.activityId));
    const promise = couponKey === "interest-20-percent" ? 360_000 : couponKey === "interest-free" ? 60_000 : 10_000;
    expect([promised, promise - remaining]).toEqual([0, quote.discountRupiah]);
  }
}

it(
  `Quote, signed schedule, bill and ledger are one over ${Math.ceil(loans / bookedEvery)} random loans.`,
  { timeout: isLong ? 1_800_000 : 240_000 },
  async () => {
    const wishes = Array.from({ length: loans }, (_, number) => wish(number)).filter(
      ({ number }) => Math.floor(number / keys.length) % bookedEvery === 0,
    );
    for (let next = 0; next < wishes.length; next += 50) {
      await atATime(
        4,
        wishes.slice(next, next + 50).map((one) => () => agrees(one)),
      );
      // Funds the sandbox's lender again.
      await services.sweeps.runAllDue(services);
    }
    expect((await auditAll(database, clock.now())).findings).toEqual([]);
    expect(await balanceOf(database, account("DISCOUNT_COST"))).toBe(0);
  },
);

it(`Over ${loans} random loans a discount is at most the interest, in the borrower's favour, and leaves caps and rates alone.`, () => {
  for (let number = 0; number < loans; number++) {
    const disbursedOn = addDays("2026-11-21", roll(400));
    const pricing = { principalRupiah: 200_000 + 100_000 * roll(99), tenorDays: 30 + 30 * roll(3), disbursedOn };
    const terms = priceTerms(standardProduct, pricing);
    const interest = interestOf(terms);
    const ppm = 1 + roll(1_000_000);
    const maxRupiah = 1 + roll(3_000_000);
    const isPercent = roll(2) === 0;
    const effect = isPercent ? "INTEREST_PERCENT" : "INTEREST_FIXED";
    const rupiah = discountOf({ effect, maxRupiah, ppm } as Parameters<typeof discountOf>[0], interest);
    const wanted = isPercent ? Math.ceil((interest * ppm) / 1_000_000) : maxRupiah;
    expect(rupiah).toBe(Math.min(wanted, maxRupiah, interest));
    const { totalRupiah, instalments } = discountedSchedule(terms, rupiah);
    const schedule = scheduleOf(terms);
    const whole = sumRupiah(schedule.map((row) => row.principalRupiah + row.interestRupiah + row.feeRupiah));
    expect(totalRupiah).toBe(whole - rupiah);
    for (const [index, row] of instalments.entries())
      expect(row.payableRupiah).toBeGreaterThanOrEqual(schedule[index]!.principalRupiah);
    const event = {
      kind: "DISCOUNT",
      id: "c",
      of: "INTEREST",
      valueDate: disbursedOn,
      amountRupiah: rupiah,
    } as const;
    const running = stateOf(terms, [event], disbursedOn);
    expect(running.rows.map(({ unpaidRupiah }) => unpaidRupiah)).toEqual(payable(instalments));
    expect(running.discounted.interestRupiah).toBe(rupiah);
    expect(quoteOfTerms(running.terms)).toEqual(quoteOfTerms(terms));
  }
});
