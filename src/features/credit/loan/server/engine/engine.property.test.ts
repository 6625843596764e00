import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays } from "#shared/dates.ts";
import {
  type LoanEvent,
  type LoanState,
  type LoanTerms,
  advance,
  carryTo,
  keptOf,
  quoteOf,
  rulesOf,
  scheduleOf,
  stateOf,
  viewFrom,
} from "./index.ts";
import { compareEvents } from "./events.ts";
import { totalCapRupiah } from "./terms.ts";

/** The first day of DUE_TOLERANCE, and its amount. */
const tolerance = { from: "2026-11-26", rupiah: 1_000 } as const;

const disbursedOn = "2026-11-21";
const horizonDays = 300;

const terms: fc.Arbitrary<LoanTerms> = fc
  .record({
    principalRupiah: fc.oneof(
      fc.integer({ min: 2, max: 100 }).map((steps) => steps * 100_000),
      fc.integer({ min: 1_000, max: 9_999_999 }),
    ),
    rows: fc.integer({ min: 1, max: 5 }),
    instalmentDays: fc.constantFrom(7, 30),
    dailyRatePpm: fc.integer({ min: 0, max: 3_000 }),
    feeShare: fc.integer({ min: 0, max: 20 }),
    lateFeeDailyPpm: fc.integer({ min: 0, max: 3_000 }),
    totalCapPpm: fc.constantFrom(1_000_000, 500_000),
  })
  .map(({ rows, feeShare, ...rest }) => ({
    ...rest,
    productKey: "TEST",
    tenorDays: rows * rest.instalmentDays,
    disbursedOn,
    feeRupiah: Math.floor((rest.principalRupiah * feeShare) / 1_000),
  }));

const valueDate = fc.integer({ min: 0, max: horizonDays }).map((days) => addDays(disbursedOn, days));
// Many small ones, some of which end the loan.
const amountRupiah = fc.oneof(fc.integer({ min: 1, max: 400_000 }), fc.integer({ min: 1, max: 12_000_000 }));
const happening = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("PAYMENT" as const), valueDate, amountRupiah }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom("WAIVER" as const, "DISCOUNT" as const),
      of: fc.constantFrom("LATE_FEE" as const, "INTEREST" as const, "FEE" as const, "PRINCIPAL" as const),
      valueDate,
      amountRupiah: fc.integer({ min: 1, max: 300_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("REVERSAL" as const),
      valueDate,
      eventId: fc.integer({ min: 0, max: 9 }).map((n) => `e${n}`),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("WRITE_OFF" as const),
      valueDate: fc.integer({ min: 150, max: horizonDays }).map((days) => addDays(disbursedOn, days)),
    }),
  },
);
const history: fc.Arbitrary<LoanEvent[]> = fc
  .array(happening, { maxLength: 10 })
  .map((list) => list.map((event, index) => ({ ...event, id: `e${index}` })));
const last = addDays(disbursedOn, horizonDays);

/** Everything except the order in which `advance` filled its cache. */
function figures(state: LoanState): object {
  const { position: _position, ...rest } = state;
  return rest;
}

