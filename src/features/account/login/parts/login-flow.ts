/** The login flow: number, captcha, code, login. Used by the login page, and by the pages that answer a friend's invitation. */
import { data, redirect, type RouterContextProvider } from "react-router";
import * as v from "valibot";
import { call, formAnswer, Problem, submitForm, type FormAnswer } from "#web/api.ts";
import { defineForms, type Posted } from "#web/form-actions.ts";
import { pageFrame, type PageFrame } from "#web/screen.ts";
import { fieldProblems } from "#shared/fields/problems.ts";
import type { VerificationChannel } from "#shared/fields/verification.ts";
import { safePage } from "#shared/safe-url.ts";
import { commonProblems } from "#shared/problems.ts";
import { say } from "#shared/texts.ts";
import {
  generateCaptcha,
  getPendingVerification,
  sendVerification,
  sendVerificationWithoutCaptcha,
} from "#features/account/verification/contract.ts";
import { channelOf, mustWaitForCode, isCodeUnderWay } from "#features/account/verification/parts/step-up.ts";
import { codeRequest, getSession, login, registerOrLogin } from "../contract.ts";
import { canKeepLogin } from "./can-keep-login.ts";
import type { LoginFormAnswer, LoginStep } from "./login-step.ts";

type Context = Readonly<RouterContextProvider>;
interface Args {
  request: Request;
  context: Context;
}

export interface LoginFlowOptions {
  /** Keys of the page's query that every step keeps. */
  kept: readonly string[];
  /** Ticks of the first step that travel in the address, by their field: `{ rememberDevice: "remember" }`. */
  ticks: Readonly<Record<string, string>>;
  /** The invitation with which a new person registers; null without one. */
  invitationOf(query: URLSearchParams): string | null;
}

const typedIn = (form: FormData): FormAnswer["values"] =>
  formAnswer(new Problem(200, { status: { code: "", detail: "" }, traceId: "" }), form).values;

/** The page once more, with a captcha that was not answered yet. */
async function withCaptcha(
  answer: Omit<LoginFormAnswer, "failure"> & { failure: LoginFormAnswer["failure"] | undefined },
  context: Context,
) {
  return data({ ...answer, captcha: await call(generateCaptcha, {}, { context }) }, { status: answer.status });
}

/** The answer to a captcha, if the page showed one. */
function answeredCaptcha(form: FormData): { captchaKey: string; captcha: string } | null {
  const captchaKey = form.get("captchaKey");
  return typeof captchaKey === "string" ? { captchaKey, captcha: String(form.get("captcha") ?? "") } : null;
}

/** Sends a login's code, with the captcha's answer if there is one. @throws Problem */
async function send(
  input: { mobileNumber: string; channel: VerificationChannel },
  answered: ReturnType<typeof answeredCaptcha>,
  context: Context,
): Promise<void> {
  if (answered) await call(sendVerification, { ...input, purpose: "LOGIN", ...answered }, { context });
  else await call(sendVerificationWithoutCaptcha, { ...input, purpose: "LOGIN" }, { context });
}

function invalid(frame: PageFrame, form: FormData, issues: Parameters<typeof fieldProblems>[0]): FormAnswer {
  const { INPUT_INVALID } = commonProblems;
  const status = {
    code: "INPUT_INVALID",
    detail: say(INPUT_INVALID.text, frame.language),
    fields: fieldProblems(issues, frame.language),
  };
  return formAnswer(new Problem(INPUT_INVALID.status, { status, traceId: frame.traceId }), form);
}

