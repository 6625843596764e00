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
    .select(["answers_mark", "submitted_at"])
    .where("questionnaire_key", "=", questionnaireKey)
    .where("session_mark", "=", sessionMark)
    .executeTakeFirst();
  return row ? { answersMark: row.answers_mark, submittedAt: row.submitted_at } : null;
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
      questionnaire_key: questionnaireKey,
      session_mark: sessionMark,
      answers_mark: answersMark,
      submitted_at: submittedAt,
    })
    .onConflict((conflict) => conflict.columns(["questionnaire_key", "session_mark"]).doNothing())
    .returning("session_mark")
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
      questionnaire_key: answer.questionnaireKey,
      version: answer.version,
      submitted_on: answer.submittedOn,
      answers_sealed: answer.sealed,
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
    .select(["id", "answers_sealed"])
    .where("questionnaire_key", "=", questionnaireKey)
    .orderBy("submitted_on", "desc")
    .limit(max)
    .execute();
  return rows.map((row) => ({ id: row.id, sealed: row.answers_sealed }));
}
