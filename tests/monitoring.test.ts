/**
 * Alerts, their runbooks and the dashboard use metrics that the product has. With `npm run test:long` promtool
 * simulates each alert.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { counterMeanings, durations, gauges } from "#server/observability/instruments.ts";
import { root } from "./support/house-sources.ts";

const read = (path: string): string => readFileSync(join(root, path), "utf8");
const named = (name: string): string => name.replaceAll(".", "_");
const figures = new Set([
  ...Object.keys(counterMeanings).map((name) => `${named(name)}_total`),
  ...Object.keys(durations).map((name) => `${named(name)}_bucket`),
  ...Object.keys(gauges).map(named),
]);
const rules = read("monitoring/rules.yml");
const alarms = [...rules.matchAll(/^ {6}- alert: (\w+)$/gm)].map(([, name]) => name!);

describe("An alarm", () => {
  it("is about figures that the product has, and so is each panel of the dashboard", () => {
    const dashboard = JSON.parse(read("monitoring/dashboard.json")) as {
      panels: { title: string; targets: { expr: string }[] }[];
    };
    const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    const asked = new Set([rules, ...expressions].flatMap((text) => text.match(/\btunai_\w+/g) ?? []));
    expect([...asked].filter((name) => !figures.has(name))).toEqual([]);
    // A metric without a panel is not worth its cost.
    const seen = expressions.join("\n");
    expect([...figures].filter((name) => !seen.includes(name))).toEqual([]);
  });

  it("has one runbook, and is played once in each direction", () => {
    const book = [...read("docs/runbooks.md").matchAll(/^## (\w+)$/gm)].map(([, name]) => name!);
    expect(book).toEqual(alarms);
    const links = [...rules.matchAll(/runbook: docs\/runbooks\.md#(\w+)/g)].map(([, name]) => name);
    expect(links).toEqual(alarms.map((name) => name.toLowerCase()));
    const plays = read("monitoring/rules.test.yml");
    for (const name of alarms) {
      expect(plays, name).toMatch(new RegExp(`alertname: ${name}, eval_time: \\w+, exp_alerts: \\[\\]`));
      expect(plays, name).toMatch(new RegExp(`alertname: ${name}\\n +eval_time`));
    }
  });

  if (process.env["TEST_LONG"] === "1")
    it("is raised and silent as promtool plays it", () => {
      const cwd = join(root, "monitoring");
      expect(execFileSync("/usr/bin/promtool", ["check", "rules", "rules.yml"], { cwd }).toString()).toContain(
        `SUCCESS: ${alarms.length} rules found`,
      );
      expect(execFileSync("/usr/bin/promtool", ["test", "rules", "rules.test.yml"], { cwd }).toString()).toContain(
        "SUCCESS",
      );
    });
});
