import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isDrained, isSprayed, lockSeconds, numberCaps, passesHalf, sharesOf, waitFor } from "./rules.ts";

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21) + seconds * 1000);

describe("The wait before the next code", () => {
  it("never lets more through than any cap, in any window, however it is asked", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 4000 }), { maxLength: 120 }), (gaps) => {
        const sent: Date[] = [];
        let time = 0;
        for (const gap of gaps) {
          time += gap;
          if (!waitFor([...sent].reverse().slice(0, 10), at(time))) sent.push(at(time));
        }
        for (const { most, windowSeconds } of numberCaps) {
          for (const end of sent) {
            const within = sent.filter((one) => one <= end && one.getTime() > end.getTime() - windowSeconds * 1000);
            expect(within.length).toBeLessThanOrEqual(most);
          }
        }
      }),
    );
  });
  it("is exact: a second before it is over nothing goes, then something does", () => {
    const sent = [at(600), at(400), at(300), at(200), at(100)];
    const wait = waitFor(sent, at(700));
    expect(wait).toEqual({ seconds: 3000, isMoment: false });
    expect(waitFor(sent, at(3699))).not.toBeNull();
    expect(waitFor(sent, at(3700))).toBeNull();
    expect(waitFor([at(0)], at(59))).toEqual({ seconds: 1, isMoment: true });
  });
});

describe("Locks and alarms", () => {
  it("double from 30 seconds to an hour", () => {
    expect([0, 1, 2, 6, 7, 8, 1_000].map(lockSeconds)).toEqual([30, 60, 120, 1920, 3600, 3600, 3600]);
  });
  it("wait for fifty codes and one in five of them entered", () => {
    expect(isDrained(49, 0)).toBe(false);
    expect(isDrained(50, 10)).toBe(false);
    expect(isDrained(50, 9)).toBe(true);
  });
  it("see a spray only where guesses outnumber right codes in all and from that network", () => {
    expect(isSprayed({ wrong: 300, right: 10 }, { wrong: 9, right: 0 })).toBe(true);
    expect(isSprayed({ wrong: 300, right: 100 }, { wrong: 9, right: 0 })).toBe(false);
    expect(isSprayed({ wrong: 300, right: 10 }, { wrong: 9, right: 3 })).toBe(false);
  });
});

describe("The day's money", () => {
  it("leaves strangers 60 hundredths of it and a tenth without a captcha, never more than whole rupiah", () => {
    expect(sharesOf(25_000_000)).toEqual({ all: 25_000_000, strangers: 15_000_000, captchaFree: 2_500_000 });
    expect(sharesOf(9)).toEqual({ all: 9, strangers: 5, captchaFree: 0 });
    expect(sharesOf(0)).toEqual({ all: 0, strangers: 0, captchaFree: 0 });
  });
  it("is told to be half spent by exactly one of the sends that spend it, whatever they cost", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1 }), (prices) => {
        const bound = prices.reduce((sum, price) => sum + price, 0);
        let sum = 0;
        const told = prices.filter((price) => passesHalf((sum += price), price, bound));
        expect(told).toHaveLength(1);
      }),
    );
  });
});
