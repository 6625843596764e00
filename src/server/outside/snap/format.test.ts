/** SNAP's formats: bodies without spaces, times, amounts, message numbers. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { externalId, readSnapAmount, readSnapTimestamp, snapTimestamp } from "./format.ts";
import { minifyJson } from "./minify.ts";

describe("minifying a SNAP body", () => {
  const layout = fc.constantFrom("", " ", "\n", "\t", "\r\n  ");
  it("takes away every space between tokens and none inside strings, for any value in any layout", () => {
    fc.assert(
      fc.property(fc.jsonValue(), layout, (value, space) => {
        const tightText = JSON.stringify(value);
        const spaced = JSON.stringify(value, null, space === "" ? 0 : space);
        expect(Buffer.from(minifyJson(Buffer.from(spaced))).toString()).toBe(tightText);
      }),
      { numRuns: 500 },
    );
  });
  it("keeps amounts as they are written and the padding of a virtual account", () => {
    const text = `{ "partnerServiceId" : "   88899", "value" : 10000.00, "quote": "a \\" b\\\\" }`;
    expect(Buffer.from(minifyJson(Buffer.from(text))).toString()).toBe(
      `{"partnerServiceId":"   88899","value":10000.00,"quote":"a \\" b\\\\"}`,
    );
  });
});

describe("SNAP formats", () => {
  it("writes Jakarta's time and reads only times with a zone", () => {
    expect(snapTimestamp(new Date("2026-11-21T17:30:00.999Z"))).toBe("2026-11-22T00:30:00+07:00");
    expect(readSnapTimestamp("2026-11-22T00:30:00+07:00")).toEqual(new Date("2026-11-21T17:30:00Z"));
    expect(readSnapTimestamp("2026-11-22T00:30:00")).toBeUndefined();
  });
  it("reads whole rupiah and refuses cents, other currencies and signs", () => {
    expect(readSnapAmount({ value: "10000.00", currency: "IDR" })).toBe(10_000);
    for (const amount of [
      { value: "10000.50", currency: "IDR" },
      { value: "1.00", currency: "USD" },
      { value: "-1.00", currency: "IDR" },
      { value: 10_000, currency: "IDR" },
      null,
    ])
      expect(readSnapAmount(amount)).toBeUndefined();
  });
  it("makes external ids of 36 digits that are the same for an effect and differ for each inquiry", () => {
    fc.assert(
      fc.property(fc.uuid(), fc.string(), (row, nonce) => {
        expect(externalId("transfer", row)).toMatch(/^\d{36}$/);
        expect(externalId("transfer", row)).toBe(externalId("transfer", row));
        if (nonce) expect(externalId("transfer", row, nonce)).not.toBe(externalId("transfer", row));
      }),
    );
  });
});
