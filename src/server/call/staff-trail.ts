/**
 * The audit trail of staff actions: the pipeline opens an entry before a staff call runs and closes it afterwards.
 * `platform/audit` stores it.
 */
import type { Caller } from "./caller.ts";
import type { Call } from "#shared/contract.ts";

/** One staff call under way. */
export interface TrailEntry {
  /** Resolves when the entry is stored: nothing is done or shown before. */
  written: Promise<void>;
  /** Adds the borrower concerned and facts worth keeping: ids, kinds, counts; never a personal value. */
  note(note: { borrowerId?: string; facts?: Readonly<Record<string, string | number | boolean | null>> }): void;
  /** Writes the outcome; `code` is the refusal's. */
  end(code: string | null): Promise<void>;
}

export interface StaffTrail {
  /** Starts to write the audit trail entry for a staff call; null without a login or for calls that are not kept. */
  begin(input: { call: Call; caller: Caller; raw: unknown }): Promise<TrailEntry | null>;
}
