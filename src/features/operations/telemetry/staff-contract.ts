/** Visits in the console: how fast pages are where they are used, and which of them fail. // Spec embedded-platform 8 */
import * as v from "valibot";
import { defineCall } from "#shared/contract.ts";
import { listOf, listQuery } from "#shared/fields/list.ts";

/** Lengths of time that are looked at, in hours: the running hour and those before it. */
export const visitHours = [1, 24, 168] as const;
/** Apps' versions that are named, the most used first. */
export const maxVersions = 20;

/** Seconds; null where no browser measured. */
const speed = v.nullable(v.number());
const count = v.pipe(v.number(), v.integer());

const visitedPage = v.object({
  /** The page's pattern; empty for pages beyond the number that an hour names. */
  path: v.string(),
  views: count,
  /** Errors of scripts, and calls that failed. */
  errors: count,
  /** Calls that the server refused, of which a page reports one in a hundred. */
  refusals: count,
  /** Seconds within which 75 %, and 95 %, of the visits were loaded. */
  loadP75: speed,
  loadP95: speed,
  /** Largest contentful paint, and the slowest answer to a tap. */
  lcpP75: speed,
  inpP75: speed,
});
export type VisitedPage = v.InferOutput<typeof visitedPage>;

const appVersion = v.object({ app: v.string(), version: v.string(), platform: v.string(), views: count });

export const listVisitedPages = defineCall({
  id: "listVisitedPages",
  method: "GET",
  path: "/api/staff/visits",
  summary: "Pages that were visited, by their pattern, with their speed and errors as browsers and apps reported them.",
  policy: {
    who: "staff",
    permission: "report.read",
    trail: { id: "Melihat kunjungan", en: "Viewed the visits", zh: "查看访问情况" },
  },
  input: v.strictObject({
    ...listQuery,
    hours: v.optional(v.picklist(visitHours.map(String), "CHOICE_INVALID"), "24"),
    /** Visits of one app only; `browser` for visits without an app. */
    app: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z]{1,40}$/, "CHOICE_INVALID"))),
    platform: v.optional(v.picklist(["ANDROID", "IOS", "WEB"], "CHOICE_INVALID")),
  }),
  output: v.strictObject({
    ...listOf(visitedPage).entries,
    /** All pages of the time together. */
    total: v.object({ views: count, clicks: count, errors: count, loadP75: speed, loadP95: speed, lcpP75: speed }),
    versions: v.array(appVersion),
    /** Names of the apps that can be asked for. */
    apps: v.array(v.string()),
    /** How long the oldest report waits for its sink, in seconds. */
    oldestWaitingSeconds: count,
  }),
  problems: {},
});
