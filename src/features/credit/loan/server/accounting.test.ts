import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import {
  LedgerRefusal,
  account,
  auditAll,
  availableOf,
  balanceOf,
  historyOfReference,
  post,
} from "#server/ledger/index.ts";
import { addDays } from "#shared/dates.ts";
import { testDatabase } from "../../../../../tests/support/database.ts";
import { type LoanBooks, StaleHistory, bookLoan, holdFunding, releaseFunding, settleFunding } from "./accounting.ts";
import { type LoanEvent, type LoanTerms, priceTerms, standardProduct, stateOf } from "./engine/index.ts";

const { database } = await testDatabase({ poolSize: 12 });
const now = new Date("2026-11-21T09:00:00+07:00");
const disbursedOn = "2026-11-21";
const day = (number: number) => addDays(disbursedOn, number);
const million = priceTerms(standardProduct, { principalRupiah: 1_000_000, tenorDays: 90, disbursedOn });
const lenderId = "institution";
await transact(database, (trx) =>
  post(trx, now, [
    {
      id: "deposit",
      kind: "LENDER_DEPOSIT",
      debit: account("ESCROW"),
      credit: account("LENDER_AVAILABLE", lenderId),
      amount: 50_000_000_000,
      reference: "deposit",
      valueDate: disbursedOn,
    },
  ]),
);

let made = 0;
/** A loan whose transfer to the borrower succeeded on day 0. */
async function disbursed(terms: LoanTerms, lender = lenderId): Promise<LoanBooks> {
  const books = { loanId: `l${++made}`, borrowerId: `b${made}`, lenderId: lender };
  await transact(database, async (trx) => {
    await holdFunding(trx, now, books, terms.principalRupiah, disbursedOn);
    await settleFunding(trx, now, books, disbursedOn);
    await bookLoan(trx, now, books, stateOf(terms, [], disbursedOn));
  });
  return books;
}
const book = (books: LoanBooks, terms: LoanTerms, events: LoanEvent[], onDay: number) =>
  transact(database, (trx) => bookLoan(trx, now, books, stateOf(terms, events, day(onDay))));
const payment = (id: string, onDay: number, amountRupiah: number) =>
  ({ kind: "PAYMENT", id, valueDate: day(onDay), amountRupiah }) as const;

/** Balances of the loan's accounts. */
async function accountsOf({ loanId, borrowerId }: LoanBooks) {
  const owned = [
    "RECEIVABLE_PRINCIPAL",
    "RECEIVABLE_INTEREST",
    "RECEIVABLE_FEE",
    "RECEIVABLE_LATE_FEE",
    "UNEARNED_INTEREST",
    "LOAN_SETTLEMENT",
    "WRITTEN_OFF",
  ] as const;
  const balances = await Promise.all(
    owned.map(async (kind) => [kind, await balanceOf(database, account(kind, loanId))] as const),
  );
  return {
    ...Object.fromEntries(balances),
    BORROWER_BALANCE: await balanceOf(database, account("BORROWER_BALANCE", borrowerId)),
  };
}

/** Balances expected by the engine. */
function accountsBy(terms: LoanTerms, events: LoanEvent[], onDay: number) {
  const state = stateOf(terms, events, day(onDay));
  const { principalRupiah, interestRupiah, feeRupiah } = state.unpaid;
  const unpaid = principalRupiah + interestRupiah + feeRupiah + state.lateFee.unpaidRupiah;
  const isWrittenOff = state.writtenOffOn !== null;
  return {
    RECEIVABLE_PRINCIPAL: isWrittenOff ? 0 : principalRupiah,
    RECEIVABLE_INTEREST: isWrittenOff ? 0 : interestRupiah,
    RECEIVABLE_FEE: isWrittenOff ? 0 : feeRupiah,
    RECEIVABLE_LATE_FEE: isWrittenOff ? 0 : state.lateFee.unpaidRupiah,
    UNEARNED_INTEREST: state.charged.interestRupiah - state.interestAccruedRupiah,
    LOAN_SETTLEMENT: 0,
    WRITTEN_OFF: isWrittenOff ? unpaid : 0,
    BORROWER_BALANCE: state.overpaidRupiah,
  };
}

