/** The end of a link: its data is deleted, and the partner's access is revoked. */
import { endSpentConsent } from "#features/account/privacy/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { linkLife } from "./records.ts";
import { findAccountLink } from "./store.ts";

/** Ends a pending or active link and deletes its data. False when it has ended already. */
export async function endLinking(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  id: string,
  cause: "TIME_OVER" | "WITHDRAWN",
): Promise<boolean> {
  const now = services.clock.now();
  const set = { factsSealed: null, partnerUrlSealed: null, returnIndex: null, revokeAt: now, changedAt: now };
  const row = await findAccountLink(trx, borrowerId, id);
  if (cause === "TIME_OVER" && row && row.state !== "LINKED" && row.state !== "CONNECTING") {
    const move = { id, borrowerId, actor: "SYSTEM" as const, cause, at: now, set: { ...set, failure: cause } };
    const isOver = await linkLife.move(trx, {
      ...move,
      from: ["CONSENTED", "CODE_NEEDED", "REDIRECTED"],
      to: "FAILED",
    });
    if (isOver) await endSpentConsent(services, trx, borrowerId, row.consentId);
    return isOver;
  }
  const actor = cause === "TIME_OVER" ? ("SYSTEM" as const) : ("BORROWER" as const);
  return linkLife.move(trx, {
    id,
    borrowerId,
    from: ["CONSENTED", "CONNECTING", "CODE_NEEDED", "REDIRECTED", "LINKED"],
    to: "ENDED",
    actor,
    cause,
    at: now,
    set,
  });
}
