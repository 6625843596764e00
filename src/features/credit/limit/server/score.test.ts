import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, addMonths } from "#shared/dates.ts";
import { latenessOf, scoreOf, type ScoredLoan, type PaidRow, type ScoreFacts } from "./score.ts";
import { rowsOn, scoreRows } from "./score-rows.ts";

const day = "2028-06-15";
const rows = rowsOn(scoreRows, day);
const clean: ScoreFacts = { loans: [], bureau: null, sources: 0 };
const row = (dueOn: string, paidOn: string | null, principalRupiah = 500_000): PaidRow => ({
  dueOn,
  paidOn,
  principalRupiah,
});
const loan = (of: Partial<ScoredLoan>): ScoredLoan => ({
  startedOn: "2027-01-01",
  end: null,
  endedOn: null,
  writtenOffOn: null,
  rows: [],
  ...of,
});
const scored = (facts: Partial<ScoreFacts>, on = day) => scoreOf({ ...clean, ...facts }, rows, on);
const pointsOf = (facts: Partial<ScoreFacts>, on = day) =>
  Object.fromEntries(scored(facts, on).factors.map(({ code, points }) => [code, points]));

const date = fc.integer({ min: 0, max: 560 }).map((days) => addDays("2027-01-01", days));
const paidRow = fc
  .record({
    dueOn: date,
    after: fc.option(fc.integer({ min: -40, max: 120 })),
    rupiah: fc.integer({ min: 50_000, max: 900_000 }),
  })
  .map(({ dueOn, after, rupiah }) => row(dueOn, after === null ? null : addDays(dueOn, after), rupiah));
const anyLoan = fc
  .record({
    startedOn: date,
    end: fc.constantFrom("PAID_OFF" as const, "RESTRUCTURED" as const, null),
    ends: fc.integer({ min: 0, max: 300 }),
    writtenOff: fc.option(fc.integer({ min: 180, max: 400 }), { freq: 3 }),
    rows: fc.array(paidRow, { maxLength: 12 }),
  })
  .map(({ startedOn, end, ends, writtenOff, rows: of }): ScoredLoan => ({
    startedOn,
    end,
    endedOn: end && addDays(startedOn, ends),
    writtenOffOn: writtenOff === null ? null : addDays(startedOn, writtenOff),
    rows: of,
  }));
const anyFacts: fc.Arbitrary<ScoreFacts> = fc.record({
  loans: fc.array(anyLoan, { maxLength: 6 }),
  bureau: fc.option(fc.record({ score: fc.integer({ min: 300, max: 850 }), reportedOn: date })),
  sources: fc.integer({ min: 0, max: 4 }),
});

