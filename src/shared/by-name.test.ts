import { describe, expect, it } from "vitest";
import { byName } from "./by-name.ts";

describe("fields by their names", () => {
  it("are one value, or a list where a name stands more than once", () => {
    expect(byName(new URLSearchParams("a=1&b=2&a=3"))).toEqual({ a: ["1", "3"], b: "2" });
  });
  it("are read at once, however many somebody made up", () => {
    // Copying the list for each further value would block the process for a minute.
    const began = performance.now();
    expect(byName(Array.from({ length: 200_000 }, () => ["a", "x"] as const))["a"]).toHaveLength(200_000);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
  it("take any name", () => {
    const read = byName([
      ["__proto__", "x"],
      ["toString", "y"],
    ]);
    expect([Object.keys(read), Object.getPrototypeOf(read)]).toEqual([["__proto__", "toString"], Object.prototype]);
  });
});
