/** The gate over two years: nothing outside the hours, whatever happened before. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, dateIn, instantOf, weekdayOf, zones, type BusinessDate } from "#shared/dates.ts";
import { closedReasons } from "../../contract.ts";
import { limitsOn, mayContact, type ContactChannel, type ContactFacts } from "./gate.ts";

const isLong = process.env["TEST_LONG"] === "1";
const holidays: ReadonlySet<BusinessDate> = new Set([
  "2026-12-25",
  "2027-01-01",
  "2027-03-09",
  "2027-08-17",
  "2028-02-28",
]);
const free: ContactFacts = {
  zone: "WIB",
  holidays,
  consent: null,
  isOwed: true,
  isDue: true,
  daysPastDue: 5,
  matter: null,
  promiseUntil: null,
  restUntil: null,
  messages: [],
  tries: [],
  reached: [],
};
const first = instantOf("2026-11-01", "WIT").getTime();
const minute = 60_000;
const minutes = 2 * 366 * 24 * 60;
const channels = ["REMINDER", "MESSAGE", "CALL"] as const satisfies readonly ContactChannel[];
const offsets = { WIB: 7, WITA: 8, WIT: 9 } as const;

/** The same rule told by arithmetic alone. */
function isAllowed(at: number, zone: keyof typeof offsets): boolean {
  const local = new Date(at + offsets[zone] * 3_600_000);
  const [weekday, hour] = [local.getUTCDay(), local.getUTCHours()];
  return weekday !== 0 && hour >= 8 && hour < 20 && !holidays.has(local.toISOString().slice(0, 10));
}

const instants = fc.integer({ min: 0, max: minutes }).map((count) => new Date(first + count * minute));
const past = fc.array(fc.integer({ min: 0, max: 8 * 24 * 60 }), { maxLength: 6 });
const facts = (at: Date): fc.Arbitrary<ContactFacts> => {
  const before = past.map((all) => all.map((count) => new Date(at.getTime() - count * minute)));
  const later = fc.option(
    fc.integer({ min: -60, max: 20_000 }).map((count) => new Date(at.getTime() + count * minute)),
  );
  return fc.record({
    zone: fc.constantFrom(...zones),
    holidays: fc.constant(holidays),
    consent: fc.constant(null),
    isOwed: fc.boolean(),
    isDue: fc.boolean(),
    daysPastDue: fc.integer({ min: 0, max: 120 }),
    matter: fc.constantFrom(null, null, null, "COMPLAINT", "DEATH"),
    promiseUntil: later,
    restUntil: later,
    messages: before,
    tries: before,
    reached: before,
  });
};

