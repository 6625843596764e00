/** The life of a named address: which state follows which. // docs/decisions/243 */
import type { Transaction } from "#server/database.server.ts";
import { defineLifecycle, type Actor } from "#server/records/lifecycle.ts";
import type { Services } from "#server/services.ts";
import type { EmailFailure } from "../contract.ts";
import type { EmailRequestRow } from "./store.ts";

export const emailRequestStates = defineLifecycle(
  "email_request",
  {
    PENDING_VERIFICATION: ["VERIFYING", "FAILED"],
    VERIFYING: ["VERIFIED", "FAILED"],
    // Another person had read the code: the owner of the mailbox reports it by the link, which was not used yet. // docs/decisions/243
    VERIFIED: ["FAILED"],
    FAILED: [],
  },
  { table: "email_request", isBorrowers: true },
);

/** Ends an open request; false where it has ended. */
export async function failRequest(
  services: Services,
  trx: Transaction,
  { borrowerId, id }: Pick<EmailRequestRow, "borrowerId" | "id">,
  cause: EmailFailure,
  actor: Actor,
): Promise<boolean> {
  const at = services.clock.now();
  return emailRequestStates.move(trx, {
    id,
    borrowerId,
    from: ["PENDING_VERIFICATION", "VERIFYING"],
    to: "FAILED",
    actor,
    cause,
    at,
    set: { cause, endedAt: at },
  });
}
