/** Other hours in which a borrower may be contacted about owed money: a consent with a window and an end. */
import type { Reader, Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { Language } from "#shared/texts.ts";
import {
  consentsInForce,
  giveConsent,
  withdrawConsent,
  type ConsentHolder,
} from "#features/account/privacy/server/index.ts";
import { otherWindows, type AgreedHours, type OtherHours } from "../hours-contract.ts";
import type { ContactFacts } from "./rules/gate.ts";

const kind = "CONTACT_HOURS";

async function inForce(services: Services, reader: Reader, borrowerId: string) {
  const [newest] = await consentsInForce(services, reader, borrowerId, kind);
  return newest?.until && newest.subject in otherWindows
    ? { hours: newest.subject as OtherHours, until: newest.until }
    : null;
}

/** Null without a consent in force. */
export async function agreedHoursOf(
  services: Services,
  reader: Reader,
  borrowerId: string,
): Promise<AgreedHours | null> {
  const agreed = await inForce(services, reader, borrowerId);
  return agreed && { hours: agreed.hours, until: agreed.until.toISOString() };
}

/** The same for the gate. */
export async function consentedWindow(
  services: Services,
  reader: Reader,
  borrowerId: string,
): Promise<ContactFacts["consent"]> {
  const agreed = await inForce(services, reader, borrowerId);
  return agreed && { window: otherWindows[agreed.hours], until: agreed.until };
}

/** Agrees to these hours; other hours that were agreed to end with it. */
export async function agreeTo(
  services: Services,
  trx: Transaction,
  { borrowerId, hours, ...by }: { borrowerId: string; hours: OtherHours; language: Language; device: string },
): Promise<void> {
  for (const { id, subject } of await consentsInForce(services, trx, borrowerId, kind))
    if (subject !== hours) await withdrawConsent(services, trx, borrowerId, id);
  await giveConsent(services, trx, { borrowerId, kind, subject: hours, ...by });
}

export async function withdrawAgreed(services: Services, trx: Transaction, borrowerId: string): Promise<void> {
  for (const { id } of await consentsInForce(services, trx, borrowerId, kind))
    await withdrawConsent(services, trx, borrowerId, id);
}

/** The gate reads the consent itself, so nothing is left to stop. */
export const hoursHolder: ConsentHolder = { kinds: [kind], stop: async () => [] };
