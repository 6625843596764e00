import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, instantOf } from "#shared/dates.ts";
import type { StoredEvent } from "#features/credit/repayment/server/index.ts";
import { isInRange, judgePromise, mayPromiseOn, promiseRangeOf } from "./promise.ts";

const today = "2026-12-10";
const madeAt = instantOf(today, "WIB", { hour: 9 });
const promise = { amountRupiah: 200_000, lastOn: addDays(today, 6), madeAt };
const payment = (amountRupiah: number, day: number, recordedDay = day): StoredEvent => ({
  kind: "PAYMENT",
  id: `p${amountRupiah}-${day}`,
  from: "RAIL",
  amountRupiah,
  valueDate: addDays(today, day),
  recordedAt: instantOf(addDays(today, recordedDay), "WIB", { hour: 10 }),
  rail: "VIRTUAL_ACCOUNT",
  bankCode: "014",
  paidAt: null,
  actor: "BANK",
});
const judged = (events: StoredEvent[], day: number, isOwed = true) =>
  judgePromise(promise, events, { today: addDays(today, day), isOwed });

describe("a promise", () => {
  it("is for at least a quarter of what is due and 50,000, for all where less is due, and for a week ahead", () => {
    const range = (dueRupiah: number) =>
      promiseRangeOf({ dueRupiah, payoffRupiah: 1_000_000 }, today, { isLong: false });
    expect(range(0)).toBeNull();
    expect(range(400_001)).toMatchObject({ minRupiah: 100_001, maxRupiah: 1_000_000, lastOn: "2026-12-17" });
    expect(range(100_000)).toMatchObject({ minRupiah: 50_000 });
    expect(range(30_000)).toMatchObject({ minRupiah: 30_000 });
    const long = promiseRangeOf({ dueRupiah: 1, payoffRupiah: 1 }, today, { isLong: true });
    expect(long).toMatchObject({ lastOn: "2026-12-24" });
    expect(isInRange(range(400_001)!, 100_000, today)).toBe(false);
    expect(isInRange(range(400_001)!, 100_001, "2026-12-18")).toBe(false);
    expect(isInRange(range(400_001)!, 100_001, "2026-12-17")).toBe(true);
  });

  it("is taken twice in 30 days", () => {
    const at = (day: number) => instantOf(addDays(today, day), "WIB", { hour: 10 });
    expect(mayPromiseOn([at(-5)], today)).toBeNull();
    expect(mayPromiseOn([at(-20), at(-5)], today)).toBe(addDays(today, 10));
    expect(mayPromiseOn([at(-30), at(-5)], today)).toBeNull();
  });

  it("is kept by payments that count by the day after, also where they are recorded later; else partly or broken", () => {
    expect(judged([], 6).state).toBe("OPEN");
    expect(judged([], 7)).toEqual({ state: "BROKEN", paidRupiah: 0 });
    expect(judged([payment(150_000, 2)], 7)).toEqual({ state: "PARTLY", paidRupiah: 150_000 });
    expect(judged([payment(150_000, 2), payment(50_000, 6, 9)], 9).state).toBe("KEPT");
    expect(judged([payment(200_000, 7)], 8).state).toBe("BROKEN");
    expect(judged([payment(200_000, 0, -1)], 8).state).toBe("BROKEN");
    expect(judged([], 3, false).state).toBe("CANCELLED");
  });

  it("is never kept by less than its amount, and a payment that its bank takes back does not count", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 150_000 }), fc.integer({ min: 0, max: 9 }), fc.boolean())),
        fc.integer({ min: 0, max: 12 }),
        (all, day) => {
          const events = all.flatMap(([amountRupiah, on, isBack], index): StoredEvent[] => {
            const one = { ...payment(amountRupiah, on), id: `p${index}` };
            const { rail, bankCode, paidAt, actor, recordedAt, valueDate } = one;
            const facts = { rail, bankCode, paidAt, actor, recordedAt, valueDate };
            return isBack ? [one, { ...facts, kind: "REVERSAL", id: `r${index}`, eventId: one.id }] : [one];
          });
          const counted = all.reduce((sum, [rupiah, on, isBack]) => (isBack || on > 6 ? sum : sum + rupiah), 0);
          const { state, paidRupiah } = judged(events, day);
          expect(paidRupiah).toBe(counted);
          expect(state === "KEPT").toBe(counted >= promise.amountRupiah);
          if (state === "OPEN") expect(day).toBeLessThanOrEqual(6);
        },
      ),
    );
  });
});
