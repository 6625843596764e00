/** Privacy: answers to the domain's calls, and what other domains may ask of it. */
import { openingsOf } from "#features/platform/audit/server/index.ts";
import type { Notice } from "#features/platform/notice/server/index.ts";
import { answer, Binary, type Api } from "#server/call/pipeline.ts";
import { deviceName } from "#server/call/device-name.ts";
import { Refusal } from "#server/call/refusal.ts";
import { happeningText } from "#server/console-words.ts";
import { transact, type Database } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import { cursorInTime, listPage, placeInTime } from "#server/list-page.ts";
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
  switchConsent,
  unlockExport,
  verifyReceipt,
  withdrawConsentCall,
} from "../contract.ts";
import { kindTexts } from "../texts.ts";
import { breachNotice, breachSweep } from "./breach.ts";
import { consentsOf, findConsent, locateConsent, type Consent } from "./consent-store.ts";
import { giveConsent, switchOff, withdrawConsent, workConsents } from "./consents.ts";
import { partsOf, retentionEndSweep } from "./erasing.ts";
import { exportNotices } from "./export-notices.ts";
import { exportsOf, findExport, type ExportRow } from "./export-store.ts";
import { askForExport, downloadExport, exportOf, nextExportAt, refuseOnHold, workExports } from "./exports.ts";
import { holdAnswers, holdBlocker, holdKind } from "./legal-hold.ts";
import { personalData } from "./personal-data.ts";
import { receiptOf, standingByInterest, textOf } from "./receipts.ts";
import { requestNotices } from "./request-notices.ts";
import { consentLife, dataRequestLife, exportLife } from "./lifecycle.ts";
import { dataRequestReview, requestAnswers, requestSubscriptions } from "./requests.ts";
import { standing } from "./standing.ts";
import { borrowerFlags } from "./borrower-flags.ts";

export { affectedByStaff, beginBreach, breachData } from "./breach.ts";
export { eraseBorrower, keptItems, readKept, readRetained, type Retained } from "./erasing.ts";
export { exportAsked, exportOpened, retentionEnded } from "./events.ts";
export { findErasure, isHeldByLaw, keptKinds, yearsOf, type Erasure } from "./retention-store.ts";
export type { Consent } from "./consent-store.ts";
export {
  consentCipher,
  endSpentConsent,
  giveConsent,
  hashOf,
  isSwitchedOff,
  standingConsent,
  withdrawConsent,
  type ConsentHolder,
  type GivenConsent,
} from "./consents.ts";

function answers(api: Api): void {
  consentAnswers(api);
  exportAnswers(api);
  historyAnswers(api);
  requestAnswers(api);
  holdAnswers(api);
}

function consentAnswers(api: Api): void {
  const { services } = api;
  answer(
    api,
    listConsents,
  )(async (_input, { database, borrowerId, language, caller }) => {
    const reading = { language, brand: caller.brand };
    const receipts = await Promise.all(
      (await consentsOf(database, borrowerId)).map((one) => receiptOf(services, one, reading)),
    );
    // Measuring stands on legitimate interest: without a row it is on.
    const unsaid = receipts.some(({ kind }) => kind === "ANALYTICS") ? [] : [standingByInterest("ANALYTICS")];
    return { items: [...unsaid, ...receipts] };
  });

  answer(
    api,
    getConsent,
  )(async ({ consentId }, { database, borrowerId, language, caller, refuse }) => {
    const consent = (await findConsent(database, borrowerId, consentId)) ?? refuse("CONSENT_UNKNOWN");
    const text = await textOf(services, database, consent, caller.brand);
    const receipt = await receiptOf(services, consent, { language, brand: caller.brand });
    return { ...receipt, ...text, verifyPath: `/verify/${consent.id}` };
  });

  answer(
    api,
    verifyReceipt,
  )(async ({ receiptId }, { database, language, caller, refuse }) => {
    const consent = (await locateConsent(database, receiptId)) ?? refuse("CONSENT_UNKNOWN");
    return receiptOf(services, consent, { language, brand: caller.brand });
  });

  answer(
    api,
    withdrawConsentCall,
  )(async ({ consentId }, { database, borrowerId, language, caller, refuse }) => {
    const ended = await transact(database, async (trx) => {
      const known = (await findConsent(trx, borrowerId, consentId)) ?? refuse("CONSENT_UNKNOWN");
      if (!isWithdrawable(known.kind)) refuse("CONSENT_NOT_WITHDRAWABLE");
      return (await withdrawConsent(services, trx, borrowerId, consentId)) ?? known;
    });
    return receiptOf(services, ended, { language, brand: caller.brand });
  });

  answer(
    api,
    switchConsent,
  )(async ({ kind, on }, { database, borrowerId, caller, language }) => {
    const switched = await transact(database, async (trx): Promise<Consent> => {
      const given = { borrowerId, kind, language, device: deviceName(caller.userAgent) };
      return on ? giveConsent(services, trx, given) : switchOff(services, trx, given);
    });
    return receiptOf(services, switched, { language, brand: caller.brand });
  });
}

