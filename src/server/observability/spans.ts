/**
 * Spans of a trace: a request, and inside it calls, transactions, requests to partners and page rendering; a job, a
 * sweep. `open-telemetry.ts` sends them to a collector. Without one, and in a request that is not sampled, a span costs
 * one comparison.
 */
import type { LogFields } from "#server/process/log.server.ts";

/** Fields that a span may have: declared fields of the log, so no personal data. */
export type SpanFields = Pick<
  LogFields,
  "call" | "status" | "code" | "reason" | "job" | "jobId" | "attempt" | "sweep" | "port"
>;
export type SpanName = "request" | "call" | "transaction" | "job" | "sweep" | "partner" | "page";

/** The span in which work was ordered: W3C Trace Context, `traceparent`. */
export interface TraceParent {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
  isSampled: boolean;
}

/** How a trace begins. */
export interface SpanBegin {
  fields: SpanFields;
  traceId?: string;
  parent?: TraceParent | null;
  /** Whether the console keeps its steps; true by default. */
  isKept?: boolean;
}

export interface SpanRecorder {
  /** Begins a trace; `parent` is a span of another process, or of a job's sender. Decides whether it is sampled. */
  root<Result>(name: SpanName, begin: SpanBegin, work: () => Result): Result;
  child<Result>(name: SpanName, fields: SpanFields, work: () => Result): Result;
  /** Adds to the span that runs. */
  add(fields: SpanFields): void;
  /** `traceparent` of the running span; null when none is recorded. */
  traceparent(): string | null;
}

/** One for the process, like the collector behind it: transactions and partners know no services. */
let recorder: SpanRecorder | null = null;

export function recordSpans(by: SpanRecorder | null): void {
  recorder = by;
}

/** Keeps steps for the console (`trace-steps.ts`), with or without a collector. */
export interface StepRecorder extends SpanRecorder {
  /** One step of a trace that does not run here. */
  note(name: "browser" | "request", traceId: string, fields: SpanFields): void;
}
let keeper: StepRecorder | null = null;
export function setStepRecorder(by: StepRecorder | null): void {
  keeper = by;
}

export const isTracing = (): boolean => recorder !== null || keeper !== null;

/** Notes one step of a trace that does not run here: what a browser reports, or a refused request that was not kept whole. */
export const noteStep = (name: "browser" | "request", traceId: string, fields: SpanFields): void =>
  keeper?.note(name, traceId, fields);

/** Runs `work` as the beginning of a trace: a request, a job or a sweep. */
export const inTrace = <Result>(name: SpanName, begin: SpanBegin, work: () => Result): Result => {
  const by = recorder;
  const recorded = by === null ? work : (): Result => by.root(name, begin, work);
  return keeper === null ? recorded() : keeper.root(name, begin, recorded);
};

/** Runs `work` in a span of the running trace; without a trace, it just runs. */
export const inSpan = <Result>(name: SpanName, fields: SpanFields, work: () => Result): Result => {
  const by = recorder;
  const recorded = by === null ? work : (): Result => by.child(name, fields, work);
  return keeper === null ? recorded() : keeper.child(name, fields, recorded);
};

export function addToSpan(fields: SpanFields): void {
  recorder?.add(fields);
  keeper?.add(fields);
}

/** `traceparent` for the next service that this work calls; null when it is not recorded. */
export const traceparent = (): string | null => recorder?.traceparent() ?? keeper?.traceparent() ?? null;

/** The trace whose steps the console keeps while this work runs; null when they are not kept. */
export const recordedTraceId = (): string | null => keeper?.traceparent()?.split("-")[1] ?? null;

const shape = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Parses a `traceparent`; null when invalid. */
export function readTraceparent(text: string | null | undefined): TraceParent | null {
  const [, traceId, spanId, flags] = shape.exec(text ?? "") ?? [];
  if (!traceId || !spanId || !flags || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** The existing trace of a request: from a proxy in front, whose headers are trusted. // Spec embedded platform 10 */
export const parentOf = (headers: { get(name: string): string | null }, trustedHops: number): TraceParent | null =>
  trustedHops > 0 ? readTraceparent(headers.get("traceparent")) : null;
