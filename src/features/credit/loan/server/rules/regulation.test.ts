import { describe, expect, it } from "vitest";
import { RuleMissing, type RuleRow, regulation, ruleInForce } from "./regulation.ts";

describe("the rules of the regulator", () => {
  it("answer with the row of the latest day that is not after the day asked for", () => {
    const rows: RuleRow[] = [
      { rule: "OPERATORS_CAP", from: "2027-01-01", value: 2, source: "a later text", certainty: "M" },
      { rule: "OPERATORS_CAP", from: "2025-01-01", value: 3, source: "an earlier text", certainty: "M" },
    ];
    expect(ruleInForce("OPERATORS_CAP", "2026-12-31", undefined, rows).value).toBe(3);
    expect(ruleInForce("OPERATORS_CAP", "2027-01-01", undefined, rows).value).toBe(2);
    expect(() => ruleInForce("OPERATORS_CAP", "2024-12-31", undefined, rows)).toThrow(RuleMissing);
  });

  it("keep two daily caps, by tenor", () => {
    expect(ruleInForce("DAILY_COST_CAP_PPM", "2026-11-21", "UNDER_SIX_MONTHS").value).toBe(3_000);
    expect(ruleInForce("DAILY_COST_CAP_PPM", "2026-11-21", "SIX_MONTHS_OR_MORE").value).toBe(2_000);
  });

  it("name a source and never hold two rows for one day and tenor", () => {
    const keys = regulation.map((row) => `${row.rule} ${row.from} ${row.tenor ?? "any"}`);
    expect(new Set(keys).size).toBe(keys.length);
    for (const row of regulation) expect(row.source).not.toBe("");
  });
});
