/** Shared by the screens of questionnaires: show, save, send, ask for consent. */
import { data } from "react-router";
import { call, Problem } from "#web/api.ts";
import { defineForms, type BoundForm, type Posted } from "#web/form-actions.ts";
import {
  answerQuestionnaireConsent,
  saveQuestionnaireDraft,
  submitQuestionnaire,
  type AnswerGiven,
  type Questionnaire,
} from "../contract.ts";

/** Why a questionnaire cannot be answered. */
export type Closed = "QUESTIONNAIRE_EXPIRED" | "QUESTIONNAIRE_ENDED" | "QUESTIONNAIRE_UNKNOWN";
const closedStates: readonly string[] = [
  "QUESTIONNAIRE_EXPIRED",
  "QUESTIONNAIRE_ENDED",
  "QUESTIONNAIRE_UNKNOWN",
] satisfies Closed[];

export type QuestionnaireReply =
  | { questionnaire: Questionnaire; closed: null }
  | { questionnaire: null; closed: Closed };

/** A questionnaire that is over or unknown shows a text instead of an error page. @throws Problem for everything else */
export async function showQuestionnaire(read: () => Promise<Questionnaire>) {
  try {
    return data<QuestionnaireReply>({ questionnaire: await read(), closed: null });
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    if (closedStates.includes(problem.code))
      return data<QuestionnaireReply>(
        { questionnaire: null, closed: problem.code as Closed },
        { status: problem.init.status },
      );
    throw problem;
  }
}

/** Answers are named `answers.<question>`; several ticks of one question are several fields. */
function answersIn(form: FormData): AnswerGiven[] {
  const names = new Set([...form.keys()].filter((name) => name.startsWith("answers.")));
  return [...names].flatMap((name) => {
    const values = form.getAll(name).filter((one) => typeof one === "string" && one.trim() !== "") as string[];
    const [first] = values;
    return first === undefined
      ? []
      : [{ questionKey: name.slice("answers.".length), value: values.length > 1 ? values : first }];
  });
}

/** The pages after the screen's forms; `again` is the screen's own address for this questionnaire. */
interface Places {
  again: (posted: Posted) => string;
  sent: (posted: Posted) => string;
}
const withQuery = (path: string, query: string): string => `${path}${path.includes("?") ? "&" : "?"}${query}`;

/** The forms of a screen that shows questionnaires. */
export function questionnaireForms({ again, sent }: Places) {
  const input = ({ form }: Posted) => ({ answers: answersIn(form) });
  const toAgain = (_reply: unknown, posted: Posted) => again(posted);
  return defineForms({
    send: { call: submitQuestionnaire, input, done: (_reply, posted) => sent(posted) },
    save: {
      call: saveQuestionnaireDraft,
      input,
      done: (_reply, posted) => withQuery(again(posted), posted.form.has("without") ? "saved=1&without=1" : "saved=1"),
    },
    /** The answers so far are kept while the consent text is read. */
    reconsider: { call: saveQuestionnaireDraft, input, done: toAgain },
    consent: {
      call: answerQuestionnaireConsent,
      // Without the tick the consent is neither given nor refused.
      first: async (posted) => (posted.form.has("agreed") ? undefined : withQuery(again(posted), "without=1")),
      input: () => ({ agreed: true }),
      done: toAgain,
    },
    withdraw: {
      call: answerQuestionnaireConsent,
      first: keepDraft,
      input: () => ({ agreed: false }),
      done: (_reply, posted) => withQuery(again(posted), "without=1&withdrawn=1"),
    },
  });
}

type Forms = ReturnType<typeof questionnaireForms>;
/** A form of the screen, or several names of one, with its state. */
export type FormOf = (name: Parameters<Forms["form"]>[0]) => BoundForm;

/** Keeps typed answers when the consent is withdrawn on the same page; after sending there are none. */
async function keepDraft({ form, context }: Posted): Promise<undefined> {
  if (!form.has("version")) return;
  const questionnaireKey = String(form.get("questionnaireKey") ?? "");
  await call(saveQuestionnaireDraft, { questionnaireKey, answers: answersIn(form) }, { context });
}
