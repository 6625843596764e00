/** Reports of browsers and apps about visits: events, log lines and figures (spec 3 and 7). They never change a right. */
import * as v from "valibot";
import { defineCall } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { openShape } from "#shared/fields/shape.ts";

/** Product decisions 2: at most 50 entries an upload; the body's 64 KB are the front door's. */
export const maxLogEntries = 50;

/**
 * Texts of any length that the body has room for: they are cut when they are kept (`server/rules.ts`). Half of an
 * emoji, or a NUL, cannot be stored in the database: it is removed, so that no event is lost.
 */
const text = v.pipe(
  v.string("INVALID"),
  v.transform((words) => words.toWellFormed().replaceAll("\0", "")),
);
/** Milliseconds since 1970 by the visitor's clock, or ISO 8601. */
const time = v.union(
  [v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(8_640_000_000_000_000)), instant],
  "INVALID",
);
const tooMany = {
  TOO_MANY: {
    id: "Paling banyak {maximum} entri sekali kirim.",
    en: "At most {maximum} entries at once.",
    zh: "一次最多 {maximum} 条。",
  },
};
const entries = <const Entry extends v.GenericSchema>(entry: Entry) =>
  v.pipe(readable(v.array(entry)), v.minLength(1, "REQUIRED"), v.maxLength(maxLogEntries, "TOO_MANY"));

/**
 * The same list, which leaves out the entries that cannot be read: one page that sends nonsense must not cost what its visitor did
 * on the others. Where none can be read, the sender learns why.
 */
function readable<const List extends v.ArraySchema<v.GenericSchema, undefined>>(list: List): List {
  return {
    ...list,
    "~run"(dataset: v.UnknownDataset, config: v.Config<v.BaseIssue<unknown>>) {
      const { value } = dataset;
      if (!Array.isArray(value) || value.length > maxLogEntries) return list["~run"](dataset, config);
      const read = value.map((entry) => v.safeParse(list.item, entry, config));
      const valid = read.flatMap((one) => (one.success ? [one.output] : []));
      return valid.length > 0 ? { typed: true, value: valid } : list["~run"](dataset, config);
    },
  };
}
const accepted = openShape("EventsAccepted", { accepted: v.pipe(v.number(), v.integer()) });

/** Spec 3, analytics event and its upload form. */
export const uploadEvent = v.strictObject({
  /** P on page enter, C for a click. */
  eventType: v.optional(v.picklist(["P", "C"]), "C"),
  businessEvent: text,
  eventValue: v.optional(text, ""),
  componentId: v.optional(text, ""),
  eventParams: v.optional(
    v.strictObject({
      activity: v.optional(text, ""),
      elementType: v.optional(text, ""),
      elementId: v.optional(text, ""),
      elementContent: v.optional(text, ""),
      userKey: v.optional(text, ""),
      userStatus: v.optional(text, ""),
    }),
    {},
  ),
  eventTime: v.optional(time),
  platformType: v.optional(v.literal("WEB"), "WEB"),
});
export type UploadEvent = v.InferOutput<typeof uploadEvent>;

/** Events from one address, of whatever kind, and not the uploads that carry them. // Threat I3 */
const limits = <const List extends string>(each: List) =>
  [{ counter: "telemetry", by: "address", each, max: 600, seconds: 60, isGathered: true }] as const;

export const uploadEvents = defineCall({
  id: "uploadEvents",
  method: "POST",
  path: "/event/uploadEvents/v2",
  summary:
    "Page views and clicks of a visit, at most 50 at once. Unreadable ones, and those above the day's limit, are left out; `accepted` says how many were taken.",
  policy: { who: "anyone" },
  limits: limits("events"),
  input: v.strictObject({ events: entries(uploadEvent) }),
  output: accepted,
  status: 202,
  problems: {},
  fieldProblems: tooMany,
});

/** Spec 3, log upload body. */
export const logEntry = v.strictObject({
  appId: v.optional(text, ""),
  metricsType: v.optional(text, ""),
  measurement: v.optional(text, ""),
  time: v.optional(time),
  osType: v.optional(text, ""),
  uuid: v.optional(text, ""),
  message: v.optional(text, ""),
  parameter: v.optional(
    v.strictObject({
      userId: v.optional(text, ""),
      url: v.optional(text, ""),
      userAgent: v.optional(text, ""),
      requestTime: v.optional(v.union([time, text]), ""),
      /** A failed call: its status (0 without an answer), problem code, trace id and the answer's words. */
      status: v.optional(v.pipe(v.number("INVALID"), v.integer("INVALID"), v.minValue(0), v.maxValue(599))),
      code: v.optional(text, ""),
      traceId: v.optional(text, ""),
      detail: v.optional(text, ""),
      method: v.optional(text, ""),
    }),
    {},
  ),
});
export type LogEntry = v.InferOutput<typeof logEntry>;

export const uploadLog = defineCall({
  id: "uploadLog",
  method: "POST",
  path: "/event/uploadLog",
  summary: "Log lines of a page or app, at most 50 at once; `accepted` says how many were taken.",
  policy: { who: "anyone" },
  limits: limits("logs"),
  input: v.strictObject({ level: v.optional(text, "ERROR"), logs: entries(logEntry) }),
  output: accepted,
  status: 202,
  problems: {},
  fieldProblems: tooMany,
});

export const metric = v.strictObject({
  measurement: text,
  value: v.pipe(v.number("INVALID"), v.finite("INVALID")),
  time: v.optional(time),
  parameter: v.optional(
    v.pipe(v.record(text, v.union([text, v.pipe(v.number(), v.finite()), v.boolean()])), v.maxEntries(20, "TOO_MANY")),
    {},
  ),
});
export type Metric = v.InferOutput<typeof metric>;

export const logMetrics = defineCall({
  id: "logMetrics",
  method: "POST",
  path: "/event/logMetrics",
  summary: "Figures about a visit, at most 50 at once; `accepted` says how many were taken.",
  policy: { who: "anyone" },
  limits: limits("metrics"),
  input: v.strictObject({ metrics: entries(metric) }),
  output: accepted,
  status: 202,
  problems: {},
  fieldProblems: tooMany,
});