function exportAnswers(api: Api): void {
  const { services } = api;
  answer(
    api,
    getExports,
  )(async (_input, { database, borrowerId, principal }) => {
    const now = services.clock.now();
    const rows = await exportsOf(database, borrowerId);
    return {
      items: rows.map((row) => exportOf(row, now)),
      nextAt: nextExportAt(rows, now)?.toISOString() ?? null,
      mayDownload: principal.session.proves("DATA_EXPORT", services.clock.realNow()) ?? false,
    };
  });

  answer(
    api,
    askExport,
  )(async (_input, { borrowerId, language, caller, principal }) => {
    const sessionId = principal.session.id;
    const asked = await askForExport(services, { borrowerId, language, brandId: caller.brand.id, sessionId });
    if ("from" in asked)
      throw new Refusal<typeof askExport.problems>("EXPORT_TODAY", {
        from: asked.from.toISOString(),
        fromText: formatInstant(asked.from, language),
      });
    return exportOf(asked.row, services.clock.now());
  });

  answer(
    api,
    unlockExport,
  )(async ({ exportId }, { database, borrowerId, language }) => {
    await refuseOnHold(services, database, borrowerId, language);
    const row = await readyExport(database, borrowerId, exportId, services.clock.now());
    return exportOf(row, services.clock.now());
  });

  answer(
    api,
    getExportFile,
  )(async ({ exportId }, { database, borrowerId, language, principal, refuse }) => {
    await refuseOnHold(services, database, borrowerId, language);
    await readyExport(database, borrowerId, exportId, services.clock.now());
    const file = (await downloadExport(services, borrowerId, exportId, principal.session.id)) ?? refuse("EXPORT_OVER");
    return new Binary(file.bytes, file.contentType, {
      "Content-Disposition": 'attachment; filename="data.zip"',
      "Cache-Control": "private, no-store",
    });
  });
}

/** @throws Refusal EXPORT_UNKNOWN, EXPORT_NOT_READY, EXPORT_OVER */
async function readyExport(reader: Database, borrowerId: string, id: string, now: Date): Promise<ExportRow> {
  const row = await findExport(reader, borrowerId, id);
  if (!row) throw new Refusal("EXPORT_UNKNOWN");
  if (row.state === "ASKED") throw new Refusal("EXPORT_NOT_READY");
  if (exportOf(row, now).downloadsLeft === 0) throw new Refusal("EXPORT_OVER");
  return row;
}

function historyAnswers(api: Api): void {
  const { services } = api;
  answer(
    api,
    listUses,
  )(async (_input, { database, borrowerId, language }) => {
    const used = await Promise.all(partsOf(services).map((part) => part.uses?.(services, database, borrowerId) ?? []));
    const items = used.flat().map((use) => ({
      at: use.at.toISOString(),
      reference: use.reference,
      decision: use.decision && say(use.decision, language),
      rule: say(use.rule, language),
      outcome: say(use.outcome, language),
      read: use.read.map((one) => say(one, language)),
    }));
    return { items };
  });

  answer(
    api,
    listOpenings,
  )(async ({ cursor, limit }, { database, borrowerId, language }) => {
    const rows = await openingsOf(database, borrowerId, { before: placeInTime(cursor), limit: limit + 1 });
    const { page, nextCursor } = listPage(rows, limit, ({ at, id }) => cursorInTime(at, id));
    const items = page.map(({ id, at, roles, action }) => ({
      id,
      at: at.toISOString(),
      roles: [...roles],
      purpose: happeningText(api.services, action, language),
    }));
    return { items, nextCursor };
  });
}

function work(services: Services): void {
  workExports(services);
  workConsents(services);
  services.sweeps.add(retentionEndSweep);
  services.sweeps.add(breachSweep);
}

export const domain: Domain = {
  words: { codes: kindTexts },
  standing,
  personalData,
  borrowerFlags,
  lifecycles: [consentLife, dataRequestLife, exportLife],
  reviews: [dataRequestReview],
  proposals: [holdKind],
  closureBlockers: holdBlocker,
  notices: [...requestNotices, ...exportNotices, breachNotice as unknown as Notice<never>],
  subscribes: requestSubscriptions,
  answers,
  work,
  objects: [
    { table: "retention_item", columns: ["object_key"] },
    { table: "data_export", columns: ["object_key"] },
  ],
};
