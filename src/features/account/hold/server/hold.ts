/** The hold: 72 hours in which nothing of value leaves an account that changed hands. // Spec account 2, threat D1 */
import { Refusal } from "#server/call/refusal.ts";
import type { Transaction, Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { formatInstant } from "#shared/dates.ts";
import type { Language } from "#shared/texts.ts";
import { holdHours, type HoldCause, type holdProblems } from "../contract.ts";
import { insertSecurityHold, latestHold } from "./store.ts";

/**
 * Holds an account for 72 hours from now, in the transaction of the change. A hold that lasts longer stays.
 * @param about `sourceId`: the id of the cause (its request or case); repeated holds for it count once
 * @returns until when this hold lasts
 */
export async function placeHold(
  services: Services,
  trx: Transaction,
  about: { borrowerId: string; cause: HoldCause; sourceId: string },
): Promise<Date> {
  const placedAt = services.clock.now();
  const until = new Date(placedAt.getTime() + holdHours * 3_600_000);
  await insertSecurityHold(trx, { ...about, id: services.random.uuid(), placedAt, until });
  return until;
}

/** Until when an account is held; null where it is not. */
export const heldUntil = (services: Services, reader: Reader, borrowerId: string): Promise<Date | null> =>
  latestHold(reader, borrowerId, services.clock.now());

/**
 * Refuses actions that must wait while an account is held: withdrawals, payout accounts, links, change of email and
 * number, merge, closing, export. Repaying, and signing with payout to the former main account, stay possible. Call it
 * before any other step, in the transaction with the effect.
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
