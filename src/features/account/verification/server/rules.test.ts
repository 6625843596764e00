import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isDrained,
  isSprayed,
  lockSeconds,
  numberCaps,
  passesHalf,
  sharesOf,
  strangerCaps,
  waitFor,
  type AskerKind,
  type SentCode,
} from "./rules.ts";

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21) + seconds * 1000);

const kinds: readonly AskerKind[] = ["STRANGER", "KNOWN", "OWNER"];
const purposes = ["LOGIN", "STEP_UP_SIGN", "CANCEL"];

describe("The wait before the next code", () => {
  it("never lets more through than any cap, in any window, whoever asks and however; nor strangers more than their share", () => {
    const asked = fc.tuple(fc.integer({ min: 0, max: 4000 }), fc.constantFrom(...kinds), fc.constantFrom(...purposes));
    fc.assert(
      fc.property(fc.array(asked, { maxLength: 120 }), (requests) => {
        const sent: SentCode[] = [];
        let time = 0;
        for (const [gap, kind, purpose] of requests) {
          time += gap;
          if (!waitFor([...sent].reverse().slice(0, 10), at(time), { kind, purpose }))
            sent.push({ at: at(time), purpose, byStranger: kind === "STRANGER" });
        }
        const mostOf = (codes: readonly SentCode[], windowSeconds: number) =>
          Math.max(
            0,
            ...codes.map(
              (end) =>
                codes.filter((one) => one.at <= end.at && one.at.getTime() > end.at.getTime() - windowSeconds * 1000)
                  .length,
            ),
          );
        for (const { most, windowSeconds } of numberCaps) expect(mostOf(sent, windowSeconds)).toBeLessThanOrEqual(most);
        const ofStrangers = sent.filter(({ byStranger }) => byStranger);
        for (const { most, windowSeconds } of strangerCaps)
          expect(mostOf(ofStrangers, windowSeconds)).toBeLessThanOrEqual(most);
      }),
    );
  });
  it("is exact: a second before it is over nothing goes, then something does", () => {
    const known = { kind: "KNOWN", purpose: "LOGIN" } as const;
    const send = (seconds: number, more: Partial<SentCode> = {}): SentCode => ({
      at: at(seconds),
      purpose: "LOGIN",
      byStranger: false,
      ...more,
    });
    const sent = [600, 400, 300, 200, 100].map((seconds) => send(seconds));
    expect(waitFor(sent, at(700), known)).toEqual({ seconds: 3000, isMoment: false });
    expect(waitFor(sent, at(3699), known)).not.toBeNull();
    expect(waitFor(sent, at(3700), known)).toBeNull();
    expect(waitFor([send(0)], at(59), known)).toEqual({ seconds: 1, isMoment: true });
  });
  it("of a minute is, for the logged-in owner, one between two codes of a purpose; for everybody else, between any two", () => {
    const before: SentCode[] = [
      { at: at(10), purpose: "STEP_UP_SIGN", byStranger: false },
      { at: at(0), purpose: "LOGIN", byStranger: true },
    ];
    const waitOf = (kind: AskerKind, purpose: string) => waitFor(before, at(20), { kind, purpose })?.seconds ?? 0;
    expect(purposes.map((purpose) => waitOf("OWNER", purpose))).toEqual([0, 50, 0]);
    for (const kind of ["KNOWN", "STRANGER"] as const)
      expect(purposes.map((purpose) => waitOf(kind, purpose))).toEqual([50, 50, 50]);
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
