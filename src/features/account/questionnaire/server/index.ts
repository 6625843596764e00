/** Questionnaires: answers to the domain's calls, and functions for other domains. */
import { type ContentStructure, contentStructures } from "#features/platform/content/server/index.ts";
import { deviceNameOf } from "#server/call/device-name.ts";
import { answer, type ContextOf, type CallAnswer } from "#server/call/pipeline.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Database } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import type { Services } from "#server/services.ts";
import {
  answerQuestionnaireConsent,
  getEventQuestionnaire,
  getQuestionnaire,
  listQuestionnaires,
  listSurveys,
  saveQuestionnaireDraft,
  submitQuestionnaire,
  type EventType,
  type Questionnaire,
} from "../contract.ts";
import { answerDraftOf, overFor, saveAnswerDraft, submitAnswers } from "./answering.ts";
import { findDefined, listDefined, type Defined, type Readership } from "./catalogue.ts";
import { skeletonOf, wrongIn } from "./definition.ts";
import { agreeToQuestionnaire, consentHolder, consentText, consentTo, withdrawReviewConsent } from "./invitations.ts";
import { questionnaireInvitedNotice } from "./notices.ts";
import { personalData } from "./personal-data.ts";
import { resultAnswers } from "./results.ts";
import { reviewAnswers } from "./review.ts";
import {
  findQuestionnaireInvitation,
  listQuestionnaireInvitations,
  submittedCounts,
  type QuestionnaireInvitationRow,
} from "./store.ts";
import { sessionMark, submitSurvey } from "./surveys.ts";
import { findTurn } from "./survey-store.ts";
import { questionnaireForgetSweep } from "./sweeps.ts";
import { timeline } from "./timeline.ts";
import { words } from "./words.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";
import { borrowerPages, timelineSources, consoleWords } from "#server/console/questions.ts";
import { noticeKinds } from "#features/platform/notice/server/index.ts";
import { consentHolders, consentSubjects } from "#features/account/privacy/server/index.ts";

export { inviteToQuestionnaire } from "./invitations.ts";

type Context = Pick<ContextOf<"anyone">, "services" | "database" | "caller" | "language">;

const answers: readonly CallAnswer[] = [
  answer(getQuestionnaire, async ({ key }, context) => {
    const { services, database, language, caller, refuse } = context;
    const defined = await findDefined(services, database, key, { language, brand: caller.brand });
    if (defined && defined.eventType === null) return surveyFor(context, defined);
    // Strangers must not learn whether there is an invitation.
    const borrowerId = await loggedIn(context);
    const invitation = defined && (await findQuestionnaireInvitation(database, borrowerId, key));
    return defined && invitation ? shownTo(context, defined, invitation) : refuse("QUESTIONNAIRE_UNKNOWN");
  }),
  answer(getEventQuestionnaire, async ({ eventType }, context) => {
    const { services, database, language, caller, refuse } = context;
    const invitation = newestOf(await listQuestionnaireInvitations(database, await loggedIn(context)), eventType);
    const readership = { language, brand: caller.brand };
    const defined = invitation && (await findDefined(services, database, invitation.questionnaireKey, readership));
    return defined && invitation ? shownTo(context, defined, invitation) : refuse("QUESTIONNAIRE_UNKNOWN");
  }),
  answer(listQuestionnaires, async (_input, { services, database, borrowerId, language, caller }) => {
    const [all, open] = await Promise.all([
      listQuestionnaireInvitations(database, borrowerId),
      openOnes(services, database, { language, brand: caller.brand }),
    ]);
    const invitations = all.filter((one) => one.submittedAt === null && one.expiresAt > services.clock.now());
    const items = invitations
      .toSorted((a, b) => a.expiresAt.getTime() - b.expiresAt.getTime())
      .flatMap((one) => {
        const defined = open.find(({ questionnaireKey }) => questionnaireKey === one.questionnaireKey);
        if (!defined) return [];
        return [
          {
            questionnaireKey: one.questionnaireKey,
            eventType: one.eventType as EventType,
            title: defined.title,
            lead: defined.lead,
            expiresAt: one.expiresAt.toISOString(),
            isBegun: one.savedAt !== null,
          },
        ];
      });
    return { items };
  }),
  answer(listSurveys, async (_input, { services, database, language, caller }) => {
    const open = await openOnes(services, database, { language, brand: caller.brand });
    const surveys = open.filter(({ eventType }) => eventType === null);
    return { items: surveys.map(({ questionnaireKey, title, lead }) => ({ questionnaireKey, title, lead })) };
  }),
  answer(
    submitQuestionnaire,
    async ({ questionnaireKey, ...sent }, { services, database, caller, language, principal }) => {
      const defined = await findDefined(services, database, questionnaireKey, { language, brand: caller.brand });
      const session = principal.session;
      if (defined && defined.eventType === null) {
        const submittedAt = await submitSurvey(services, caller, session.id, defined, sent);
        return { submittedAt: submittedAt.toISOString() };
      }
      if (!session.borrowerId) throw new Refusal("NOT_LOGGED_IN");
      if (!defined) throw new Refusal("QUESTIONNAIRE_UNKNOWN");
      const submittedAt = await submitAnswers(services, session.borrowerId, defined, sent, language);
      return { submittedAt: submittedAt.toISOString() };
    },
  ),
  answer(
    saveQuestionnaireDraft,
    async ({ questionnaireKey, answers: given }, { services, database, borrowerId, refuse }) => {
      const defined = await findDefined(services, database, questionnaireKey);
      if (!defined || defined.eventType === null) return refuse("QUESTIONNAIRE_UNKNOWN");
      return { savedAt: (await saveAnswerDraft(services, borrowerId, defined, given)).toISOString() };
    },
  ),
  answer(
    answerQuestionnaireConsent,
    async ({ questionnaireKey, agreed, textVersion }, { services, borrowerId, language, caller }) => {
      const readership = { language, brand: caller.brand };
      const device = deviceNameOf(caller.userAgent);
      if (agreed)
        await agreeToQuestionnaire(services, borrowerId, questionnaireKey, { textVersion, device, readership });
      else await withdrawReviewConsent(services, borrowerId, questionnaireKey);
      return { agreed };
    },
  ),
  ...resultAnswers,
  ...reviewAnswers,
];

