/** Closing of accounts: answers to the domain's calls, and functions for other domains. */
import { accountContested } from "#features/account/security/server/index.ts";
import { borrowerStatus, lockBorrower, sessionLimits } from "#features/account/login/server/index.ts";
import { inviteToQuestionnaire } from "#features/account/questionnaire/server/index.ts";
import { retentionEnded, retentionYearsOf } from "#features/account/privacy/server/index.ts";
import { deviceNameOf } from "#server/call/device-name.ts";
import { answer, Binary, type CallAnswer } from "#server/call/pipeline.ts";
import { transact, type Database, type Transaction, type Reader } from "#server/database.server.ts";
import { after, within } from "#server/events/domain-events.ts";
import type { Domain } from "#server/domain.ts";
import { isMoneyOpenAbout } from "#server/four-eyes/proposal-store.ts";
import { type RetentionRule, personalDataHeld } from "#server/personal-data/index.ts";
import type { Services } from "#server/services.ts";
import { Refusal } from "#server/call/refusal.ts";
import { dateInWib, formatInstant } from "#shared/dates.ts";
import { say } from "#shared/texts.ts";
import {
  askClosure,
  getClosure,
  getClosureCertificate,
  getClosureCertificateFile,
  keptRules,
  listDeleteReasons,
  withdrawClosure,
  type BalanceChoice,
  type ClosureState,
} from "../contract.ts";
import { closureReasonTexts } from "../texts.ts";
import { blockersOf, lostOf, closingBalance } from "./blockers.ts";
import { certificateColumns, certificateOf } from "./certificate.ts";
import { requestClosure, stopClosure, cancelClosure } from "./closing.ts";
import { accountRetentionEnded, closureAsked } from "./events.ts";
import { closureLife } from "./lifecycle.ts";
import { notices } from "./notices.ts";
import { personalData } from "./personal-data.ts";
import { readingKind, retentionAnswers } from "./retention.ts";
import { endRetention, findClosed, findCooling, findClosureInForce, offeredReasons, type ClosureRow } from "./store.ts";
import { accountStates } from "./account-states.ts";
import { closingSweep, closureForgetSweep } from "./sweeps.ts";
import { timeline } from "./timeline.ts";
import { words } from "./words.ts";
import { timelineSources, accountStateSources, consoleWords } from "#server/console/questions.ts";
import { noticeKinds } from "#features/platform/notice/server/index.ts";
import { lifecycles } from "#server/records/lifecycle.ts";
import { proposals } from "#server/four-eyes/proposal-kind.ts";
import { objectColumns } from "#server/media/stored-objects.ts";
import { blockersOfClosing, creditStatus } from "#server/account-questions.ts";

export { accountsMergedInto, closingBalance, lostAtClosing } from "./blockers.ts";

export { blockersOf, closingPath, type ClosingBalance, type Lost } from "./blockers.ts";
export { requestClosure as askForClosing } from "./closing.ts";
export { repeatClosure } from "./restored.ts";
export { certificateToDraw, certificateWords, storeCertificate } from "./certificate.ts";
export { accountClosed, accountErased, accountRetentionEnded, closureAsked } from "./events.ts";

/**
 * Call it before starting something that needs an open account, such as an application. Locks the borrower's row until
 * the transaction ends, so that only one of this and a closing succeeds.
 * @throws Refusal ACCOUNT_CLOSING
 */
export async function refuseWhileClosing(trx: Transaction, borrowerId: string): Promise<void> {
  await lockBorrower(trx, borrowerId);
  if (await findClosureInForce(trx, borrowerId)) throw new Refusal("ACCOUNT_CLOSING");
}

/** Whether the closing of an account was requested and not withdrawn. */
export const isClosing = async (reader: Reader, borrowerId: string): Promise<boolean> =>
  (await findClosureInForce(reader, borrowerId)) !== null;

/** The holder's choice for the reward money of a closing account; null without a closing or a choice. */
export const balanceChoiceOf = async (reader: Reader, borrowerId: string): Promise<BalanceChoice | null> =>
  ((await findClosureInForce(reader, borrowerId))?.balanceChoice ?? null) as BalanceChoice | null;

/**
 * Whether the account is closed for good. Holds the borrower's row until the transaction ends, so that money that comes in and a
 * closing do not miss each other.
 */
export async function isClosed(trx: Transaction, borrowerId: string): Promise<boolean> {
  await lockBorrower(trx, borrowerId);
  const row = await findClosureInForce(trx, borrowerId);
  return row !== null && row.state !== "COOLING";
}

