/** All SQL of what people were asked and answered. */
import { sql } from "kysely";
import type { Selectable } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { DB } from "#server/database.types.ts";
import type { EventType } from "../contract.ts";

export type InvitationRow = Selectable<DB["questionnaire_invitation"]>;

export async function findInvitation(
  reader: Reader,
  borrowerId: string,
  questionnaireKey: string,
): Promise<InvitationRow | undefined> {
  return reader
    .selectFrom("questionnaire_invitation")
    .selectAll()
    .where("borrower_id", "=", borrowerId)
    .where("questionnaire_key", "=", questionnaireKey)
    .executeTakeFirst();
}

/** The same, locked until the transaction ends: answering, saving and withdrawing a consent decide by it. */
export async function lockInvitation(
  trx: Transaction,
  borrowerId: string,
  questionnaireKey: string,
): Promise<InvitationRow | undefined> {
  return trx
    .selectFrom("questionnaire_invitation")
    .selectAll()
    .where("borrower_id", "=", borrowerId)
    .where("questionnaire_key", "=", questionnaireKey)
    .forUpdate()
    .executeTakeFirst();
}

/** All invitations of a borrower, the newest first; a few per year. */
export async function listInvitations(reader: Reader, borrowerId: string): Promise<InvitationRow[]> {
  return reader
    .selectFrom("questionnaire_invitation")
    .selectAll()
    .where("borrower_id", "=", borrowerId)
    .orderBy("invited_at", "desc")
    .limit(100)
    .execute();
}

/** Takes the right to invite this borrower; false when another invitation came after `lastBefore`. Of two concurrent callers, one gets it. */
export async function claimPause(trx: Transaction, borrowerId: string, now: Date, lastBefore: Date): Promise<boolean> {
  const row = await trx
    .insertInto("questionnaire_pause")
    .values({ borrower_id: borrowerId, invited_at: now })
    .onConflict((conflict) =>
      conflict
        .column("borrower_id")
        .doUpdateSet({ invited_at: now })
        .where("questionnaire_pause.invited_at", "<=", lastBefore),
    )
    .returning("borrower_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Creates an invitation, or renews one that expired unanswered; an answered one stays. */
export async function writeInvitation(
  trx: Transaction,
  invitation: { borrowerId: string; questionnaireKey: string; eventType: EventType; invitedAt: Date; expiresAt: Date },
): Promise<void> {
  const { borrowerId, questionnaireKey, eventType, invitedAt, expiresAt } = invitation;
  const dates = { event_type: eventType, invited_at: invitedAt, expires_at: expiresAt };
  await trx
    .insertInto("questionnaire_invitation")
    .values({ borrower_id: borrowerId, questionnaire_key: questionnaireKey, ...dates })
    .onConflict((conflict) =>
      conflict
        .columns(["borrower_id", "questionnaire_key"])
        .doUpdateSet(dates)
        .where("questionnaire_invitation.submitted_at", "is", null),
    )
    .execute();
}

type Change = Partial<Omit<InvitationRow, "borrower_id" | "questionnaire_key">>;
export async function changeInvitation(
  trx: Transaction,
  { borrower_id, questionnaire_key }: Pick<InvitationRow, "borrower_id" | "questionnaire_key">,
  change: Change,
): Promise<void> {
  await trx
    .updateTable("questionnaire_invitation")
    .set(change)
    .where("borrower_id", "=", borrower_id)
    .where("questionnaire_key", "=", questionnaire_key)
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
    .values({ questionnaire_key: questionnaireKey, submitted: 1 })
    .onConflict((conflict) => {
      const counted = conflict
        .column("questionnaire_key")
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
    .where("questionnaire_key", "in", keys)
    .execute();
  return new Map(rows.map((row) => [row.questionnaire_key, row.submitted]));
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
        questionnaire_key: questionnaireKey,
        question_key: questionKey,
        answer,
        count: 1,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["questionnaire_key", "question_key", "answer"])
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
    .where("questionnaire_key", "=", questionnaireKey)
    .execute();
  const tallies = new Map<string, Map<string, number>>();
  for (const row of rows) {
    const answers = tallies.get(row.question_key) ?? new Map<string, number>();
    tallies.set(row.question_key, answers.set(row.answer, row.count));
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
    .select(["borrower_id", "answers_sealed"])
    .where("questionnaire_key", "=", questionnaireKey)
    .where("submitted_at", "is not", null)
    .orderBy("submitted_at", "desc")
    .limit(max)
    .execute();
  return rows.flatMap((row) =>
    row.answers_sealed ? [{ borrowerId: row.borrower_id, sealed: row.answers_sealed }] : [],
  );
}
