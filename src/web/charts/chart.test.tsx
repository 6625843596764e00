/**
 * Charts are drawn from any figures: nothing that a browser cannot draw, every figure in the table, and a sentence for
 * screen readers.
 */
import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { LanguageProvider } from "#web/language.tsx";
import { Chart, type ChartProps } from "./chart.tsx";

const drawn = (props: Partial<ChartProps>) =>
  renderToStaticMarkup(
    <LanguageProvider language="en">
      <Chart
        id="c"
        shape="STACKED"
        unit="COUNT"
        title="Applications"
        definition="All of a day."
        from="2026-11-01"
        series={[{ label: "Applied", values: [1, 2, 3] }]}
        csvTo="/api/staff/report/c/csv"
        {...props}
      />
    </LanguageProvider>,
  );

describe("a chart", () => {
  it("has coordinates that are numbers within its picture, whatever the figures", () => {
    const value = fc.option(fc.integer({ min: 0, max: 2_000_000_000_000 }), { nil: null });
    fc.assert(
      fc.property(
        fc.constantFrom("STACKED", "LINES", "STANDING"),
        fc.constantFrom("COUNT", "RUPIAH", "PPM"),
        fc
          .integer({ min: 1, max: 90 })
          .chain((length) =>
            fc.array(fc.array(value, { minLength: length, maxLength: length }), { minLength: 1, maxLength: 6 }),
          ),
        (shape, unit, columns) => {
          const series = columns.map((values, index) => ({ label: `Part ${index}`, values }));
          const html = drawn({ shape, unit, series });
          expect(html).not.toMatch(/NaN|Infinity|undefined/);
          for (const [, name, number] of html.matchAll(/ (x|y|x1|x2|y1|y2|cx|cy|width|height)="([^"]*)"/g))
            expect(Number(number), name).toBeGreaterThanOrEqual(0);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("says its sums to who cannot see it, and has each figure in its table", () => {
    const html = drawn({ unit: "RUPIAH", series: [{ label: "Paid", values: [1_000, 0, 2_500] }] });
    expect(html).toContain('aria-label="Applications. Paid: Rp 3.500. The table has every figure."');
    for (const figure of ["Rp 1.000", "Rp 2.500"]) expect(html).toContain(figure);
    expect(html).toContain("All of a day.");
  });

  it("brings its figures as CSV in its own link where no call has them", () => {
    const own = { series: [{ label: 'Given, "all"', values: [1_000, null, 2_500] }] };
    const html = renderToStaticMarkup(
      <LanguageProvider language="en">
        <Chart id="burn" shape="STACKED" unit="RUPIAH" title="Burn" definition="By day." from="2026-11-01" {...own} />
      </LanguageProvider>,
    );
    const [, file = ""] = /href="data:text\/csv;charset=utf-8,([^"]*)" download="burn.csv"/.exec(html) ?? [];
    expect(decodeURIComponent(file).split("\r\n")).toEqual([
      'day,"Given, ""all"""',
      "2026-11-01,1000",
      "2026-11-02,",
      "2026-11-03,2500",
    ]);
  });

  it("says that there are no figures yet where all are nothing", () => {
    expect(drawn({ series: [{ label: "Applied", values: [0, null, 0] }] })).toContain("No figures yet.");
  });
});
