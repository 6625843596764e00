import { data, redirect } from "react-router";
import type { Route } from "./+types/merge-mobile-otp";
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
import { mergePages, proveOtherNumber, startAccountMerge } from "../contract.ts";
import { readOpenMerge, mergeInput, MergeSteps, nextMergePath } from "../parts/steps.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.codeTitle, back: mergePages.entry };

export async function loader({ context }: Route.LoaderArgs) {
  const { request } = await readOpenMerge(context);
  if (request.state !== "STARTED") throw redirect(request.path, 303);
  const pending = await pendingCodeTo(request.maskedOtherNumber, "MERGE", context);
  if (!pending || request.maskedOtherNumber === null) throw redirect(mergePages.entry, 303);
  return { pending };
}

/** Sends the code once more to the number that waits for it. */
async function resend({ form, context }: Posted) {
  const pending = await pendingCode("MERGE", context);
  if (!pending) return redirect(mergePages.entry, 303);
  const { mobileNumber: otherMobileNumber } = pending;
  try {
    await call(startAccountMerge, { otherMobileNumber, channel: channelOf(form) }, { context });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const answer = formAnswer(error, form);
    return data({ form: "prove" as const, values: answer.values, answer }, { status: answer.status });
  }
  return redirect(mergePages.code, 303);
}

const forms = defineForms(
  { prove: { call: proveOtherNumber, input: mergeInput, done: nextMergePath, refused: toStepInOrder } },
  { others: { resend } },
);
export const action = forms.action;

export default function MergeMobileOtp({ loaderData: { pending }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <MergeSteps step={1} />
      <Title lead={t("codeLead", { number: pending.mobileNumber })}>{t("codeTitle")}</Title>
      <ActionForm of={forms.form("prove", actionData)} action={mergePages.code} single={!pending.proven}>
        <OtpStep pending={pending} isTyped />
        <ActionBar>
          <Button track="account_merge_code">{t("goOn")}</Button>
        </ActionBar>
      </ActionForm>
      <ResendForm action={mergePages.code} />
      <Small centred>
        <a href={mergePages.entry}>{t("otherOne")}</a>
      </Small>
    </Stack>
  );
}
