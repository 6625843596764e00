/** How a script reports to the file of every page that its call failed, so that each failure is logged once and in one form. */

/**
 * `url` is the call's pattern, never an address with values; without one it is the page's own. `status` is 0 where no
 * answer came.
 */
export interface FailedCall {
  status: number;
  code: string;
  detail: string;
  traceId: string;
  method: string;
  url?: string;
}
export const failedEvent = "tunai:failed";

/**
 * A request to the page's own address that failed: its method, the words that the reader saw, and what came instead of an answer: a
 * `Response`, an `XMLHttpRequest`, an error; undefined where nothing came in time.
 */
export type FailedRequest = [method: string, detail: string, answer: unknown];
export function callOf(failed: FailedCall | FailedRequest): FailedCall {
  if (!Array.isArray(failed)) return failed;
  const [method, detail, answer] = failed;
  const { status = 0, headers, getResponseHeader } = (answer ?? {}) as Partial<Response & XMLHttpRequest>;
  const traceId = headers?.get("trace-id") ?? getResponseHeader?.call(answer, "trace-id") ?? "";
  return { method: method.toUpperCase(), detail, status, traceId, code: status ? "HTTP_ERROR" : "NETWORK_ERROR" };
}
