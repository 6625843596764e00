/** A consent as its owner reads it. */
import { figuresInForce, bodyOf, fillWords } from "#features/platform/content/server/index.ts";
import type { Brand } from "#server/brand.server.ts";
import type { Database } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { Language } from "#shared/texts.ts";
import { isWithdrawable, ruleOf, type ConsentKind, type ConsentReceipt } from "../contract.ts";
import { readText, type Consent } from "./consent-store.ts";

const told = (at: Date | null): string | null => at?.toISOString() ?? null;

declare module "#server/domain.ts" {
  interface Domain {
    /** Asked by receipts: what the subject of a consent of this domain is called; null for another domain's. */
    consentSubject?(
      services: Services,
      reader: Database,
      about: { kind: ConsentKind; subject: string; language: Language; brand: Brand },
    ): Promise<string | null>;
  }
}

/** Who reads a receipt. */
export interface Reading {
  language: Language;
  brand: Brand;
}

async function subjectTextOf(services: Services, consent: Consent, reading: Reading): Promise<string> {
  const { kind, subject } = consent;
  if (subject === "") return "";
  for (const { consentSubject } of services.domains) {
    const text = await consentSubject?.(services, services.database, { kind, subject, ...reading });
    if (text) return text;
  }
  return subject;
}

export async function receiptOf(services: Services, consent: Consent, reading: Reading): Promise<ConsentReceipt> {
  const { basis, text } = ruleOf(consent.kind);
  return {
    id: consent.id,
    kind: consent.kind,
    subject: consent.subject,
    subjectText: await subjectTextOf(services, consent, reading),
    basis,
    state: consent.state,
    withdrawable: consent.state === "STANDING" && isWithdrawable(consent.kind),
    text: { collection: text.collection, ...consent.text },
    givenAt: told(consent.givenAt),
    device: consent.device,
    until: told(consent.until),
    endedAt: told(consent.endedAt),
    dueAt: told(consent.dueAt),
    finishedAt: told(consent.finishedAt),
    stopped: consent.stopped,
  };
}

/** What stands until it is switched off, before anybody has. */
export function standingByInterest(kind: ConsentKind): ConsentReceipt {
  return {
    id: null,
    kind,
    subject: "",
    subjectText: "",
    basis: ruleOf(kind).basis,
    state: "STANDING",
    withdrawable: true,
    text: null,
    givenAt: null,
    device: null,
    until: null,
    endedAt: null,
    dueAt: null,
    finishedAt: null,
    stopped: [],
  };
}

/** The text as it was agreed to, with the figures of today in its places. */
export async function textOf(
  services: Services,
  reader: Database,
  consent: Consent,
  brand: Brand,
): Promise<{ title: string; body: string }> {
  const [{ title, markdown }, figures] = await Promise.all([
    readText(reader, consent.text.hash),
    figuresInForce(services, consent.text.language, brand),
  ]);
  return { title: fillWords(title, figures), body: bodyOf(markdown, figures) };
}
