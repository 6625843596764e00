/** SQL of surveys: anonymous answers, and marks of people who have had a turn. */
import type { Reader, Transaction } from "#server/database.server.ts";
import type { BusinessDate } from "#shared/dates.ts";

export interface Turn {
  answersMark: string;
  submittedAt: Date;
}

export async function findTurn(reader: Reader, questionnaireKey: string, sessionMark: string): Promise<Turn | null> {
  const row = await reader
    .selectFrom("survey_turn")
    .select(["answersMark", "submittedAt"])
    .where("questionnaireKey", "=", questionnaireKey)
    .where("sessionMark", "=", sessionMark)
    .executeTakeFirst();
  return row ? { answersMark: row.answersMark, submittedAt: row.submittedAt } : null;
}

/** False when this session has had its turn; waits for a concurrent one. */
export async function takeTurn(
  trx: Transaction,
  questionnaireKey: string,
  sessionMark: string,
  { answersMark, submittedAt }: Turn,
): Promise<boolean> {
  const row = await trx
    .insertInto("survey_turn")
    .values({
      questionnaireKey,
      sessionMark,
      answersMark,
      submittedAt,
    })
    .onConflict((conflict) => conflict.columns(["questionnaireKey", "sessionMark"]).doNothing())
    .returning("sessionMark")
    .executeTakeFirst();
  return row !== undefined;
}

export async function addSurveyAnswer(
  trx: Transaction,
  answer: { id: string; questionnaireKey: string; version: number; submittedOn: BusinessDate; sealed: string },
): Promise<void> {
  await trx
    .insertInto("survey_answer")
    .values({
      id: answer.id,
      questionnaireKey: answer.questionnaireKey,
      version: answer.version,
      submittedOn: answer.submittedOn,
      answersSealed: answer.sealed,
    })
    .execute();
}

export async function newestSurveyAnswers(
  reader: Reader,
  questionnaireKey: string,
  max: number,
): Promise<{ id: string; sealed: string }[]> {
  const rows = await reader
    .selectFrom("survey_answer")
    .select(["id", "answersSealed"])
    .where("questionnaireKey", "=", questionnaireKey)
    .orderBy("submittedOn", "desc")
    .limit(max)
    .execute();
  return rows.map((row) => ({ id: row.id, sealed: row.answersSealed }));
}
