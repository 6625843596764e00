/** Definition of a chart in the console. */
import type { Text } from "#shared/texts.ts";

export type ReportChartUnit = "COUNT" | "RUPIAH" | "PPM";

/** BUSINESS: loans and payments. OPERATION: partners, jobs and sweeps. */
export const chartGroups = ["BUSINESS", "OPERATION"] as const;
export type ChartGroup = (typeof chartGroups)[number];

export interface ChartPart {
  metric: string;
  dimension: string;
  label: Text;
  /** A figure with a different unit: shown below the drawing, in the table and the CSV, and not drawn. */
  unit?: "COUNT" | "MILLISECONDS" | "SECONDS";
  /** Which of the six tones it is drawn in, when its position does not decide it. */
  tone?: 1 | 2 | 3 | 4 | 5 | 6;
}

/** How long the oldest item of a part has been due, shown with the number waiting. */
export interface ChartComparison {
  metric: string;
  label: Text;
  unit: "SECONDS";
}

export interface ChartKind {
  key: string;
  group?: ChartGroup;
  /** STACKED: parts of a sum by day. LINES: figures by day. STANDING: parts of a current state. */
  shape: "STACKED" | "LINES" | "STANDING";
  unit: ReportChartUnit;
  title: Text;
  /** The metric, its source and its time. */
  definition: Text;
  parts: readonly ChartPart[];
  /** Parts known only to the server: one for each sweep with a backlog, or for each work list, with the named metric. */
  waiting?: { of: "SWEEPS" | "WORK_LISTS"; metric: string; beside: ChartComparison };
}

export const chartPart = (metric: string, dimension: string, id: string, en: string, zh: string): ChartPart => ({
  metric,
  dimension,
  label: { id, en, zh },
});