describe("a loan in the books", () => {
  it("begins as the borrower's debt, paid out of escrow with the lender's money", async () => {
    const [escrow, available, invested] = [
      account("ESCROW"),
      account("LENDER_AVAILABLE", lenderId),
      account("LENDER_INVESTED", lenderId),
    ];
    const before = await Promise.all([escrow, available, invested].map((ref) => balanceOf(database, ref)));
    const books = await disbursed(million);
    const after = await Promise.all([escrow, available, invested].map((ref) => balanceOf(database, ref)));
    expect(after.map((balance, index) => balance - (before[index] ?? 0))).toEqual([-1_000_000, -1_000_000, 1_000_000]);
    expect(await accountsOf(books)).toMatchObject({
      RECEIVABLE_PRINCIPAL: 1_000_000,
      RECEIVABLE_INTEREST: 180_000,
      UNEARNED_INTEREST: 180_000,
    });
  });

  it("returns the lender's money when the transfer fails, and does so once", async () => {
    const books = { loanId: "failed", borrowerId: "b", lenderId };
    const before = await availableOf(database, account("LENDER_AVAILABLE", lenderId));
    await transact(database, (trx) => holdFunding(trx, now, books, 700_000, disbursedOn));
    expect(await availableOf(database, account("LENDER_AVAILABLE", lenderId))).toBe(before - 700_000);
    for (let time = 0; time < 2; time++)
      await transact(database, (trx) => releaseFunding(trx, now, books, disbursedOn));
    expect(await availableOf(database, account("LENDER_AVAILABLE", lenderId))).toBe(before);
  });

  it("cannot be paid with money that the lender does not have", async () => {
    const books = { loanId: "poor", borrowerId: "b", lenderId: "poor" };
    await expect(transact(database, (trx) => holdFunding(trx, now, books, 1, disbursedOn))).rejects.toThrow(
      LedgerRefusal,
    );
  });

  it("is booked once, however often the same history is booked", async () => {
    const books = await disbursed(million);
    const events = [payment("p1", 40, 300_000)];
    expect((await book(books, million, events, 40)).length).toBeGreaterThan(0);
    expect(await book(books, million, events, 40)).toEqual([]);
    const tries = await Promise.all(
      Array.from({ length: 10 }, () => book(books, million, [...events, payment("p2", 41, 5_000)], 41)),
    );
    expect(tries.filter((posted) => posted.length > 0)).toHaveLength(1);
    expect(await accountsOf(books)).toEqual(accountsBy(million, [...events, payment("p2", 41, 5_000)], 41));
  });

  it("gives the principal back to the lender as it is repaid", async () => {
    const books = await disbursed(million);
    const before = await balanceOf(database, account("LENDER_INVESTED", lenderId));
    await book(books, million, [payment("p1", 30, 393_333)], 30);
    expect(await balanceOf(database, account("LENDER_INVESTED", lenderId))).toBe(before - 333_333);
  });

  it("takes a late fee back that a payment booked late shows was never due", async () => {
    const books = await disbursed(million);
    await book(books, million, [], 45);
    expect(await balanceOf(database, account("RECEIVABLE_LATE_FEE", books.loanId))).toBe(9_999);
    await book(books, million, [payment("p1", 30, 393_333)], 45);
    expect(await accountsOf(books)).toMatchObject({ RECEIVABLE_LATE_FEE: 0, RECEIVABLE_PRINCIPAL: 666_667 });
    const kinds = (await historyOfReference(database, books.loanId)).filter((row) => row.kind === "LATE_FEE_CHARGED");
    expect(kinds.map((row) => [row.debitAccountId.split("/")[0], row.amount])).toEqual([
      ["RECEIVABLE_LATE_FEE", 9_999],
      ["LATE_FEE_INCOME", 9_999],
    ]);
  });

  it("takes a payment from the borrower's balance, from unmatched money and from a loan that replaces it", async () => {
    const books = await disbursed(million);
    const over = [payment("p1", 10, 1_030_000)];
    await book(books, million, over, 10);
    const second = { ...(await disbursed(million)), borrowerId: books.borrowerId };
    await transact(database, (trx) =>
      post(trx, now, [
        {
          id: "unmatched_x1",
          kind: "UNMATCHED_RECEIVED",
          debit: account("ESCROW"),
          credit: account("UNMATCHED", "x1"),
          amount: 50_000,
          reference: "x1",
          valueDate: day(10),
        },
      ]),
    );
    const events: LoanEvent[] = [
      { ...payment("s1", 10, 10_000), from: "BALANCE" },
      { ...payment("s2", 11, 50_000), from: "UNMATCHED:x1" },
      { ...payment("s3", 12, 964_000), from: "RESTRUCTURE" },
    ];
    await book(second, million, events, 12);
    expect(await balanceOf(database, account("BORROWER_BALANCE", books.borrowerId))).toBe(0);
    expect(await balanceOf(database, account("UNMATCHED", "x1"))).toBe(0);
    expect(stateOf(million, events, day(12)).status).toBe("PAID_OFF");
    expect(await balanceOf(database, account("RESTRUCTURE_CLEARING"))).toBe(964_000);
    const successor = { ...second, loanId: `${second.loanId}:next`, replaces: { rupiah: 964_000 } };
    await book(successor, { ...million, principalRupiah: 964_000, disbursedOn: day(12) }, [], 12);
    expect(await balanceOf(database, account("RESTRUCTURE_CLEARING"))).toBe(0);
    const beyondBalance: LoanEvent = { ...payment("s4", 12, 70_000), from: "BALANCE" };
    await expect(book(second, million, [...events, beyondBalance], 12)).rejects.toThrow(LedgerRefusal);
  });

  it("pays a repeat loan out in two parts: what ends the earlier loan, also another lender's, and the rest from escrow", async () => {
    const other = "another-lender";
    await transact(database, (trx) =>
      post(trx, now, [
        {
          id: "deposit_another",
          kind: "LENDER_DEPOSIT",
          debit: account("ESCROW"),
          credit: account("LENDER_AVAILABLE", other),
          amount: 1_000_000,
          reference: "deposit_another",
          valueDate: disbursedOn,
        },
      ]),
    );
    const old = await disbursed(million, other);
    const payoff = stateOf(million, [], day(20)).payoffRupiah;
    const repeat = { ...(await disbursed(million)), borrowerId: old.borrowerId };
    const escrow = await balanceOf(database, account("ESCROW"));
    const terms = { ...million, principalRupiah: 2_000_000, disbursedOn: day(21) };
    const successor = { ...repeat, loanId: `${repeat.loanId}:repeat`, replaces: { rupiah: payoff } };
    await book(successor, terms, [], 21);
    await book(old, million, [{ ...payment("r1", 20, payoff), from: "REPLACEMENT" }], 21);
    expect(await balanceOf(database, account("RESTRUCTURE_CLEARING"))).toBe(0);
    expect(await balanceOf(database, account("ESCROW"))).toBe(escrow - (2_000_000 - payoff));
    expect(await accountsOf(old)).toMatchObject({ RECEIVABLE_PRINCIPAL: 0, RECEIVABLE_INTEREST: 0 });
    expect(await accountsOf(successor)).toMatchObject({ RECEIVABLE_PRINCIPAL: 2_000_000 });
    expect(await balanceOf(database, account("LENDER_INVESTED", other))).toBe(0);
    expect(await balanceOf(database, account("LENDER_AVAILABLE", other))).toBe(1_000_000);
  });

  it("refuses a history from before another booking, instead of undoing that one", async () => {
    const books = await disbursed(million);
    await book(books, million, [payment("p1", 5, 100_000)], 5);
    await expect(book(books, million, [payment("p2", 5, 70_000)], 5)).rejects.toThrow(StaleHistory);
  });
});

