import type { Route } from "./+types/edit-mobile";
import { StepDone } from "#features/account/change-request/parts/proof.tsx";
import { AskCode, OtpStep, ResendForm } from "#features/account/verification/parts/otp-step.tsx";
import { codeForms, pendingCode } from "#features/account/verification/parts/step-up.ts";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { toStepInOrder } from "#web/steps.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { mobileChangePages, proveOldNumber } from "../contract.ts";
import { loadStep, mobileChangeInput, MobileChangeSteps, nextMobileChangePath } from "../parts/steps.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.oldTitle, back: mobileChangePages.entry };

export async function loader({ context }: Route.LoaderArgs) {
  const { change, request, step, isTaken } = await loadStep(mobileChangePages.old, context);
  return {
    masked: change.maskedMobileNumber,
    step,
    next: isTaken ? request.path : null,
    isAgain: request.state !== "STARTED",
    pending: await pendingCode("OLD_NUMBER", context),
  };
}

const forms = defineForms(
  { prove: { call: proveOldNumber, input: mobileChangeInput, done: nextMobileChangePath, refused: toStepInOrder } },
  { others: codeForms("OLD_NUMBER", mobileChangePages.old) },
);
export const action = forms.action;

export default function EditMobile({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { masked, step, next, isAgain, pending } = loaderData;
  if (next) return <StepDone next={next} />;
  return (
    <Stack gap="loose">
      <MobileChangeSteps of={mobileChangePages.old} step={step} />
      <Title lead={t(isAgain ? "oldAgainLead" : "oldLead", { number: masked })}>{t("oldTitle")}</Title>
      {pending ? (
        <>
          <ActionForm of={forms.form("prove", actionData)} single={!pending.proven}>
            <OtpStep pending={pending} />
            <ActionBar>
              <Button track="mobile_change_old">{t("goOn")}</Button>
            </ActionBar>
          </ActionForm>
          <ResendForm />
        </>
      ) : (
        <AskCode answer={actionData?.answer} />
      )}
      <Small centred>
        <a href="/webview/lost-number">{t("noSim")}</a>
      </Small>
    </Stack>
  );
}
