/** Account links: answers to the domain's calls. */
import { isIdentityGiven } from "#features/account/identity/server/index.ts";
import {
  consentCipher,
  withdrawConsent,
  type ConsentHolder,
  consentHolders,
} from "#features/account/privacy/server/index.ts";
import { deviceNameOf } from "#server/call/device-name.ts";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { transact, type Reader } from "#server/database.server.ts";
import type { Brand } from "#server/process/brand.server.ts";
import type { Domain } from "#server/domain.ts";
import type { Services } from "#server/services.ts";
import { type TextFigureSource, textFigures } from "#features/platform/content/server/index.ts";
import { dateInWib } from "#shared/dates.ts";
import { Secret } from "#shared/secret.ts";
import { say } from "#shared/texts.ts";
import {
  answerLinkCode,
  beginLink,
  connectLink,
  endAccountLink,
  getLink,
  institutions,
  linkKinds,
  listLinks,
  maxAccountLinksADay,
  maxLinkRefusalsADay,
  returnFromPartner,
  type LinkKind,
  type LinkView,
} from "../contract.ts";
import { beginLinking, connectAccount, isLinkRetry, linkOf, passLinkCode, acceptReturn } from "./connecting.ts";
import { linkTable, sealedLinkFacts, type LinkRow } from "./records.ts";
import { passwordTexts } from "./password-texts.ts";
import { countForeignLinks, linkDayOf, newestLinksByKind, linkInForce } from "./store.ts";
import { endLinking } from "./ending.ts";
import { linkWork } from "./waiting.ts";
import { accountStates } from "./account-states.ts";
import { incomesOfLinks } from "./stated-income.ts";
import { timeline } from "./timeline.ts";
import { words } from "./words.ts";
import { timelineSources, accountStateSources, consoleWords } from "#server/console/questions.ts";
import { recordAnswers } from "#server/records/record.ts";
import { incomeStatements, foreignRecords } from "#features/account/profile/server/index.ts";

export { accountRead } from "./events.ts";
export { shopSales } from "./stated-income.ts";
export { ownersOfShops } from "./store.ts";

/** Outside prod any; in prod only those that the brand lists, each with a contract. // Spec account 8 */
const takesLogin = ({ config }: Services, brand: Brand, code: string): boolean =>
  config.appEnv !== "prod" || brand.loginInstitutions.includes(code);

async function viewOf(services: Services, row: LinkRow): Promise<LinkView> {
  const { id, kind, state, failure, institution, consentId, factsSealed, partnerUrlSealed } = row;
  const isStep = state === "CONSENTED" || state === "CODE_NEEDED" || state === "REDIRECTED";
  const isSealed =
    (state === "LINKED" && factsSealed !== null) || (state === "REDIRECTED" && partnerUrlSealed !== null);
  const cipher = isSealed ? await consentCipher(services, services.database, consentId) : null;
  const account = cipher && factsSealed !== null ? sealedLinkFacts.open(cipher, id, factsSealed) : null;
  return {
    linkId: id,
    kind,
    state,
    failure: isLinkRetry(row) ? "REFUSED" : failure,
    institution,
    begunAt: row.begunAt.toISOString(),
    agreed: row.agreedAt !== null,
    stepUntil: isStep ? (row.stepUntil?.toISOString() ?? null) : null,
    partnerUrl:
      cipher && state === "REDIRECTED" && partnerUrlSealed !== null
        ? cipher.open(partnerUrlSealed, linkTable.place("partnerUrlSealed", id))
        : null,
    account,
    endsAt: state === "LINKED" ? row.endsAt.toISOString() : null,
    revoked: row.revokedAt !== null,
  };
}

