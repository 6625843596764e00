import { data, redirect } from "react-router";
import type { Route } from "./+types/agreement";
import { call, submit, type FormAnswer } from "#web/api.ts";
import type { ScreenHandle } from "#web/screen.ts";
import { hasToWait, pendingCode, sendCodeIfAsked } from "#features/account/verification/parts/step-up.ts";
import { acceptAgreement, getAgreement, signAgreement } from "../contract.ts";
import { AcceptStep } from "../parts/accept-step.tsx";
import { NothingToSign } from "../parts/nothing-to-sign.tsx";
import { SignedStep } from "../parts/signed-step.tsx";
import { SignStep } from "../parts/sign-step.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.signTitle, back: "/webview/home" };

const codeStep = "/webview/agreement?step=code";

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const loan = query.get("loan");
  const agreement = await call(getAgreement, loan ? { loanId: loan } : {}, { context });
  // The boxes belong to exactly this document: once it changes they are to be ticked again.
  const wantsCode = query.get("step") === "code" && agreement.toSign?.acceptedAt != null;
  return { agreement, wantsCode, pending: wantsCode ? await pendingCode("STEP_UP_SIGN", context) : null };
}

/** Tick → code → signature: each a post that leads to a page of its own, so every step survives a reload and works without script. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const intent = form.get("intent");
  if (intent === "sign") {
    const sent = await submit(signAgreement, form, context);
    return sent.ok
      ? redirect(`/webview/agreement?loan=${sent.reply.loanId}`)
      : data(sent.answer, { status: sent.answer.status });
  }
  if (intent === "accept") {
    const accepted = await submit(acceptAgreement, form, context);
    if (!accepted.ok) return data(accepted.answer, { status: accepted.answer.status });
    form.set("intent", "code");
  }
  const code = await sendCodeIfAsked(form, "STEP_UP_SIGN", context);
  return code && code !== "SENT" ? data(code, { status: code.status }) : redirect(codeStep);
}

export default function Agreement({ loaderData: { agreement, wantsCode, pending }, actionData }: Route.ComponentProps) {
  const answer = actionData as FormAnswer | undefined;
  const { state, loanId, toSign, signed } = agreement;
  if (loanId && toSign) {
    // Ticked, but the code has to wait for the one of the login: the next step is shown, not the boxes again.
    const waits = toSign.acceptedAt !== null && answer !== undefined && hasToWait(answer.failure.status.code);
    return wantsCode || waits ? (
      <SignStep loanId={loanId} toSign={toSign} pending={pending} answer={answer} />
    ) : (
      <AcceptStep loanId={loanId} toSign={toSign} answer={answer} />
    );
  }
  if (loanId && signed && state === "SIGNED") return <SignedStep loanId={loanId} signed={signed} />;
  return <NothingToSign state={state} />;
}
