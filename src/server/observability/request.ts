/** Observes a request: its span, its count and its duration. */
import { count, isMeasuring, time } from "./instruments.ts";
import { addToSpan, inTrace, isTracing, type TraceParent } from "./spans.ts";

/** Whether a collector or METRICS_PORT is configured; otherwise requests skip this file. */
export const isObserved = (): boolean => isTracing() || isMeasuring();

interface Observed {
  traceId: string;
  parent: TraceParent | null;
  /** `GET /api/credit/limits`, or `GET /webview/loan-history/:loanId` of a page. Nothing that a person typed. */
  name: () => Promise<string>;
}

export function observeRequest<Answer extends { status: number }>(
  { name, ...begin }: Observed,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  return inTrace("request", { ...begin, fields: {} }, async () => {
    const begun = performance.now();
    const answered = await answer();
    const call = await name();
    const { status } = answered;
    addToSpan({ call, status });
    count("tunai.requests", { call, status });
    time("tunai.request.duration.seconds", { call }, (performance.now() - begun) / 1000);
    return answered;
  });
}
