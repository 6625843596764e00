import { data, redirect } from "react-router";
import type { Route } from "./+types/new-mobile-otp";
import { OtpStep, ResendForm } from "#features/account/verification/parts/otp-step.tsx";
import { channelOf, pendingCode, pendingCodeTo } from "#features/account/verification/parts/step-up.ts";
import { call, formAnswer, Problem } from "#web/api.ts";
import { defineForms, type Posted } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { toStepInOrder } from "#web/steps.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { nameNewNumber, mobileChangePages, proveNewNumber } from "../contract.ts";
import { loadStep, mobileChangeInput, MobileChangeSteps, nextMobileChangePath } from "../parts/steps.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.codeTitle, back: mobileChangePages.number };

export async function loader({ context }: Route.LoaderArgs) {
  const { request, step, isTaken } = await loadStep(mobileChangePages.number, context);
  if (isTaken) throw redirect(request.path, 303);
  const pending = await pendingCodeTo(request.maskedNewNumber, "NEW_NUMBER", context);
  if (!pending || request.maskedNewNumber === null) throw redirect(mobileChangePages.number, 303);
  return { step, pending };
}

/** Sends the code once more to the number that waits for it. */
async function resend({ form, context }: Posted) {
  const pending = await pendingCode("NEW_NUMBER", context);
  if (!pending) return redirect(mobileChangePages.number, 303);
  const { mobileNumber } = pending;
  try {
    const { requestId } = await mobileChangeInput({ context });
    await call(nameNewNumber, { requestId, mobileNumber, channel: channelOf(form) }, { context });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const answer = formAnswer(error, form);
    return data({ form: "prove" as const, values: answer.values, answer }, { status: answer.status });
  }
  return redirect(mobileChangePages.code, 303);
}

const forms = defineForms(
  { prove: { call: proveNewNumber, input: mobileChangeInput, done: nextMobileChangePath, refused: toStepInOrder } },
  { others: { resend } },
);
export const action = forms.action;

export default function NewMobileOtp({ loaderData: { step, pending }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <MobileChangeSteps of={mobileChangePages.number} step={step} />
      <Title lead={t("codeLead", { number: pending.mobileNumber })}>{t("codeTitle")}</Title>
      <ActionForm of={forms.form("prove", actionData)} action={mobileChangePages.code} single={!pending.proven}>
        <OtpStep pending={pending} isTyped />
        <ActionBar>
          <Button track="mobile_change_code">{t("goOn")}</Button>
        </ActionBar>
      </ActionForm>
      <ResendForm action={mobileChangePages.code} />
      <Small centred>
        <a href={mobileChangePages.number}>{t("otherNumber")}</a>
      </Small>
    </Stack>
  );
}
