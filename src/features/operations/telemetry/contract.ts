/** What browsers and apps report about visits: events, log lines and figures (spec 3 and 7). Nothing in it changes a right. */
import * as v from "valibot";
import { defineCall } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { openShape } from "#shared/fields/shape.ts";

/** Product decisions 2: at most 50 entries an upload; the body's 64 KB are the front door's. */
export const maxLogEntries = 50;

/** Texts are cut where they are too long, also in the middle of an emoji: what the database would refuse of them is left out, so that no upload is lost by it. */
const text = (maximum: number) =>
  v.pipe(
    v.string("INVALID"),
    v.maxLength(maximum, "TOO_LONG"),
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
  v.pipe(v.array(entry), v.minLength(1, "REQUIRED"), v.maxLength(maxLogEntries, "TOO_MANY"));
const accepted = openShape("EventsAccepted", { accepted: v.pipe(v.number(), v.integer()) });

/** Spec 3, analytics event and its upload form. */
export const uploadEvent = v.strictObject({
  /** P on page enter, C for a click. */
  eventType: v.optional(v.picklist(["P", "C"]), "C"),
  businessEvent: text(200),
  eventValue: v.optional(text(500), ""),
  componentId: v.optional(text(100), ""),
  eventParams: v.optional(
    v.strictObject({
      activity: v.optional(text(200), ""),
      elementType: v.optional(text(50), ""),
      elementId: v.optional(text(100), ""),
      elementContent: v.optional(text(500), ""),
      userKey: v.optional(text(40), ""),
      userStatus: v.optional(text(40), ""),
    }),
    {},
  ),
  eventTime: v.optional(time),
  platformType: v.optional(v.literal("WEB"), "WEB"),
});
export type UploadEvent = v.InferOutput<typeof uploadEvent>;

/** Uploads from one address, of whatever kind: a carrier's network holds thousands of people, so this only stops floods. */
const limits = [{ counter: "telemetry", by: "address", max: 1_200, seconds: 60 }] as const;

export const uploadEvents = defineCall({
  method: "POST",
  path: "/event/uploadEvents/v2",
  summary: "Page views and clicks of a visit, at most 50 at once.",
  policy: { who: "anyone" },
  limits,
  input: v.strictObject({ events: entries(uploadEvent) }),
  output: accepted,
  status: 202,
  problems: {},
  fieldProblems: tooMany,
});

/** Spec 3, log upload body. */
export const logEntry = v.strictObject({
  appId: v.optional(text(100), ""),
  metricsType: v.optional(text(50), ""),
  measurement: v.optional(text(100), ""),
  time: v.optional(time),
  osType: v.optional(text(30), ""),
  uuid: v.optional(text(64), ""),
  message: v.optional(text(4_000), ""),
  parameter: v.optional(
    v.strictObject({
      userId: v.optional(text(100), ""),
      url: v.optional(text(2_000), ""),
      userAgent: v.optional(text(500), ""),
      requestTime: v.optional(v.union([time, text(40)]), ""),
    }),
    {},
  ),
});
export type LogEntry = v.InferOutput<typeof logEntry>;

export const uploadLog = defineCall({
  method: "POST",
  path: "/event/uploadLog",
  summary: "Log lines of a page or app, at most 50 at once.",
  policy: { who: "anyone" },
  limits,
  input: v.strictObject({ level: v.optional(text(20), "ERROR"), logs: entries(logEntry) }),
  output: accepted,
  status: 202,
  problems: {},
  fieldProblems: tooMany,
});

export const metric = v.strictObject({
  measurement: text(100),
  value: v.pipe(v.number("INVALID"), v.finite("INVALID")),
  time: v.optional(time),
  parameter: v.optional(
    v.pipe(
      v.record(text(50), v.union([text(300), v.pipe(v.number(), v.finite()), v.boolean()])),
      v.maxEntries(20, "TOO_MANY"),
    ),
    {},
  ),
});
export type Metric = v.InferOutput<typeof metric>;

export const logMetrics = defineCall({
  method: "POST",
  path: "/event/logMetrics",
  summary: "Figures about a visit, at most 50 at once.",
  policy: { who: "anyone" },
  limits,
  input: v.strictObject({ metrics: entries(metric) }),
  output: accepted,
  status: 202,
  problems: {},
  fieldProblems: tooMany,
});
