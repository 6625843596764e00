/** Which right each call demands, by the policy of its contract. */
import { callName, type Mounted } from "#server/call/pipeline.ts";
import type { Policy } from "#shared/contract.ts";

function rightOf(policy: Policy): string {
  const who =
    policy.who === "staff"
      ? `staff: ${policy.permission}`
      : policy.who === "link"
        ? `link: ${policy.purpose}${policy.whileFrozen ? ", while frozen" : ""}`
        : policy.who === "webhook"
          ? `webhook: ${policy.partner}`
          : policy.who === "partner"
            ? `partner: ${policy.scope}`
            : policy.who;
  const stepUp = policy.who === "borrower" && policy.stepUp ? `, after ${policy.stepUp}` : "";
  return `${who}${stepUp}${"idempotent" in policy && policy.idempotent ? ", once" : ""}`;
}

/** Calls by the right that they demand, sorted. */
export const callsByRight = (calls: readonly Mounted[]): Record<string, string[]> =>
  Object.fromEntries(
    [...Map.groupBy(calls, ({ call }) => rightOf(call.policy))].map(([right, mounted]) => [
      right,
      mounted.map(({ call }) => callName(call)).toSorted(),
    ]),
  );

export const sorted = (rights: Readonly<Record<string, readonly string[]>>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(rights).map(([right, names]) => [right, names.toSorted()]));

/** All staff may make these, each for the own keys alone. */
export const callsOfOwnPasskeys = [
  "GET /api/staff/passkeys",
  "POST /api/staff/passkeys",
  "POST /api/staff/passkeys/begin",
  "POST /api/staff/passkeys/{passkeyId}/name",
  "POST /api/staff/passkeys/{passkeyId}/remove",
];
