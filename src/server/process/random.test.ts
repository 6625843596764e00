import fc from "fast-check";
import { expect, test } from "vitest";
import { seededRandom, systemRandom } from "./random.ts";

const version7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test.each([
  ["the system's", systemRandom()],
  ["a seeded", seededRandom("order")],
])("UUIDs of %s generator are version 7, unique and sort in the order made", (_name, random) => {
  const made = Array.from({ length: 20_000 }, () => random.uuid());
  expect(made.every((id) => version7.test(id))).toBe(true);
  expect(new Set(made).size).toBe(made.length);
  expect(made.toSorted()).toEqual(made);
});

test("A UUID begins with the time it was made", () => {
  const before = Date.now();
  const stamp = Number.parseInt(systemRandom().uuid().replaceAll("-", "").slice(0, 12), 16);
  expect(stamp).toBeGreaterThanOrEqual(before);
  expect(stamp).toBeLessThanOrEqual(Date.now());
});

test("The same seed repeats a run, another seed does not", () => {
  const run = (seed: string) => {
    const random = seededRandom(seed);
    return [
      random.uuid(),
      random.token(),
      random.integer(1_000_000),
      random.bytes(70).toString("hex"),
      random.traceId(),
    ];
  };
  expect(run("a")).toEqual(run("a"));
  expect(run("a").every((value, n) => value !== run("b")[n])).toBe(true);
});

test("Whole numbers stay within their bound for every bound", () => {
  const random = systemRandom();
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 47 }), (bound) => {
      const value = random.integer(bound);
      return Number.isSafeInteger(value) && value >= 0 && value < bound;
    }),
  );
  for (const bound of [0, -1, 1.5, 2 ** 49]) expect(() => random.integer(bound)).toThrow(RangeError);
});

test("Every face of a die comes up about as often as the others", () => {
  const random = seededRandom("die");
  const faces = Array.from({ length: 6 }, () => 0);
  for (let n = 0; n < 12_000; n++) faces[random.integer(6)]! += 1;
  for (const count of faces) expect(Math.abs(count - 2_000)).toBeLessThan(200);
});

test("A token holds 256 bits as URL-safe text", () => {
  expect(systemRandom().token()).toMatch(/^[\w-]{43}$/);
});

test("Trace ids are 32 hexadecimal digits and no two alike, also across the draws that they come from", () => {
  const random = systemRandom();
  const made = Array.from({ length: 2_000 }, () => random.traceId());
  expect(made.every((id) => /^[0-9a-f]{32}$/.test(id))).toBe(true);
  expect(new Set(made).size).toBe(made.length);
});
