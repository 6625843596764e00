/** The computation of an hour's figures. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { bucketBounds, hoursOf, percentileOf } from "./hours.ts";
import type { ReceivedEvent } from "./store.ts";

const event = fc.record({
  id: fc.uuid(),
  subject: fc.constantFrom("analytics.page-view", "analytics.click", "browser.log", "browser.metric"),
  country: fc.constantFrom("IDN", "MEX"),
  occurredAt: fc.constant(new Date(0)),
  receivedAt: fc.date({ min: new Date(0), max: new Date(10_000_000), noInvalidDate: true }),
  data: fc.record({
    brand: fc.constantFrom("tunai", "kilat"),
    hostApp: fc.constantFrom("", "TunaiApp"),
    appVersion: fc.constantFrom(null, 21108),
    platform: fc.constantFrom("WEB", "ANDROID"),
    businessEvent: fc.constantFrom("/a", "/b", "pay"),
    level: fc.constantFrom("ERROR", "INFO"),
    path: fc.constantFrom("/a?lang=id", "/b"),
    measurement: fc.constantFrom("lcp", "page_load", "exposure", "own"),
    value: fc.double({ min: 0, max: 700, noNaN: true }),
    parameter: fc.constant({ path: "/a", component: "offer" }),
  }),
});

test("each event counts once in its hour, whatever comes with it, and values once in their buckets", () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      const rows = hoursOf(events as ReceivedEvent[]);
      const count = (measure: string) =>
        rows.filter((row) => row.measure === measure).reduce((sum, row) => sum + row.count, 0);
      const sent = (subject: string) => events.filter((one) => one.subject === subject);
      expect(count("VIEW")).toBe(sent("analytics.page-view").length);
      expect(count("CLICK")).toBe(sent("analytics.click").length);
      expect(count("ERROR") + count("REFUSAL")).toBe(sent("browser.log").length);
      const measured = sent("browser.metric").filter(({ data }) => data.measurement !== "own").length;
      expect(count("LCP") + count("PAGE_LOAD") + count("EXPOSURE")).toBe(measured);
      for (const row of rows)
        expect(row.buckets.reduce((sum, one) => sum + one, 0)).toBe(row.buckets.length === 0 ? 0 : row.count);
      expect(rows.some(({ key }) => key.includes("?"))).toBe(false);
    }),
  );
});

test("a share lies in the bucket of the value of that rank, and grows with the share", () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0.001, max: 599, noNaN: true }), { minLength: 1, maxLength: 80 }),
      (values) => {
        const rows = hoursOf(
          values.map((value) => ({
            id: "",
            subject: "browser.metric",
            country: "IDN",
            occurredAt: new Date(0),
            receivedAt: new Date(0),
            data: { measurement: "lcp", value, parameter: { path: "/a" } },
          })),
        );
        const { buckets } = rows[0]!;
        const [half, most] = [percentileOf(buckets, 0.5)!, percentileOf(buckets, 0.95)!];
        expect(most).toBeGreaterThanOrEqual(half);
        const median = values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1]!;
        const upper = bucketBounds.find((bound) => median <= bound)!;
        const lower = bucketBounds[bucketBounds.indexOf(upper) - 1] ?? 0;
        expect(half).toBeGreaterThanOrEqual(lower - 1e-9);
        expect(half).toBeLessThanOrEqual(upper + 1e-9);
      },
    ),
  );
  expect(percentileOf([], 0.5)).toBeNull();
});
