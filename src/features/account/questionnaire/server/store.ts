/** All SQL of what people were asked and answered. */
import { sql } from "kysely";
import type { Selectable } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { DB } from "#server/database.types.ts";
import type { EventType } from "../contract.ts";

export type QuestionnaireInvitationRow = Selectable<DB["questionnaire_invitation"]>;

export async function findQuestionnaireInvitation(
  reader: Reader,
  borrowerId: string,
  questionnaireKey: string,
): Promise<QuestionnaireInvitationRow | undefined> {
  return reader
    .selectFrom("questionnaire_invitation")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("questionnaireKey", "=", questionnaireKey)
    .executeTakeFirst();
}

/** The same, locked until the transaction ends: answering, saving and withdrawing a consent decide by it. */
export async function lockQuestionnaireInvitation(
  trx: Transaction,
  borrowerId: string,
  questionnaireKey: string,
): Promise<QuestionnaireInvitationRow | undefined> {
  return trx
    .selectFrom("questionnaire_invitation")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("questionnaireKey", "=", questionnaireKey)
    .forUpdate()
    .executeTakeFirst();
}

/** All invitations of a borrower, the newest first; a few per year. */
export async function listQuestionnaireInvitations(
  reader: Reader,
  borrowerId: string,
): Promise<QuestionnaireInvitationRow[]> {
  return reader
    .selectFrom("questionnaire_invitation")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .orderBy("invitedAt", "desc")
    .limit(100)
    .execute();
}

/** Takes the right to invite this borrower; false when another invitation came after `lastBefore`. Of two concurrent callers, one gets it. */
export async function claimPause(trx: Transaction, borrowerId: string, now: Date, lastBefore: Date): Promise<boolean> {
  const row = await trx
    .insertInto("questionnaire_pause")
    .values({ borrowerId, invitedAt: now })
    .onConflict((conflict) =>
      conflict
        .column("borrowerId")
        .doUpdateSet({ invitedAt: now })
        .where("questionnaire_pause.invitedAt", "<=", lastBefore),
    )
    .returning("borrowerId")
    .executeTakeFirst();
  return row !== undefined;
}

/** Creates an invitation, or renews one that expired unanswered; an answered one stays. */
export async function writeInvitation(
  trx: Transaction,
  invitation: { borrowerId: string; questionnaireKey: string; eventType: EventType; invitedAt: Date; expiresAt: Date },
): Promise<void> {
  const { borrowerId, questionnaireKey, eventType, invitedAt, expiresAt } = invitation;
  const dates = { eventType, invitedAt, expiresAt };
  await trx
    .insertInto("questionnaire_invitation")
    .values({ borrowerId, questionnaireKey, ...dates })
    .onConflict((conflict) =>
      conflict
        .columns(["borrowerId", "questionnaireKey"])
        .doUpdateSet(dates)
        .where("questionnaire_invitation.submittedAt", "is", null),
    )
    .execute();
}

type Change = Partial<Omit<QuestionnaireInvitationRow, "borrowerId" | "questionnaireKey">>;
export async function changeInvitation(
  trx: Transaction,
  { borrowerId, questionnaireKey }: Pick<QuestionnaireInvitationRow, "borrowerId" | "questionnaireKey">,
  change: Change,
): Promise<void> {
  await trx
    .updateTable("questionnaire_invitation")
    .set(change)
    .where("borrowerId", "=", borrowerId)
    .where("questionnaireKey", "=", questionnaireKey)
    .execute();
}

/**
 * Counts one more answered questionnaire; false when its quota is full: then nothing is counted. Locks the row until
 * the transaction ends, so people who answer the same questionnaire are counted one after the other and cannot deadlock
 * on its tallies.
 */
export async function takePlace(trx: Transaction, questionnaireKey: string, quota: number | null): Promise<boolean> {
  const row = await trx
    .insertInto("questionnaire_count")
    .values({ questionnaireKey, submitted: 1 })
    .onConflict((conflict) => {
      const counted = conflict
        .column("questionnaireKey")
        .doUpdateSet({ submitted: sql<number>`questionnaire_count.submitted + 1` });
      return quota === null ? counted : counted.where("questionnaire_count.submitted", "<", quota);
    })
    .returning("submitted")
    .executeTakeFirst();
  return row !== undefined;
}

export async function submittedCounts(reader: Reader, keys: readonly string[]): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const rows = await reader
    .selectFrom("questionnaire_count")
    .selectAll()
    .where("questionnaireKey", "in", keys)
    .execute();
  return new Map(rows.map((row) => [row.questionnaireKey, row.submitted]));
}

export async function addTallies(
  trx: Transaction,
  questionnaireKey: string,
  tallies: readonly { questionKey: string; answer: string }[],
): Promise<void> {
  if (tallies.length === 0) return;
  await trx
    .insertInto("questionnaire_tally")
    .values(
      tallies.map(({ questionKey, answer }) => ({
        questionnaireKey,
        questionKey,
        answer,
        count: 1,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["questionnaireKey", "questionKey", "answer"])
        .doUpdateSet({ count: sql<number>`questionnaire_tally.count + 1` }),
    )
    .execute();
}

/** Counts by question and answer. */
export async function talliesOfQuestionnaire(
  reader: Reader,
  questionnaireKey: string,
): Promise<Map<string, Map<string, number>>> {
  const rows = await reader
    .selectFrom("questionnaire_tally")
    .selectAll()
    .where("questionnaireKey", "=", questionnaireKey)
    .execute();
  const tallies = new Map<string, Map<string, number>>();
  for (const row of rows) {
    const answers = tallies.get(row.questionKey) ?? new Map<string, number>();
    tallies.set(row.questionKey, answers.set(row.answer, row.count));
  }
  return tallies;
}

/** The newest sealed answers of people to a questionnaire. */
export async function newestAnswers(
  reader: Reader,
  questionnaireKey: string,
  max: number,
): Promise<{ borrowerId: string; sealed: string }[]> {
  const rows = await reader
    .selectFrom("questionnaire_invitation")
    .select(["borrowerId", "answersSealed"])
    .where("questionnaireKey", "=", questionnaireKey)
    .where("submittedAt", "is not", null)
    .orderBy("submittedAt", "desc")
    .limit(max)
    .execute();
  return rows.flatMap((row) => (row.answersSealed ? [{ borrowerId: row.borrowerId, sealed: row.answersSealed }] : []));
}
