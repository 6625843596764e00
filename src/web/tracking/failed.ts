/** How a script reports to the file of every page that its call failed, so that each failure is logged once and in one form. */

/** `url` is the call's pattern, never an address with values; `status` is 0 without an answer. */
export interface FailedCall {
  status: number;
  code: string;
  detail: string;
  traceId: string;
  method: string;
  url: string;
}
export const failedEvent = "tunai:failed";
