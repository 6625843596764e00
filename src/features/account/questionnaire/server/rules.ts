/** Answers against their questions: which are asked, which are missing, which are stored. Pure. // Account 10 */
import { isBusinessDate } from "#shared/dates.ts";
import type { AnswerGiven, AnswerValue, QuestionnaireQuestion } from "../contract.ts";
import { closedAnswers } from "./definition.ts";

export type AnswersByKey = ReadonlyMap<string, AnswerValue>;

export const answersOf = (given: readonly AnswerGiven[]): Map<string, AnswerValue> =>
  new Map(given.map(({ questionKey, value }) => [questionKey, value]));

/** Forms send everything as text; a single tick is one text and not a list. */
const textsOf = (value: AnswerValue): string[] =>
  (Array.isArray(value) ? value : [String(value)]).map((one) => one.trim()).filter((one) => one !== "");

/** Whether something was answered at all, be it right or wrong. */
export const isAnswered = (value: AnswerValue | undefined): boolean => value !== undefined && textsOf(value).length > 0;

/**
 * The questions for a person with these answers, in order: those for the credit review with a consent only, a dependent
 * one when its question is asked and has one of the answers.
 */
function askedQuestions(
  questions: readonly QuestionnaireQuestion[],
  answers: AnswersByKey,
  hasConsent: boolean,
): readonly QuestionnaireQuestion[] {
  const asked = new Set<string>();
  return questions.filter(({ questionKey, use, showIf }) => {
    if (use === "UNDERWRITING_REVIEW" && !hasConsent) return false;
    if (showIf) {
      const value = asked.has(showIf.questionKey) ? answers.get(showIf.questionKey) : undefined;
      if (value === undefined || !textsOf(value).some((one) => showIf.values.includes(one))) return false;
    }
    asked.add(questionKey);
    return true;
  });
}

/** The required questions without an answer, among those asked. */
export const unanswered = (
  asked: readonly QuestionnaireQuestion[],
  answers: AnswersByKey,
): readonly QuestionnaireQuestion[] =>
  asked.filter(({ questionKey, required }) => required && !isAnswered(answers.get(questionKey)));

export type AnswerFault = "CHOICE_INVALID" | "NUMBER_RANGE" | "DATE_FORMAT" | "INVALID";

/** An answer in its stored form: trimmed, numbers as numbers, several choices in the order of the options; or its error. */
export function normalised(
  question: QuestionnaireQuestion,
  value: AnswerValue,
): { value: AnswerValue } | { fault: AnswerFault } {
  const { type, from, to } = question;
  const texts = textsOf(value);
  const [first = ""] = texts;
  if (type === "multiple") {
    const possible = closedAnswers(question);
    if (texts.some((one) => !possible.includes(one))) return { fault: "CHOICE_INVALID" };
    return { value: possible.filter((one) => texts.includes(one)) };
  }
  if (Array.isArray(value) && texts.length !== 1) return { fault: "INVALID" };
  switch (type) {
    case "single":
      return closedAnswers(question).includes(first) ? { value: first } : { fault: "CHOICE_INVALID" };
    case "scale":
      return closedAnswers(question).includes(first) ? { value: Number(first) } : { fault: "CHOICE_INVALID" };
    case "number": {
      const number = /^-?\d{1,12}$/.test(first) ? Number(first) : Number.NaN;
      return number >= from! && number <= to! ? { value: number } : { fault: "NUMBER_RANGE" };
    }
    case "date":
      return isBusinessDate(first) ? { value: first } : { fault: "DATE_FORMAT" };
    case "text":
      return { value: first };
  }
}

export interface JudgedAnswers {
  asked: readonly QuestionnaireQuestion[];
  missing: readonly QuestionnaireQuestion[];
  wrong: { question: QuestionnaireQuestion; fault: AnswerFault }[];
  /** The answers to store, in the order of the questions; answers to questions that were not asked are dropped. */
  kept: AnswerGiven[];
}

/** All findings about answers. They may be stored when nothing is missing or wrong. */
export function judgeAnswers(
  questions: readonly QuestionnaireQuestion[],
  answers: AnswersByKey,
  hasConsent: boolean,
): JudgedAnswers {
  const asked = askedQuestions(questions, answers, hasConsent);
  const wrong: JudgedAnswers["wrong"] = [];
  const stored: AnswerGiven[] = [];
  for (const question of asked) {
    const { questionKey } = question;
    const value = answers.get(questionKey);
    if (value === undefined || !isAnswered(value)) continue;
    const result = normalised(question, value);
    if ("fault" in result) wrong.push({ question, fault: result.fault });
    else stored.push({ questionKey, value: result.value });
  }
  return { asked, missing: unanswered(asked, answers), wrong, kept: stored };
}

/** Whether two stored lists of answers are equal; both follow the order of the questions. */
export const sameAnswers = (one: readonly AnswerGiven[], other: readonly AnswerGiven[]): boolean => {
  const form = (given: readonly AnswerGiven[]) =>
    JSON.stringify(given.map(({ questionKey, value }) => [questionKey, value]).toSorted(byKey));
  return form(one) === form(other);
};
const byKey = (a: (string | AnswerValue)[], b: (string | AnswerValue)[]): number =>
  String(a[0]) < String(b[0]) ? -1 : 1;
