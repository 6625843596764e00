/**
 * Spans of a trace: a request, and inside it calls, transactions, requests to partners and page rendering; a job, a
 * sweep. `open-telemetry.ts` sends them to a collector. Without one, and in a request that is not sampled, a span costs
 * one comparison.
 */
import type { LogFields } from "#server/process/log.server.ts";

/** Fields that a span may have: declared fields of the log, so no personal data. */
export type SpanFields = Pick<LogFields, "call" | "status" | "job" | "jobId" | "attempt" | "sweep" | "port">;
export type SpanName = "request" | "call" | "transaction" | "job" | "sweep" | "partner" | "page";

/** The span in which work was ordered: W3C Trace Context, `traceparent`. */
export interface TraceParent {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
  isSampled: boolean;
}

export interface SpanRecorder {
  /** Begins a trace; `parent` is a span of another process, or of a job's sender. Decides whether it is sampled. */
  root<Result>(
    name: SpanName,
    begin: { fields: SpanFields; traceId?: string; parent?: TraceParent | null },
    work: () => Result,
  ): Result;
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

export const isTracing = (): boolean => recorder !== null;

/** Runs `work` as the beginning of a trace: a request, a job or a sweep. */
export const inTrace = <Result>(
  name: SpanName,
  begin: { fields: SpanFields; traceId?: string; parent?: TraceParent | null },
  work: () => Result,
): Result => (recorder === null ? work() : recorder.root(name, begin, work));

/** Runs `work` in a span of the running trace; without a trace, it just runs. */
export const inSpan = <Result>(name: SpanName, fields: SpanFields, work: () => Result): Result =>
  recorder === null ? work() : recorder.child(name, fields, work);

export const addToSpan = (fields: SpanFields): void => recorder?.add(fields);

/** `traceparent` for the next service that this work calls; null when it is not recorded. */
export const traceparent = (): string | null => recorder?.traceparent() ?? null;

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
