/** Look-ups: answers to the domain's calls, and functions for other domains. */
import { borrowerContact } from "#features/account/login/server/index.ts";
import { isIdentityGiven } from "#features/account/identity/server/index.ts";
import { withdrawConsent, type ConsentHolder, consentHolders } from "#features/account/privacy/server/index.ts";
import { deviceNameOf } from "#server/call/device-name.ts";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { transact } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import { maskPhone } from "#shared/fields/phone.ts";
import { lookupFacts } from "#shared/outside-reads.ts";
import { Secret } from "#shared/secret.ts";
import {
  answerLookupCode,
  foundDays,
  getLookup,
  listLookups,
  lookupKinds,
  maxLookupsADay,
  maxLookupRefusalsADay,
  removeLookup,
  startLookup,
  type LookupFact,
  type LookupKind,
  type LookupView,
} from "../contract.ts";
import { askRegister, isLookupRetry, passLookupCode } from "./asking.ts";
import { lookupFactsOf } from "./facts.ts";
import { lookupLife } from "./lifecycle.ts";
import { personalData } from "./personal-data.ts";
import {
  countForeignLookups,
  lookupDayOf,
  findLookup,
  newestLookupsByKind,
  lookupInForce,
  type LookupRow,
} from "./store.ts";
import { accountStates } from "./account-states.ts";
import { incomesOfLookups } from "./stated-income.ts";
import { timeline } from "./timeline.ts";
import { endLookup } from "./ending.ts";
import { lookupWork } from "./waiting.ts";
import { words } from "./words.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";
import { timelineSources, accountStateSources, consoleWords } from "#server/console/questions.ts";
import { lifecycles } from "#server/records/lifecycle.ts";
import { incomeStatements, foreignRecords } from "#features/account/profile/server/index.ts";

export { lookupFound } from "./events.ts";
export { foundCounts, foundKinds } from "./store.ts";

async function viewOf(services: Services, row: LookupRow): Promise<LookupView> {
  const { id, kind, state, askedAt } = row;
  const isFound = state === "FOUND";
  const facts = isFound ? await lookupFactsOf(services, services.database, row) : {};
  const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
  return {
    lookupId: id,
    kind,
    state,
    askedAt: askedAt.toISOString(),
    retryUntil: isLookupRetry(row) ? iso(row.retryUntil) : null,
    codeUntil: state === "CODE_NEEDED" ? iso(row.codeUntil) : null,
    facts: lookupFacts[kind].flatMap((name) => {
      const value = (facts as Partial<Record<LookupFact, string>>)[name];
      return value === undefined ? [] : [{ name, value }];
    }),
    foundAt: isFound ? iso(row.foundAt) : null,
    endsAt: isFound ? iso(row.endsAt) : null,
  };
}

const answers: readonly CallAnswer[] = [
  answer(listLookups, async (_input, { services, database, borrowerId }) => {
    const [rows, { count, refusals }, identityGiven, contact] = await Promise.all([
      newestLookupsByKind(database, borrowerId),
      lookupDayOf(database, borrowerId, dateInWib(services.clock.now())),
      isIdentityGiven(database, borrowerId),
      borrowerContact(services, database, borrowerId),
    ]);
    const items = await Promise.all(
      lookupKinds.map(async (kind) => {
        const row = rows.find((one) => one.kind === kind);
        return {
          kind,
          attemptsLeft: Math.max(0, maxLookupRefusalsADay - (refusals.get(kind) ?? 0)),
          lookup: row ? await viewOf(services, row) : null,
        };
      }),
    );
    return {
      items,
      leftToday: Math.max(0, maxLookupsADay - count),
      identityGiven,
      ownNumber: contact ? maskPhone(contact.mobileNumber) : "",
      foundDays,
    };
  }),
  answer(
    startLookup,
    async ({ kind, account, credential, institution, year, requestId }, { services, borrowerId, caller, language }) => {
      const row = await askRegister(
        services,
        borrowerId,
        {
          kind,
          account,
          institution,
          year,
          credential: credential === undefined ? null : new Secret(credential),
          requestId: requestId ?? services.random.uuid(),
        },
        { language, device: deviceNameOf(caller.userAgent) },
      );
      return viewOf(services, row);
    },
  ),
  answer(answerLookupCode, async ({ kind, lookupId, code }, { services, borrowerId }) =>
    viewOf(services, await passLookupCode(services, borrowerId, { kind, lookupId, code: new Secret(code) })),
  ),
  answer(getLookup, async ({ lookupId }, { services, database, borrowerId, refuse }) =>
    viewOf(services, (await findLookup(database, borrowerId, lookupId)) ?? refuse("LOOKUP_UNKNOWN")),
  ),
  answer(removeLookup, ({ kind }, { services, borrowerId }) =>
    transact(services.database, async (trx) => {
      const row = await lookupInForce(trx, borrowerId, kind);
      if (!row?.consentId) return { removed: false };
      await withdrawConsent(services, trx, borrowerId, row.consentId);
      // Where a newer text replaced the consent, withdrawing does not reach the link, so it is ended here.
      await endLookup(services, trx, borrowerId, row.id, "WITHDRAWN");
      return { removed: true };
    }),
  ),
];

/** When a consent ends, data found under it, or under an earlier text of the same consent, is deleted: all their keys are destroyed together. */
const holder: ConsentHolder = {
  kinds: ["LOOKUP_NPWP", "LOOKUP_BPJS", "LOOKUP_OPERATOR", "LOOKUP_EDUCATION"],
  async stop(services, trx, { borrowerId, kind, until }) {
    const row = await lookupInForce(trx, borrowerId, kind.replace("LOOKUP_", "") as LookupKind);
    if (!row) return [];
    const isTimeOver = until !== null && until <= services.clock.now() && row.state !== "ASKING";
    await endLookup(services, trx, borrowerId, row.id, isTimeOver ? "TIME_OVER" : "WITHDRAWN");
    return [{ what: "lookup", count: row.state === "FOUND" ? 1 : 0 }];
  },
};

export const domain: Domain = {
  answers,
  work: lookupWork,
  answersTo: [
    personalDataHeld.by(personalData),
    timelineSources.by(timeline),
    accountStateSources.by(accountStates),
    consoleWords.by(words),
    lifecycles.by([lookupLife]),
    consentHolders.by([holder]),
    incomeStatements.by(incomesOfLookups),
    foreignRecords.by(countForeignLookups),
  ],
};
