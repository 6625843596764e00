/** The regulator's caps on the standard rates: checked when they are typed, and again before they are shown. // Field rules: daily cost cap */
import type { Services } from "#server/services.ts";
import { dateInWib, type BusinessDate } from "#shared/dates.ts";
import { readStandardRates } from "../contract.ts";
import { defineQuestion } from "#server/questions.ts";

export interface HighestRates {
  /** Parts per million a day. */
  normalTo: number;
  overdueTo: number;
}
export interface AboveCap {
  path: keyof HighestRates;
  capPpm: number;
}

/** Parts per million, as they are in force on a day. */
export interface PublishedCaps {
  /** For loans under six months, per day. */
  dailyCostPpm: number;
  dailyCostOfLongestTenorPpm: number;
  dailyLateFeePpm: number;
  /** Share of the principal. */
  totalCostPpm: number;
}
/** Asked by configuration of the one domain that prices loans: caps that published rates must not exceed. */
export const rateCaps = defineQuestion<(services: Services, today: BusinessDate) => Promise<PublishedCaps>>(
  "rate-caps",
  "ONE",
);

/** The caps of today, WIB. */
export const capsToday = (services: Services): Promise<PublishedCaps> =>
  services.ask(rateCaps)(services, dateInWib(services.clock.now()));

/** Which of the highest rates no loan could have. */
export function ratesAboveCap(highest: HighestRates, of: PublishedCaps): AboveCap[] {
  const caps: AboveCap[] = [
    { path: "normalTo", capPpm: of.dailyCostPpm },
    { path: "overdueTo", capPpm: of.dailyLateFeePpm },
  ];
  return caps.filter(({ path, capPpm }) => highest[path] > capPpm);
}

/** The highest rates of a configuration value over all its languages; null when it cannot be parsed. */
export function highestRatesOf(value: string): HighestRates | null {
  const rates = readStandardRates(value);
  if (!rates) return null;
  const normalTo = highestOf([rates.rateContentForIdn, rates.rateContentForEn]);
  const overdueTo = highestOf([rates.overdueRateContentForIdn, rates.overdueRateContentForEn]);
  return normalTo === null || overdueTo === null ? null : { normalTo, overdueTo };
}

/** The highest rate in ranges such as `0,1% - 0,3%`, in parts per million; null when one of them contains no rate. */
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
