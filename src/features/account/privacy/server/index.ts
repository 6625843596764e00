/** Privacy: answers to the domain's calls, and what other domains may ask of it. */
import { answer, type Api } from "#server/call/pipeline.ts";
import { deviceName } from "#server/call/device-name.ts";
import { transact } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import type { Services } from "#server/services.ts";
import {
  getConsent,
  isWithdrawable,
  listConsents,
  switchConsent,
  withdrawConsentCall,
  type ConsentReceipt,
} from "../contract.ts";
import { consentsOf, findConsent, findStanding } from "./consent-store.ts";
import { giveConsent, withdrawConsent, workConsents } from "./consents.ts";
import { retentionEndSweep } from "./erasing.ts";
import { personalData } from "./personal-data.ts";
import { receiptOf, standingByInterest, textOf } from "./receipts.ts";

export { eraseBorrower, readRetained, type Retained } from "./erasing.ts";
export type { Erasure } from "./retention-store.ts";
export type { Consent } from "./consent-store.ts";
export {
  consentBox,
  giveConsent,
  isSwitchedOff,
  standingConsent,
  withdrawConsent,
  type ConsentHolder,
  type GivenConsent,
} from "./consents.ts";

function answers(api: Api): void {
  const { services } = api;
  answer(
    api,
    listConsents,
  )(async (_input, { database, borrowerId }) => {
    const receipts = (await consentsOf(database, borrowerId)).map(receiptOf);
    // Measuring stands on legitimate interest: without a row it is on.
    const unsaid = receipts.some(({ kind }) => kind === "ANALYTICS") ? [] : [standingByInterest("ANALYTICS")];
    return { items: [...unsaid, ...receipts] };
  });

  answer(
    api,
    getConsent,
  )(async ({ consentId }, { database, borrowerId, caller, refuse }) => {
    const consent = (await findConsent(database, borrowerId, consentId)) ?? refuse("CONSENT_UNKNOWN");
    const text = await textOf(services, database, consent, caller.brand);
    return { ...receiptOf(consent), ...text, verifyPath: `/verify/${consent.id}` };
  });

  answer(
    api,
    withdrawConsentCall,
  )(({ consentId }, { database, borrowerId, refuse }) =>
    transact(database, async (trx) => {
      const known = (await findConsent(trx, borrowerId, consentId)) ?? refuse("CONSENT_UNKNOWN");
      if (!isWithdrawable(known.kind)) refuse("CONSENT_NOT_WITHDRAWABLE");
      return receiptOf((await withdrawConsent(services, trx, borrowerId, consentId)) ?? known);
    }),
  );

  answer(
    api,
    switchConsent,
  )(({ kind, on }, { database, borrowerId, caller, language }) =>
    transact(database, async (trx): Promise<ConsentReceipt> => {
      const given = { borrowerId, kind, language, device: deviceName(caller.userAgent) };
      if (on) return receiptOf(await giveConsent(services, trx, given));
      const off = async (id: string) => receiptOf((await withdrawConsent(services, trx, borrowerId, id))!);
      const standing = await findStanding(trx, borrowerId, kind, "");
      if (standing) return off(standing.id);
      const [before] = await consentsOf(trx, borrowerId, { kind, states: ["WITHDRAWN"] });
      // What was never given and is off already needs no receipt; what stands by itself gets one that says it was ended.
      if (before) return receiptOf(before);
      return off((await giveConsent(services, trx, given)).id);
    }),
  );
}

function work(services: Services): void {
  workConsents(services);
  services.sweeps.add(retentionEndSweep);
}

export const domain: Domain = {
  personalData,
  answers,
  work,
  objects: [
    { table: "retention_item", columns: ["object_key"] },
    { table: "data_export", columns: ["object_key"] },
  ],
};