const answers: readonly CallAnswer[] = [
  ...retentionAnswers,
  answer(listDeleteReasons, async (_input, { database, language }) => {
    const codes = await offeredReasons(database);
    return { items: codes.map((code) => ({ code, text: say(closureReasonTexts[code], language) })) };
  }),
  answer(getClosure, async (_input, { services, database, borrowerId, language }) => {
    // The closing is read together with its blockers: most visitors of the page have not requested one.
    const [row, blockers, balanceRupiah, lost, kept] = await Promise.all([
      findClosureInForce(database, borrowerId),
      blockersOf(services, database, borrowerId),
      services.ask(closingBalance).read(database, borrowerId),
      lostOf(services, database, borrowerId),
      keptBy(services, database, borrowerId),
    ]);
    if (row)
      return {
        closure: closureOf(row, services.clock.now()),
        blockers: [],
        balanceRupiah: 0,
        lost: [],
        kept,
      };
    const lines = lost.map(({ text, ...line }) => ({ ...line, text: say(text, language) }));
    return { closure: null, blockers, balanceRupiah, lost: lines, kept };
  }),
  answer(
    askClosure,
    async (
      { reasons, description = "", balanceTo = null },
      { services, trx, borrowerId, principal, caller, language },
    ) => {
      const row = await requestClosure(services, trx, {
        borrowerId,
        sessionId: principal.session.id,
        reasons,
        description,
        balanceTo,
        brandId: caller.brand.id,
        language,
        device: deviceNameOf(caller.userAgent),
      });
      return closureOf(row, services.clock.now());
    },
  ),
  answer(withdrawClosure, async (_input, { services, borrowerId }) => {
    await transact(services.database, (trx) => cancelClosure(services, trx, borrowerId));
    return { withdrawn: true } as const;
  }),
  answer(getClosureCertificate, async ({ closureId }, { database, language, refuse }) => {
    const closed = await findClosed(database, closureId);
    if (closed) return certificateOf(database, closed);
    const cooling = (await findCooling(database, closureId)) ?? refuse("CERTIFICATE_UNKNOWN");
    const { coolingUntil: at } = cooling;
    return refuse("CERTIFICATE_NOT_YET", { closesAt: at.toISOString(), closesAtText: formatInstant(at, language) });
  }),
  answer(getClosureCertificateFile, async ({ closureId, part }, { services, database, refuse }) => {
    const row = (await findClosed(database, closureId)) ?? refuse("CERTIFICATE_UNKNOWN");
    const key = row[certificateColumns[part]] ?? refuse("CERTIFICATE_UNKNOWN");
    const file = (await services.outside.storage.get(key)) ?? refuse("CERTIFICATE_UNKNOWN");
    return new Binary(file.bytes, file.contentType, {
      "Content-Disposition": `attachment; filename="${closureId}${part === "END" ? "-2" : ""}.pdf"`,
      "Cache-Control": "private, no-store",
    });
  }),
];

const closureOf = (row: ClosureRow, now: Date) => ({
  closureId: row.id,
  state: row.state as ClosureState,
  askedAt: row.askedAt.toISOString(),
  closesAt: row.coolingUntil.toISOString(),
  balanceChoice: row.balanceChoice as BalanceChoice | null,
  hoursLeft: Math.max(0, Math.ceil((row.coolingUntil.getTime() - now.getTime()) / 3_600_000)),
});

/** Rules that keep data of borrowers with a loan; without a loan everything is deleted. */
async function keptBy(services: Services, reader: Database, borrowerId: string) {
  const today = dateInWib(services.clock.now());
  const rules = keptRules satisfies readonly RetentionRule[];
  const [status, kept] = await Promise.all([
    services.ask(creditStatus)(reader, borrowerId),
    Promise.all(rules.map(async (rule) => ({ rule, years: await retentionYearsOf(reader, rule, today) }))),
  ]);
  return status === "NOT_APPLIED" ? [] : kept;
}

function work(services: Services): void {
  services.sweeps.add(closingSweep);
  services.sweeps.add(closureForgetSweep);
}

export const domain: Domain = {
  answers,
  work,
  subscribes: [
    within(accountContested, "closing-contested", async (services, trx, { borrowerId }) => {
      await stopClosure(services, trx, borrowerId);
      return "DONE";
    }),
    after(retentionEnded, "closing-retention-ended", async (services, trx, { borrowerId, at }) => {
      const closureId = await endRetention(trx, borrowerId, at);
      if (closureId === null) return;
      await services.events.announce(trx, accountRetentionEnded, { id: `ended_${closureId}`, at, closureId });
    }),
    // Asked before the account is gone; the answers are deleted with the rest.
    after(closureAsked, "questionnaire-of-closing", async (services, trx, { borrowerId }) => {
      await inviteToQuestionnaire(services, trx, { borrowerId, eventType: "AFTER_CLOSURE" });
    }),
  ],
  answersTo: [
    personalDataHeld.by(personalData),
    timelineSources.by(timeline),
    accountStateSources.by(accountStates),
    consoleWords.by(words),
    noticeKinds.by(notices),
    lifecycles.by([closureLife]),
    proposals.by([readingKind]),
    objectColumns.by([{ table: "account_closure", columns: ["certificateKey", "endCertificateKey"] }]),
    sessionLimits.by(async (trx, borrowerId) => ((await findClosureInForce(trx, borrowerId)) ? "CLOSING" : null)),
    blockersOfClosing.by(async (_services, reader, borrowerId) => {
      const path = "/webview/customer-service/complaint";
      const isBlocked = (await borrowerStatus(reader, borrowerId)) === "BLOCKED";
      return [
        ...((await isMoneyOpenAbout(reader, borrowerId)) ? [{ code: "MONEY_PROPOSAL_OPEN", path } as const] : []),
        // Data of an account that staff blocked is reviewed by people before it is deleted.
        ...(isBlocked ? [{ code: "SECURITY_HOLD", path } as const] : []),
      ];
    }),
  ],
};
