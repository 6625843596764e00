/** Stored answers: sealed, a person's with the person's key, a survey's with the installation's. */
import * as v from "valibot";
import type { SealContext, Sealer } from "#server/keys/keys.server.ts";
import type { AnswerGiven } from "../contract.ts";

type Column = "draftSealed" | "reviewDraftSealed" | "answersSealed" | "reviewAnswersSealed";

export const answersPlace = (questionnaireKey: string, column: Column): SealContext => ({
  table: "questionnaire_invitation",
  column,
  row: questionnaireKey,
});
export const surveyPlace = (id: string): SealContext => ({ table: "survey_answer", column: "answersSealed", row: id });

const stored = v.array(v.tuple([v.string(), v.union([v.string(), v.number(), v.array(v.string())])]));

export const sealAnswers = (sealer: Pick<Sealer, "seal">, given: readonly AnswerGiven[], place: SealContext): string =>
  sealer.seal(JSON.stringify(given.map(({ questionKey, value }) => [questionKey, value])), place);

export const openAnswers = (sealer: Pick<Sealer, "open">, sealed: string, place: SealContext): AnswerGiven[] =>
  v.parse(stored, JSON.parse(sealer.open(sealed, place))).map(([questionKey, value]) => ({ questionKey, value }));
