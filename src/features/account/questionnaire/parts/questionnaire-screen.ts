/** What the screens of questionnaires do: show one, save it, send it, ask for its consent. */
import { data, redirect, type RouterContextProvider } from "react-router";
import { call, formAnswer, Problem, type FormAnswer } from "#web/api.ts";
import {
  answerQuestionnaireConsent,
  saveQuestionnaireDraft,
  submitQuestionnaire,
  type AnswerGiven,
  type Questionnaire,
} from "../contract.ts";

type Context = Readonly<RouterContextProvider>;
/** Why there is nothing to answer. */
export type Closed = "QUESTIONNAIRE_EXPIRED" | "QUESTIONNAIRE_ENDED" | "QUESTIONNAIRE_UNKNOWN";
const closedStates: readonly string[] = [
  "QUESTIONNAIRE_EXPIRED",
  "QUESTIONNAIRE_ENDED",
  "QUESTIONNAIRE_UNKNOWN",
] satisfies Closed[];

export type Shown = { questionnaire: Questionnaire; closed: null } | { questionnaire: null; closed: Closed };

/** One that is over, or never was, is told in words and not as an error. @throws Problem for everything else */
export async function showQuestionnaire(read: () => Promise<Questionnaire>) {
  try {
    return data<Shown>({ questionnaire: await read(), closed: null });
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    if (closedStates.includes(problem.code))
      return data<Shown>({ questionnaire: null, closed: problem.code as Closed }, { status: problem.init.status });
    throw problem;
  }
}

/** Answers are named `answers.<question>`; several ticks of one question are several fields. */
export function answersIn(form: FormData): AnswerGiven[] {
  const names = new Set([...form.keys()].filter((name) => name.startsWith("answers.")));
  return [...names].flatMap((name) => {
    const values = form.getAll(name).filter((one) => typeof one === "string" && one.trim() !== "") as string[];
    const [first] = values;
    return first === undefined
      ? []
      : [{ questionKey: name.slice("answers.".length), value: values.length > 1 ? values : first }];
  });
}

export interface Refused {
  values: FormAnswer["values"];
  failure: FormAnswer["failure"];
}

/** Where the screen's acts lead; `again` is the screen's own address for this questionnaire. */
export interface Places {
  again: string;
  sent: string;
}

const withQuery = (path: string, query: string): string => `${path}${path.includes("?") ? "&" : "?"}${query}`;

/** Does what a button of the screen asks for. @returns what was refused, for the form; else leads on by a redirect */
export async function actOn(request: Request, context: Context, { again, sent }: Places) {
  const form = await request.formData();
  const questionnaireKey = String(form.get("questionnaireKey") ?? "");
  try {
    throw redirect(await place(form, questionnaireKey, context, { again, sent }), 303);
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    const { values, failure, status } = formAnswer(problem, form);
    return data<Refused>({ values, failure }, { status });
  }
}

async function place(form: FormData, questionnaireKey: string, context: Context, { again, sent }: Places) {
  switch (form.get("act")) {
    case "consent": {
      if (!form.has("agreed")) return withQuery(again, "without=1");
      const textVersion = Number(form.get("textVersion"));
      await call(answerQuestionnaireConsent, { questionnaireKey, agreed: true, textVersion }, { context });
      return again;
    }
    case "reconsider":
      await keep(form, questionnaireKey, context);
      return again;
    case "withdraw":
      if (form.has("version")) await keep(form, questionnaireKey, context);
      await call(answerQuestionnaireConsent, { questionnaireKey, agreed: false }, { context });
      return withQuery(again, "without=1&withdrawn=1");
    case "save":
      await keep(form, questionnaireKey, context);
      return withQuery(again, form.has("without") ? "saved=1&without=1" : "saved=1");
    default:
      await call(
        submitQuestionnaire,
        { questionnaireKey, version: Number(form.get("version")), answers: answersIn(form) },
        { context },
      );
      return sent;
  }
}

const keep = (form: FormData, questionnaireKey: string, context: Context) =>
  call(saveQuestionnaireDraft, { questionnaireKey, answers: answersIn(form) }, { context });
