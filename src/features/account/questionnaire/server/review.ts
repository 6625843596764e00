/** A person's answers for the credit review, for the underwriters of the application; with the person's consent only. // Account 10 */
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import type { AnswerGiven, QuestionnaireQuestion } from "../contract.ts";
import { listReviewAnswers } from "../staff-contract.ts";
import { reviewAnswersOf } from "./answering.ts";
import { findDefined } from "./catalogue.ts";
import { listQuestionnaireInvitations } from "./store.ts";

export const reviewAnswers: readonly CallAnswer[] = [
  answer(listReviewAnswers, async ({ borrowerId }, { services, database, language, caller, principal }) => {
    principal.trail?.note({ borrowerId });
    const reviewAnswers = await reviewAnswersOf(
      services,
      database,
      await listQuestionnaireInvitations(database, borrowerId),
    );
    const items = await Promise.all(
      reviewAnswers.map(async ({ questionnaireKey, submittedAt, answers }) => {
        const defined = await findDefined(services, database, questionnaireKey, { language, brand: caller.brand });
        const questions = defined?.questions ?? [];
        return {
          questionnaireKey,
          title: defined?.title ?? questionnaireKey,
          submittedAt: submittedAt.toISOString(),
          answers: answers.map((given) => inWords(questions, given)),
        };
      }),
    );
    return { items };
  }),
];

/** Uses the words of the current version; a question that it no longer has is shown by its keys. */
export function inWords(questions: readonly QuestionnaireQuestion[], { questionKey, value }: AnswerGiven) {
  const question = questions.find((one) => one.questionKey === questionKey);
  const labelOf = (one: string) => question?.options.find((option) => option.value === one)?.label ?? one;
  const values = Array.isArray(value) ? value : [String(value)];
  return { question: question?.text ?? questionKey, answer: values.map(labelOf).join(", ") };
}
