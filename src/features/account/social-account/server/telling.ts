/** Giving a public name: with a consent, sealed with its key. // Spec account 9 */
import { noteInformation } from "#features/account/document/server/index.ts";
import { giveConsent, consentInForce } from "#features/account/privacy/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { Language } from "#shared/texts.ts";
import type { SocialNetwork } from "../contract.ts";
import { lockSocialAccounts, writeAccount } from "./store.ts";

/** Letters that are not easily confused. */
const codeAlphabet = "ABCDEFGHJKMNPQRSTVWXYZ";
const codeOf = ({ random }: Services): string =>
  Array.from({ length: 6 }, () => codeAlphabet[random.integer(codeAlphabet.length)]).join("");

export interface StatedName {
  borrowerId: string;
  network: SocialNetwork;
  name: string;
  /** Ticked now; otherwise an earlier consent must be in force. */
  consent: boolean;
  language: Language;
  device: string;
}

/** The consent in force, if it has entries; locked against a withdrawal until the transaction ends. */
async function heldConsent(services: Services, trx: Transaction, borrowerId: string): Promise<string | null> {
  if (!(await lockSocialAccounts(trx, borrowerId))) return null;
  return (await consentInForce(services, trx, borrowerId, "SOCIAL"))?.id ?? null;
}

/** @throws Refusal SOCIAL_CONSENT when it was neither ticked nor given before */
export async function stateName(services: Services, stated: StatedName): Promise<void> {
  const { borrowerId, network, name, language, device } = stated;
  await transact(services.database, async (trx) => {
    const consentId = stated.consent
      ? (await giveConsent(services, trx, { borrowerId, kind: "SOCIAL", language, device })).id
      : await heldConsent(services, trx, borrowerId);
    if (consentId === null) throw new Refusal("SOCIAL_CONSENT");
    const id = services.random.uuid();
    await writeAccount(services, trx, borrowerId, { id, network, name, code: codeOf(services), consentId });
    await noteInformation(services, trx, borrowerId, "SOCIAL");
  });
}