describe("the gate", () => {
  it(`is open from Monday to Saturday between 08 and 20 outside holidays, in ${isLong ? "every minute" : "sampled minutes"} of two years and three zones`, () => {
    // A step that shares no factor with a day meets every minute of the clock; in the long run each minute.
    const step = isLong ? 1 : 61;
    for (const zone of zones)
      for (let count = 0; count < minutes; count += step) {
        const at = first + count * minute;
        const { may } = mayContact({ ...free, zone }, "CALL", new Date(at));
        if (may !== isAllowed(at, zone)) expect([zone, new Date(at), may]).toEqual([zone, new Date(at), !may]);
      }
  });

  it("lets nothing through outside these hours, or while anything closes it, whatever came before", () => {
    fc.assert(
      fc.property(
        instants.chain((at) => fc.tuple(fc.constant(at), facts(at), fc.constantFrom(...channels))),
        ([at, one, channel]) => {
          const answer = mayContact(one, channel, at);
          if (!answer.may) {
            expect(closedReasons).toContain(answer.reason);
            return;
          }
          expect(isAllowed(at.getTime(), one.zone)).toBe(true);
          expect([one.isOwed, one.matter, one.daysPastDue <= 90]).toEqual([true, null, true]);
          expect(!one.restUntil || one.restUntil <= at).toBe(true);
          if (channel === "REMINDER") return;
          expect(one.isDue && (!one.promiseUntil || one.promiseUntil <= at)).toBe(true);
          const today = dateIn(at, one.zone);
          const limits = limitsOn(today);
          const ofDay = (all: readonly Date[]) => all.filter((past) => dateIn(past, one.zone) === today).length;
          if (channel === "MESSAGE") expect(ofDay(one.messages)).toBeLessThan(limits.messagesADay);
          else expect([ofDay(one.tries) < 2, ofDay(one.reached) < 1]).toEqual([true, true]);
        },
      ),
      { numRuns: isLong ? 100_000 : 2_000 },
    );
  });

  it("opens at the instant that it names, and at none before it by the quarter of an hour", () => {
    fc.assert(
      fc.property(
        instants.chain((at) => fc.tuple(fc.constant(at), facts(at), fc.constantFrom(...channels))),
        ([at, one, channel]) => {
          const answer = mayContact(one, channel, at);
          if (answer.may || !answer.opensAt) return;
          const { opensAt } = answer;
          expect(opensAt > at).toBe(true);
          expect(mayContact(one, channel, opensAt)).toEqual({ may: true });
          for (let time = at.getTime(); time < opensAt.getTime(); time += 15 * minute)
            expect(mayContact(one, channel, new Date(time)).may).toBe(false);
        },
      ),
      { numRuns: isLong ? 5_000 : 150 },
    );
  });

  it("lets one message a day and three in seven days through, two tries of a call a day and five in seven", () => {
    const monday = "2027-02-01";
    expect(weekdayOf(monday)).toBe(1);
    const at = (days: number, hour = 10) => instantOf(addDays(monday, days), "WIB", { hour });
    const reasonOf = (one: Partial<ContactFacts>, channel: ContactChannel, when: Date) => {
      const answer = mayContact({ ...free, ...one }, channel, when);
      return answer.may ? "OPEN" : `${answer.reason} ${answer.opensAt?.toISOString()}`;
    };
    const next = (days: number) => instantOf(addDays(monday, days), "WIB", { hour: 8 }).toISOString();
    expect(reasonOf({ messages: [at(0)] }, "MESSAGE", at(0, 12))).toBe(`LIMIT_DAY ${next(1)}`);
    expect(reasonOf({ messages: [at(0), at(1), at(3)] }, "MESSAGE", at(4))).toBe(`LIMIT_WEEK ${next(7)}`);
    expect(reasonOf({ messages: [at(0), at(1), at(3)] }, "MESSAGE", at(7))).toBe("OPEN");
    expect(reasonOf({ messages: [at(0), at(1), at(3)] }, "REMINDER", at(4))).toBe("OPEN");
    expect(reasonOf({ tries: [at(0)] }, "CALL", at(0, 12))).toBe("OPEN");
    expect(reasonOf({ tries: [at(0), at(0, 11)] }, "CALL", at(0, 12))).toBe(`LIMIT_DAY ${next(1)}`);
    expect(reasonOf({ tries: [at(0)], reached: [at(0)] }, "CALL", at(0, 12))).toBe(`LIMIT_DAY ${next(1)}`);
    const five = [at(0), at(0, 11), at(1), at(1, 11), at(2)];
    expect(reasonOf({ tries: five }, "CALL", at(3))).toBe(`LIMIT_WEEK ${next(7)}`);
  });

  it("keeps other hours only with a consent that names them, until its end", () => {
    const sunday = instantOf("2027-02-07", "WIB", { hour: 10 });
    const consent = { window: { fromHour: 9, toHour: 12, weekdays: [7] }, until: instantOf("2027-02-10") } as const;
    expect(mayContact({ ...free, consent }, "CALL", sunday)).toEqual({ may: true });
    expect(mayContact({ ...free, consent: { ...consent, until: sunday } }, "CALL", sunday).may).toBe(false);
  });

  it("opens after a promise or a rest, and does not say when where people decide", () => {
    const at = instantOf("2027-02-01", "WIB", { hour: 10 });
    const promiseUntil = instantOf("2027-02-06", "WIB");
    expect(mayContact({ ...free, promiseUntil }, "CALL", at)).toEqual({
      may: false,
      reason: "PROMISE",
      opensAt: instantOf("2027-02-06", "WIB", { hour: 8 }),
    });
    expect(mayContact({ ...free, matter: "COMPLAINT", promiseUntil }, "CALL", at)).toEqual({
      may: false,
      reason: "COMPLAINT",
      opensAt: null,
    });
  });
});