/** The page's own query, step by step. `next` leads to own paths only. */
function wishOf(options: LoginFlowOptions, request: Request) {
  const { pathname, searchParams: query } = new URL(request.url);
  const next = safePage(query.get("next") ?? "");
  // Back to the login page itself would go round in circles.
  const target = next && !/^\/login(?:[/?#]|$)/.test(next) ? next : "/webview/home";
  // Drops the part that the router's own navigation adds.
  const path = pathname.replace(/\.data$/, "");
  const params = new URLSearchParams();
  for (const key of options.kept) if (query.has(key)) params.set(key, query.get(key) ?? "");
  const address = (extra: Record<string, string>) => {
    const whole = new URLSearchParams([...params, ...Object.entries(extra)]);
    return whole.size > 0 ? `${path}?${whole}` : path;
  };
  return { query, target, address, wasSent: target === next };
}

async function load(options: LoginFlowOptions, { request, context }: Args): Promise<LoginStep> {
  const frame = context.get(pageFrame);
  if (!canKeepLogin(frame.origin))
    return { step: "insecure", secureAddress: `https://${new URL(frame.origin).hostname}${frame.pathWithQuery}` };
  if (!frame.brand.lends) return { step: "notServed" };
  const { query, target, address, wasSent } = wishOf(options, request);
  const session = await call(getSession, {}, { context });
  if (session.loggedIn) throw redirect(target);
  if (query.get("with") === "password")
    return { step: "password", elsewhere: address({}), wasSent, wasEntered: query.has("entered") };
  const pending = (await call(getPendingVerification, { purpose: "LOGIN" }, { context })).pending;
  const step = query.get("step");
  if (step === "code" && pending) return { step, pending, elsewhere: address({}) };
  if (step === "captcha" && pending) {
    const captcha = await call(generateCaptcha, {}, { context });
    const channel = query.get("channel") ?? pending.channel;
    const elsewhere = address({ step: "code", ...rememberedIn(options, query) });
    return { step, captcha, channel, mobileNumber: pending.mobileNumber, elsewhere };
  }
  // A person who requested a code has a session cookie: a browser that sends none at all has not kept it. // docs/decisions/193
  const problem = request.headers.has("cookie") ? "codeGone" : "cookiesMissing";
  const why = session.hasEnded ? "sessionEnded" : wasSent ? "viewAfterLogin" : null;
  const notice = step === "code" || step === "captcha" ? problem : why;
  return { step: "ask", mobileNumber: pending?.mobileNumber, notice, elsewhere: address({ with: "password" }) };
}

/** Ticked boxes are carried in the address from step to step. */
const rememberedIn = ({ ticks }: LoginFlowOptions, query: URLSearchParams): Record<string, string> =>
  Object.fromEntries(Object.values(ticks).flatMap((key) => (query.get(key) ? [[key, "1"]] : [])));
const tickedIn = ({ ticks }: LoginFlowOptions, form: FormData): Record<string, string> =>
  Object.fromEntries(Object.entries(ticks).flatMap(([field, key]) => (form.get(field) ? [[key, "1"]] : [])));

async function askForCode(options: LoginFlowOptions, { request, form, context }: Posted) {
  const { address } = wishOf(options, request);
  const answered = answeredCaptcha(form);
  const again = (answer: FormAnswer, needsCaptcha: boolean) =>
    needsCaptcha ? withCaptcha(answer, context) : data(answer, { status: answer.status });
  const typed = v.safeParse(codeRequest, Object.fromEntries(form), { abortPipeEarly: true });
  if (!typed.success) return again(invalid(context.get(pageFrame), form, typed.issues), answered !== null);
  const { mobileNumber, channel } = typed.output;
  const codePage = address({ step: "code", ...tickedIn(options, form) });
  try {
    await send({ mobileNumber, channel }, answered, context);
    return redirect(codePage, 303);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const leadsOn = mustWaitForCode(error.code) || error.code === "CAPTCHA_NEEDED";
    if (leadsOn && (await isCodeUnderWay("LOGIN", mobileNumber, context))) return redirect(codePage, 303);
    return again(formAnswer(error, form), answered !== null || error.code === "CAPTCHA_NEEDED");
  }
}

async function askAgain(options: LoginFlowOptions, { request, form, context }: Posted) {
  const { query, address } = wishOf(options, request);
  const { pending } = await call(getPendingVerification, { purpose: "LOGIN" }, { context });
  if (!pending) return redirect(address({ step: "code" }), 303);
  const channel = channelOf(form);
  try {
    await send({ mobileNumber: pending.mobileNumber, channel }, answeredCaptcha(form), context);
    return redirect(address({ step: "code", ...rememberedIn(options, query) }), 303);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === "CAPTCHA_NEEDED")
      return redirect(address({ step: "captcha", channel, ...rememberedIn(options, query) }), 303);
    return data(formAnswer(error, form), { status: error.init.status });
  }
}

/** A browser that sent no cookie may refuse cookies: it is redirected here once more, where that can be detected and explained. // docs/decisions/193 */
async function enterByPassword(options: LoginFlowOptions, { request, form, context }: Posted) {
  const sent = await submitForm(login, form, context);
  if (!sent.ok) {
    // A captcha works for one try: when one was shown, the next try gets another.
    const needsCaptcha = sent.answer.failure.status.code === "CAPTCHA_NEEDED" || answeredCaptcha(form) !== null;
    return needsCaptcha ? withCaptcha(sent.answer, context) : data(sent.answer, { status: sent.answer.status });
  }
  const { target, address } = wishOf(options, request);
  return redirect(request.headers.has("cookie") ? target : address({ with: "password", entered: "1" }), 303);
}

/** Both agreements were ticked before the code was asked for: this page asks for none without them. */
async function enter(options: LoginFlowOptions, { request, form, context }: Posted) {
  const { query, target, address } = wishOf(options, request);
  const { pending } = await call(getPendingVerification, { purpose: "LOGIN" }, { context });
  if (!pending) return redirect(address({ step: "code" }), 303);
  const invitationCode = options.invitationOf(query);
  const sent = await submitForm(registerOrLogin, form, context, {
    mobileNumber: pending.mobileNumber,
    agreements: ["TERMS", "PRIVACY"],
    rememberDevice: query.get("remember") === "1",
    ...(invitationCode ? { invitationCode } : {}),
    // A second try may use a code that was proven before; then the form has no code field.
    ...(form.has("code") ? { code: String(form.get("code")).trim() } : {}),
  });
  // After long silence, on an unknown device: the proof is valid, and the owner confirms the account. // Spec account 2
  if (!sent.ok && sent.answer.failure.status.code === "ACCOUNT_CONFIRM_NEEDED")
    return redirect(`/confirm-account?next=${encodeURIComponent(target)}`, 303);
  return sent.ok ? redirect(target, 303) : data(sent.answer, { status: sent.answer.status });
}

/** The loader and action of a page with the login flow. `/login` adds nothing to it. */
export function loginFlow(options: LoginFlowOptions) {
  const forms = defineForms(
    {},
    {
      // A browser that keeps no login is shown why.
      before: async ({ context }) => (canKeepLogin(context.get(pageFrame).origin) ? undefined : data(null)),
      others: {
        send: (posted) => askForCode(options, posted),
        resend: (posted) => askAgain(options, posted),
        enter: (posted) => enter(options, posted),
        password: (posted) => enterByPassword(options, posted),
        // Another captcha picture: the typed values stay.
        captcha: ({ form, context }) =>
          withCaptcha({ failure: undefined, status: 200, values: typedIn(form) }, context),
      },
    },
  );

  return { load: (args: Args) => load(options, args), action: forms.action };
}