const valueDay = fc.integer({ min: 0, max: 250 });
const happening = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("PAYMENT" as const),
      on: valueDay,
      amountRupiah: fc.oneof(fc.integer({ min: 1, max: 400_000 }), fc.integer({ min: 1, max: 1_500_000 })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom("WAIVER" as const, "DISCOUNT" as const),
      of: fc.constantFrom("LATE_FEE" as const, "INTEREST" as const, "FEE" as const, "PRINCIPAL" as const),
      on: valueDay,
      amountRupiah: fc.integer({ min: 1, max: 200_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("REVERSAL" as const),
      on: valueDay,
      eventId: fc.integer({ min: 0, max: 7 }).map((n) => `e${n}`),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("WRITE_OFF" as const), on: fc.integer({ min: 120, max: 250 }) }),
  },
);

describe("the books and the engine", () => {
  it("agree to the rupiah after every booking of any history, events arriving in any order", async () => {
    const terms: LoanTerms = { ...million, feeRupiah: 25_001, principalRupiah: 999_999 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(happening, { maxLength: 7 }),
        fc.array(fc.nat({ max: 40 }), { minLength: 8, maxLength: 8 }),
        async (list, waits) => {
          const books = await disbursed(terms);
          const events: LoanEvent[] = [];
          let today = 0;
          for (const [index, { on, ...event }] of list.entries()) {
            events.push({ ...event, id: `e${index}`, valueDate: day(on) } as LoanEvent);
            // It is reported some days later, when events with a later value date may already be booked.
            today = Math.max(today, on) + (waits[index] ?? 0);
            await book(books, terms, [...events], today);
            expect(await accountsOf(books)).toEqual(accountsBy(terms, events, today));
          }
        },
      ),
      { numRuns: 25 },
    );
    expect((await auditAll(database, now)).findings).toEqual([]);
  }, 30_000);
});
