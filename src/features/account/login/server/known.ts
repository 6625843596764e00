/** The login of an account that is there. */
import { Refusal } from "#server/call/refusal.ts";
import type { Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { Language } from "#shared/texts.ts";
import { needsConfirming, objectToRelease } from "./confirming.ts";
import { blockCause } from "./freezing.ts";
import { noteBorrowerLogin } from "./store.ts";

/** Notes the login of a known account. @throws Refusal ACCOUNT_CONFIRM_NEEDED, ACCOUNT_BLOCKED, ACCOUNT_FROZEN */
export async function enterKnown(
  services: Services,
  trx: Transaction,
  entering: { borrowerId: string; language: Language; isConfirmed: boolean; knownDevice: string | null },
): Promise<void> {
  const { borrowerId, language, isConfirmed, knownDevice } = entering;
  if (!isConfirmed && (await needsConfirming(services, trx, borrowerId, knownDevice)))
    throw new Refusal("ACCOUNT_CONFIRM_NEEDED");
  if (!(await noteBorrowerLogin(trx, borrowerId, language, services.clock.now()))) throw await blocked(trx, borrowerId);
  await objectToRelease(services, trx, borrowerId);
}

/** Why the account cannot be used: answered only to a person who has proven the number or the password. */
export const blocked = async (trx: Transaction, borrowerId: string): Promise<Refusal> =>
  new Refusal((await blockCause(trx, borrowerId)) === null ? "ACCOUNT_BLOCKED" : "ACCOUNT_FROZEN");
