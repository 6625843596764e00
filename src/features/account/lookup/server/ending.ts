/** The end of a look-up: its result is deleted. */
import { endSpentConsent } from "#features/account/privacy/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { lookupLife } from "./lifecycle.ts";
import { findLookup } from "./store.ts";

/** Ends a look-up that waits for its code or is in force, and deletes its result. False when it has ended already. */
export async function endLookup(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  id: string,
  cause: "TIME_OVER" | "WITHDRAWN",
): Promise<boolean> {
  const now = services.clock.now();
  const set = { factsSealed: null, changedAt: now };
  if (cause === "TIME_OVER") {
    const move = { id, borrowerId, actor: "SYSTEM" as const, cause, at: now, set };
    if (!(await lookupLife.move(trx, { ...move, from: ["CONSENTED", "CODE_NEEDED", "FOUND"], to: "EXPIRED" })))
      return false;
    const row = await findLookup(trx, borrowerId, id);
    if (row?.consentId) await endSpentConsent(services, trx, borrowerId, row.consentId);
    return true;
  }
  const transition = { id, borrowerId, actor: "BORROWER" as const, cause, at: now, set };
  return lookupLife.move(trx, { ...transition, from: ["CONSENTED", "ASKING", "CODE_NEEDED", "FOUND"], to: "REMOVED" });
}