describe("the engine", () => {
  it("says from a kept position what the whole history says, on every day that comes after its events", () => {
    const arrivals = history.chain((events) =>
      fc.tuple(fc.constant(events), fc.shuffledSubarray(events, { minLength: events.length })),
    );
    fc.assert(
      fc.property(terms, arrivals, fc.integer({ min: 0, max: 200 }), (loan, [events, arriving], wait) => {
        const whole = stateOf(loan, events, last);
        const rules = rulesOf(loan);
        const kept = keptOf(whole, rules);
        // Whatever the order of events: an audit compares the stored position with the history.
        expect(keptOf(arriving.reduce(advance, stateOf(loan, [], disbursedOn)), rules)).toEqual(kept);
        const stored = JSON.parse(JSON.stringify(kept)) as typeof kept;
        for (const day of [kept.lastOn, addDays(kept.lastOn, wait)]) {
          const { events: _events, ...figuresOfDay } = stateOf(loan, events, day);
          expect(viewFrom(loan, stored, rules, day)).toEqual(figuresOfDay);
        }
        expect(viewFrom(loan, stored, rules, addDays(kept.lastOn, -1))).toBeNull();
        expect(viewFrom(loan, stored, rulesOf({ ...loan, tenorDays: loan.tenorDays + 1 }), last)).toBeNull();
      }),
      { numRuns: 400 },
    );
  });

  it("gives the same state however the events arrive: shuffled, repeated, backdated, one by one or at once", () => {
    const arrivals = history.chain((events) =>
      fc.tuple(fc.constant(events), fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 })),
    );
    fc.assert(
      fc.property(terms, arrivals, (loan, [events, arriving]) => {
        const whole = stateOf(loan, events, last);
        const grown = arriving.reduce(advance, stateOf(loan, [], disbursedOn));
        expect(figures(carryTo(grown, last))).toEqual(figures(whole));
        expect(figures(stateOf(loan, arriving, last))).toEqual(figures(whole));
      }),
      { numRuns: 400 },
    );
  });

  it("never loses or makes a rupiah: what came in is what was allocated and what is left over", () => {
    fc.assert(
      fc.property(terms, history, valueDate, (loan, events, on) => {
        const state = stateOf(loan, events, on);
        const { paid } = state;
        expect(
          paid.principalRupiah + paid.interestRupiah + paid.feeRupiah + state.lateFee.paidRupiah + state.overpaidRupiah,
        ).toBe(state.paidInRupiah);
        expect(state.charged.principalRupiah).toBe(loan.principalRupiah);
        for (const part of ["principalRupiah", "interestRupiah", "feeRupiah"] as const) {
          expect(state.paid[part] + state.waived[part] + state.discounted[part] + state.unpaid[part]).toBe(
            state.charged[part],
          );
        }
        const parts = state.rows.flatMap((row) => [
          ...Object.values(row.paid),
          ...Object.values(row.waived),
          ...Object.values(row.discounted),
          ...Object.values(row.unpaid),
        ]);
        expect(Math.min(...parts, ...Object.values(state.lateFee))).toBeGreaterThanOrEqual(0);
        if (state.status === "PAID_OFF")
          expect([state.payoffRupiah, state.dueNowRupiah, state.daysPastDue, state.lateFee.unpaidRupiah]).toEqual([
            0, 0, 0, 0,
          ]);
        else expect(state.payoffRupiah).toBeGreaterThan(0);
      }),
      { numRuns: 400 },
    );
  });

  it("never charges more than the contract amount in all, however late", () => {
    fc.assert(
      fc.property(terms, history, fc.integer({ min: 0, max: 5_000 }), (loan, events, days) => {
        const scheduled = quoteOf(loan).costRupiah;
        fc.pre(scheduled <= totalCapRupiah(loan));
        const state = stateOf(loan, events, addDays(disbursedOn, days));
        expect(state.costRupiah).toBeLessThanOrEqual(totalCapRupiah(loan));
        expect(state.costRupiah).toBeLessThanOrEqual(quoteOf(loan).highestCostRupiah);
      }),
    );
  });

  it("never lets waiting lower what ends the loan, nor a later payment raise what is owed", () => {
    fc.assert(
      fc.property(terms, history, fc.integer({ min: 1, max: 60 }), amountRupiah, (loan, events, wait, amount) => {
        const now = stateOf(loan, events, last);
        expect(carryTo(now, addDays(last, wait)).payoffRupiah).toBeGreaterThanOrEqual(now.payoffRupiah);
        const paid = advance(now, { kind: "PAYMENT", id: "later", valueDate: last, amountRupiah: amount });
        const rest = Math.max(0, now.payoffRupiah - amount);
        expect(paid.payoffRupiah).toBe(rest < tolerance.rupiah ? 0 : rest);
        expect(paid.overpaidRupiah - now.overpaidRupiah).toBe(Math.max(0, amount - now.payoffRupiah));
      }),
    );
  });

  it("asks for nothing below the tolerance, charges no late fee for it, and asks for every rupiah once", () => {
    fc.assert(
      fc.property(terms, history, fc.integer({ min: 6, max: horizonDays }), (loan, events, days) => {
        const on = addDays(disbursedOn, days);
        const state = stateOf(loan, events, on);
        const dueRupiah =
          state.rows.filter((row) => row.dueOn <= on).reduce((sum, row) => sum + row.unpaidRupiah, 0) +
          state.lateFee.unpaidRupiah;
        const isDue = state.status === "ACTIVE" && dueRupiah >= tolerance.rupiah;
        expect(state.dueNowRupiah).toBe(isDue ? Math.min(dueRupiah, state.payoffRupiah) : 0);
        expect(state.status === "PAID_OFF" || state.payoffRupiah >= tolerance.rupiah).toBe(true);
        if (!isDue) {
          expect(state.daysPastDue).toBe(0);
          expect(state.rows.some((row) => row.dueOn <= on && row.status !== "PAID")).toBe(false);
          // The next day charges no late fee for an amount that is not due.
          expect(carryTo(state, addDays(on, 1)).lateFee.chargedRupiah).toBe(state.lateFee.chargedRupiah);
        }
        const asked = state.rows.reduce((sum, row) => sum + row.dueRupiah, 0) + state.lateFeeDueRupiah;
        expect(asked).toBe(state.rows.reduce((sum, row) => sum + row.unpaidRupiah, 0) + state.lateFee.unpaidRupiah);
      }),
      { numRuns: 400 },
    );
  });

  it("has rows that add up to the amount, the interest and the fee", () => {
    fc.assert(
      fc.property(terms, (loan) => {
        const rows = scheduleOf(loan);
        const sum = (part: "principalRupiah" | "interestRupiah" | "feeRupiah") =>
          rows.reduce((total, row) => total + row[part], 0);
        expect(sum("principalRupiah")).toBe(loan.principalRupiah);
        expect(sum("interestRupiah")).toBe(
          Number((BigInt(loan.principalRupiah) * BigInt(loan.dailyRatePpm) * BigInt(loan.tenorDays)) / 1_000_000n),
        );
        expect(sum("feeRupiah")).toBe(loan.feeRupiah);
        expect(rows.at(-1)?.dueOn).toBe(addDays(disbursedOn, loan.tenorDays));
      }),
    );
  });

  it("agrees to the rupiah with a count that goes day by day", () => {
    fc.assert(
      fc.property(terms, history, fc.integer({ min: 0, max: horizonDays + 50 }), (loan, events, days) => {
        const state = stateOf(loan, events, addDays(disbursedOn, days));
        const slow = countDayByDay(loan, events, days);
        expect({
          lateFee: state.lateFee.chargedRupiah,
          payoff: state.payoffRupiah,
          overpaid: state.overpaidRupiah,
          lapsed: state.lapsedRupiah,
        }).toEqual(slow);
      }),
      { numRuns: 500 },
    );
  });
});

