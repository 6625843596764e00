/** Answers the console's questions about visits, and gives the report its figures by the day. */
import { answer } from "#server/call/pipeline.ts";
import type { ReportPart } from "#server/console/report.ts";
import { listPage } from "#server/records/list-page.ts";
import { listVisitedPages, maxVersions } from "../staff-contract.ts";
import { percentileOf } from "./hours.ts";
import { measureTotals, oldestWaiting, pageFigures, versionsInUse, visitDays, type VisitFilter } from "./hour-store.ts";

const hourMilliseconds = 3_600_000;
/** To the hundredth of a second: nothing is known finer than a bucket. */
const speedOf = (buckets: readonly number[], share: number): number | null => {
  const seconds = percentileOf(buckets, share);
  return seconds === null ? null : Math.round(seconds * 100) / 100;
};

export const visitedPages = answer(
  listVisitedPages,
  async ({ hours, app, platform, cursor, limit }, { services, database }) => {
    const now = services.clock.now();
    const filter: VisitFilter = {
      since: new Date((Math.floor(now.getTime() / hourMilliseconds) - Number(hours) + 1) * hourMilliseconds),
      hostApp: app === undefined ? null : app === "browser" ? "" : app,
      platform: platform ?? null,
    };
    const [rows, totals, versions, oldest] = await Promise.all([
      pageFigures(database, filter, { after: cursor, limit: limit + 1 }),
      measureTotals(database, filter),
      versionsInUse(database, filter, maxVersions),
      oldestWaiting(database),
    ]);
    const { page, nextCursor } = listPage(rows, limit, ({ path }) => path);
    const countOf = (measure: string) => totals.find((one) => one.measure === measure)?.count ?? 0;
    const bucketsOf = (measure: string) => totals.find((one) => one.measure === measure)?.buckets ?? [];
    return {
      items: page.map(({ load, lcp, inp, ...counts }) => ({
        ...counts,
        loadP75: speedOf(load, 0.75),
        loadP95: speedOf(load, 0.95),
        lcpP75: speedOf(lcp, 0.75),
        inpP75: speedOf(inp, 0.75),
      })),
      nextCursor,
      total: {
        views: countOf("VIEW"),
        clicks: countOf("CLICK"),
        errors: countOf("ERROR"),
        loadP75: speedOf(bucketsOf("PAGE_LOAD"), 0.75),
        loadP95: speedOf(bucketsOf("PAGE_LOAD"), 0.95),
        lcpP75: speedOf(bucketsOf("LCP"), 0.75),
      },
      versions: versions.map(({ hostApp, versionCode, ...one }) => ({
        app: hostApp,
        version: versionOf(versionCode),
        ...one,
      })),
      apps: services.brands.flatMap(({ hostApps }) => hostApps),
      oldestWaitingSeconds: oldest ? Math.max(0, Math.floor((now.getTime() - oldest.getTime()) / 1000)) : 0,
    };
  },
);

/** 21108 → 2.11.8. Spec 9: two digits a part. */
const versionOf = (code: string): string =>
  (code.padStart(code.length + (code.length % 2), "0").match(/\d\d/g) ?? []).map(Number).join(".");

const milliseconds = 1_000;

export const visitsReport: ReportPart = {
  async days(reader, range) {
    const rows = await visitDays(reader, range);
    return rows.flatMap(({ buckets, ...row }) => {
      if (row.dimension !== "LCP") return [row];
      const seconds = percentileOf(buckets, 0.75);
      return seconds === null
        ? []
        : [
            {
              day: row.day,
              metric: "visit.lcp_milliseconds",
              dimension: "",
              value: Math.round(seconds * milliseconds),
            },
          ];
    });
  },
};
