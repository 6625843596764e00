/** Asks the bureau for a borrower: stores the row first, then asks the bureau, then stores its answer, sealed with the consent's key. // Spec account 9 */
import { sealedColumn } from "#server/records/rows.ts";
import { identityOf } from "#features/account/identity/server/index.ts";
import { borrowerContact } from "#features/account/login/server/index.ts";
import { consentCipher, giveConsent } from "#features/account/privacy/server/index.ts";
import { mothersNameForBureau } from "#features/account/profile/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Reader, type Transaction } from "#server/database.server.ts";
import type { BureauReport } from "#server/outside/bureau/port.ts";
import type { Services } from "#server/services.ts";
import { addDays, dateInWib, formatDate, type BusinessDate } from "#shared/dates.ts";
import type { Language } from "#shared/texts.ts";
import { checkDays, maxChecks, reportHours, type askPlatformCheck } from "../contract.ts";
import { checksSince, insertCheck, settleCheck, type CheckRow } from "./store.ts";

const [hour, day] = [3_600_000, 86_400_000];
/** Apart from the consent of an application, which ends with its decision. */
export const checkSubject = "platform-check";

const sealedReport = sealedColumn<BureauReport>("platform_check", "reportSealed");

export async function bureauReportOf(services: Services, reader: Reader, row: CheckRow): Promise<BureauReport | null> {
  if (row.reportSealed === null) return null;
  const cipher = await consentCipher(services, reader, row.consentId);
  return sealedReport.open(cipher, row.id, row.reportSealed);
}

/** Checks of the last 30 days, the newest first. */
export const recentChecks = (services: Services, reader: Reader, borrowerId: string): Promise<CheckRow[]> =>
  checksSince(reader, borrowerId, new Date(services.clock.now().getTime() - checkDays * day));

/** The instant until which an application is judged by a check's report. */
export const servesUntil = ({ askedAt }: CheckRow): Date => new Date(askedAt.getTime() + reportHours * hour);

/** The first day on which another check may be asked for; null when that is today. */
export function nextCheckOn(checks: readonly CheckRow[], today: BusinessDate): BusinessDate | null {
  const counted = checks.filter(({ state }) => state !== "SILENT");
  const tomorrow = counted.some(({ askedOn }) => askedOn === today) ? addDays(today, 1) : null;
  if (counted.length < maxChecks) return tomorrow;
  // The window slides: a day after the oldest of the last three has left it.
  const free = addDays(counted[maxChecks - 1]!.askedOn, checkDays);
  return tomorrow !== null && tomorrow > free ? tomorrow : free > today ? free : null;
}

/**
 * Asks the bureau once a day. The day's check is returned as it is; one whose answer was lost is repeated with the same
 * id.
 * @throws Refusal IDENTITY_NEEDED, CHECK_LIMIT
 */
export async function checkPlatforms(
  services: Services,
  borrowerId: string,
  consenting: { language: Language; device: string },
): Promise<void> {
  const { database, clock, random } = services;
  const [identity, contact] = await Promise.all([
    identityOf(services, database, borrowerId),
    borrowerContact(services, database, borrowerId),
  ]);
  if (!identity || !contact) throw new Refusal("IDENTITY_NEEDED");
  const check = await transact(database, async (trx) => {
    const now = clock.now();
    const askedOn = dateInWib(now);
    const known = await openCheck(services, trx, borrowerId, askedOn, consenting.language);
    if (known) return known;
    const until = new Date(now.getTime() + checkDays * day);
    const given = { borrowerId, kind: "CREDIT_CHECK", subject: checkSubject, until, ...consenting } as const;
    const { id: consentId } = await giveConsent(services, trx, given);
    const row = { id: random.uuid(), consentId, askedOn, askedAt: now };
    return (await insertCheck(trx, borrowerId, row)) ? row : openCheck(services, trx, borrowerId, askedOn, "id");
  });
  if (!check || ("state" in check && check.state !== "ASKING")) return;
  const { nik, fullName, birthDate } = identity;
  const mothersName = await mothersNameForBureau(services, database, borrowerId);
  const order = { reportId: check.id, nik, fullName, birthDate, mobileNumber: contact.mobileNumber };
  const answer = await services.outside.bureau.report(mothersName === null ? order : { ...order, mothersName });
  await transact(database, async (trx) => {
    const at = clock.now();
    if (answer.outcome === "UNAVAILABLE")
      return settleCheck(trx, borrowerId, check.id, { state: "SILENT", reportSealed: null, at });
    const cipher = await consentCipher(services, trx, check.consentId);
    const reportSealed = sealedReport.seal(cipher, check.id, answer);
    return settleCheck(trx, borrowerId, check.id, { state: "REPORT", reportSealed, at });
  });
}

/** The day's check; null when there is none and another one is allowed. @throws Refusal CHECK_LIMIT */
async function openCheck(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  today: BusinessDate,
  language: Language,
): Promise<CheckRow | null> {
  const checks = await recentChecks(services, trx, borrowerId);
  const todaysCheck = checks.find(({ askedOn, state }) => askedOn === today && state !== "SILENT");
  if (todaysCheck) return todaysCheck;
  const nextOn = nextCheckOn(checks, today);
  if (nextOn === null) return null;
  const data = { max: maxChecks, days: checkDays, nextOn, nextText: formatDate(nextOn, language) };
  throw new Refusal<typeof askPlatformCheck.problems>("CHECK_LIMIT", data);
}

/** The report of less than 24 hours, which an application can use too; null if there is none. */
export async function freshReport(
  services: Services,
  reader: Reader,
  borrowerId: string,
): Promise<BureauReport | null> {
  const [newest] = (await recentChecks(services, reader, borrowerId)).filter(({ state }) => state === "REPORT");
  return newest && servesUntil(newest) > services.clock.now() ? bureauReportOf(services, reader, newest) : null;
}
