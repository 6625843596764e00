/** A trace in the console: what one request, and the work that it ordered, did step by step. // Spec credit-support 9 */
import * as v from "valibot";
import { unknown } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";

/** Whole days for which steps are kept. */
export const traceDays = 14;

/** REQUEST, CALL, JOB, SWEEP, PARTNER: done here. BROWSER: reported by a page. */
export const stepNames = ["REQUEST", "CALL", "JOB", "SWEEP", "PARTNER", "BROWSER"] as const;

const traceStep = v.object({
  name: v.picklist(stepNames),
  at: instant,
  /** Call, page pattern, job, sweep or partner. */
  subject: v.string(),
  status: v.nullable(v.number()),
  code: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  attempt: v.nullable(v.number()),
  milliseconds: v.number(),
  hasFailed: v.boolean(),
});
export type TraceLine = v.InferOutput<typeof traceStep>;

export const getTrace = defineCall({
  id: "getTrace",
  method: "GET",
  path: "/api/staff/traces/{traceId}",
  summary:
    "The steps of a trace in their order, the first 200: request, calls, jobs, partners, reports of browsers; and the exceptions that it left to staff.",
  policy: {
    who: "staff",
    permission: "trace.read",
    trail: { id: "Melihat jejak permintaan", en: "Viewed a trace", zh: "查看请求追踪" },
  },
  input: v.strictObject({
    traceId: v.pipe(v.string("TRACE_ID"), v.trim(), v.toLowerCase(), v.regex(/^[0-9a-f]{32}$/, "TRACE_ID")),
  }),
  output: v.object({
    traceId: v.string(),
    items: v.array(traceStep),
    /** Exceptions that this trace left to staff, at most 20. */
    exceptions: v.array(v.object({ exceptionId: v.string(), text: v.string(), causeText: v.string() })),
  }),
  problems: unknown("TRACE_UNKNOWN", {
    id: "Tidak ada langkah yang tersimpan untuk kode ini.",
    en: "No steps are kept for this code.",
    zh: "没有该代码的记录。",
  }),
  fieldProblems: {
    TRACE_ID: {
      id: "Kode dukungan terdiri dari 32 angka dan huruf a sampai f.",
      en: "A support code has 32 digits and letters from a to f.",
      zh: "支持代码由 32 位数字和字母 a 至 f 组成。",
    },
  },
});
