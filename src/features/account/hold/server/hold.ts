/** The hold: 72 hours in which nothing of value leaves an account that changed hands. // Spec account 2, threat D1 */
import { Refusal } from "#server/call/refusal.ts";
import type { Transaction, Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { formatInstant } from "#shared/dates.ts";
import type { Language } from "#shared/texts.ts";
import { holdHours, type HoldCause, type holdProblems } from "../contract.ts";
import { insertHold, latestHold } from "./store.ts";

/**
 * Holds an account for 72 hours from now, in the transaction of what changed it. A hold that lasts longer stands.
 * @param about `sourceId`: the id of what changed it (its request or case); held twice for it counts once
 * @returns until when this hold lasts
 */
export async function placeHold(
  services: Services,
  trx: Transaction,
  about: { borrowerId: string; cause: HoldCause; sourceId: string },
): Promise<Date> {
  const placedAt = services.clock.now();
  const until = new Date(placedAt.getTime() + holdHours * 3_600_000);
  await insertHold(trx, { ...about, id: services.random.uuid(), placedAt, until });
  return until;
}

/** Until when an account is held; null where it is not. */
export const heldUntil = (services: Services, reader: Reader, borrowerId: string): Promise<Date | null> =>
  latestHold(reader, borrowerId, services.clock.now());

/**
 * Refuses what waits while an account is held: withdrawals, accounts to pay out to, links, change of email and number, merge, closing,
 * export. Repaying, and signing with payout to the account that was the main one before, are not asked about it.
 * Ask it before anything else is done, and in the transaction that has the effect.
 * @throws Refusal SECURITY_HOLD (`holdProblems`)
 */
export async function refuseOnHold(
  services: Services,
  reader: Reader,
  borrowerId: string,
  language: Language,
): Promise<void> {
  const until = await heldUntil(services, reader, borrowerId);
  if (until)
    throw new Refusal<typeof holdProblems>("SECURITY_HOLD", {
      until: until.toISOString(),
      untilText: formatInstant(until, language),
    });
}
