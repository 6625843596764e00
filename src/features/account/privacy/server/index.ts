/** Privacy: answers to the domain's calls, and functions for other domains. */
import { refuseOnHold } from "#features/account/hold/server/index.ts";
import { openingsOf } from "#features/platform/audit/server/index.ts";
import { type NoticeDefinition, noticeKinds } from "#features/platform/notice/server/index.ts";
import type { Caller } from "#server/call/caller.ts";
import { answer, Binary, type CallAnswer } from "#server/call/pipeline.ts";
import { deviceNameOf } from "#server/call/device-name.ts";
import { Refusal } from "#server/call/refusal.ts";
import { happeningText } from "#server/console/console-words.ts";
import { transact, type Database } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import { cursorInTime, listPage, placeInTime } from "#server/records/list-page.ts";
import type { Services } from "#server/services.ts";
import { formatInstant } from "#shared/dates.ts";
import { say } from "#shared/texts.ts";
import {
  askExport,
  getConsent,
  getExportFile,
  getExports,
  isWithdrawable,
  listConsents,
  listOpenings,
  listUses,
  switchMeasuring,
  switchConsent,
  unlockExport,
  verifyReceipt,
  withdrawConsentCall,
} from "../contract.ts";
import { consentKindTexts } from "../texts.ts";
import { breachNotice, breachSweep } from "./breach.ts";
import { consentsOf, findBorrowerConsent, locateConsent, type Consent } from "./consent-store.ts";
import { giveConsent, switchOff, withdrawConsent, workConsents } from "./consents.ts";
import { erasurePartsOf, retentionEndSweep } from "./erasing.ts";
import { exportNotices } from "./export-notices.ts";
import { exportsOf, findExport, type ExportRow } from "./export-store.ts";
import { requestDataExport, downloadExport, exportOf, nextExportAt, workExports } from "./exports.ts";
import { holdAnswers, holdBlocker, holdKind } from "./legal-hold.ts";
import { personalData } from "./personal-data.ts";
import { consentReceiptOf, consentTextOf, withoutReceipt } from "./receipts.ts";
import { requestNotices } from "./request-notices.ts";
import { consentLife, dataRequestLife, exportLife } from "./lifecycle.ts";
import { dataRequestReview, dataRequestAnswers, requestSubscriptions } from "./requests.ts";
import { accountStates } from "./account-states.ts";
import { borrowerFlags } from "./borrower-flags.ts";
import { consoleWords, accountStateSources, borrowerWarnings } from "#server/console/questions.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";
import { lifecycles } from "#server/records/lifecycle.ts";
import { reviews } from "#features/platform/review/server/index.ts";
import { proposals } from "#server/four-eyes/proposal-kind.ts";
import { blockersOfClosing } from "#server/account-questions.ts";
import { objectColumns } from "#server/media/stored-objects.ts";

export { consentSubjects } from "./receipts.ts";

export { consentHolders } from "./consents.ts";

export { affectedByStaff, beginBreach, breachData } from "./breach.ts";
export { eraseBorrower, keptItems, readKeptItem, readRetained, type Retained } from "./erasing.ts";
export { exportAsked, exportOpened, retentionEnded } from "./events.ts";
export { findErasure, isHeldByLaw, retainedKinds, retentionYearsOf, type Erasure } from "./retention-store.ts";
export type { Consent } from "./consent-store.ts";
export {
  consentCipher,
  consentsInForce,
  endSpentConsent,
  giveConsent,
  hashOfConsentText,
  isSwitchedOff,
  consentInForce,
  withdrawConsent,
  type ConsentHolder,
  type GivenConsent,
} from "./consents.ts";

const markedSeconds = 365 * 86_400;
/** With this cookie a page's script sends no analytics (`#web/tracking/visitor.ts`). */
const markBrowser = (caller: Pick<Caller, "setCookie">, isMeasured: boolean): void =>
  caller.setCookie("analytics", isMeasured ? "" : "off", {
    httpOnly: false,
    maxAgeSeconds: isMeasured ? 0 : markedSeconds,
  });

