/** The regulator's caps over the standard rates: asked when they are typed, and again before they are shown. // Field rules: daily cost cap */
import { ruleInForce } from "#features/credit/loan/server/index.ts";
import type { BusinessDate } from "#shared/dates.ts";
import { readStandardRates } from "../contract.ts";

export interface HighestRates {
  /** Parts per million a day. */
  normalTo: number;
  overdueTo: number;
}
export interface AboveCap {
  path: keyof HighestRates;
  capPpm: number;
}

/** Which of the highest rates no loan could have on this day. */
export function ratesAboveCap(highest: HighestRates, today: BusinessDate): AboveCap[] {
  const caps: AboveCap[] = [
    { path: "normalTo", capPpm: ruleInForce("DAILY_COST_CAP_PPM", today, "UNDER_SIX_MONTHS").value },
    { path: "overdueTo", capPpm: ruleInForce("DAILY_LATE_FEE_CAP_PPM", today, "UNDER_SIX_MONTHS").value },
  ];
  return caps.filter(({ path, capPpm }) => highest[path] > capPpm);
}

/** The highest rates of a configuration value, in whichever language it names the higher one; null where it cannot be read. */
export function highestRatesOf(value: string): HighestRates | null {
  const rates = readStandardRates(value);
  if (!rates) return null;
  const normalTo = highestOf([rates.rateContentForIdn, rates.rateContentForEn]);
  const overdueTo = highestOf([rates.overdueRateContentForIdn, rates.overdueRateContentForEn]);
  return normalTo === null || overdueTo === null ? null : { normalTo, overdueTo };
}

/** Of ranges such as `0,1% - 0,3%`, in parts per million; null where one of them names no rate. */
function highestOf(ranges: readonly string[]): number | null {
  const highest = ranges.map((range) =>
    Math.max(
      ...[...range.matchAll(/(\d{1,3})(?:[.,](\d{1,4}))?\s*%/g)].map(
        ([, whole, fraction = ""]) => Number(whole) * 10_000 + Number(fraction.padEnd(4, "0")),
      ),
    ),
  );
  return highest.every(Number.isFinite) ? Math.max(...highest) : null;
}
