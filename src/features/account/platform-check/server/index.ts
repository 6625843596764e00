/** Platform checks: answers to the domain's calls, and the report that serves an application too. */
import { isIdentityGiven } from "#features/account/identity/server/index.ts";
import { type ConsentHolder, consentHolders, consentSubjects } from "#features/account/privacy/server/index.ts";
import { deviceNameOf } from "#server/call/device-name.ts";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { transact, type Reader } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import type { Services } from "#server/services.ts";
import { dateInWib, type BusinessDate } from "#shared/dates.ts";
import { say } from "#shared/texts.ts";
import { askPlatformCheck, checkDays, getPlatformCheck, type PlatformCheck } from "../contract.ts";
import { checkPlatforms, checkSubject, nextCheckOn, recentChecks, bureauReportOf, servesUntil } from "./checking.ts";
import { checkLife } from "./lifecycle.ts";
import { personalData } from "./personal-data.ts";
import { deleteOldPlatformChecks, dropReports } from "./store.ts";
import { checkText } from "./words.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";
import { lifecycles } from "#server/records/lifecycle.ts";
import { defineQuestion } from "#server/questions.ts";

export { freshReport } from "./checking.ts";

/** Asked by the platform check of the domain that judges applications: the number of operators at which a borrower may have loans. */
export const operatorLimit = defineQuestion<
  (reader: Reader, on: BusinessDate) => Promise<{ cap: number; retryDays: number }>
>("operator-limit", "ONE");

async function viewOf(services: Services, borrowerId: string): Promise<PlatformCheck> {
  const { database, clock } = services;
  const today = dateInWib(clock.now());
  const [checks, { cap, retryDays }, identityGiven] = await Promise.all([
    recentChecks(services, database, borrowerId),
    services.ask(operatorLimit)(database, today),
    isIdentityGiven(database, borrowerId),
  ]);
  const newest = checks[0];
  const report = newest ? await bureauReportOf(services, database, newest) : null;
  // A report whose consent was withdrawn is not shown.
  const isShown = newest && (newest.state !== "REPORT" || report !== null);
  const until = newest ? servesUntil(newest) : null;
  return {
    check: isShown
      ? {
          state: newest.state,
          checkedAt: newest.askedAt.toISOString(),
          platformCount: report?.platformCount ?? 0,
          operators: (report?.obligations ?? [])
            .filter(({ kind }) => kind === "PLATFORM")
            .map(({ lender, daysPastDue }) => ({ name: lender, daysPastDue })),
          isAboveCap: report !== null && report.platformCount + 1 > cap,
          servesUntil: report && until && until > clock.now() ? until.toISOString() : null,
        }
      : null,
    cap,
    retryDays,
    nextOn: nextCheckOn(checks, today),
    identityGiven,
  };
}

const answers: readonly CallAnswer[] = [
  answer(getPlatformCheck, (_input, { services, borrowerId }) => viewOf(services, borrowerId)),
  answer(askPlatformCheck, async (_input, { services, borrowerId, language, caller }) => {
    await checkPlatforms(services, borrowerId, { language, device: deviceNameOf(caller.userAgent) });
    return viewOf(services, borrowerId);
  }),
];

/** Handles the consents of separate checks only; the consent of an application belongs to the application. */
const holder: ConsentHolder = {
  kinds: ["CREDIT_CHECK"],
  async stop(_services, trx, { borrowerId, subject }) {
    if (subject !== checkSubject) return [];
    return [{ what: "PLATFORM_CHECKS", count: await dropReports(trx, borrowerId) }];
  },
};

const atOnce = 200;

function work({ sweeps }: Services): void {
  sweeps.add({
    name: "platform-check-forget",
    everySeconds: 3600,
    finds: [{ table: "platform_check", at: "askedAt", afterSeconds: checkDays * 86_400 }],
    run: ({ database, clock }) =>
      transact(database, (trx) =>
        deleteOldPlatformChecks(trx, new Date(clock.now().getTime() - checkDays * 86_400_000), atOnce),
      ),
  });
}

export const domain: Domain = {
  answers,
  work,
  answersTo: [
    personalDataHeld.by(personalData),
    lifecycles.by([checkLife]),
    consentHolders.by([holder]),
    consentSubjects.by(async (_services, _reader, { kind, subject, language }) =>
      kind === "CREDIT_CHECK" && subject === checkSubject ? say(checkText, language) : null,
    ),
  ],
};
