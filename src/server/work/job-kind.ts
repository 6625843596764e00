/** A kind of job: its queue, its payload and how it is tried again. */
import type * as v from "valibot";

/**
 * A payload: ids and codes of our own rows only. Never a name, number, address or text of a person: payloads are stored
 * unencrypted and outlive what they point at. The handler reads the rest from the rows.
 */
export type JobData = Record<string, string | number | boolean | null>;

export interface JobKind<Data extends JobData = JobData> {
  name: string;
  data: v.GenericSchema<Data, Data>;
  retry: RetryRule;
  batch: BatchRule;
}

export interface BatchRule {
  /** Jobs that a process takes at once. */
  size: number;
  /** How many run at the same time; each holds at most one connection of the pool. */
  sideBySide: number;
}

export interface RetryRule {
  /** Tries after the first one; then the job stays failed, and the reconciliation sweep handles its work. */
  retryLimit: number;
  /** The first wait; it doubles with each try, up to `retryDelayMax`. */
  retryDelay: number;
  retryDelayMax: number;
  /** A try that takes longer counts as failed. */
  expireInSeconds: number;
}
