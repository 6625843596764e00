/**
 * Over random loans with coupons, reductions, repeat loans and restructurings among them: quote, signed contract, bill
 * and books are equal; a restructured total is never above the old contract's, and no money is lost between two loans.
 */
import { expect, it } from "vitest";
import { couponQuoteOf } from "#features/credit/application/server/coupon-quote.ts";
import { reloanOf } from "#features/credit/application/server/reloan.ts";
import { refreshLimit } from "#features/credit/limit/server/refreshing.ts";
import { findLoan, quoteOfTerms, stateOf, takenDiscountOf, loanTerms } from "#features/credit/loan/server/index.ts";
import { reductionOf, reserveReduction } from "#features/credit/membership/server/reduction.ts";
import { billOf, lockHistory, recordEvent } from "#features/credit/repayment/server/index.ts";
import { offerUnasked } from "#features/credit/restructure/server/offering.ts";
import { programmeFor, programmeOn } from "#features/credit/restructure/server/rules/programmes.ts";
import { carryOutOffer, offerInForce } from "#features/credit/restructure/server/signing.ts";
import { restructureOffersOf } from "#features/credit/restructure/server/store.ts";
import { restructureAnswerOf } from "#features/credit/restructure/server/views.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import { account, auditAll, balanceOf } from "#server/ledger/index.ts";
import { seededRandom } from "#server/process/random.ts";
import { addDays, dateInWib } from "#shared/dates.ts";
import { sumRupiah } from "#shared/money.ts";
import { testApp } from "#tests/support/app.ts";
import { ripeBorrower } from "#tests/support/approved-loan.ts";
import { coupon } from "#tests/support/coupon.ts";
import { lend } from "#tests/support/loan.ts";
import { signedApplication, signedRepeat } from "#tests/support/signed-application.ts";

const isLong = process.env["TEST_LONG"] === "1";
const loans = isLong ? 1_000 : 20;
/** Borrowers simulated over the same days. */
const atOnce = 50;
const kinds = ["RELOAN", "RESTRUCTURE", "REDUCTION", "COUPON", "RESTRUCTURE"] as const;

const app = await testApp();
const { services, clock } = app;
const { database } = services;
await app.settle();
const random = seededRandom("lives");
const inTransaction = <Result>(work: (trx: Transaction) => Promise<Result>) => transact(database, work);
const between = (least: number, most: number): number => least + random.integer(most - least + 1);

interface Life {
  number: number;
  kind: (typeof kinds)[number];
  borrowerId: string;
  loanId: string;
  rate: number;
}
const payable = (rows: readonly { payableRupiah: number }[]) => rows.map(({ payableRupiah }) => payableRupiah);
const totals = (rows: readonly { totalRupiah: number }[]) => rows.map(({ totalRupiah }) => totalRupiah);

async function pay({ borrowerId, loanId }: Life, amountRupiah: number): Promise<void> {
  const valueDate = dateInWib(clock.now());
  const payment = {
    kind: "PAYMENT",
    id: `paid-${services.random.uuid()}`,
    valueDate,
    amountRupiah,
    from: "RAIL",
  } as const;
  const facts = { rail: "VIRTUAL_ACCOUNT", bankCode: "014", paidAt: clock.now(), actor: "BANK" } as const;
  await inTransaction((trx) => recordEvent(services, trx, { borrowerId, loanId }, payment, facts));
}

/** The amounts of a loan's bill, row by row; their sum equals the ledger's, without late fees. */
async function billed(borrowerId: string, loanId: string): Promise<number[]> {
  const bill = (await billOf(services, database, borrowerId, loanId))!;
  const held = await Promise.all(
    (["RECEIVABLE_PRINCIPAL", "RECEIVABLE_INTEREST", "RECEIVABLE_FEE"] as const).map((kind) =>
      balanceOf(database, account(kind, loanId)),
    ),
  );
  const rows = bill.rows.map(({ unpaidRupiah }) => unpaidRupiah);
  expect([loanId, sumRupiah(held)]).toEqual([loanId, sumRupiah(rows)]);
  return rows;
}