describe("the score", () => {
  it("is 620 and band C for a person of whom nothing is known", () => {
    expect(scored({})).toEqual({ score: 620, band: "C", factors: [] });
  });
  it("is 624 after three instalments in time and one 8 to 30 days late, cured nine months ago", () => {
    const loans = [
      loan({
        rows: [row("2027-02-15", "2027-02-15"), row("2027-03-15", "2027-03-10"), row("2027-04-15", "2027-04-15")],
      }),
      loan({ rows: [row("2027-09-01", addMonths(day, -9))] }),
    ];
    expect(scored({ loans })).toMatchObject({ score: 624, band: "C" });
    expect(pointsOf({ loans })).toEqual({ PAID_IN_TIME: 24, LATE_8_30: -20 });
  });
  it("does not depend on the order of the facts", () => {
    fc.assert(
      fc.property(anyFacts, fc.infiniteStream(fc.nat()), (facts, keys) => {
        const shuffled = <Item>(items: readonly Item[]): Item[] =>
          items
            .map((item) => ({ item, key: keys.next().value ?? 0 }))
            .toSorted((a, b) => a.key - b.key)
            .map(({ item }) => item);
        const loans = shuffled(facts.loans).map((one) => ({ ...one, rows: shuffled(one.rows) }));
        expect(scoreOf({ ...facts, loans }, rows, day)).toEqual(scoreOf(facts, rows, day));
      }),
    );
  });
  it("is the base and its factors' points, within 300 and 850, on every day", () => {
    fc.assert(
      fc.property(anyFacts, date, (facts, on) => {
        const { score, factors } = scoreOf(facts, rows, on);
        expect(factors.reduce((sum, { points }) => sum + points, rows.base)).toBe(score);
        expect(score).toBeGreaterThanOrEqual(300);
        expect(score).toBeLessThanOrEqual(850);
      }),
      { numRuns: 300 },
    );
  });
  it("knows nothing of what happens after the day", () => {
    fc.assert(
      fc.property(anyFacts, date, (facts, on) => {
        const known = facts.loans.map((one) => ({
          ...one,
          ...(one.endedOn !== null && one.endedOn > on ? { end: null, endedOn: null } : {}),
          writtenOffOn: one.writtenOffOn !== null && one.writtenOffOn > on ? null : one.writtenOffOn,
          rows: one.rows.map((of) => ({ ...of, paidOn: of.paidOn !== null && of.paidOn > on ? null : of.paidOn })),
        }));
        expect(scoreOf({ ...facts, loans: known }, rows, on)).toEqual(scoreOf(facts, rows, on));
      }),
    );
  });
  it("counts no instalment that is small or was held for less than a week, and tells what the bounds cut", () => {
    const startedOn = "2027-02-01";
    const early = [row("2027-03-01", "2027-02-07"), row("2027-03-02", "2027-02-08", 99_999)];
    expect(pointsOf({ loans: [loan({ startedOn, rows: early })] })).toEqual({});
    const atOnce = Array.from({ length: 6 }, (_, index) => row(`2027-0${index + 3}-01`, "2027-02-20"));
    expect(pointsOf({ loans: [loan({ startedOn, rows: atOnce })] })).toEqual({ PAID_IN_TIME: 48, BOUND: -16 });
    expect(pointsOf({ sources: 4 })).toEqual({ SOURCES: 16, BOUND: -4 });
  });
  it("counts lateness whole for six months after its cure, then half, a quarter and nothing", () => {
    const on = (cured: string) =>
      pointsOf({ loans: [loan({ rows: [row(addDays(cured, -40), cured)] })] })["LATE_31_60"] ?? 0;
    expect([-1, -5, -6, -11, -12, -23, -24].map((months) => on(addMonths(day, months)))).toEqual([
      -90, -90, -45, -45, -22, -22, 0,
    ]);
  });
  it("counts lateness without a break once, by its longest", () => {
    const late = loan({
      rows: [row("2028-03-01", "2028-05-10"), row("2028-04-01", "2028-05-10"), row("2028-05-01", "2028-05-10")],
    });
    expect(latenessOf(late, day)).toEqual([{ days: 70, curedOn: "2028-05-10" }]);
    expect(pointsOf({ loans: [late] })).toEqual({ LATE_OVER_60: -160 });
    expect(latenessOf(loan({ rows: [row("2028-06-01", null)] }), day)).toEqual([{ days: 14, curedOn: null }]);
  });
  it("is 300 while a written-off debt is owed, and less by 150 once it is paid", () => {
    const owed = loan({ writtenOffOn: "2027-08-01", rows: [row("2027-02-01", null)] });
    expect(scored({ loans: [owed], sources: 3 })).toMatchObject({ score: 300, band: "E" });
    const paid = { ...owed, end: "PAID_OFF" as const, endedOn: day, rows: [row("2027-02-01", day)] };
    expect(pointsOf({ loans: [paid] })).toEqual({ LATE_OVER_60: -160, WRITTEN_OFF_PAID: -150 });
  });
  it("counts a restructured loan until three of its instalments were paid in time", () => {
    const old = loan({ end: "RESTRUCTURED", endedOn: "2028-01-10", rows: [row("2028-01-20", "2028-01-10")] });
    const next = (paid: number) =>
      loan({
        startedOn: "2028-01-10",
        rows: [2, 3, 4, 5].map((month) => row(`2028-0${month}-10`, month - 1 <= paid ? `2028-0${month}-10` : null)),
      });
    expect(pointsOf({ loans: [old, next(2)] }, "2028-03-20")).toEqual({ RESTRUCTURED: -30, PAID_IN_TIME: 16 });
    expect(pointsOf({ loans: [old, next(3)] }, "2028-04-20")).toEqual({ PAID_IN_TIME: 24 });
  });
  it("counts the bureau's score by its distance from 600, within 60 points, for 180 days", () => {
    const of = (score: number, reportedOn = addDays(day, -180)) => pointsOf({ bureau: { score, reportedOn } });
    expect([of(700), of(850), of(300), of(603)]).toEqual([{ BUREAU: 25 }, { BUREAU: 60 }, { BUREAU: -60 }, {}]);
    expect([of(700, addDays(day, -181)), of(300, "2026-11-26")]).toEqual([{}, {}]);
  });
});
