/** The states of an underwriting case. */
import type { Transaction } from "#server/database.server.ts";
import { defineLifecycle } from "#server/records/lifecycle.ts";
import type { CaseState } from "../contract.ts";
import type { CaseChange } from "./store.ts";

/** OPEN until the rules have judged; ASKED pauses until documents arrive; PROPOSED until a second person has checked. */
export const underwritingCaseLifecycle = defineLifecycle(
  "underwriting_case",
  {
    OPEN: ["WAITING", "CLOSED"],
    WAITING: ["ASKED", "PROPOSED", "CLOSED"],
    ASKED: ["WAITING", "CLOSED"],
    PROPOSED: ["WAITING", "CLOSED"],
    CLOSED: [],
  },
  { table: "underwriting_case", isBorrowers: true },
);

/** Moves a case on if it is still in one of `from`; false if another request was first. Its steps record the change. */
export async function moveCase(
  trx: Transaction,
  { borrowerId, id }: { borrowerId: string; id: string },
  from: readonly CaseState[],
  to: CaseState,
  change: CaseChange,
): Promise<boolean> {
  // The work of the claim is done.
  const set = { ...change, claimedBy: null, claimedUntil: null };
  return (await underwritingCaseLifecycle.step(trx, { borrowerId, id, from, to, set })) !== null;
}
