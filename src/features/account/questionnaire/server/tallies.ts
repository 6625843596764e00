/** How often each answer was given, and which counts may be shown. Pure. // Account 10 */
import type { AnswerGiven, QuestionnaireQuestion } from "../contract.ts";
import { closedAnswers } from "./definition.ts";

/** A smaller group is not shown: a person could be recognised in it. // Account 10 */
export const minGroup = 5;
/** The value in a tally that counts all who answered, whatever the answer. */
export const answeredAtAll = "";
const bandCount = 5;

export interface AnswerTally {
  questionKey: string;
  answer: string;
}

/** The tallies of an answer. Text answers count only as answered; answers for the credit review are no statistic. */
export function talliesOf(
  questions: readonly QuestionnaireQuestion[],
  storedAnswers: readonly AnswerGiven[],
): AnswerTally[] {
  return storedAnswers.flatMap(({ questionKey, value }) => {
    const question = questions.find((one) => one.questionKey === questionKey);
    if (!question || question.use === "UNDERWRITING_REVIEW") return [];
    const answers = Array.isArray(value) ? value : groupsOf(question, value);
    return [answeredAtAll, ...answers].map((answer) => ({ questionKey, answer }));
  });
}

function groupsOf(question: QuestionnaireQuestion, value: string | number): string[] {
  switch (question.type) {
    case "text":
      return [];
    case "date":
      return [String(value).slice(0, 7)];
    case "number": {
      const band = bandsOf(question).find(({ from, to }) => Number(value) >= from && Number(value) <= to);
      return band ? [bandName(band)] : [];
    }
    default:
      return [String(value)];
  }
}

interface Band {
  from: number;
  to: number;
}
const bandName = ({ from, to }: Band): string => `${from}–${to}`;

/** The range of a number in at most five bands of whole numbers, without a gap. */
export function bandsOf({ from, to }: Pick<QuestionnaireQuestion, "from" | "to">): Band[] {
  const [first, last] = [from!, to!];
  const size = Math.ceil((last - first + 1) / bandCount);
  const bands: Band[] = [];
  for (let start = first; start <= last; start += size)
    bands.push({ from: start, to: Math.min(start + size - 1, last) });
  return bands;
}

/** The groups of a question in the order in which they are shown; a date has those that came up. */
export function groupNames(question: QuestionnaireQuestion, counted: readonly string[]): string[] {
  if (question.type === "number") return bandsOf(question).map(bandName);
  if (question.type === "date") return counted.filter((answer) => answer !== answeredAtAll).toSorted();
  return closedAnswers(question);
}

/**
 * The counts that may be shown, null for the others. Groups below five are hidden, and must not be computable: when
 * each person is in one group, the hidden ones must add up to at least five and be at least two, otherwise nothing is
 * shown.
 */
export function shownCounts(counts: readonly number[], answered: number, isOneEach: boolean): (number | null)[] {
  if (answered < minGroup) return counts.map(() => null);
  const hidden = new Set(counts.flatMap((count, index) => (count < minGroup ? [index] : [])));
  if (isOneEach && hidden.size > 0) {
    const bySize = counts.map((count, index) => ({ count, index })).toSorted((a, b) => a.count - b.count);
    for (const { index } of bySize) {
      const sum = [...hidden].reduce((total, one) => total + counts[one]!, 0);
      // Hidden groups without people allow no conclusion.
      if (sum === 0 || (hidden.size >= 2 && sum >= minGroup)) break;
      hidden.add(index);
    }
  }
  return counts.map((count, index) => (hidden.has(index) ? null : count));
}
