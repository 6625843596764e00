/** Inviting people, and the consent that some questions need. */
import { createHash } from "node:crypto";
import { bodyOf, figuresInForce, readText } from "#features/platform/content/server/index.ts";
import { notify } from "#features/platform/notice/server/index.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import type { Language } from "#shared/texts.ts";
import { answerDays, pauseDays, type EventType } from "../contract.ts";
import { findDefined, listDefined, type Readership } from "./catalogue.ts";
import { invited } from "./notices.ts";
import {
  addConsent,
  changeInvitation,
  claimPause,
  listInvitations,
  lockInvitation,
  submittedCounts,
  withdrawConsent,
  writeInvitation,
} from "./store.ts";

const dayMilliseconds = 86_400_000;
export const consentTextKey = "questionnaire-consent";

/**
 * Invites a borrower to the first questionnaire about an event that is open and was not answered yet, for `answerDays`. At most
 * one invitation in `pauseDays`, whatever it is about. Called by whoever announces the event, after its commit.
 * @returns whether there is an invitation now that was not there before. // Account 10
 */
export async function inviteToQuestionnaire(
  services: Services,
  trx: Transaction,
  { borrowerId, eventType }: { borrowerId: string; eventType: EventType },
): Promise<boolean> {
  const now = services.clock.now();
  const candidates = (await listDefined(services, trx)).filter((one) => one.eventType === eventType && !one.hasEnded);
  if (candidates.length === 0) return false;
  const keys = candidates.map(({ questionnaireKey }) => questionnaireKey);
  const [counts, invitations] = [await submittedCounts(trx, keys), await listInvitations(trx, borrowerId)];
  const chosen = candidates.find(({ questionnaireKey, quota }) => {
    const earlier = invitations.find((one) => one.questionnaire_key === questionnaireKey);
    const isFull = quota !== null && (counts.get(questionnaireKey) ?? 0) >= quota;
    return !isFull && (!earlier || (earlier.submitted_at === null && earlier.expires_at <= now));
  });
  if (!chosen) return false;
  const lastBefore = new Date(now.getTime() - pauseDays * dayMilliseconds);
  if (!(await claimPause(trx, borrowerId, now, lastBefore))) return false;
  await writeInvitation(trx, {
    borrowerId,
    questionnaireKey: chosen.questionnaireKey,
    eventType,
    invitedAt: now,
    expiresAt: new Date(now.getTime() + answerDays * dayMilliseconds),
  });
  await notify(services, trx, invited, {
    id: services.random.uuid(),
    borrowerId,
    values: { questionnaireKey: chosen.questionnaireKey },
  });
  return true;
}

export interface ConsentText {
  textKey: string;
  textVersion: number;
  textLanguage: Language;
  textHash: string;
  title: string;
  body: string;
}

/** The text that is agreed to, as this reader sees it. @throws Error where nobody published it: then nothing may be asked. */
export async function consentText(services: Services, { language, brand }: Readership): Promise<ConsentText> {
  const text = await readText(services, "static-text", consentTextKey, language);
  if (!text) throw new Error(`There is no text ${consentTextKey} to agree to.`);
  const body = bodyOf(text.markdown, await figuresInForce(services, text.language, brand));
  return {
    textKey: text.key,
    textVersion: text.version,
    textLanguage: text.language,
    textHash: createHash("sha256").update(`${text.title}\n${body}`).digest("hex"),
    title: text.title,
    body,
  };
}

/** Keeps the consent with the text as it was read. @throws Refusal QUESTIONNAIRE_UNKNOWN, CONSENT_TEXT_CHANGED */
export async function giveConsent(
  services: Services,
  borrowerId: string,
  questionnaireKey: string,
  textVersion: number | undefined,
  readership: Readership,
): Promise<void> {
  const text = await consentText(services, readership);
  if (text.textVersion !== textVersion) throw new Refusal("CONSENT_TEXT_CHANGED");
  const defined = await findDefined(services, services.database, questionnaireKey);
  if (!defined?.questions.some(({ use }) => use === "UNDERWRITING_REVIEW")) throw new Refusal("QUESTIONNAIRE_UNKNOWN");
  const now = services.clock.now();
  await transact(services.database, async (trx) => {
    const invitation = await lockInvitation(trx, borrowerId, questionnaireKey);
    if (!invitation) throw new Refusal("QUESTIONNAIRE_UNKNOWN");
    if (invitation.submitted_at === null && defined.hasEnded) throw new Refusal("QUESTIONNAIRE_ENDED");
    if (invitation.submitted_at === null && invitation.expires_at <= now) throw new Refusal("QUESTIONNAIRE_EXPIRED");
    await addConsent(trx, { borrowerId, id: services.random.uuid(), questionnaireKey, ...text, givenAt: now });
  });
}

/** Ends the consent and deletes what was answered by it, sent or not, in one transaction. Always possible. // Account 11 */
export async function takeConsentBack(services: Services, borrowerId: string, questionnaireKey: string): Promise<void> {
  await transact(services.database, async (trx) => {
    const invitation = await lockInvitation(trx, borrowerId, questionnaireKey);
    if (!invitation) throw new Refusal("QUESTIONNAIRE_UNKNOWN");
    await withdrawConsent(trx, borrowerId, questionnaireKey, services.clock.now());
    await changeInvitation(trx, invitation, { review_draft_sealed: null, review_answers_sealed: null });
  });
}