/** The state of each kind of link, and how many more may be made today. */
async function linksOf(services: Services, database: Reader, borrowerId: string, brand: Brand) {
  const [rows, { count, refusals }, identityGiven] = await Promise.all([
    newestLinksByKind(database, borrowerId),
    linkDayOf(database, borrowerId, dateInWib(services.clock.now())),
    isIdentityGiven(database, borrowerId),
  ]);
  const items = await Promise.all(
    linkKinds.codes.map(async (kind) => {
      const row = rows.find((one) => one.kind === kind);
      return {
        kind,
        attemptsLeft: Math.max(0, maxLinkRefusalsADay - (refusals.get(kind) ?? 0)),
        link: row ? await viewOf(services, row) : null,
      };
    }),
  );
  const byCredentials = institutions.map(({ code }) => code).filter((code) => takesLogin(services, brand, code));
  return { items, leftToday: Math.max(0, maxAccountLinksADay - count), identityGiven, byCredentials };
}

const answers: readonly CallAnswer[] = [
  answer(listLinks, (_input, { services, database, borrowerId, caller }) =>
    linksOf(services, database, borrowerId, caller.brand),
  ),
  answer(beginLink, async ({ kind }, { services, borrowerId, caller, language }) =>
    viewOf(
      services,
      await beginLinking(services, borrowerId, kind, { language, device: deviceNameOf(caller.userAgent) }),
    ),
  ),
  // Before the calls of one link, whose id has the same place in the path.
  answer(returnFromPartner, async ({ state }, { services, borrowerId, principal }) =>
    viewOf(services, await acceptReturn(services, borrowerId, principal.session.id, state)),
  ),
  answer(
    connectLink,
    async ({ linkId, agreed, institution, userId, credential }, { services, borrowerId, principal, caller }) =>
      viewOf(
        services,
        await connectAccount(services, borrowerId, {
          linkId,
          agreed: agreed !== undefined,
          institution,
          login:
            userId === undefined || credential === undefined ? null : { userId, credential: new Secret(credential) },
          sessionId: principal.session.id,
          origin: caller.origin,
          takesLogin: (code) => takesLogin(services, caller.brand, code),
        }),
      ),
  ),
  answer(answerLinkCode, async ({ linkId, code }, { services, borrowerId }) =>
    viewOf(services, await passLinkCode(services, borrowerId, linkId, new Secret(code))),
  ),
  answer(getLink, async ({ linkId }, { services, borrowerId }) =>
    viewOf(services, await linkOf(services, borrowerId, linkId)),
  ),
  answer(endAccountLink, async ({ linkId }, { services, borrowerId }) => {
    const row = await linkOf(services, borrowerId, linkId);
    if (row.state === "ENDED" || row.state === "FAILED") return { ended: false };
    return transact(services.database, async (trx) => {
      await withdrawConsent(services, trx, borrowerId, row.consentId);
      // Where a newer text replaced the consent, withdrawing does not reach the link, so it is ended here.
      await endLinking(services, trx, borrowerId, linkId, "WITHDRAWN");
      return { ended: true };
    });
  }),
];

/** When a consent ends, all data that was read under it is deleted. */
const holder: ConsentHolder = {
  kinds: ["LINK_BANK", "LINK_ECOM", "LINK_OPEN_FINANCE"],
  async stop(services, trx, { borrowerId, kind, until }) {
    const row = await linkInForce(trx, borrowerId, kind.replace("LINK_", "") as LinkKind);
    if (!row) return [];
    const isTimeOver = until !== null && until <= services.clock.now();
    await endLinking(services, trx, borrowerId, row.id, isTimeOver ? "TIME_OVER" : "WITHDRAWN");
    return [{ what: "link", count: row.state === "LINKED" ? 1 : 0 }];
  },
};

/** Contents state the truth about bank passwords: never asked for, or on one page only, if some institution takes a login there. */
const figures: TextFigureSource = ({ services, language, brand }) => {
  const isAskedHere = institutions.some(({ kind, code }) => kind === "BANK" && takesLogin(services, brand, code));
  return { bankPasswords: { text: say(isAskedHere ? passwordTexts.onOnePage : passwordTexts.never, language) } };
};

export const domain: Domain = {
  answers,
  work: linkWork,
  answersTo: [
    textFigures.by(figures),
    ...recordAnswers([linkTable]),
    timelineSources.by(timeline),
    accountStateSources.by(accountStates),
    consoleWords.by(words),
    incomeStatements.by(incomesOfLinks),
    foreignRecords.by(countForeignLinks),
    consentHolders.by([holder]),
  ],
};
