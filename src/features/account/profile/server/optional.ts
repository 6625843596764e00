/** Optional information: kept by a consent, skipped for 30 days, and gone with the consent. // Spec account 9, docs/decisions/245 */
import {
  giveConsent,
  consentInForce,
  withdrawConsent,
  type ConsentHolder,
} from "#features/account/privacy/server/index.ts";
import { deviceNameOf } from "#server/call/device-name.ts";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { transact, type Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import {
  getOptionalInformation,
  optionalPauseDays,
  removeOptionalInformation,
  saveOptionalInformation,
  skipOptionalInformation,
  type OptionalInformation,
} from "../optional-contract.ts";
import type { OptionalAnswers } from "../contract.ts";
import { emptyOptional, findOptional, verifiedRule, writeOptional, writeSkip } from "./optional-store.ts";

const againMilliseconds = optionalPauseDays * 86_400_000;

/** The borrower's answers for underwriters: amounts in whole rupiah per month, full years. Null without answers. */
export async function optionalInformationOf(
  services: Services,
  reader: Reader,
  borrowerId: string,
): Promise<OptionalAnswers | null> {
  return (await findOptional(services, reader, borrowerId)).answers;
}

async function viewOf(services: Services, borrowerId: string): Promise<OptionalInformation> {
  const { database, clock } = services;
  const now = clock.now();
  const [{ answers, givenAt, skippedAt }, uplift] = await Promise.all([
    findOptional(services, database, borrowerId),
    verifiedRule(database, "optional_information_uplift", dateInWib(now)),
  ]);
  const againAt = skippedAt && new Date(skippedAt.getTime() + againMilliseconds);
  const isWaiting = againAt !== null && againAt > now;
  return {
    answers,
    givenAt: givenAt?.toISOString() ?? null,
    isDue: answers === null && !isWaiting,
    askAgainAt: answers === null && isWaiting ? againAt.toISOString() : null,
    uplift: uplift && { percent: uplift.value, source: uplift.source },
  };
}

export const optionalInformationAnswers: readonly CallAnswer[] = [
  answer(getOptionalInformation, (_input, { services, borrowerId }) => viewOf(services, borrowerId)),
  answer(
    saveOptionalInformation,
    async ({ consent: _ticked, ...answers }, { services, database, borrowerId, language, caller, refuse }) => {
      if (Object.values(answers).every((value) => value === undefined)) refuse("OPTIONAL_INFO_EMPTY");
      await transact(database, async (trx) => {
        // Locks the consent until the end, so that nothing is written while it is withdrawn.
        const device = deviceNameOf(caller.userAgent);
        const consent = await giveConsent(services, trx, { borrowerId, kind: "OPTIONAL_INFO", language, device });
        await writeOptional(services, trx, borrowerId, answers, consent.id);
      });
      return viewOf(services, borrowerId);
    },
  ),
  answer(skipOptionalInformation, async (_input, { services, database, borrowerId }) => {
    const now = services.clock.now();
    const since = new Date(now.getTime() - againMilliseconds);
    await transact(database, (trx) => writeSkip(trx, borrowerId, now, since));
    return viewOf(services, borrowerId);
  }),
  answer(removeOptionalInformation, async (_input, { services, database, borrowerId }) => {
    await transact(database, async (trx) => {
      const consent = await consentInForce(services, trx, borrowerId, "OPTIONAL_INFO");
      if (consent) await withdrawConsent(services, trx, borrowerId, consent.id);
    });
    return viewOf(services, borrowerId);
  }),
];

/** Answers given with a consent are deleted with it. */
export const optionalHolder: ConsentHolder = {
  kinds: ["OPTIONAL_INFO"],
  async stop(services, trx, { borrowerId }) {
    const wasThere = await emptyOptional(trx, borrowerId, services.clock.now());
    return [{ what: "OPTIONAL_ANSWERS", count: wasThere ? 1 : 0 }];
  },
};
