import { data, redirect } from "react-router";
import * as v from "valibot";
import type { Route } from "./+types/login";
import { call, formAnswer, Problem, submit, type FormAnswer } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import { pageFrame, type PageFrame, type ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { Small } from "#web/ui/text/text.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { fieldProblems } from "#shared/fields/problems.ts";
import { safePage } from "#shared/safe-url.ts";
import { commonProblems } from "#shared/problems.ts";
import { say } from "#shared/texts.ts";
import {
  generateCaptcha,
  getPendingVerification,
  preCheckNumber,
  sendVerification,
  sendVerificationWithoutCaptcha,
  type PendingVerification,
} from "#features/account/verification/contract.ts";
import { channelOf, hasToWait } from "#features/account/verification/parts/step-up.ts";
import { codeRequest, getSession, login, registerOrLogin } from "../contract.ts";
import { canKeepLogin } from "../parts/can-keep-login.ts";
import { AskStep, CodeStep, PasswordStep, type Captcha } from "../parts/login-steps.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = {
  title: texts.title,
  noIndex: true,
  keptKeys: ["next", "step", "with", "remember", "invitationCode"],
};

type Context = Route.LoaderArgs["context"];

/** The page's own query, step by step. `next` leads to own paths only. */
function wishOf(request: Request) {
  const query = new URL(request.url).searchParams;
  const next = safePage(query.get("next") ?? "");
  // Back to the login page itself would go round in circles.
  const target = next && !/^\/login(?:[/?#]|$)/.test(next) ? next : "/webview/home";
  const kept = new URLSearchParams();
  for (const key of ["next", "invitationCode"]) if (query.has(key)) kept.set(key, query.get(key) ?? "");
  const address = (extra: Record<string, string>) => {
    const whole = new URLSearchParams([...kept, ...Object.entries(extra)]);
    return whole.size > 0 ? `/login?${whole}` : "/login";
  };
  return { query, target, address, wasSent: target === next };
}

type Shown =
  | { step: "insecure"; secureAddress: string }
  | { step: "notServed" }
  | { step: "code"; pending: PendingVerification; elsewhere: string }
  | { step: "password"; elsewhere: string; wasSent: boolean }
  | {
      step: "ask";
      captcha: Captcha | null;
      mobileNumber: string | undefined;
      notice: "codeGone" | "captchaAgain" | "viewAfterLogin" | null;
      elsewhere: string;
    };

export async function loader({ request, context }: Route.LoaderArgs): Promise<Shown> {
  const frame = context.get(pageFrame);
  if (!canKeepLogin(frame.origin))
    return { step: "insecure", secureAddress: `https://${new URL(frame.origin).hostname}${frame.pathWithQuery}` };
  if (!frame.brand.lends) return { step: "notServed" };
  const { query, target, address, wasSent } = wishOf(request);
  if ((await call(getSession, {}, { context })).loggedIn) throw redirect(target);
  if (query.get("with") === "password") return { step: "password", elsewhere: address({}), wasSent };
  const pending = (await call(getPendingVerification, { purpose: "LOGIN" }, { context })).pending;
  if (query.get("step") === "code" && pending) return { step: "code", pending, elsewhere: address({}) };
  const { captchaRequired } = await call(preCheckNumber, { mobileNumber: "" }, { context });
  const captcha = captchaRequired ? await call(generateCaptcha, {}, { context }) : null;
  const notice =
    query.get("step") === "code"
      ? "codeGone"
      : query.get("step") === "captcha"
        ? "captchaAgain"
        : wasSent
          ? "viewAfterLogin"
          : null;
  const elsewhere = address({ with: "password" });
  return { step: "ask", captcha, mobileNumber: pending?.mobileNumber, notice, elsewhere };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  if (!canKeepLogin(context.get(pageFrame).origin)) return null;
  switch (form.get("intent")) {
    case "send":
      return askForCode(request, form, context);
    case "resend":
      return askAgain(request, form, context);
    case "enter":
      return enter(request, form, context);
    case "password": {
      const sent = await submit(login, form, context);
      return sent.ok ? redirect(wishOf(request).target) : data(sent.answer, { status: sent.answer.status });
    }
    default:
      // Another picture: what was typed stays.
      return data({
        failure: undefined,
        status: 200,
        values: formAnswer(new Problem(200, { status: { code: "", detail: "" }, traceId: "" }), form).values,
      });
  }
}

async function askForCode(request: Request, form: FormData, context: Context) {
  const { address } = wishOf(request);
  const typed = v.safeParse(codeRequest, Object.fromEntries(form), { abortPipeEarly: true });
  if (!typed.success) {
    const answer = invalid(context.get(pageFrame), form, typed.issues);
    return data(answer, { status: 422 });
  }
  const { mobileNumber, channel, captcha } = typed.output;
  const codePage = address({ step: "code", ...(form.get("rememberDevice") ? { remember: "1" } : {}) });
  try {
    const wish = { mobileNumber, purpose: "LOGIN", channel } as const;
    const captchaKey = form.get("captchaKey");
    if (typeof captchaKey === "string" && captcha)
      await call(sendVerification, { ...wish, captchaKey, captcha }, { context });
    else await call(sendVerificationWithoutCaptcha, wish, { context });
    return redirect(codePage);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { pending } = await call(getPendingVerification, { purpose: "LOGIN" }, { context });
    // A code for this very number went out a moment ago: the page that waits for it is the answer.
    if (hasToWait(error.code) && pending?.mobileNumber === mobileNumber) return redirect(codePage);
    return data(formAnswer(error, form), { status: error.init.status });
  }
}

async function askAgain(request: Request, form: FormData, context: Context) {
  const { query, address } = wishOf(request);
  const remember: Record<string, string> = query.get("remember") ? { remember: "1" } : {};
  const { pending } = await call(getPendingVerification, { purpose: "LOGIN" }, { context });
  if (!pending) return redirect(address({ step: "code" }));
  try {
    await call(
      sendVerificationWithoutCaptcha,
      { mobileNumber: pending.mobileNumber, purpose: "LOGIN", channel: channelOf(form) },
      { context },
    );
    return redirect(address({ step: "code", ...remember }));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === "CAPTCHA_NEEDED") return redirect(address({ step: "captcha" }));
    return data(formAnswer(error, form), { status: error.init.status });
  }
}

/** Both agreements were ticked before the code was asked for: this page asks for none without them. */
async function enter(request: Request, form: FormData, context: Context) {
  const { query, target, address } = wishOf(request);
  const { pending } = await call(getPendingVerification, { purpose: "LOGIN" }, { context });
  if (!pending) return redirect(address({ step: "code" }));
  const invitationCode = /^[A-Za-z0-9]{4,20}$/.exec(query.get("invitationCode") ?? "")?.[0];
  const sent = await submit(registerOrLogin, form, context, {
    mobileNumber: pending.mobileNumber,
    agreements: ["TERMS", "PRIVACY"],
    rememberDevice: query.get("remember") === "1",
    ...(invitationCode ? { invitationCode } : {}),
    // A second try may send a code that was proven before; then its field is not there.
    ...(form.has("code") ? { code: String(form.get("code")).trim() } : {}),
  });
  return sent.ok ? redirect(target) : data(sent.answer, { status: sent.answer.status });
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

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const answer = actionData as FormAnswer | undefined;
  switch (loaderData.step) {
    case "insecure":
      return (
        <Stack gap="loose">
          <EmptyState
            level={1}
            art="shield"
            title={t("insecureTitle")}
            action={<ButtonLink to={loaderData.secureAddress}>{t("openSecure")}</ButtonLink>}
          >
            {t("insecureBody")}
          </EmptyState>
          <Small>{t("insecureOperator")}</Small>
        </Stack>
      );
    case "notServed":
      return (
        <EmptyState level={1} art="house" title={t("notServedTitle")}>
          {t("notServedBody")}
        </EmptyState>
      );
    case "code":
      return <CodeStep {...loaderData} answer={answer} />;
    case "password":
      return <PasswordStep {...loaderData} answer={answer} />;
    case "ask":
      return <AskStep {...loaderData} answer={answer} />;
  }
}
