/** Shared by the form's two screens, on the website and in the app. */
import { data, redirect, type RouterContextProvider } from "react-router";
import { call, formAnswer, Problem, submitForm, type FormAnswer } from "#web/api.ts";
import { defineForms, type Posted } from "#web/form-actions.ts";
import { getSession } from "#features/account/login/contract.ts";
import { generateCaptcha } from "#features/account/verification/contract.ts";
import { maskEmail } from "#shared/fields/email.ts";
import { getComplaintTerms, openTicket, submitComplaint } from "../contract.ts";

type Context = Readonly<RouterContextProvider>;

/** A captcha for visitors; logged-in borrowers need none. */
export async function loadForm(context: Context) {
  const [{ loggedIn }, terms] = await Promise.all([
    call(getSession, {}, { context }),
    call(getComplaintTerms, {}, { context }),
  ]);
  const captcha = loggedIn ? null : await call(generateCaptcha, {}, { context });
  return { loggedIn, captcha, terms };
}

/** Data for the screen when the form did not lead to the ticket. */
export interface ComplaintFormResult {
  values: FormAnswer["values"];
  failure: FormAnswer["failure"] | undefined;
  /** Submitted, although its ticket does not open in this browser now. */
  handed?: { number: string; dueOn: string; maskedEmail: string };
}

/** The forms of the screen whose tickets have this path. */
const formsAt = (ticketPath: string) =>
  defineForms(
    {},
    {
      others: {
        send: (posted) => sendForm(posted, ticketPath),
        // Another picture: typed values stay.
        captcha: async ({ form }) => {
          const { values } = formAnswer(new Problem(200, { status: { code: "", detail: "" }, traceId: "" }), form);
          return data<ComplaintFormResult>({ values, failure: undefined });
        },
      },
    },
  );
export const complaintForms = {
  site: formsAt("/complaint/ticket"),
  app: formsAt("/webview/customer-service/complaint/ticket"),
};

/** Submits the complaint, opens its ticket in this browser, and redirects to it. */
async function sendForm({ form, context }: Posted, ticketPath: string) {
  const sent = await submitForm(submitComplaint, form, context);
  if (!sent.ok) return data<ComplaintFormResult>(sent.answer, { status: sent.answer.status });
  const { number, dueOn } = sent.reply;
  const email = String(form.get("email")).trim().toLowerCase();
  try {
    await call(openTicket, { number, email }, { context });
  } catch (problem) {
    // The complaint is stored, even if its ticket cannot be opened: an error here would make people send it again.
    if (!(problem instanceof Problem)) throw problem;
    return data<ComplaintFormResult>(
      { values: {}, failure: undefined, handed: { number, dueOn, maskedEmail: maskEmail(email) } },
      { status: 200 },
    );
  }
  return redirect(`${ticketPath}?new=1`, 303);
}
