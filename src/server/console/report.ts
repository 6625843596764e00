/**
 * Figures by the day that a domain hands in for the console's charts. The reports ask this question and know no table of
 * another domain.
 */
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { BusinessDate } from "#shared/dates.ts";
import { defineQuestion } from "#server/questions.ts";

/** Business days (WIB), both included. */
export interface ReportRange {
  from: BusinessDate;
  to: BusinessDate;
}

export interface ReportValue {
  day: BusinessDate;
  /** `loan.disbursed_rupiah`; the unit is its last word: rupiah, count or ppm. */
  metric: string;
  /** A part of the metric; empty without parts. */
  dimension: string;
  /** A whole number. */
  value: number;
}

export interface ReportPart {
  /** Figures for each day in a range. The same range always gives the same figures; a day without events has no value. */
  days?(reader: Reader, range: ReportRange): Promise<ReportValue[]>;
  /** Current figures for today, which cannot be computed later. */
  standing?(services: Services, reader: Reader, today: BusinessDate): Promise<ReportValue[]>;
}

/** Its figures for the console's charts. */
export const reportParts = defineQuestion<ReportPart>("report-parts", "MANY");
