/** Answers to the console's calls: results in groups. */
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import type { Database } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { AnswerGiven, QuestionnaireQuestion } from "../contract.ts";
import { getQuestionnaireResults, listQuestionnaireResults } from "../staff-contract.ts";
import { findDefined, listDefined, type Defined } from "./catalogue.ts";
import { answersPlace, openAnswers, surveyPlace } from "./sealed.ts";
import { newestAnswers, submittedCounts, talliesOfQuestionnaire } from "./store.ts";
import { newestSurveyAnswers } from "./survey-store.ts";
import { answeredAtAll, groupNames, minGroup, shownCounts } from "./tallies.ts";

/** Number of newest answers whose texts are shown; people read no more of them. */
const maxRead = 200;

export const resultAnswers: readonly CallAnswer[] = [
  answer(listQuestionnaireResults, async (_input, { services, database, language, caller }) => {
    const all = await listDefined(services, database, { language, brand: caller.brand });
    const counts = await submittedCounts(
      database,
      all.map(({ questionnaireKey }) => questionnaireKey),
    );
    return { items: all.map((one) => lineOf(one, counts.get(one.questionnaireKey) ?? 0)) };
  }),
  answer(getQuestionnaireResults, async ({ key }, { services, database, language, caller, refuse, principal }) => {
    const defined = await findDefined(services, database, key, { language, brand: caller.brand });
    if (!defined) return refuse("QUESTIONNAIRE_UNKNOWN");
    principal.trail?.note({ facts: { questionnaire: key } });
    const [counts, tallies, words] = await Promise.all([
      submittedCounts(database, [key]),
      talliesOfQuestionnaire(database, key),
      wordsOf(services, database, defined),
    ]);
    return {
      ...lineOf(defined, counts.get(key) ?? 0),
      minGroup,
      questions: defined.questions.map((question) => {
        const written = words.get(question.questionKey) ?? [];
        return {
          ...countedBy(question, tallies.get(question.questionKey) ?? new Map()),
          words: question.type === "text" && written.length >= minGroup ? written.toSorted() : null,
        };
      }),
    };
  }),
];

const shown = (count: number): number | null => (count < minGroup ? null : count);

function lineOf(defined: Defined, submitted: number) {
  const { questionnaireKey, title, eventType, version, hasEnded, endsOn, quota } = defined;
  const isFull = quota !== null && submitted >= quota;
  return {
    questionnaireKey,
    title,
    section: eventType ?? ("SURVEY" as const),
    version,
    state: hasEnded || isFull ? ("ENDED" as const) : ("OPEN" as const),
    endsOn,
    quota,
    submitted: shown(submitted),
  };
}

function countedBy(question: QuestionnaireQuestion, tallies: ReadonlyMap<string, number>) {
  const { questionKey, text, type, use, options } = question;
  const answered = tallies.get(answeredAtAll) ?? 0;
  const names = groupNames(question, [...tallies.keys()]);
  const counts = shownCounts(
    names.map((name) => tallies.get(name) ?? 0),
    answered,
    type !== "multiple",
  );
  const label = (name: string): string => {
    const words = options.find(({ value }) => value === name)?.label;
    return words === undefined ? name : type === "scale" ? `${name} · ${words}` : words;
  };
  return {
    questionKey,
    text,
    type,
    use,
    answered: shown(answered),
    groups: names.map((name, index) => ({ label: label(name), count: counts[index] ?? null })),
  };
}

/** The newest answers in words by question, without their authors. Answers of deleted borrowers are not included. */
async function wordsOf(services: Services, database: Database, defined: Defined): Promise<Map<string, string[]>> {
  const inWords = new Set(
    defined.questions
      .filter(({ type, use }) => type === "text" && use !== "UNDERWRITING_REVIEW")
      .map(({ questionKey }) => questionKey),
  );
  const words = new Map<string, string[]>();
  if (inWords.size === 0) return words;
  const all =
    defined.eventType === null ? surveyed(services, database, defined) : writtenAnswers(services, database, defined);
  for (const given of await all)
    for (const { questionKey, value } of given)
      if (inWords.has(questionKey) && typeof value === "string")
        words.set(questionKey, [...(words.get(questionKey) ?? []), value]);
  return words;
}

async function writtenAnswers(
  { keys }: Services,
  database: Database,
  { questionnaireKey }: Defined,
): Promise<AnswerGiven[][]> {
  const rows = await newestAnswers(database, questionnaireKey, maxRead);
  const ciphers = await keys.borrowerKeys.ciphers(
    database,
    rows.map(({ borrowerId }) => borrowerId),
  );
  return rows.flatMap(({ borrowerId, sealed }) => {
    const cipher = ciphers.get(borrowerId);
    return cipher ? [openAnswers(cipher, sealed, answersPlace(questionnaireKey, "answersSealed"))] : [];
  });
}

async function surveyed(
  { keys }: Services,
  database: Database,
  { questionnaireKey }: Defined,
): Promise<AnswerGiven[][]> {
  const rows = await newestSurveyAnswers(database, questionnaireKey, maxRead);
  return rows.map(({ id, sealed }) => openAnswers(keys, sealed, surveyPlace(id)));
}
