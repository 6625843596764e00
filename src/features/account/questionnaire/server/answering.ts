/** Saving, sending and reading a person's answers. */
import { consentCipher } from "#features/account/privacy/server/index.ts";
import { transact, type Reader, type Transaction } from "#server/database.server.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { SealContext } from "#server/keys/keys.server.ts";
import type { Services } from "#server/services.ts";
import type { FieldProblem } from "#shared/contract.ts";
import { fieldProblemText } from "#shared/fields/problems.ts";
import { say, type Language } from "#shared/texts.ts";
import { submitQuestionnaire, type AnswerGiven, type QuestionnaireQuestion } from "../contract.ts";
import type { Defined } from "./catalogue.ts";
import { consentTo } from "./invitations.ts";
import { answersOf, isAnswered, judgeAnswers, sameAnswers, type JudgedAnswers } from "./rules.ts";
import { answersPlace, openAnswers, sealAnswers } from "./sealed.ts";
import {
  addTallies,
  changeInvitation,
  lockQuestionnaireInvitation,
  submittedCounts,
  takePlace,
  type QuestionnaireInvitationRow,
} from "./store.ts";
import { talliesOf } from "./tallies.ts";

/** Why the questionnaire is closed, for all or for this person; null while it is open. */
export async function overFor(
  services: Services,
  reader: Reader,
  defined: Defined,
  invitation: Pick<QuestionnaireInvitationRow, "expiresAt"> | null,
): Promise<"QUESTIONNAIRE_ENDED" | "QUESTIONNAIRE_EXPIRED" | null> {
  const { hasEnded, quota, questionnaireKey } = defined;
  if (hasEnded) return "QUESTIONNAIRE_ENDED";
  if (quota !== null && ((await submittedCounts(reader, [questionnaireKey])).get(questionnaireKey) ?? 0) >= quota)
    return "QUESTIONNAIRE_ENDED";
  return invitation && invitation.expiresAt <= services.clock.now() ? "QUESTIONNAIRE_EXPIRED" : null;
}

/** Questions of the credit review by key: their answers are stored separately. */
const reviewKeys = (questions: readonly QuestionnaireQuestion[]): Set<string> =>
  new Set(questions.filter(({ use }) => use === "UNDERWRITING_REVIEW").map(({ questionKey }) => questionKey));

const apart = (given: readonly AnswerGiven[], review: ReadonlySet<string>) => ({
  others: given.filter(({ questionKey }) => !review.has(questionKey)),
  reviewed: given.filter(({ questionKey }) => review.has(questionKey)),
});

/** Stores the answers typed so far, unchecked; answers for the credit review only with their consent. Drops unknown keys. */
async function keepDraft(
  services: Services,
  trx: Transaction,
  invitation: QuestionnaireInvitationRow,
  defined: Defined,
  given: readonly AnswerGiven[],
  consentId: string | null,
): Promise<Date> {
  const at = services.clock.now();
  const known = new Set(defined.questions.map(({ questionKey }) => questionKey));
  const answered = given.filter(({ questionKey, value }) => known.has(questionKey) && isAnswered(value));
  const { others, reviewed } = apart(answered, reviewKeys(defined.questions));
  const cipher = await services.keys.borrowerKeys.cipher(trx, invitation.borrowerId);
  const { questionnaireKey: key } = invitation;
  const review = await byConsent(services, trx, consentId, reviewed, answersPlace(key, "reviewDraftSealed"));
  await changeInvitation(trx, invitation, {
    draftSealed: sealAnswers(cipher, others, answersPlace(key, "draftSealed")),
    reviewDraftSealed: review,
    ...(review === null ? {} : { consentId }),
    savedAt: at,
  });
  return at;
}

/** Seals answers for the credit review with their consent's key, which is destroyed when the consent ends; null without consent or answers. */
async function byConsent(
  services: Services,
  trx: Transaction,
  consentId: string | null,
  reviewed: readonly AnswerGiven[],
  place: SealContext,
): Promise<string | null> {
  if (consentId === null || reviewed.length === 0) return null;
  return sealAnswers(await consentCipher(services, trx, consentId), reviewed, place);
}

/** @throws Refusal QUESTIONNAIRE_UNKNOWN, or why it is over; the sent answers are stored in that case too */
export async function saveAnswerDraft(
  services: Services,
  borrowerId: string,
  defined: Defined,
  given: readonly AnswerGiven[],
): Promise<Date> {
  const { savedAt, over } = await transact(services.database, async (trx) => {
    const invitation = await lockQuestionnaireInvitation(trx, borrowerId, defined.questionnaireKey);
    if (!invitation || invitation.submittedAt) throw new Refusal("QUESTIONNAIRE_UNKNOWN");
    const consentId = (await consentTo(services, trx, borrowerId, defined.questionnaireKey))?.id ?? null;
    return {
      savedAt: await keepDraft(services, trx, invitation, defined, given, consentId),
      over: await overFor(services, trx, defined, invitation),
    };
  });
  if (over) throw new Refusal(over);
  return savedAt;
}

/** The saved answers, those of the credit review among them. */
export async function answerDraftOf(
  services: Services,
  reader: Reader,
  invitation: QuestionnaireInvitationRow,
): Promise<AnswerGiven[]> {
  return openColumns(services, reader, invitation, "draftSealed", "reviewDraftSealed");
}

