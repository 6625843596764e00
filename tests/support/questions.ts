/** Questions and answers as properties try them: every list that an editor may publish, and any answers that a client may send. */
import fc from "fast-check";
import {
  questionUses,
  type AnswerValue,
  type QuestionnaireQuestion,
} from "#features/account/questionnaire/contract.ts";
import { closedAnswers } from "#features/account/questionnaire/server/definition.ts";

const words = fc.stringMatching(/^[A-Za-z]{1,12}( [a-z]{1,8}){0,3}$/);
const use = fc.constantFrom(...questionUses);
const base = { text: words, hint: fc.option(words), required: fc.boolean(), use };
const none = {
  from: fc.constant(null),
  to: fc.constant(null),
  options: fc.constant<QuestionnaireQuestion["options"]>([]),
};
const options = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d1", "e-2"), { minLength: 2, maxLength: 5 });
const labelled = options.chain((values) =>
  fc.tuple(...values.map((value) => words.map((label) => ({ value, label })))),
);
const bounds = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 1, max: 10 }));

type Bare = Omit<QuestionnaireQuestion, "questionKey" | "showIf">;
const closed: fc.Arbitrary<Bare> = fc.oneof(
  fc.record({ ...base, ...none, type: fc.constantFrom("single", "multiple"), options: labelled }),
  bounds.chain(([from, size]) =>
    fc.record({ ...base, ...none, type: fc.constant("scale"), from: fc.constant(from), to: fc.constant(from + size) }),
  ),
);
const open: fc.Arbitrary<Bare> = fc.oneof(
  fc.record({ ...base, ...none, type: fc.constantFrom("date", "text") }),
  bounds.chain(([from, size]) =>
    fc.record({ ...base, ...none, type: fc.constant("number"), from: fc.constant(from), to: fc.constant(from + size) }),
  ),
);
const any = fc.oneof(closed, open);

interface Bunch {
  asked: Bare;
  followUps: { question: Bare; values: number[] }[];
}
const bunch: fc.Arbitrary<Bunch> = fc.oneof(
  fc.record({ asked: any, followUps: fc.constant<Bunch["followUps"]>([]) }),
  fc.record({
    asked: closed,
    followUps: fc.array(fc.record({ question: any, values: fc.array(fc.nat(20), { minLength: 1, maxLength: 3 }) }), {
      minLength: 1,
      maxLength: 3,
    }),
  }),
);

/** Lists of questions that are right, with follow-ups as editors may write them. */
export const questionLists: fc.Arbitrary<QuestionnaireQuestion[]> = fc
  .array(bunch, { minLength: 1, maxLength: 4 })
  .map((bunches) => {
    const questions: QuestionnaireQuestion[] = [];
    for (const { asked, followUps } of bunches) {
      const first: QuestionnaireQuestion = { ...asked, questionKey: `q${questions.length}`, showIf: null };
      questions.push(first);
      const possible = closedAnswers(first);
      for (const { question, values } of followUps) {
        const shownBy = [...new Set(values.map((value) => possible[value % possible.length]!))];
        questions.push({
          ...question,
          questionKey: `q${questions.length}`,
          showIf: { questionKey: first.questionKey, values: shownBy },
        });
      }
    }
    return questions;
  });

/** Right answers, wrong ones, empty ones, and none. */
const values: fc.Arbitrary<AnswerValue> = fc.oneof(
  fc.constantFrom("a", "b", "c", "d1", "e-2", "", "  ", "words", "2026-11-22", "2026-02-30"),
  fc.integer({ min: -2, max: 25 }),
  fc.integer({ min: -2, max: 25 }).map(String),
  fc.subarray(["a", "b", "c", "d1", "e-2"]),
);

export const answersTo = (questions: readonly QuestionnaireQuestion[]): fc.Arbitrary<Map<string, AnswerValue>> =>
  fc
    .tuple(...questions.map(() => fc.option(values, { freq: 6 })))
    .map(
      (given) =>
        new Map(
          given.flatMap((value, index) => (value === null ? [] : [[questions[index]!.questionKey, value] as const])),
        ),
    );

/** A definition as an editor writes it. */
export function writtenAs(questions: readonly QuestionnaireQuestion[], quota: number | null = null): string {
  const blocks = questions.map(
    ({ questionKey, text, hint, type, required, use: usedFor, options: all, from, to, showIf }) => {
      const settings = [
        `key=${questionKey}`,
        `type=${type}`,
        ...(from === null ? [] : [`from=${from}`]),
        ...(to === null ? [] : [`to=${to}`]),
        ...(required ? ["required"] : []),
        `use=${usedFor}`,
        ...(showIf ? [`show-if=${showIf.questionKey}:${showIf.values.join(",")}`] : []),
      ];
      const lines = all.map(({ value, label }) => `- \`${value}\` ${label}`);
      return [`## ${text}`, `\`${settings.join("; ")}\``, ...(hint === null ? [] : [hint]), lines.join("\n")].join(
        "\n\n",
      );
    },
  );
  return [...(quota === null ? [] : [`\`quota=${quota}\``]), ...blocks].join("\n\n");
}
