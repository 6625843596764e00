/** Inviting people, and the consent that some questions need. */
import { consentRuleOf, type ConsentKind } from "#features/account/privacy/contract.ts";
import {
  giveConsent,
  hashOfConsentText,
  consentInForce,
  withdrawConsent,
  type Consent,
  type ConsentHolder,
} from "#features/account/privacy/server/index.ts";
import {
  contentBodyOf,
  figuresInForce,
  contentTextOf as readContent,
} from "#features/platform/content/server/index.ts";
import { notify } from "#features/platform/notice/server/index.ts";
import { transact, type Transaction, type Reader } from "#server/database.server.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Services } from "#server/services.ts";
import type { Language } from "#shared/texts.ts";
import { answerDays, questionnairePauseDays, type EventType } from "../contract.ts";
import { findDefined, listDefined, type Readership } from "./catalogue.ts";
import { questionnaireInvitedNotice } from "./notices.ts";
import {
  changeInvitation,
  claimPause,
  findQuestionnaireInvitation,
  listQuestionnaireInvitations,
  lockQuestionnaireInvitation,
  submittedCounts,
  writeInvitation,
} from "./store.ts";

const dayMilliseconds = 86_400_000;
const consentKind = "QUESTIONNAIRE" satisfies ConsentKind;

/**
 * Invites a borrower to the first open questionnaire about an event that has no answer yet, for `answerDays`. At most
 * one invitation in `questionnairePauseDays`, for any event. Called by the event's domain after its commit.
 * @returns whether there is a new invitation. // Account 10
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
  const [counts, invitations] = [await submittedCounts(trx, keys), await listQuestionnaireInvitations(trx, borrowerId)];
  const chosen = candidates.find(({ questionnaireKey, quota }) => {
    const earlier = invitations.find((one) => one.questionnaireKey === questionnaireKey);
    const isFull = quota !== null && (counts.get(questionnaireKey) ?? 0) >= quota;
    return !isFull && (!earlier || (earlier.submittedAt === null && earlier.expiresAt <= now));
  });
  if (!chosen) return false;
  const lastBefore = new Date(now.getTime() - questionnairePauseDays * dayMilliseconds);
  if (!(await claimPause(trx, borrowerId, now, lastBefore))) return false;
  await writeInvitation(trx, {
    borrowerId,
    questionnaireKey: chosen.questionnaireKey,
    eventType,
    invitedAt: now,
    expiresAt: new Date(now.getTime() + answerDays * dayMilliseconds),
  });
  await notify(services, trx, questionnaireInvitedNotice, {
    id: services.random.uuid(),
    borrowerId,
    values: { questionnaireKey: chosen.questionnaireKey },
  });
  return true;
}

export interface QuestionnaireConsentText {
  textKey: string;
  textVersion: number;
  textLanguage: Language;
  textHash: string;
  title: string;
  body: string;
}

/** The consent text as this reader sees it. @throws Error when it is not published: then the question must not be asked. */
export async function consentText(
  services: Services,
  { language, brand }: Readership,
): Promise<QuestionnaireConsentText> {
  const { collection, key } = consentRuleOf(consentKind).text;
  const text = await readContent(services, collection, key, language, services.database);
  if (!text) throw new Error(`There is no text ${key} to agree to.`);
  return {
    textKey: key,
    textVersion: text.version,
    textLanguage: text.language,
    textHash: hashOfConsentText(text),
    title: text.title,
    body: contentBodyOf(text.markdown, await figuresInForce(services, text.language, brand)),
  };
}

/** Stores the consent with its receipt, like any other. @throws Refusal QUESTIONNAIRE_UNKNOWN, CONSENT_TEXT_CHANGED, and why it is over */
export async function agreeToQuestionnaire(
  services: Services,
  borrowerId: string,
  questionnaireKey: string,
  agreed: { textVersion: number | undefined; device: string; readership: Readership },
): Promise<void> {
  const { textVersion, device, readership } = agreed;
  const text = await consentText(services, readership);
  if (text.textVersion !== textVersion) throw new Refusal("CONSENT_TEXT_CHANGED");
  const defined = await findDefined(services, services.database, questionnaireKey);
  if (!defined?.questions.some(({ use }) => use === "UNDERWRITING_REVIEW")) throw new Refusal("QUESTIONNAIRE_UNKNOWN");
  const now = services.clock.now();
  await transact(services.database, async (trx) => {
    const invitation = await findQuestionnaireInvitation(trx, borrowerId, questionnaireKey);
    if (!invitation) throw new Refusal("QUESTIONNAIRE_UNKNOWN");
    if (invitation.submittedAt === null && defined.hasEnded) throw new Refusal("QUESTIONNAIRE_ENDED");
    if (invitation.submittedAt === null && invitation.expiresAt <= now) throw new Refusal("QUESTIONNAIRE_EXPIRED");
    const { language } = readership;
    await giveConsent(services, trx, { borrowerId, kind: consentKind, subject: questionnaireKey, language, device });
  });
}

/** The consent of one questionnaire in force; null without one. */
export const consentTo = (
  services: Services,
  reader: Reader,
  borrowerId: string,
  questionnaireKey: string,
): Promise<Consent | null> => consentInForce(services, reader, borrowerId, consentKind, questionnaireKey);

/**
 * Ends the consent and deletes the answers given under it, sent or not. Always possible. // Account 11
 * @throws Refusal QUESTIONNAIRE_UNKNOWN
 */
export async function withdrawReviewConsent(
  services: Services,
  borrowerId: string,
  questionnaireKey: string,
): Promise<void> {
  await transact(services.database, async (trx) => {
    if (!(await findQuestionnaireInvitation(trx, borrowerId, questionnaireKey)))
      throw new Refusal("QUESTIONNAIRE_UNKNOWN");
    const consent = await consentTo(services, trx, borrowerId, questionnaireKey);
    if (consent) await withdrawConsent(services, trx, borrowerId, consent.id);
  });
}

/** Answers given with the consent are deleted in the transaction that ends it, on any page. */
export const consentHolder: ConsentHolder = {
  kinds: [consentKind],
  async stop(_services, trx, { borrowerId, subject }) {
    const invitation = await lockQuestionnaireInvitation(trx, borrowerId, subject);
    if (!invitation) return [{ what: "QUESTIONNAIRE_ANSWERS", count: 0 }];
    const sealedAnswers = [invitation.reviewDraftSealed, invitation.reviewAnswersSealed].filter((one) => one !== null);
    await changeInvitation(trx, invitation, {
      reviewDraftSealed: null,
      reviewAnswersSealed: null,
      consentId: null,
    });
    return [{ what: "QUESTIONNAIRE_ANSWERS", count: sealedAnswers.length }];
  },
};