/** A loan with or without a coupon, and whether its debt equals its quote. */
async function begin(number: number): Promise<Life> {
  const kind = kinds[number % kinds.length]!;
  const { borrowerId, bankAccountId } = await ripeBorrower(app);
  const amountRupiah = 100_000 * between(5, 24);
  const tenorDays = 30 * between(kind === "REDUCTION" ? 2 : 1, 3);
  if (kind === "REDUCTION") await becomeMember(borrowerId, bankAccountId);
  const isGiven = kind === "COUPON" || (kind !== "REDUCTION" && random.integer(3) === 0);
  const couponId = isGiven ? (await coupon(app, borrowerId, "interest-10000")).couponId : undefined;
  const ask = { amountRupiah, tenorDays, couponId: couponId ?? "NONE" };
  const quote = await couponQuoteOf(services, database, borrowerId, ask, "id");
  const loanId = await signedApplication(app, {
    borrowerId,
    bankAccountId,
    principalRupiah: amountRupiah,
    tenorDays,
    couponId,
  });
  await lend(app, borrowerId, loanId);
  const loan = (await findLoan(database, borrowerId, loanId))!;
  const signed = takenDiscountOf(loan.terms, loan.discount)?.instalments ?? null;
  const promised = payable(quote.instalments);
  expect([number, signed ? payable(signed) : totals(quoteOfTerms(loan.terms).instalments)]).toEqual([number, promised]);
  expect([number, await billed(borrowerId, loanId)]).toEqual([number, promised]);
  const life = { number, kind, borrowerId, loanId, rate: random.integer(1_000) };
  // Half of it is repaid at once before a repeat loan, the first instalment before a reduction.
  if (kind === "RELOAN") await pay(life, Math.ceil(quote.totalRupiah * 0.75));
  if (kind === "REDUCTION") await pay(life, promised[0]!);
  if (kind === "RESTRUCTURE" && random.integer(3) === 0) await pay(life, between(1_000, Math.floor(promised[0]! / 2)));
  return life;
}

async function becomeMember(borrowerId: string, bankAccountId: string): Promise<void> {
  const cause = "FIRST_ASSESSMENT";
  await inTransaction((trx) => refreshLimit(services, trx, borrowerId, { key: "first-assessment", cause }));
  const loanId = await signedApplication(app, { borrowerId, bankAccountId, principalRupiah: 300_000, tenorDays: 30 });
  await lend(app, borrowerId, loanId);
  const life = { number: -1, kind: "REDUCTION", borrowerId, loanId, rate: 0 } as const;
  await pay(life, (await billOf(services, database, borrowerId, loanId))!.payoffRupiah);
}

async function repeats({ number, borrowerId, loanId }: Life): Promise<void> {
  const first = await reloanOf(services, database, borrowerId, {});
  const [least, step] = [first.minimumRupiah, first.stepRupiah];
  const amountRupiah = Math.min(first.maximumRupiah, least + step * random.integer(10));
  const tenorDays = 30 * between(1, 3);
  const look = await reloanOf(services, database, borrowerId, { amountRupiah, tenorDays });
  expect([number, look.refusals]).toEqual([number, []]);
  const repeat = await signedRepeat(app, { borrowerId, loanId }, { principalRupiah: amountRupiah, tenorDays });
  expect([repeat.payoffRupiah, repeat.netRupiah]).toEqual([look.old!.payoffRupiah, look.netRupiah]);
  await lend(app, borrowerId, repeat.loanId);
  const loan = (await findLoan(database, borrowerId, repeat.loanId))!;
  const promised = totals(look.quote!.instalments);
  expect([number, totals(quoteOfTerms(loan.terms).instalments)]).toEqual([number, promised]);
  expect([number, await billed(borrowerId, repeat.loanId)]).toEqual([number, promised]);
  expect([number, look.quote!.feeRupiah, look.extraRupiah]).toEqual([
    number,
    0,
    look.costReloanRupiah - look.costKeepRupiah,
  ]);
  expect([number, (await findLoan(database, borrowerId, loanId))!.state]).toEqual([number, "PAID_OFF"]);
  expect([number, sumRupiah(await billed(borrowerId, loanId))]).toEqual([number, 0]);
}

