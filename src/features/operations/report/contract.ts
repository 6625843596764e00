/** Figures of the business by the day, for the console's charts. // credit-support 9 */
import * as v from "valibot";
import { binary } from "#shared/binary.ts";
import { defineCall } from "#shared/contract.ts";
import { answeredDate, instant } from "#shared/fields/answered.ts";
import { chartGroups } from "./chart-contract.ts";
import { chartKeys } from "./charts-contract.ts";

export { chartGroups };

/** Periods to choose from, in days. */
export const reportDays = [7, 30, 90] as const;
export const usualDays = 30;

const days = v.optional(v.picklist(reportDays.map(String), "CHOICE_INVALID"), String(usualDays));
const policy = { who: "staff", permission: "report.read" } as const;

/** One part of a chart; `values` are whole numbers in the chart's unit, one for each day from the first to the last, null when unknown. */
const series = v.object({
  metric: v.string(),
  dimension: v.string(),
  /** In the caller's language. */
  label: v.string(),
  values: v.array(v.nullable(v.number())),
});

export const getReport = defineCall({
  id: "getBusinessReport",
  method: "GET",
  path: "/api/staff/report",
  summary: "The charts of the console: figures by day, and current figures.",
  policy: { ...policy, trail: { id: "Melihat grafik", en: "Viewed the charts", zh: "查看图表" } },
  input: v.strictObject({ days, group: v.optional(v.picklist(chartGroups, "CHOICE_INVALID"), "BUSINESS") }),
  output: v.object({
    from: answeredDate,
    to: answeredDate,
    /** When the running day was folded last; null before the first time. */
    foldedAt: v.nullable(instant),
    charts: v.array(v.object({ key: v.string(), series: v.array(series) })),
  }),
  problems: {},
});

export const getReportCsv = defineCall({
  id: "getBusinessReportCsv",
  method: "GET",
  path: "/api/staff/report/{chart}/csv",
  summary: "The figures of one chart as CSV: one line per day.",
  policy: { ...policy, trail: { id: "Mengunduh grafik", en: "Downloaded a chart", zh: "下载图表" } },
  input: v.strictObject({ chart: v.picklist(chartKeys, "CHOICE_INVALID"), days }),
  output: binary,
  problems: {},
});
