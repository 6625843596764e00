/** Error reporting. Reports never hold personal data: only what is declared here leaves the process. */

export interface ErrorReport {
  /** 32 hexadecimal digits or a UUID: the trace id of the answer. */
  traceId: string;
  error: unknown;
  /** Name of the call, job or screen: `POST /api/loan/apply`. Never a URL with values. */
  where: string;
  /** HTTP status of the answer, when there was one. */
  status?: number;
  method?: string;
  /** Problem code of the answer. */
  code?: string;
  /** The text that the reader saw; identifiers in it are masked. */
  detail?: string;
  /** The device by its MAC, never its label. */
  device?: string;
  /** `info` for a refusal, of which a sample is reported. */
  level?: "error" | "info";
}

export interface ErrorsPort {
  readonly adapter: string;
  /** Never throws and never waits for long: a report that cannot be sent is dropped and counted. */
  report(report: ErrorReport): Promise<void>;
}