async function loggedIn({ caller }: Pick<Context, "caller">): Promise<string> {
  const session = await caller.session();
  if (!session?.borrowerId) throw new Refusal("NOT_LOGGED_IN");
  return session.borrowerId;
}

/** The newest invitation after an event; an open one before one that is over. */
function newestOf(
  invitations: readonly QuestionnaireInvitationRow[],
  eventType: EventType,
): QuestionnaireInvitationRow | undefined {
  const own = invitations.filter((one) => one.eventType === eventType);
  return own.find((one) => one.submittedAt === null) ?? own[0];
}

/** The questionnaires that can be answered: not ended, and with room in their quota. */
async function openOnes(services: Services, database: Database, readership: Readership): Promise<Defined[]> {
  const all = (await listDefined(services, database, readership)).filter(({ hasEnded }) => !hasEnded);
  const bounded = all.flatMap(({ quota, questionnaireKey }) => (quota === null ? [] : [questionnaireKey]));
  const counts = await submittedCounts(database, bounded);
  return all.filter(({ quota, questionnaireKey }) => quota === null || (counts.get(questionnaireKey) ?? 0) < quota);
}

const common = ({ questionnaireKey, version, eventType, title, lead, endsOn }: Defined) => ({
  questionnaireKey,
  version,
  eventType,
  isSurvey: eventType === null,
  title,
  lead,
  endsOn,
});

/** @throws Refusal when it is over, for all or for this person; an answered one is still shown as answered */
async function shownTo(
  context: Context,
  defined: Defined,
  invitation: QuestionnaireInvitationRow,
): Promise<Questionnaire> {
  const { services, database, language, caller } = context;
  const { borrowerId, questionnaireKey: key, submittedAt } = invitation;
  const over = submittedAt ? null : await overFor(services, database, defined, invitation);
  if (over) throw new Refusal(over);
  const reviewed = defined.questions.filter(({ use }) => use === "UNDERWRITING_REVIEW");
  const given = reviewed.length > 0 ? await consentTo(services, database, borrowerId, key) : null;
  const text = reviewed.length > 0 ? await consentText(services, { language, brand: caller.brand }) : null;
  return {
    ...common(defined),
    expiresAt: invitation.expiresAt.toISOString(),
    submittedAt: submittedAt?.toISOString() ?? null,
    consent: text && {
      ...text,
      questionCount: reviewed.length,
      consentId: given?.id ?? null,
      givenAt: given?.givenAt.toISOString() ?? null,
    },
    questions: submittedAt ? [] : defined.questions.filter(({ use }) => given || use !== "UNDERWRITING_REVIEW"),
    answers: submittedAt ? [] : await answerDraftOf(services, database, invitation),
    savedAt: invitation.savedAt?.toISOString() ?? null,
  };
}

async function surveyFor({ services, database, caller }: Context, defined: Defined): Promise<Questionnaire> {
  const session = await caller.session();
  const mark = session && sessionMark(services, defined.questionnaireKey, session.id);
  const turn = mark === null ? null : await findTurn(database, defined.questionnaireKey, mark);
  const over = turn ? null : await overFor(services, database, defined, null);
  if (over) throw new Refusal(over);
  return {
    ...common(defined),
    expiresAt: null,
    submittedAt: turn?.submittedAt.toISOString() ?? null,
    consent: null,
    questions: turn ? [] : defined.questions,
    answers: [],
    savedAt: null,
  };
}

const structure: ContentStructure = { collection: "questionnaire", wrongIn, skeletonOf };

function work(services: Services): void {
  services.sweeps.add(questionnaireForgetSweep);
}

export const domain: Domain = {
  answers,
  work,
  answersTo: [
    personalDataHeld.by(personalData),
    borrowerPages.by([
      {
        path: "review-answers",
        text: { id: "Kuesioner", en: "Questionnaires", zh: "问卷" },
        permissions: ["borrower.documents"],
      },
    ]),
    noticeKinds.by([questionnaireInvitedNotice]),
    timelineSources.by(timeline),
    consoleWords.by(words),
    contentStructures.by([structure]),
    consentHolders.by([consentHolder]),
    consentSubjects.by(async (services, reader, { kind, subject, language, brand }) => {
      if (kind !== "QUESTIONNAIRE") return null;
      return (await findDefined(services, reader, subject, { language, brand }))?.title ?? null;
    }),
  ],
};
