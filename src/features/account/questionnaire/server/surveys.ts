/** Answers to surveys: anonymous, one per session, few per network. // Account 10 */
import { limitRate } from "#server/call/rate-limit.ts";
import { Refusal } from "#server/call/refusal.ts";
import type { Caller } from "#server/call/caller.ts";
import { transact } from "#server/database.server.ts";
import { networkIndexOf } from "#server/http/network.ts";
import type { Services } from "#server/services.ts";
import { dateInWib } from "#shared/dates.ts";
import { submitQuestionnaire, surveysOfNetwork } from "../contract.ts";
import { overFor, answerRefusalOf, type SubmittedAnswers } from "./answering.ts";
import type { Defined } from "./catalogue.ts";
import { answersOf, judgeAnswers } from "./rules.ts";
import { sealAnswers, surveyPlace } from "./sealed.ts";
import { addTallies, takePlace } from "./store.ts";
import { addSurveyAnswer, findTurn, takeTurn } from "./survey-store.ts";
import { talliesOf } from "./tallies.ts";

/** A session as surveys know it: the mark leads back to no session. */
export const sessionMark = ({ keys }: Services, questionnaireKey: string, sessionId: string): string =>
  keys.mac("survey-turn", questionnaireKey, sessionId);

/** @throws Refusal of the call `submitQuestionnaire` */
export async function submitSurvey(
  services: Services,
  caller: Pick<Caller, "address" | "language">,
  sessionId: string,
  defined: Defined,
  { version, answers }: SubmittedAnswers,
): Promise<Date> {
  const { questionnaireKey, questions, quota } = defined;
  const judged = judgeAnswers(questions, answersOf(answers), false);
  const mark = sessionMark(services, questionnaireKey, sessionId);
  // Includes the session: the same few answers of two people must not look alike.
  const answersMark = services.keys.mac("survey-answers", mark, JSON.stringify(judged.kept));
  const now = services.clock.now();
  return transact(services.database, async (trx) => {
    const earlier = await findTurn(trx, questionnaireKey, mark);
    if (!earlier) {
      const over = await overFor(services, trx, defined, null);
      if (over) throw new Refusal(over);
      if (version !== defined.version)
        throw new Refusal<typeof submitQuestionnaire.problems>("QUESTIONNAIRE_CHANGED", { version: defined.version });
      const refusal = answerRefusalOf(judged, caller.language);
      if (refusal) throw refusal;
    }
    if (earlier || !(await takeTurn(trx, questionnaireKey, mark, { answersMark, submittedAt: now }))) {
      const turn = earlier ?? (await findTurn(trx, questionnaireKey, mark));
      if (turn?.answersMark !== answersMark) throw new Refusal("ANSWERED_ALREADY");
      return turn.submittedAt;
    }
    await limitRate(services, trx, surveysOfNetwork, networkIndexOf(services, caller));
    if (!(await takePlace(trx, questionnaireKey, quota))) throw new Refusal("QUESTIONNAIRE_ENDED");
    await addTallies(trx, questionnaireKey, talliesOf(questions, judged.kept));
    const id = unorderedId(services);
    await addSurveyAnswer(trx, {
      id,
      questionnaireKey,
      version,
      submittedOn: dateInWib(now),
      sealed: sealAnswers(services.keys, judged.kept, surveyPlace(id)),
    });
    return now;
  });
}

/** Our usual ids contain their time, which would show whose turn it was; this id is random. */
function unorderedId({ random }: Services): string {
  const bytes = random.bytes(16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
