/** A consent as its owner reads it. */
import { figuresInForce, contentBodyOf, fillWords } from "#features/platform/content/server/index.ts";
import type { Brand } from "#server/process/brand.server.ts";
import type { Database } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { Language } from "#shared/texts.ts";
import { isWithdrawable, consentRuleOf, type ConsentKind, type ConsentReceipt } from "../contract.ts";
import { dateInWib } from "#shared/dates.ts";
import { readConsentText, type Consent } from "./consent-store.ts";
import { retentionYearsOf } from "./retention-store.ts";
import { defineQuestion } from "#server/questions.ts";

const toIso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Asked by receipts: what the subject of a consent of this domain is called; null for another domain's. */
export const consentSubjects = defineQuestion<
  (
    services: Services,
    reader: Database,
    about: { kind: ConsentKind; subject: string; language: Language; brand: Brand },
  ) => Promise<string | null>
>("consent-subjects", "MANY");

/** The reader of a receipt. */
export interface ReceiptReader {
  language: Language;
  brand: Brand;
}

async function subjectTextOf(services: Services, consent: Consent, reading: ReceiptReader): Promise<string> {
  const { kind, subject } = consent;
  if (subject === "") return "";
  for (const named of services.ask(consentSubjects)) {
    const text = await named(services, services.database, { kind, subject, ...reading });
    if (text) return text;
  }
  return subject;
}

/** Measuring that was switched off without having been agreed to: its row ended as it began. */
const isObjection = ({ kind, state, givenAt, endedAt }: Consent): boolean =>
  consentRuleOf(kind).basis === "LEGITIMATE_INTEREST" &&
  state === "WITHDRAWN" &&
  givenAt.getTime() === endedAt?.getTime();

/** Says how long the remaining data stays, by the rule that is in force now. */
async function stoppedOf({ database, clock }: Services, { stopped }: Consent): Promise<ConsentReceipt["stopped"]> {
  if (!stopped.some(({ rule }) => rule === "IDENTITY_EVIDENCE")) return stopped;
  const years = await retentionYearsOf(database, "IDENTITY_EVIDENCE", dateInWib(clock.now()));
  return stopped.map((one) => (one.rule === "IDENTITY_EVIDENCE" ? { ...one, years } : one));
}

export async function consentReceiptOf(
  services: Services,
  consent: Consent,
  reading: ReceiptReader,
): Promise<ConsentReceipt> {
  const { basis, text } = consentRuleOf(consent.kind);
  return {
    id: consent.id,
    kind: consent.kind,
    subject: consent.subject,
    subjectText: await subjectTextOf(services, consent, reading),
    basis,
    state: consent.state,
    withdrawable: consent.state === "STANDING" && isWithdrawable(consent.kind),
    text: { collection: text.collection, ...consent.text },
    // An objection was never agreed to, because it applied without consent.
    givenAt: isObjection(consent) ? null : toIso(consent.givenAt),
    device: consent.device,
    until: toIso(consent.until),
    endedAt: toIso(consent.endedAt),
    dueAt: toIso(consent.dueAt),
    finishedAt: toIso(consent.finishedAt),
    stopped: await stoppedOf(services, consent),
  };
}

/** A kind without a receipt: it applies until it is switched off, or was never switched on. */
export function withoutReceipt(kind: ConsentKind, state: "STANDING" | "WITHDRAWN"): ConsentReceipt {
  return {
    id: null,
    kind,
    subject: "",
    subjectText: "",
    basis: consentRuleOf(kind).basis,
    state,
    withdrawable: state === "STANDING",
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
export async function consentTextOf(
  services: Services,
  reader: Database,
  consent: Consent,
  brand: Brand,
): Promise<{ title: string; body: string }> {
  const [{ title, markdown }, figures] = await Promise.all([
    readConsentText(reader, consent.text.hash),
    figuresInForce(services, consent.text.language, brand),
  ]);
  return { title: fillWords(title, figures), body: contentBodyOf(markdown, figures) };
}
