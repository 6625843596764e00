/** Questionnaires and surveys: questions, answers, deadlines. // Account 10 */
import { commonProblems } from "#shared/problems.ts";
import * as v from "valibot";
import { contentKey } from "#features/platform/content/contract.ts";
import { noInput, unknown } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { answeredDate, instant } from "#shared/fields/answered.ts";
import { openShape, shape } from "#shared/fields/shape.ts";

/** Events after which a person is invited. Closed list; contents name one as their section. */
export const eventTypes = [
  "AFTER_PAYOUT",
  "AFTER_PAYOFF",
  "AFTER_REJECTION",
  "AFTER_COMPLAINT",
  "AFTER_CHANGE",
  "AFTER_CLOSURE",
] as const;
export type EventType = (typeof eventTypes)[number];

export const questionTypes = ["single", "multiple", "scale", "number", "date", "text"] as const;
export type QuestionType = (typeof questionTypes)[number];
/** Purposes of an answer; only the last is ever read about one person, and needs consent first. */
export const questionUses = ["STATISTICS", "PRODUCT", "UNDERWRITING_REVIEW"] as const;
export type QuestionUse = (typeof questionUses)[number];

/** A written answer, in characters. // Account 10 */
export const maxTextCharacters = 500;
export const maxQuestions = 20;
export const maxOptions = 12;
/** Days in which a person can answer. // Account 10 */
export const answerDays = 7;
/** Days between two invitations, at least. // Account 10 */
export const questionnairePauseDays = 14;
/** Limit per network, counted only for complete answers: an incomplete form must not use up the neighbours' turns at the same address. // Account 10 */
export const surveysOfNetwork = {
  counter: "survey-network",
  by: "network",
  max: 20,
  seconds: 3_600,
  after: "a survey's answers can be kept; those of a questionnaire are not counted",
} as const;
/** Days for which typed but unsent answers are kept. // Decision 241 */
export const draftDays = 30;

const option = v.object({ value: v.string(), label: v.string() });
export const question = v.object({
  questionKey: v.string(),
  text: v.string(),
  hint: v.nullable(v.string()),
  type: v.picklist(questionTypes),
  required: v.boolean(),
  use: v.picklist(questionUses),
  /** For `single` and `multiple` all options; for a scale the words at its ends. */
  options: v.array(option),
  /** First and last step of a scale; smallest and largest number. */
  from: v.nullable(v.number()),
  to: v.nullable(v.number()),
  /** Asked only after an earlier question has one of these answers. */
  showIf: v.nullable(v.object({ questionKey: v.string(), values: v.array(v.string()) })),
});
export type QuestionnaireQuestion = v.InferOutput<typeof question>;

const questionKey = v.pipe(v.string("REQUIRED"), v.regex(/^[a-z][a-z0-9-]{0,39}$/, "INVALID"));
/** A form sends a line break as two characters and counts it as one. */
const written = v.pipe(
  v.string("INVALID"),
  v.maxLength(2 * maxTextCharacters, "TOO_LONG"),
  v.transform((typed) => typed.replace(/\r\n?/g, "\n")),
  v.maxLength(maxTextCharacters, "TOO_LONG"),
);
const value = v.union(
  [written, v.number("INVALID"), v.pipe(v.array(written, "INVALID"), v.maxLength(maxOptions, "INVALID"))],
  "INVALID",
);
/** An option, several options, a step, a number, a day (`2026-11-22`) or text, by the question's type. */
export type AnswerValue = string | number | string[];
const answerGiven = shape("QuestionnaireAnswer", { questionKey, value });
export interface AnswerGiven {
  questionKey: string;
  value: AnswerValue;
}
const answers = v.pipe(
  v.array(answerGiven, "REQUIRED"),
  v.maxLength(2 * maxQuestions, "INVALID"),
  v.check((given) => new Set(given.map((one) => one.questionKey)).size === given.length, "INVALID"),
);

const consent = v.object({
  /** Which text is agreed to: its key, version, and SHA-256 of title and words as this caller reads them. */
  textKey: v.string(),
  textVersion: v.number(),
  textHash: v.string(),
  title: v.string(),
  body: v.string(),
  /** Questions that are asked only with this consent. */
  questionCount: v.number(),
  /** The receipt is at `/webview/privacy/consents/{consentId}`; null before consent is given. */
  consentId: v.nullable(v.string()),
  givenAt: v.nullable(instant),
});

export const questionnaire = openShape("Questionnaire", {
  questionnaireKey: v.string(),
  version: v.number(),
  /** Null for a survey. */
  eventType: v.nullable(v.picklist(eventTypes)),
  isSurvey: v.boolean(),
  title: v.string(),
  lead: v.string(),
  /** The caller's own end; null for a survey. */
  expiresAt: v.nullable(instant),
  /** Last day for everyone; null without one. */
  endsOn: v.nullable(answeredDate),
  submittedAt: v.nullable(instant),
  /** Null when no question needs one. */
  consent: v.nullable(consent),
  /** The current questions: without those whose consent was not given. Empty once it was answered. */
  questions: v.array(question),
  /** Saved answers that were not sent. */
  answers: v.array(
    v.object({ questionKey: v.string(), value: v.union([v.string(), v.number(), v.array(v.string())]) }),
  ),
  savedAt: v.nullable(instant),
});
export type Questionnaire = v.InferOutput<typeof questionnaire>;