async function isReduced({ number, borrowerId, loanId }: Life): Promise<void> {
  const shown = await reductionOf(services, database, borrowerId);
  expect([number, shown.refusals, shown.loanId]).toEqual([number, [], loanId]);
  await inTransaction((trx) => reserveReduction(services, trx, { borrowerId, loanId }));
  const now = await billed(borrowerId, loanId);
  expect([number, sumRupiah(now)]).toEqual([number, sumRupiah(payable(shown.rowsBefore)) - shown.savedRupiah]);
  expect([number, now]).toEqual([number, payable(shown.rowsAfter)]);
}

/** @returns whether a programme fits the loan; not every loan becomes cheaper */
async function isRestructured({ number, borrowerId, loanId, rate }: Life): Promise<boolean> {
  const today = dateInWib(clock.now());
  const name = { borrowerId, loanId };
  const isOffered = await inTransaction(async (trx) => {
    const history = (await lockHistory(trx, name))!;
    const { daysPastDue } = stateOf(loanTerms(history.loan), history.events, today);
    const programme = rate < 200 ? programmeOn("PAUSE", today) : programmeFor(daysPastDue, today);
    return programme && offerUnasked(services, trx, history, { origin: "STAFF", programme, actor: "SYSTEM" });
  });
  if (!isOffered) return false;
  const offers = (await restructureOffersOf(database, borrowerId)).filter(({ state }) => state === "OFFERED");
  const offer = offers[rate % offers.length]!;
  const shown = (await inTransaction((trx) => offerInForce(services, trx, borrowerId, offer.id))).plan;
  const answered = (await restructureAnswerOf(services, database, borrowerId)).offers.find(
    ({ offerId }) => offerId === offer.id,
  )!;
  const promised = totals(answered.plan!.quote.instalments);
  await inTransaction(async (trx) => {
    const history = (await lockHistory(trx, name))!;
    const current = await offerInForce(services, trx, borrowerId, offer.id);
    expect([number, totals(quoteOfTerms(current.subject.loan.terms).instalments)]).toEqual([number, promised]);
    await carryOutOffer(services, trx, history, current, { documentId: offer.id, signedAt: clock.now() });
  });
  const loan = (await findLoan(database, borrowerId, offer.newLoanId))!;
  expect([number, totals(quoteOfTerms(loan.terms).instalments)]).toEqual([number, promised]);
  expect([number, await billed(borrowerId, offer.newLoanId)]).toEqual([number, promised]);
  expect([number, sumRupiah(promised) <= shown.boundRupiah]).toEqual([number, true]);
  expect([number, await balanceOf(database, account("RECEIVABLE_FEE", offer.newLoanId))]).toEqual([
    number,
    shown.carriedRupiah,
  ]);
  expect([number, (await findLoan(database, borrowerId, loanId))!.state]).toEqual([number, "RESTRUCTURED"]);
  expect([number, sumRupiah(await billed(borrowerId, loanId))]).toEqual([number, 0]);
  return true;
}

const inSeconds = { timeout: 7_200_000 };
it(
  `Quote, signed schedule, bill and ledger are one over ${loans} random loans, however they go on.`,
  inSeconds,
  async () => {
    const counted = { RELOAN: 0, RESTRUCTURE: 0, REDUCTION: 0, COUPON: 0, "fits nothing": 0 };
    const advance = (days: number) => clock.moveTo(new Date(`${addDays(dateInWib(clock.now()), days)}T09:00:00+07:00`));
    for (let next = 0; next < loans; next += atOnce) {
      const lives: Life[] = [];
      for (let number = next; number < Math.min(loans, next + atOnce); number++) lives.push(await begin(number));
      advance(between(1, 20));
      for (const life of lives) {
        if (life.kind === "RELOAN") await repeats(life);
        if (life.kind === "REDUCTION") await isReduced(life);
        if (life.kind !== "RESTRUCTURE") counted[life.kind] += 1;
      }
      const later = between(5, 90);
      advance(later);
      for (const life of lives.filter(({ kind }) => kind === "RESTRUCTURE"))
        counted[(await isRestructured(life)) ? "RESTRUCTURE" : "fits nothing"] += 1;
      expect(await balanceOf(database, account("RESTRUCTURE_CLEARING"))).toBe(0);
    }
    expect((await auditAll(database, clock.now())).findings).toEqual([]);
    console.info(JSON.stringify(counted));
    expect(counted.RESTRUCTURE).toBeGreaterThan(loans / 20);
  },
);
