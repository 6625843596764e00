import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LanguageProvider } from "#web/language.tsx";
import { PerformanceFigures } from "./performance.tsx";

const pageOf = (performance: Parameters<typeof PerformanceFigures>[0]["performance"]): string =>
  renderToStaticMarkup(
    <LanguageProvider language="en">
      <PerformanceFigures performance={performance} />
    </LanguageProvider>,
  );
const none = { days: 90, tkbPpm: null, twpPpm: null };

test.each([
  ["before the first day", null],
  ["on a day without loans", "2026-11-21"],
])("%s the rate is published in one line that says what it is, without a grid of dashes", (_title, asOf) => {
  const html = pageOf({ asOf, outstandingRupiah: 0, items: [{ ...none, days: 0 }, none] });
  expect(html).toContain("TKB90 –: there are no loans to count yet.");
  expect(html).toContain("repayment success rate");
  expect(html).toContain('id="performance"');
  expect(html.match(/–/g)).toHaveLength(1);
});

test("Rates stand in a grid with their day once there are loans", () => {
  const items = [{ days: 90, tkbPpm: 991_000, twpPpm: 9_000 }];
  const html = pageOf({ asOf: "2026-11-21", outstandingRupiah: 1_000_000, items });
  expect(html).toContain("TKB90");
  expect(html).toContain("TWP90");
  expect(html).toContain("21 November 2026");
  expect(html).not.toContain("no loans to count");
});
