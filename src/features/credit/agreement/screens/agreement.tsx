import type { Route } from "./+types/agreement";
import { redirect } from "react-router";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import type { ScreenHandle } from "#web/screen.ts";
import {
  codeForms,
  mustWaitForCode,
  pendingCode,
  sendCodeIfRequested,
} from "#features/account/verification/parts/step-up.ts";
import { acceptAgreement, getAgreement, signAgreement } from "../contract.ts";
import { AcceptStep } from "../parts/accept-step.tsx";
import { NothingToSign } from "../parts/nothing-to-sign.tsx";
import { SignedStep } from "../parts/signed-step.tsx";
import { SignStep } from "../parts/sign-step.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.signTitle, back: "/webview/home", attach: ["userStatus"] };

const codeStep = "/webview/agreement?step=code";

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const loan = query.get("loan");
  const agreement = await call(getAgreement, loan ? { loanId: loan } : {}, { context });
  // A restructuring pays nothing out: its document has its own page.
  if (agreement.restructured && agreement.signed) throw redirect("/webview/loanrestruture/contract");
  // The boxes belong to exactly this document: once it changes they are to be ticked again.
  const wantsCode = query.get("step") === "code" && agreement.toSign?.acceptedAt != null;
  return { agreement, wantsCode, pending: wantsCode ? await pendingCode("STEP_UP_SIGN", context) : null };
}

/** Tick → code → signature: each post leads to its own page, so every step survives a reload and works without script. */
const forms = defineForms(
  {
    accept: {
      call: acceptAgreement,
      // The code goes out with the ticks.
      done: async (_reply, { form, context }) => {
        form.set("intent", "code");
        const sent = await sendCodeIfRequested(form, "STEP_UP_SIGN", context);
        return sent === null || sent === "SENT" ? codeStep : sent;
      },
    },
    sign: { call: signAgreement, done: ({ loanId }) => `/webview/agreement?loan=${loanId}` },
  },
  { others: codeForms("STEP_UP_SIGN", codeStep) },
);
export const action = forms.action;

export default function Agreement({ loaderData: { agreement, wantsCode, pending }, actionData }: Route.ComponentProps) {
  const answer = actionData?.answer;
  const { state, loanId, toSign, signed } = agreement;
  if (loanId && toSign) {
    // The boxes were ticked, but the code must wait because of the login's code: shows the next step, not the boxes again.
    const waits = toSign.acceptedAt !== null && answer !== undefined && mustWaitForCode(answer.failure.status.code);
    return wantsCode || waits ? (
      <SignStep loanId={loanId} toSign={toSign} pending={pending} answer={answer} of={forms.form("sign", actionData)} />
    ) : (
      <AcceptStep loanId={loanId} toSign={toSign} of={forms.form("accept", actionData)} />
    );
  }
  if (loanId && signed && state === "SIGNED") return <SignedStep loanId={loanId} signed={signed} />;
  return <NothingToSign state={state} />;
}
