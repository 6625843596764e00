/** Scores that a test gives: levels and limits follow from them, and earning one takes a year of loans. */
import { creditScore } from "#features/credit/limit/server/index.ts";
import type { Question } from "#server/questions.ts";
import type { TestApp } from "./app.ts";

/** @returns a function that gives a borrower a score; all others have the one that stands */
export function scored({ services }: TestApp): (borrowerId: string, score: number) => void {
  const given = new Map<string, number>();
  const { ask } = services;
  const standing = ask(creditScore);
  const answer: typeof standing = async (reader, borrowerId, at) => {
    const score = given.get(borrowerId);
    return score === undefined ? standing(reader, borrowerId, at) : { score, band: score >= 680 ? "B" : "C" };
  };
  Object.assign(services, {
    ask: (question: Question<unknown>) =>
      question.name === creditScore.name ? answer : ask(question as Question<unknown, "ONE">),
  });
  return (borrowerId, score) => void given.set(borrowerId, score);
}
