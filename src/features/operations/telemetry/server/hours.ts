/** Adds events to the hour's figures, and reads a speed from them. Pure. // Spec embedded-platform 8 */
import type { ReceivedEvent, WaitingEvent } from "./store.ts";

/** Upper bounds of the buckets; a last bucket holds higher values. Seconds, except for CLS and SCROLL, which have no unit. */
export const bucketBounds = [0.1, 0.25, 0.5, 1, 1.5, 2, 2.5, 3, 4, 6, 10, 30, 600];

/** Figures of a page that a browser measures, by the name under which it reports them. */
const valued: Readonly<Record<string, string>> = {
  page_load: "PAGE_LOAD",
  lcp: "LCP",
  inp: "INP",
  cls: "CLS",
  ttfb: "TTFB",
  stay: "STAY",
  scroll: "SCROLL",
};

export interface HourRow {
  hour: Date;
  measure: string;
  key: string;
  country: string;
  brand: string;
  hostApp: string;
  platform: string;
  count: number;
  /** In thousandths of the measure. */
  sum: number;
  buckets: number[];
}

const hourMilliseconds = 3_600_000;

/** Adds events up by hour of arrival, in the order of the table's key, so that two processes lock its rows in the same order. */
export function hoursOf(events: readonly ReceivedEvent[]): HourRow[] {
  const rows = new Map<string, HourRow>();
  for (const event of events) {
    const text = (name: string): string => String(event.data[name] ?? "");
    const visit = {
      hour: new Date(Math.floor(event.receivedAt.getTime() / hourMilliseconds) * hourMilliseconds),
      country: event.country,
      brand: text("brand"),
      hostApp: text("hostApp"),
      platform: text("platform"),
    };
    for (const { measure, key, value } of measuresOf(event)) {
      const place = hourRowKey({ ...visit, measure, key });
      const row = rows.get(place) ?? { ...visit, measure, key, count: 0, sum: 0, buckets: [] };
      rows.set(place, row);
      row.count += 1;
      if (value === undefined) continue;
      row.sum += Math.round(value * 1_000);
      if (row.buckets.length === 0) row.buckets = Array.from({ length: bucketBounds.length + 1 }, () => 0);
      row.buckets[bucketOf(value)]! += 1;
    }
  }
  return [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

type Place = Pick<HourRow, "hour" | "measure" | "key" | "country" | "brand" | "hostApp" | "platform">;
export const hourRowKey = ({ hour, measure, key, country, brand, hostApp, platform }: Place): string =>
  JSON.stringify([hour.getTime(), measure, key, country, brand, hostApp, platform]);

interface Measured {
  measure: string;
  key: string;
  value?: number;
}

function measuresOf({ subject, data }: WaitingEvent): Measured[] {
  const text = (name: string): string => String(data[name] ?? "");
  switch (subject) {
    case "analytics.page-view": {
      const version = text("appVersion");
      const view = { measure: "VIEW", key: text("businessEvent") };
      return version === "" ? [view] : [view, { measure: "VERSION", key: version }];
    }
    case "analytics.click":
      return [{ measure: "CLICK", key: text("businessEvent") }];
    case "browser.log":
      return [{ measure: text("level") === "INFO" ? "REFUSAL" : "ERROR", key: text("path").split("?")[0] ?? "" }];
    default:
      return metricOf(data);
  }
}

function metricOf(data: WaitingEvent["data"]): Measured[] {
  const parameter = (data["parameter"] ?? {}) as Record<string, unknown>;
  const name = String(data["measurement"] ?? "");
  if (name === "exposure") return [{ measure: "EXPOSURE", key: String(parameter["component"] ?? "") }];
  const measure = Object.hasOwn(valued, name) ? valued[name] : undefined;
  // Figures with unknown names only go to the sink.
  if (measure === undefined) return [];
  return [{ measure, key: String(parameter["path"] ?? ""), value: Number(data["value"]) }];
}

const bucketOf = (value: number): number => {
  const index = bucketBounds.findIndex((bound) => value <= bound);
  return index < 0 ? bucketBounds.length : index;
};

/**
 * The value below which `share` of the measurements lies, interpolated linearly within its bucket. @returns null
 * without measurements; the last bound for higher values.
 */
export function percentileOf(buckets: readonly number[], share: number): number | null {
  const total = buckets.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let below = 0;
  for (const [index, count] of buckets.entries()) {
    if (below + count < total * share) {
      below += count;
      continue;
    }
    const [from, to] = [bucketBounds[index - 1] ?? 0, bucketBounds[index]];
    if (to === undefined) return from;
    return count === 0 ? from : from + ((to - from) * (total * share - below)) / count;
  }
  return bucketBounds.at(-1)!;
}