const answers: readonly CallAnswer[] = [
  answer(listConsents, async (_input, { services, database, borrowerId, language, caller }) => {
    const reading = { language, brand: caller.brand };
    const receipts = await Promise.all(
      (await consentsOf(database, borrowerId)).map((one) => consentReceiptOf(services, one, reading)),
    );
    // Measuring is based on legitimate interest: without a row it is on.
    const unsaid = receipts.some(({ kind }) => kind === "ANALYTICS") ? [] : [withoutReceipt("ANALYTICS", "STANDING")];
    return { items: [...unsaid, ...receipts] };
  }),
  answer(getConsent, async ({ consentId }, { services, database, borrowerId, language, caller, refuse }) => {
    const consent = (await findBorrowerConsent(database, borrowerId, consentId)) ?? refuse("CONSENT_UNKNOWN");
    const text = await consentTextOf(services, database, consent, caller.brand);
    const receipt = await consentReceiptOf(services, consent, { language, brand: caller.brand });
    return { ...receipt, ...text, verifyPath: `/verify/${consent.id}` };
  }),
  answer(verifyReceipt, async ({ receiptId }, { services, database, language, caller, refuse }) => {
    const consent = (await locateConsent(database, receiptId)) ?? refuse("CONSENT_UNKNOWN");
    return consentReceiptOf(services, consent, { language, brand: caller.brand });
  }),
  answer(withdrawConsentCall, async ({ consentId }, { services, database, borrowerId, language, caller, refuse }) => {
    const ended = await transact(database, async (trx) => {
      const known = (await findBorrowerConsent(trx, borrowerId, consentId)) ?? refuse("CONSENT_UNKNOWN");
      if (!isWithdrawable(known.kind)) refuse("CONSENT_NOT_WITHDRAWABLE");
      return (await withdrawConsent(services, trx, borrowerId, consentId)) ?? known;
    });
    return consentReceiptOf(services, ended, { language, brand: caller.brand });
  }),
  answer(switchMeasuring, async ({ measuring }, { caller }) => {
    markBrowser(caller, measuring === "ON");
    return { measuring };
  }),
  answer(switchConsent, async ({ kind, on }, { services, database, borrowerId, caller, language }) => {
    if (kind === "ANALYTICS") markBrowser(caller, on);
    const switched = await transact(database, async (trx): Promise<Consent | null> => {
      const given = { borrowerId, kind, language, device: deviceNameOf(caller.userAgent) };
      return on ? giveConsent(services, trx, given) : switchOff(services, trx, given);
    });
    if (!switched) return withoutReceipt(kind, "WITHDRAWN");
    return consentReceiptOf(services, switched, { language, brand: caller.brand });
  }),
  answer(getExports, async (_input, { services, database, borrowerId, principal }) => {
    const now = services.clock.now();
    const rows = await exportsOf(database, borrowerId);
    return {
      items: rows.map((row) => exportOf(row, now)),
      nextAt: nextExportAt(rows, now)?.toISOString() ?? null,
      mayDownload: principal.session.proves("DATA_EXPORT", services.clock.realNow()) ?? false,
    };
  }),
  answer(askExport, async (_input, { services, borrowerId, language, caller, principal }) => {
    const sessionId = principal.session.id;
    const requested = await requestDataExport(services, { borrowerId, language, brandId: caller.brand.id, sessionId });
    if ("from" in requested)
      throw new Refusal<typeof askExport.problems>("EXPORT_TODAY", {
        from: requested.from.toISOString(),
        fromText: formatInstant(requested.from, language),
      });
    return exportOf(requested.row, services.clock.now());
  }),
  answer(unlockExport, async ({ exportId }, { services, database, borrowerId, language }) => {
    await refuseOnHold(services, database, borrowerId, language);
    const row = await readyExport(database, borrowerId, exportId, services.clock.now());
    return exportOf(row, services.clock.now());
  }),
  answer(getExportFile, async ({ exportId }, { services, database, borrowerId, language, principal, refuse }) => {
    await refuseOnHold(services, database, borrowerId, language);
    await readyExport(database, borrowerId, exportId, services.clock.now());
    const file = (await downloadExport(services, borrowerId, exportId, principal.session.id)) ?? refuse("EXPORT_OVER");
    return new Binary(file.bytes, file.contentType, {
      "Content-Disposition": 'attachment; filename="data.zip"',
      "Cache-Control": "private, no-store",
    });
  }),
  answer(listUses, async (_input, { services, database, borrowerId, language }) => {
    const used = await Promise.all(
      erasurePartsOf(services).map((part) => part.uses?.(services, database, borrowerId) ?? []),
    );
    const items = used.flat().map((use) => ({
      at: use.at.toISOString(),
      reference: use.reference,
      decision: use.decision && say(use.decision, language),
      rule: say(use.rule, language),
      outcome: say(use.outcome, language),
      read: use.read.map((one) => say(one, language)),
    }));
    return { items };
  }),
  answer(listOpenings, async ({ cursor, limit }, { services, database, borrowerId, language }) => {
    const rows = await openingsOf(database, borrowerId, { before: placeInTime(cursor), limit: limit + 1 });
    const { page, nextCursor } = listPage(rows, limit, ({ at, id }) => cursorInTime(at, id));
    const items = page.map(({ id, at, roles, action }) => ({
      id,
      at: at.toISOString(),
      roles: [...roles],
      purpose: happeningText(services, action, language),
    }));
    return { items, nextCursor };
  }),
  ...dataRequestAnswers,
  ...holdAnswers,
];

/** @throws Refusal EXPORT_UNKNOWN, EXPORT_NOT_READY, EXPORT_OVER */
async function readyExport(reader: Database, borrowerId: string, id: string, now: Date): Promise<ExportRow> {
  const row = await findExport(reader, borrowerId, id);
  if (!row) throw new Refusal("EXPORT_UNKNOWN");
  if (row.state === "ASKED") throw new Refusal("EXPORT_NOT_READY");
  if (exportOf(row, now).downloadsLeft === 0) throw new Refusal("EXPORT_OVER");
  return row;
}

function work(services: Services): void {
  workExports(services);
  workConsents(services);
  services.sweeps.add(retentionEndSweep);
  services.sweeps.add(breachSweep);
}

export const domain: Domain = {
  subscribes: requestSubscriptions,
  answers,
  work,
  answersTo: [
    consoleWords.by({ codes: consentKindTexts }),
    ...accountStates.map((source) => accountStateSources.by(source)),
    personalDataHeld.by(personalData),
    borrowerWarnings.by(borrowerFlags),
    lifecycles.by([consentLife, dataRequestLife, exportLife]),
    reviews.by([dataRequestReview]),
    proposals.by([holdKind]),
    blockersOfClosing.by(holdBlocker),
    noticeKinds.by([...requestNotices, ...exportNotices, breachNotice as unknown as NoticeDefinition<never>]),
    objectColumns.by([
      { table: "retention_item", columns: ["objectKey"] },
      { table: "data_export", columns: ["objectKey"] },
    ]),
  ],
};
