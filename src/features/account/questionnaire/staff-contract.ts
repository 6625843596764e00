/** Questionnaires in the console: results by groups, and one person's answers for the credit review with a consent. // Account 10 */
import * as v from "valibot";
import { contentKey, questionnaireSections } from "#features/platform/content/contract.ts";
import { noInput, unknown } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { answeredDate, instant } from "#shared/fields/answered.ts";
import { uuid } from "#shared/fields/verification.ts";
import { questionTypes, questionUses } from "./contract.ts";

const reading = { who: "staff", permission: "questionnaire.results" } as const;

export const resultStates = ["OPEN", "ENDED"] as const;
const line = {
  questionnaireKey: v.string(),
  title: v.string(),
  section: v.picklist(questionnaireSections),
  version: v.number(),
  state: v.picklist(resultStates),
  endsOn: v.nullable(answeredDate),
  quota: v.nullable(v.number()),
  /** Null below the smallest group that is shown. */
  submitted: v.nullable(v.number()),
};

export const listQuestionnaireResults = defineCall({
  id: "listQuestionnaireResults",
  method: "GET",
  path: "/api/staff/questionnaires",
  summary: "Every questionnaire and survey with its number of answers; fewer than five are not shown.",
  policy: {
    ...reading,
    trail: { id: "Melihat daftar kuesioner", en: "Viewed the questionnaires", zh: "查看问卷列表" },
  },
  input: noInput,
  output: v.object({ items: v.array(v.object(line)) }),
  problems: {},
});

export const getQuestionnaireResults = defineCall({
  id: "getQuestionnaireResults",
  method: "GET",
  path: "/api/staff/questionnaires/{key}",
  summary:
    "The answers to a questionnaire, counted by question; groups below five are hidden, and text answers come in no order and without their authors.",
  policy: {
    ...reading,
    trail: { id: "Melihat hasil kuesioner", en: "Viewed a questionnaire's results", zh: "查看问卷结果" },
  },
  input: v.strictObject({ key: contentKey }),
  output: v.object({
    ...line,
    minGroup: v.number(),
    questions: v.array(
      v.object({
        questionKey: v.string(),
        text: v.string(),
        type: v.picklist(questionTypes),
        use: v.picklist(questionUses),
        answered: v.nullable(v.number()),
        groups: v.array(v.object({ label: v.string(), count: v.nullable(v.number()) })),
        /** Answers in words; null when there are fewer than five, or this question's are not shown. */
        words: v.nullable(v.array(v.string())),
      }),
    ),
  }),
  problems: {
    ...unknown("QUESTIONNAIRE_UNKNOWN", {
      id: "Kuesioner ini tidak ada.",
      en: "There is no such questionnaire.",
      zh: "没有该问卷。",
    }),
  },
});

export const listReviewAnswers = defineCall({
  id: "listReviewAnswers",
  method: "GET",
  path: "/api/staff/borrowers/{borrowerId}/review-answers",
  summary: "A borrower's answers for the credit review, newest first; only while the borrower's consent is in force.",
  policy: {
    who: "staff",
    permission: "borrower.documents",
    trail: {
      id: "Melihat jawaban untuk tinjauan kredit",
      en: "Viewed answers for the credit review",
      zh: "查看信贷审核回答",
    },
  },
  input: v.strictObject({ borrowerId: uuid }),
  output: v.object({
    items: v.array(
      v.object({
        questionnaireKey: v.string(),
        title: v.string(),
        submittedAt: instant,
        answers: v.array(v.object({ question: v.string(), answer: v.string() })),
      }),
    ),
  }),
  problems: {},
});
