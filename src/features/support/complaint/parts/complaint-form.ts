/** What the form's two screens do, on the website and in the app. */
import { data, redirect, type RouterContextProvider } from "react-router";
import { call, formAnswer, Problem, submit, type FormAnswer } from "#web/api.ts";
import { getSession } from "#features/account/login/contract.ts";
import { generateCaptcha } from "#features/account/verification/contract.ts";
import { getComplaintTerms, openTicket, submitComplaint } from "../contract.ts";

type Context = Readonly<RouterContextProvider>;

/** A captcha for visitors; who is logged in needs none. */
export async function loadForm(context: Context) {
  const [{ loggedIn }, terms] = await Promise.all([call(getSession, {}, { context }), call(getComplaintTerms, {}, { context })]);
  const captcha = loggedIn ? null : await call(generateCaptcha, {}, { context });
  return { loggedIn, captcha, terms };
}

/** Hands the complaint in, opens its ticket in this browser, and leads there. */
export async function sendForm(request: Request, context: Context, ticketPath: string) {
  const form = await request.formData();
  if (form.get("act") === "captcha") {
    // Another picture: what was typed stays.
    const { values } = formAnswer(new Problem(200, { status: { code: "", detail: "" }, traceId: "" }), form);
    return data({ values, failure: undefined, status: 200 });
  }
  const sent = await submit(submitComplaint, form, context);
  if (!sent.ok) return data<{ values: FormAnswer["values"]; failure: FormAnswer["failure"] | undefined; status: number }>(sent.answer, { status: sent.answer.status });
  await call(openTicket, { number: sent.reply.number, email: String(form.get("email")) }, { context });
  throw redirect(`${ticketPath}?new=1`, 303);
}
