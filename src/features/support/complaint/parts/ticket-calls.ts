/** Shared by the ticket's two screens, on the website and in the app. */
import { data, redirect, type RouterContextProvider } from "react-router";
import { call, formAnswer, Problem } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { acceptAnswer, addComplaintPhoto, getTicket, refuseAnswer, writeToTicket } from "../contract.ts";

type Context = Readonly<RouterContextProvider>;

/** A ticket whose link has expired, or whose contents are deleted, shows a text with the remaining way to reach us. */
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

/** The forms of the ticket at this path. */
const formsAt = (path: string) => {
  const done = `${path}?saved=1`;
  return defineForms(
    {
      write: { call: writeToTicket, done },
      refuse: { call: refuseAnswer, done },
      accept: { call: acceptAnswer, done },
    },
    { others: { photos: ({ form, context }) => upload(form, context, path) } },
  );
};
export const ticketForms = {
  site: formsAt("/complaint/ticket"),
  app: formsAt("/webview/customer-service/complaint/ticket"),
};

/** Sends the photos one by one: good ones are stored, and each bad one is reported. */
async function upload(form: FormData, context: Context, path: string) {
  const chosen = form.getAll("photo").filter((file) => file instanceof File);
  const problems: { name: string; problem: Problem }[] = [];
  for (const photo of chosen) {
    try {
      await call(addComplaintPhoto, { photo }, { context });
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      problems.push({ name: photo.name, problem });
    }
  }
  const [first] = problems;
  if (!first) return redirect(`${path}?saved=1`, 303);
  const refused = problems.map(({ name, problem }) => ({
    name,
    detail: problem.data.status.fields?.[0]?.detail ?? problem.data.status.detail,
  }));
  const answer = formAnswer(first.problem, form);
  return data(
    {
      form: "photos" as const,
      values: answer.values,
      answer,
      photos: { kept: chosen.length - problems.length, refused, isOne: chosen.length === 1 },
    },
    { status: answer.status },
  );
}
