/** Deletes drafts, invitations with their answers, and answers and turns of surveys after use. // Security rules 8 */
import { sql } from "kysely";
import type { Sweep } from "#server/work/sweeps.ts";
import { addDays, dateInWib } from "#shared/dates.ts";
import { draftDays, questionnairePauseDays } from "../contract.ts";

const day = 86_400_000;
/** A person may be asked again after a year; until then it counts as answered. // Decision 241 */
const answerKeptDays = 365;
/** No session lasts longer. */
const turnDays = 90;
const atOnce = 5_000;

export const questionnaireForgetSweep: Sweep = {
  name: "questionnaire-forget",
  everySeconds: 3600,
  finds: [
    { table: "questionnaire_invitation", at: "savedAt", afterSeconds: draftDays * 86_400 },
    { table: "questionnaire_invitation", at: "invitedAt", afterSeconds: answerKeptDays * 86_400 },
    { table: "questionnaire_pause", at: "invitedAt", afterSeconds: questionnairePauseDays * 86_400 },
    { table: "survey_answer", at: "submittedOn", due: "FROM_DAY", afterSeconds: answerKeptDays * 86_400 },
    { table: "survey_turn", at: "submittedAt", afterSeconds: turnDays * 86_400 },
  ],
  async run({ database, clock }) {
    const now = clock.now();
    const before = (days: number) => new Date(now.getTime() - days * day);
    const deletions = [
      sql`update questionnaire_invitation set draft_sealed = null, review_draft_sealed = null, saved_at = null
        where (borrower_id, questionnaire_key) in (select borrower_id, questionnaire_key from questionnaire_invitation
          where saved_at < ${before(draftDays)} limit ${atOnce})`,
      sql`delete from questionnaire_invitation where (borrower_id, questionnaire_key) in
        (select borrower_id, questionnaire_key from questionnaire_invitation where invited_at < ${before(answerKeptDays)} limit ${atOnce})`,
      sql`delete from questionnaire_pause where borrower_id in
        (select borrower_id from questionnaire_pause where invited_at < ${before(questionnairePauseDays)} limit ${atOnce})`,
      sql`delete from survey_answer where id in
        (select id from survey_answer where submitted_on < ${addDays(dateInWib(now), -answerKeptDays)} limit ${atOnce})`,
      sql`delete from survey_turn where (questionnaire_key, session_mark) in
        (select questionnaire_key, session_mark from survey_turn where submitted_at < ${before(turnDays)} limit ${atOnce})`,
    ];
    let count = 0;
    for (const one of deletions) count += Number((await one.execute(database)).numAffectedRows ?? 0n);
    return count;
  },
};