async function openColumns(
  services: Services,
  reader: Reader,
  invitation: QuestionnaireInvitationRow,
  ...columns: ("draftSealed" | "reviewDraftSealed" | "answersSealed" | "reviewAnswersSealed")[]
): Promise<AnswerGiven[]> {
  const opened: AnswerGiven[] = [];
  for (const column of columns) {
    const { [column]: sealed, consentId, borrowerId, questionnaireKey: key } = invitation;
    const isByConsent = column === "reviewDraftSealed" || column === "reviewAnswersSealed";
    // Written by the previous release while both run: no consent in force covers it.
    if (sealed === null || (isByConsent && consentId === null)) continue;
    const keyOf = isByConsent ? consentId! : borrowerId;
    opened.push(
      ...openAnswers(await services.keys.borrowerKeys.cipher(reader, keyOf), sealed, answersPlace(key, column)),
    );
  }
  return opened;
}

export interface SubmittedAnswers {
  version: number;
  answers: readonly AnswerGiven[];
}

/** The refusal for invalid answers; each question is named by its own words. */
export function answerRefusalOf(judged: JudgedAnswers, language: Language): Refusal | null {
  const path = ({ questionKey }: QuestionnaireQuestion) => `answers.${questionKey}`;
  if (judged.wrong.length > 0) {
    const fields: FieldProblem[] = judged.wrong.map(({ question, fault }) => ({
      path: path(question),
      code: fault,
      detail:
        fault === "NUMBER_RANGE"
          ? say(numberRange, language, { from: question.from ?? 0, to: question.to ?? 0 })
          : fieldProblemText(fault, language),
    }));
    return new Refusal("INPUT_INVALID", undefined, fields);
  }
  if (judged.missing.length === 0) return null;
  const refusal = new Refusal<typeof submitQuestionnaire.problems>("QUESTIONS_UNANSWERED");
  return Object.assign(refusal, {
    fields: judged.missing.map((question) => ({ path: path(question), code: "REQUIRED", detail: question.text })),
  });
}

const numberRange = {
  id: "Tulis bilangan bulat dari {from} sampai {to}.",
  en: "Write a whole number from {from} to {to}.",
  zh: "请填写 {from} 到 {to} 之间的整数。",
};

/**
 * Stores a person's answers, once. Refused answers stay as a draft, so nothing typed is lost.
 * @throws Refusal of the call `submitQuestionnaire`
 */
export async function submitAnswers(
  services: Services,
  borrowerId: string,
  defined: Defined,
  sent: SubmittedAnswers,
  language: Language,
): Promise<Date> {
  const result = await transact(services.database, (trx) =>
    takeAnswers(services, trx, borrowerId, defined, sent, language),
  );
  // Thrown after the commit: the draft stays.
  if (result instanceof Refusal) throw result;
  return result;
}

async function takeAnswers(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  defined: Defined,
  { version, answers }: SubmittedAnswers,
  language: Language,
): Promise<Date | Refusal> {
  const { questionnaireKey, questions } = defined;
  const invitation = await lockQuestionnaireInvitation(trx, borrowerId, questionnaireKey);
  if (!invitation) return new Refusal("QUESTIONNAIRE_UNKNOWN");
  const consentId = (await consentTo(services, trx, borrowerId, questionnaireKey))?.id ?? null;
  const judged = judgeAnswers(questions, answersOf(answers), consentId !== null);
  if (invitation.submittedAt) {
    const first = await openColumns(services, trx, invitation, "answersSealed", "reviewAnswersSealed");
    return sameAnswers(first, judged.kept) ? invitation.submittedAt : new Refusal("ANSWERED_ALREADY");
  }
  const refusal = await refusalBefore(services, trx, defined, invitation, version, judged, language);
  if (refusal || !(await takePlace(trx, questionnaireKey, defined.quota))) {
    await keepDraft(services, trx, invitation, defined, answers, consentId);
    return refusal ?? new Refusal("QUESTIONNAIRE_ENDED");
  }
  await addTallies(trx, questionnaireKey, talliesOf(questions, judged.kept));
  const { others, reviewed } = apart(judged.kept, reviewKeys(questions));
  const cipher = await services.keys.borrowerKeys.cipher(trx, borrowerId);
  const at = services.clock.now();
  const place = answersPlace(questionnaireKey, "reviewAnswersSealed");
  const review = await byConsent(services, trx, consentId, reviewed, place);
  await changeInvitation(trx, invitation, {
    draftSealed: null,
    reviewDraftSealed: null,
    savedAt: null,
    submittedAt: at,
    submittedVersion: version,
    answersSealed: sealAnswers(cipher, others, answersPlace(questionnaireKey, "answersSealed")),
    reviewAnswersSealed: review,
    ...(review === null ? {} : { consentId }),
  });
  return at;
}

async function refusalBefore(
  services: Services,
  trx: Transaction,
  defined: Defined,
  invitation: QuestionnaireInvitationRow,
  version: number,
  judged: JudgedAnswers,
  language: Language,
): Promise<Refusal | null> {
  const over = await overFor(services, trx, defined, invitation);
  if (over) return new Refusal(over);
  if (version !== defined.version)
    return new Refusal<typeof submitQuestionnaire.problems>("QUESTIONNAIRE_CHANGED", { version: defined.version });
  return answerRefusalOf(judged, language);
}

/** A borrower's answers for the credit review, by questionnaire; the answers are deleted with the consent. */
export async function reviewAnswersOf(
  services: Services,
  reader: Reader,
  invitations: readonly QuestionnaireInvitationRow[],
): Promise<{ questionnaireKey: string; submittedAt: Date; answers: AnswerGiven[] }[]> {
  const withReview = invitations.filter((one) => one.submittedAt && one.reviewAnswersSealed);
  return Promise.all(
    withReview.map(async (one) => ({
      questionnaireKey: one.questionnaireKey,
      submittedAt: one.submittedAt!,
      answers: await openColumns(services, reader, one, "reviewAnswersSealed"),
    })),
  );
}