interface SlowRow {
  dueDay: number;
  principal: number;
  interest: number;
  fee: number;
  paidInterest: number;
  givenInterest: number;
  scheduledInterest: number;
}

/** The rules again, implemented as one loop over the days that shares only the schedule. */
function countDayByDay(loan: LoanTerms, events: readonly LoanEvent[], days: number) {
  const rows: SlowRow[] = scheduleOf(loan).map((row) => ({
    dueDay: row.number * loan.instalmentDays,
    principal: row.principalRupiah,
    interest: row.interestRupiah,
    fee: row.feeRupiah,
    paidInterest: 0,
    givenInterest: 0,
    scheduledInterest: row.interestRupiah,
  }));
  const cap = Math.max(0, totalCapRupiah(loan) - rows.reduce((sum, row) => sum + row.interest + row.fee, 0));
  const ofDate = (date: string) => events.filter((event) => event.valueDate === date);
  const until = addDays(disbursedOn, days);
  const reversed = new Set(
    events.flatMap((event) => (event.kind === "REVERSAL" && event.valueDate <= until ? [event.eventId] : [])),
  );
  let base = 0;
  let stretchDays = 0;
  let closed = 0;
  let settledLateFee = 0;
  let overpaid = 0;
  let lapsed = 0;
  let ended = false;
  let frozen = false;
  const charged = () =>
    Math.min(cap, closed + Number((BigInt(base) * BigInt(loan.lateFeeDailyPpm) * BigInt(stretchDays)) / 1_000_000n));
  const accrued = (row: SlowRow, today: number) => {
    const ran = Math.min(loan.instalmentDays, Math.max(0, today - (row.dueDay - loan.instalmentDays)));
    return Math.floor((row.scheduledInterest * ran) / loan.instalmentDays);
  };
  const payoff = (today: number) =>
    ended
      ? 0
      : charged() -
        settledLateFee +
        rows.reduce(
          (sum, row) =>
            sum +
            row.principal +
            row.fee +
            accrued(row, today) -
            Math.min(row.givenInterest, accrued(row, today)) -
            row.paidInterest,
          0,
        );
  const end = (today: number) => {
    for (const row of rows) lapsed += row.givenInterest - Math.min(row.givenInterest, accrued(row, today));
    ended = true;
  };
  for (let today = 0; today <= days; today++) {
    const askedFrom = addDays(disbursedOn, today) >= tolerance.from ? tolerance.rupiah : 0;
    const endsWithRest = (): boolean => !ended && payoff(today) > 0 && payoff(today) < askedFrom;
    const dueRows = rows.filter((row) => row.dueDay < today);
    const due = dueRows.reduce((sum, row) => sum + row.principal + row.interest + row.fee, charged() - settledLateFee);
    const overdue = ended || frozen || due < askedFrom ? 0 : dueRows.reduce((sum, row) => sum + row.principal, 0);
    if (overdue !== base) {
      closed = charged();
      base = overdue;
      stretchDays = 0;
    }
    stretchDays += 1;
    if (addDays(disbursedOn, today) === tolerance.from && endsWithRest()) end(today);
    for (const event of ofDate(addDays(disbursedOn, today)).sort(compareEvents)) {
      if (reversed.has(event.id) || event.kind === "REVERSAL") continue;
      if (event.kind === "WRITE_OFF") {
        frozen = true;
        continue;
      }
      let remaining = event.amountRupiah;
      const isPayment = event.kind === "PAYMENT";
      const wants = (of: string) => isPayment || event.of === of;
      if (ended || (isPayment && remaining >= payoff(today))) {
        if (isPayment) overpaid += remaining - payoff(today);
        else lapsed += remaining;
        if (!ended) end(today);
        continue;
      }
      const take = (owed: number) => {
        const taken = Math.min(remaining, owed);
        remaining -= taken;
        return taken;
      };
      if (wants("LATE_FEE")) settledLateFee += take(charged() - settledLateFee);
      for (const row of rows) {
        if (wants("FEE")) row.fee -= take(row.fee);
        if (wants("INTEREST")) {
          const taken = take(row.interest);
          row.interest -= taken;
          if (isPayment) row.paidInterest += taken;
          else row.givenInterest += taken;
        }
        if (wants("PRINCIPAL")) row.principal -= take(row.principal);
      }
      lapsed += remaining;
      if (payoff(today) <= 0) {
        overpaid -= payoff(today);
        end(today);
      }
      if (endsWithRest()) end(today);
    }
  }
  return { lateFee: charged(), payoff: payoff(days), overpaid, lapsed };
}
