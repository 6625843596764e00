import { data, redirect } from "react-router";
import * as v from "valibot";
import type { Route } from "./+types/account-hold";
import { askStaff } from "#features/account/identity/parts/ask-staff.ts";
import {
  generateCaptcha,
  getPendingVerification,
  sendVerification,
  sendVerificationWithoutCaptcha,
  verifyVerificationCode,
} from "#features/account/verification/contract.ts";
import {
  channelOf,
  mustWaitForCode,
  isCodeUnderWay,
  pendingCode,
} from "#features/account/verification/parts/step-up.ts";
import { commonProblems } from "#shared/problems.ts";
import { fieldProblems } from "#shared/fields/problems.ts";
import { say } from "#shared/texts.ts";
import { call, callIfLoggedIn, formAnswer, Problem, submitForm, type FormAnswer } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import { pageFrame, type ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { getUnfreeze, listSecurityEvents, unfreeze, unfreezeRequest } from "../contract.ts";
import {
  AskNumber,
  UnfreezingDecided,
  EnterCode,
  ShowProof,
  Under,
  type UnfreezeFormAnswer,
} from "../parts/release-steps.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = {
  title: texts.holdTitle,
  noIndex: true,
  isStep: true,
  uploads: [unfreeze],
  keptKeys: ["step"],
};

const path = "/account-hold";
const codePage = `${path}?step=code`;
const purpose = "UNFREEZE";
type Context = Route.LoaderArgs["context"];

export async function loader({ request, context }: Route.LoaderArgs) {
  const step = new URL(request.url).searchParams.get("step");
  const [pending, standing] = await Promise.all([
    pendingCode(purpose, context),
    standingOf(context),
    // During a closing, a borrower's call redirects to the closing's page, which has the cancellation, the copy and the certificate.
    callIfLoggedIn(listSecurityEvents, { limit: 1 }, { context }),
  ]);
  if (pending?.proven) {
    if (standing === null) return { step: step === "again" ? "ask" : "none", isGone: false } as const;
    return { step: "proof", ...standing, verificationId: pending.verificationId } as const;
  }
  if (standing && standing.state !== "FROZEN" && step === null) return { step: "stands", ...standing } as const;
  if (step === "code" && pending) return { step: "code", pending } as const;
  return { step: "ask", isGone: step === "code" } as const;
}

/** The state of the case, if this browser may read it; null without a proof, or when nothing is frozen. */
async function standingOf(context: Context) {
  try {
    return await call(getUnfreeze, {}, { context });
  } catch (problem) {
    if (problem instanceof Problem && ["CONTEST_UNKNOWN", "VERIFICATION_NEEDED"].includes(problem.code)) return null;
    throw problem;
  }
}

const forms = defineForms(
  {
    prove: { call: unfreeze, done: path },
    staff: { call: unfreeze, first: askStaff("UNFREEZE"), done: path },
  },
  {
    others: {
      send: ({ form, context }) => send(form, context),
      resend: ({ form, context }) => sendAgain(form, context),
      enter: ({ form, context }) => enter(form, context),
      // A new captcha picture: the typed values stay.
      captcha: async ({ form, context }) => {
        const { values } = formAnswer(new Problem(200, { status: { code: "", detail: "" }, traceId: "" }), form);
        return data<UnfreezeFormAnswer>({ values, captcha: await call(generateCaptcha, {}, { context }) });
      },
    },
  },
);
export const action = forms.action;

/** Sends the code with the captcha's answer if there is one; shows a captcha when it is needed. */
async function send(form: FormData, context: Context) {
  const typed = v.safeParse(unfreezeRequest, Object.fromEntries(form), { abortPipeEarly: true });
  const captchaKey = form.get("captchaKey");
  const again = async (answer: FormAnswer, needsCaptcha: boolean) =>
    data<UnfreezeFormAnswer>(
      { ...answer, ...(needsCaptcha ? { captcha: await call(generateCaptcha, {}, { context }) } : {}) },
      { status: answer.status },
    );
  if (!typed.success) return again(invalid(form, context, typed.issues), typeof captchaKey === "string");
  const { mobileNumber, channel } = typed.output;
  try {
    const input = { mobileNumber, channel, purpose } as const;
    if (typeof captchaKey === "string")
      await call(sendVerification, { ...input, captchaKey, captcha: String(form.get("captcha") ?? "") }, { context });
    else await call(sendVerificationWithoutCaptcha, input, { context });
    return redirect(codePage, 303);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (mustWaitForCode(error.code) && (await isCodeUnderWay(purpose, mobileNumber, context)))
      return redirect(codePage, 303);
    return again(formAnswer(error, form), typeof captchaKey === "string" || error.code === "CAPTCHA_NEEDED");
  }
}

async function sendAgain(form: FormData, context: Context) {
  const { pending } = await call(getPendingVerification, { purpose }, { context });
  if (!pending) return redirect(path, 303);
  try {
    const { mobileNumber } = pending;
    await call(sendVerificationWithoutCaptcha, { mobileNumber, channel: channelOf(form), purpose }, { context });
    return redirect(codePage, 303);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // Another code takes another captcha: the first step asks for it.
    if (error.code === "CAPTCHA_NEEDED") return redirect(`${path}?step=again`, 303);
    return data<UnfreezeFormAnswer>(formAnswer(error, form), { status: error.init.status });
  }
}

async function enter(form: FormData, context: Context) {
  const sent = await submitForm(verifyVerificationCode, form, context);
  return sent.ok ? redirect(path, 303) : data<UnfreezeFormAnswer>(sent.answer, { status: sent.answer.status });
}

function invalid(form: FormData, context: Context, issues: Parameters<typeof fieldProblems>[0]): FormAnswer {
  const { language, traceId } = context.get(pageFrame);
  const { INPUT_INVALID } = commonProblems;
  const fields = fieldProblems(issues, language);
  const status = { code: "INPUT_INVALID", detail: say(INPUT_INVALID.text, language), fields };
  return formAnswer(new Problem(INPUT_INVALID.status, { status, traceId }), form);
}

export default function AccountHold({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const answer = actionData as UnfreezeFormAnswer | undefined;
  switch (loaderData.step) {
    case "stands":
      return loaderData.state === "PROVEN" ? <Under {...loaderData} /> : <UnfreezingDecided {...loaderData} />;
    case "none":
      return (
        <EmptyState
          level={1}
          art="empty"
          title={t("noneTitle")}
          action={<ButtonLink to={`${path}?step=again`}>{t("otherNumber")}</ButtonLink>}
        >
          {t("noneBodyHold")}
        </EmptyState>
      );
    case "code":
      return <EnterCode pending={loaderData.pending} answer={answer} />;
    case "proof":
      return loaderData.state === "PROVEN" ? (
        <Under {...loaderData} />
      ) : (
        <ShowProof {...loaderData} of={forms.form("prove", actionData)} staff={forms.form("staff", actionData)} />
      );
    case "ask":
      return <AskNumber answer={answer} isGone={loaderData.isGone} />;
  }
}
