/** Social accounts: answers to the domain's calls, and functions for other domains. */
import { openOfferOfLink } from "#features/account/document/server/index.ts";
import { consentInForce, type ConsentHolder, consentHolders } from "#features/account/privacy/server/index.ts";
import { deviceNameOf } from "#server/call/device-name.ts";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { transact, type Reader } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import type { Services } from "#server/services.ts";
import {
  addSocialAccount,
  addSocialAccountByLink,
  listSocialAccounts,
  removeSocialAccount,
  type SocialAccount,
  type SocialAccounts,
} from "../contract.ts";
import { personalData } from "./personal-data.ts";
import { listSocialAccountRows, lockSocialAccounts, removeAccounts } from "./store.ts";
import { stateName } from "./telling.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";

/** A borrower's entries, for underwriters: never scored, never used for collection. */
export async function socialAccountsOf(
  services: Services,
  reader: Reader,
  borrowerId: string,
): Promise<SocialAccount[]> {
  const rows = await listSocialAccountRows(services, reader, borrowerId);
  return rows.map(({ toldAt, ...row }) => ({ ...row, toldAt: toldAt.toISOString() }));
}

async function viewOf(services: Services, borrowerId: string): Promise<SocialAccounts> {
  const { database } = services;
  const [items, consent] = await Promise.all([
    socialAccountsOf(services, database, borrowerId),
    consentInForce(services, database, borrowerId, "SOCIAL"),
  ]);
  return { items, until: consent?.until?.toISOString() ?? null };
}

const answers: readonly CallAnswer[] = [
  answer(listSocialAccounts, (_input, { services, borrowerId }) => viewOf(services, borrowerId)),
  answer(addSocialAccount, async ({ network, name, consent }, { services, borrowerId, language, caller }) => {
    const device = deviceNameOf(caller.userAgent);
    await stateName(services, { borrowerId, network, name, consent: consent !== undefined, language, device });
    return viewOf(services, borrowerId);
  }),
  answer(
    addSocialAccountByLink,
    async ({ network, name, consent }, { services, database, principal, language, caller }) => {
      const { borrowerId } = await openOfferOfLink(database, principal.link.subject, "SOCIAL");
      const device = deviceNameOf(caller.userAgent);
      await stateName(services, { borrowerId, network, name, consent: consent !== undefined, language, device });
      return { network };
    },
  ),
  answer(removeSocialAccount, async ({ accountId }, { services, database, borrowerId }) => {
    await transact(database, (trx) => removeAccounts(trx, borrowerId, accountId));
    return viewOf(services, borrowerId);
  }),
];

/** The consent ends after 90 days, or when it is withdrawn: the names go with it. */
const holder: ConsentHolder = {
  kinds: ["SOCIAL"],
  async stop(_services, trx, { borrowerId }) {
    // The lock comes first: a name added concurrently is then seen by the next statement.
    await lockSocialAccounts(trx, borrowerId);
    return [{ what: "SOCIAL_ROWS", count: await removeAccounts(trx, borrowerId) }];
  },
};

export const domain: Domain = { answers, answersTo: [personalDataHeld.by(personalData), consentHolders.by([holder])] };
