/** Metrics that a process measures for `METRICS_PORT` and the collector. Until `open-telemetry.ts` opens them, measuring costs one comparison. */

/** Counters: each a number that only grows. */
export const counterMeanings = {
  "tunai.requests": "Answered requests by call or page, and status.",
  "tunai.requests.turned_away": "Requests turned away because the process is overloaded.",
  "tunai.partner.calls": "Questions to partners by port and outcome.",
  "tunai.job.tries": "Ended tries of jobs: DONE, AGAIN, or FAILED for good.",
  "tunai.sweep.rows": "Rows that sweeps did, or failed to do.",
  "tunai.standby.requests": "Requests that may read from the standby, by the server that answered: STANDBY or PRIMARY.",
  "tunai.ledger.postings":
    "Transfers written to the ledger by kind, those of transactions that were undone later included.",
} as const;

/** Histograms of seconds. */
export const durations = {
  "tunai.request.duration.seconds": "Time to answer a request, by call or page.",
  "tunai.partner.duration.seconds": "Time of a partner's answer, by port.",
} as const;
/** Seconds: from imperceptible on a phone to the point at which a person gives up. */
export const durationBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Metrics that are read on demand. Their units are in their names, as in Prometheus. */
export const gauges = {
  "tunai.event_loop.lag.seconds": "How late the event loop comes round: 99th percentile since the last reading.",
  "tunai.job.waiting": "Jobs that wait for a first or next try.",
  "tunai.job.oldest_due.seconds": "How long the oldest due job has waited.",
  "tunai.event.waiting": "Deliveries of events that wait for their subscriber.",
  "tunai.event.oldest_due.seconds": "How long the oldest due delivery has waited.",
  "tunai.sweep.waiting": "Rows that a sweep has to do, by sweep.",
  "tunai.sweep.oldest_due.seconds": "How long the oldest due row of a sweep has waited, by sweep.",
  "tunai.ledger.stopped": "1 while the ledger takes no postings, because the audit found a fault.",
  "tunai.disk.low": "1 while new writes are refused, because the disk is nearly full.",
  "tunai.standby.lag.seconds": "Age of the oldest confirmed write that the standby may lack.",
  "tunai.standby.lag.bytes": "Bytes of the log that the standby has not replayed.",
  "tunai.codes.spent.rupiah": "Rupiah spent on one-time codes since 00:00 WIB.",
} as const;

export type Counter = keyof typeof counterMeanings;
export type Duration = keyof typeof durations;
export type Gauge = keyof typeof gauges;
/** Codes of the product, names of calls and path patterns; never a word of a person. */
export type Labels = Readonly<Record<string, string | number>>;

export interface Instruments {
  count(counter: Counter, labels: Labels, by: number): void;
  time(duration: Duration, labels: Labels, seconds: number): void;
}

/** One set for the process, like the port at which it is read: the ledger and partners know no services. */
let instruments: Instruments | null = null;

export function measureBy(by: Instruments | null): void {
  instruments = by;
}

export const isMeasuring = (): boolean => instruments !== null;

export const count = (counter: Counter, labels: Labels, by = 1): void => instruments?.count(counter, labels, by);

/** Adds a duration in seconds. */
export const time = (duration: Duration, labels: Labels, seconds: number): void =>
  instruments?.time(duration, labels, seconds);
