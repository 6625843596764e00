/** What the ticket's two screens do, on the website and in the app. */
import { data, redirect, type RouterContextProvider } from "react-router";
import { call, formAnswer, Problem, submit } from "#web/api.ts";
import { acceptAnswer, addEvidence, getTicket, refuseAnswer, writeToTicket } from "../contract.ts";

type Context = Readonly<RouterContextProvider>;

/** A ticket whose link is over, or whose contents are gone, is told in words with the way that stays. */
export async function loadTicket(request: Request, context: Context) {
  const query = new URL(request.url).searchParams;
  const notice = query.has("new") ? ("received" as const) : query.has("saved") ? ("saved" as const) : null;
  try {
    return data({ ticket: await call(getTicket, {}, { context }), missing: null, notice });
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    const missing =
      problem.code === "LINK_INVALID"
        ? ("over" as const)
        : problem.code === "COMPLAINT_GONE"
          ? ("gone" as const)
          : null;
    if (!missing) throw problem;
    return data({ ticket: null, missing, notice: null }, { status: problem.init.status });
  }
}

const calls = { write: writeToTicket, refuse: refuseAnswer, accept: acceptAnswer } as const;
export type TicketAct = keyof typeof calls | "photos";

export async function actOnTicket(request: Request, context: Context, path: string) {
  const form = await request.formData();
  const act = form.get("act");
  if (act === "photos") return upload(form, context, path);
  const wanted = act === "refuse" || act === "accept" ? act : "write";
  // Each call has a type of its own; the form's fields decide which of them are sent.
  const sent =
    wanted === "accept" ? await submit(acceptAnswer, form, context) : await submit(calls[wanted], form, context);
  if (!sent.ok)
    return data({ act: wanted as TicketAct, answer: sent.answer, photos: null }, { status: sent.answer.status });
  throw redirect(`${path}?saved=1`, 303);
}

/** Sends the photos one by one: those that can be kept are kept, and what is wrong with each other one is said. */
async function upload(form: FormData, context: Context, path: string) {
  const chosen = form.getAll("photo").filter((file) => file instanceof File);
  const problems: { name: string; problem: Problem }[] = [];
  for (const photo of chosen) {
    try {
      await call(addEvidence, { photo }, { context });
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      problems.push({ name: photo.name, problem });
    }
  }
  const [first] = problems;
  if (!first) throw redirect(`${path}?saved=1`, 303);
  const refused = problems.map(({ name, problem }) => ({
    name,
    detail: problem.data.status.fields?.[0]?.detail ?? problem.data.status.detail,
  }));
  const answer = formAnswer(first.problem, form);
  return data(
    {
      act: "photos" as TicketAct,
      answer,
      photos: { kept: chosen.length - problems.length, refused, isOne: chosen.length === 1 },
    },
    { status: answer.status },
  );
}
