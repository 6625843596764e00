/** A number that was replaced in its account, and is kept for its owner. */
import { reservationOf, type Reservation } from "#features/account/verification/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { dateInWib, formatDate } from "#shared/dates.ts";
import type { Language } from "#shared/texts.ts";
import type { registerOrLogin } from "../contract.ts";
import { defineQuestion } from "#server/questions.ts";

/** Asked of one domain by the login: the page on which the owner of a replaced number objects. */
export const objectionPages = defineQuestion<(services: Services, replaced: Reservation) => `/${string}` | null>(
  "objection-pages",
  "MANY",
);

/**
 * A person who proves a replaced number learns when it was replaced and how to object, and nothing about the account.
 * // Product decisions account 4
 * @throws Refusal NUMBER_REPLACED while the number is reserved
 */
export async function refuseReplaced(
  services: Services,
  trx: Transaction,
  mobileNumber: string,
  language: Language,
): Promise<void> {
  const replaced = await reservationOf(services, trx, mobileNumber);
  if (!replaced) return;
  const replacedOn = dateInWib(replaced.replacedAt);
  const objectPath = services
    .ask(objectionPages)
    .map((page) => page(services, replaced))
    .find(Boolean);
  throw new Refusal<typeof registerOrLogin.problems>("NUMBER_REPLACED", {
    replacedOn,
    replacedOnText: formatDate(replacedOn, language),
    objectPath: objectPath ?? null,
  });
}
