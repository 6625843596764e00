/** Observes a request: its span, its count and its duration. */
import { count, isMeasuring, time } from "./instruments.ts";
import { addToSpan, inTrace, isTracing, noteStep, type SpanFields, type TraceParent } from "./spans.ts";

/** Whether a collector or METRICS_PORT is configured; otherwise requests skip this file. */
export const isObserved = (): boolean => isTracing() || isMeasuring();

interface Observed {
  traceId: string;
  parent: TraceParent | null;
  /** `GET /api/credit/limits`, or `GET /webview/loan-history/:loanId` of a page. Nothing that a person typed. */
  name: () => Promise<string>;
  /** Whether the console keeps the request's steps whatever its answer is; a refused one is noted in any case. */
  isKept: boolean;
  /** Why it was refused, after the answer; empty when it was not. */
  refused: () => Pick<SpanFields, "code" | "reason">;
}

export function observeRequest<Answer extends { status: number }>(
  { name, refused, ...begin }: Observed,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  return inTrace("request", { ...begin, fields: {} }, async () => {
    const begun = performance.now();
    const answered = await answer();
    const call = await name();
    const { status } = answered;
    const fields = { call, status, ...(status < 400 ? {} : refused()) };
    addToSpan(fields);
    if (!begin.isKept && status >= 400) noteStep("request", begin.parent?.traceId ?? begin.traceId, fields);
    count("tunai.requests", { call, status });
    time("tunai.request.duration.seconds", { call }, (performance.now() - begun) / 1000);
    return answered;
  });
}
