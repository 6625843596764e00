/** The states of a request: its kind's own steps, then the common final states. // docs/decisions/239 */
import { defineLifecycle } from "#server/records/lifecycle.ts";

/** The state before the kind's own steps. */
export const begun = "STARTED";
/** After them: sent, approved, carried out. An approved request waits until it may take effect. */
const decided = ["SUBMITTED", "APPROVED", "DONE"] as const;
export const submitted = "SUBMITTED";

/** How a request may end without being carried out. */
export type Ending = "REJECTED" | "WITHDRAWN" | "EXPIRED" | "STOPPED";

/** The states that a request goes through, in order. */
export const orderOfStates = (steps: readonly string[]): readonly string[] => [begun, ...steps, ...decided];

const machineName = (kind: string): string => `change_request_${kind.toLowerCase()}`;

/** @throws RangeError for a step that has the name of a state that every request has */
export function lifecycleOf(kind: string, steps: readonly string[]) {
  const unfinished = [begun, ...steps];
  const ended: readonly Ending[] = ["REJECTED", "WITHDRAWN", "EXPIRED", "STOPPED"];
  const duplicates = steps.filter(
    (step, index) => steps.indexOf(step) !== index || [begun, ...decided, ...ended].some((one) => one === step),
  );
  if (duplicates.length > 0) throw new RangeError(`${kind}: ${duplicates.join(", ")} is no name for a step.`);
  const transitions: Record<string, readonly string[]> = {
    ...Object.fromEntries(
      unfinished.map((state, index) => [
        state,
        [unfinished[index + 1] ?? submitted, "WITHDRAWN", "EXPIRED", "STOPPED"],
      ]),
    ),
    SUBMITTED: ["APPROVED", "REJECTED", "WITHDRAWN", "STOPPED"],
    // Until it takes effect the owner may object, or its conditions may fail.
    APPROVED: ["DONE", "REJECTED", "WITHDRAWN", "STOPPED"],
    DONE: [],
    ...Object.fromEntries(ended.map((state) => [state, []])),
  };
  return defineLifecycle(machineName(kind), transitions, { table: "change_request", isBorrowers: true });
}