const questionnaireUnknown = unknown("QUESTIONNAIRE_UNKNOWN", {
  id: "Tidak ada kuesioner ini untuk Anda.",
  en: "There is no such questionnaire for you.",
  zh: "没有适合您的该问卷。",
});
const questionnaireOver = {
  QUESTIONNAIRE_EXPIRED: {
    status: 410,
    text: { id: "Kuesioner sudah kedaluwarsa", en: "Questionnaire has expired", zh: "问卷已过期" },
  },
  QUESTIONNAIRE_ENDED: {
    status: 410,
    text: { id: "Kuesioner sudah berakhir", en: "Questionnaire has ended", zh: "问卷已结束" },
  },
} as const;

/** A survey is for everyone, an invitation for one person. */
const loginNeeded = { NOT_LOGGED_IN: commonProblems.NOT_LOGGED_IN } as const;

export const getQuestionnaire = defineCall({
  id: "getQuestionnaire",
  method: "GET",
  path: "/api/user/questionnaire/{key}",
  summary: "A questionnaire that the borrower was invited to, with saved answers; or a survey, which needs no login.",
  policy: { who: "anyone" },
  input: v.strictObject({ key: contentKey }),
  output: questionnaire,
  problems: { ...questionnaireUnknown, ...questionnaireOver, ...loginNeeded },
});

export const getEventQuestionnaire = defineCall({
  id: "getEventQuestionnaire",
  method: "GET",
  path: "/api/user/questionnaire/event/{eventType}",
  summary: "The newest questionnaire that the borrower was invited to after an event of this type.",
  policy: { who: "anyone" },
  input: v.strictObject({ eventType: v.picklist(eventTypes, "INVALID") }),
  output: questionnaire,
  problems: { ...questionnaireUnknown, ...questionnaireOver, ...loginNeeded },
});

export const listQuestionnaires = defineCall({
  id: "listQuestionnaires",
  method: "GET",
  path: "/api/user/questionnaires",
  summary: "Questionnaires that wait for the borrower's answers, the one that ends first comes first.",
  policy: { who: "borrower" },
  input: noInput,
  output: v.object({
    items: v.array(
      v.object({
        questionnaireKey: v.string(),
        eventType: v.picklist(eventTypes),
        title: v.string(),
        lead: v.string(),
        expiresAt: instant,
        /** Some answers were saved. */
        isBegun: v.boolean(),
      }),
    ),
  }),
  problems: {},
});

export const listSurveys = defineCall({
  id: "listSurveys",
  method: "GET",
  path: "/api/user/surveys",
  summary: "Surveys open to everyone, in their order.",
  policy: { who: "anyone" },
  input: noInput,
  output: v.object({
    items: v.array(v.object({ questionnaireKey: v.string(), title: v.string(), lead: v.string() })),
  }),
  problems: {},
});

export const submitQuestionnaire = defineCall({
  id: "submitQuestionnaire",
  method: "POST",
  path: "/api/user/questionnaire",
  summary:
    "Answers a questionnaire, once per person; a survey, once per session. The same answers again return the same time. Refused answers to a questionnaire are kept as a draft.",
  policy: { who: "visitor" },
  limits: [surveysOfNetwork],
  input: v.strictObject({
    questionnaireKey: contentKey,
    version: v.pipe(v.number("INVALID"), v.integer("INVALID"), v.minValue(1, "INVALID")),
    answers,
  }),
  output: v.object({ submittedAt: instant }),
  problems: {
    ...questionnaireUnknown,
    ...questionnaireOver,
    QUESTIONS_UNANSWERED: {
      status: 422,
      text: {
        id: "Ada pertanyaan yang belum diisi",
        en: "There are questions that have not been filled in",
        zh: "还有问题尚未填写",
      },
    },
    QUESTIONNAIRE_CHANGED: {
      status: 409,
      text: {
        id: "Pertanyaannya baru saja diperbarui. Jawaban Anda masih ada: periksa, lalu kirim lagi.",
        en: "The questions have just been updated. Your answers are still here: check them, then send again.",
        zh: "问题刚刚更新。您的回答仍在：请核对后重新提交。",
      },
      data: v.object({ version: v.number() }),
    },
    ANSWERED_ALREADY: {
      status: 409,
      text: {
        id: "Anda sudah menjawab. Jawaban yang pertama yang berlaku.",
        en: "You have already answered. The first answers count.",
        zh: "您已作答，以首次回答为准。",
      },
    },
  },
});

export const saveQuestionnaireDraft = defineCall({
  id: "saveQuestionnaireDraft",
  method: "POST",
  path: "/api/user/questionnaire/draft",
  summary: "Saves the borrower's answers so far, to continue later. It does not validate them.",
  policy: { who: "borrower" },
  input: v.strictObject({ questionnaireKey: contentKey, answers }),
  output: v.object({ savedAt: instant }),
  problems: { ...questionnaireUnknown, ...questionnaireOver },
});

export const answerQuestionnaireConsent = defineCall({
  id: "answerQuestionnaireConsent",
  method: "POST",
  path: "/api/user/questionnaire/consent",
  summary:
    "Gives the consent that answers for the credit review need, or withdraws it: then those answers are deleted at once.",
  policy: { who: "borrower" },
  input: v.strictObject({
    questionnaireKey: contentKey,
    agreed: v.boolean("INVALID"),
    /** The version of the text that was read; needed to agree. */
    textVersion: v.optional(v.pipe(v.number("INVALID"), v.integer("INVALID"))),
  }),
  output: v.object({ agreed: v.boolean() }),
  problems: {
    ...questionnaireUnknown,
    ...questionnaireOver,
    CONSENT_TEXT_CHANGED: {
      status: 409,
      text: {
        id: "Teks persetujuannya baru saja diperbarui. Baca yang baru, lalu putuskan.",
        en: "The text of the consent has just been updated. Read the new one, then decide.",
        zh: "同意条款刚刚更新，请阅读新内容后再决定。",
      },
    },
  },
});
