import type { Route } from "./+types/new-mobile";
import { StepDone } from "#features/account/change-request/parts/proof.tsx";
import { ChannelField } from "#features/account/verification/parts/otp-step.tsx";
import { mustWaitForCode, isCodeUnderWay, pendingCodeTo } from "#features/account/verification/parts/step-up.ts";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { toStepInOrder } from "#web/steps.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { PhoneField } from "#web/ui/text-field/text-field.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { nameNewNumber, mobileChangePages } from "../contract.ts";
import { loadStep, mobileChangeInput, MobileChangeSteps } from "../parts/steps.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.numberTitle, back: mobileChangePages.entry };

export async function loader({ context }: Route.LoaderArgs) {
  const { request, step, isTaken } = await loadStep(mobileChangePages.number, context);
  const waits = (await pendingCodeTo(request.maskedNewNumber, "NEW_NUMBER", context)) !== null;
  return { step, next: isTaken ? request.path : null, waiting: waits ? request.maskedNewNumber : null };
}

const forms = defineForms({
  name: {
    call: nameNewNumber,
    input: mobileChangeInput,
    done: mobileChangePages.code,
    // Sent twice: the page that waits for that very code is the answer.
    refused: async (answer, { form, context }) =>
      mustWaitForCode(answer.failure.status.code) &&
      (await isCodeUnderWay("NEW_NUMBER", form.get("mobileNumber"), context))
        ? mobileChangePages.code
        : toStepInOrder(answer),
  },
});
export const action = forms.action;

export default function NewMobile({ loaderData: { step, next, waiting }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  if (next) return <StepDone next={next} />;
  return (
    <Stack gap="loose">
      <MobileChangeSteps of={mobileChangePages.number} step={step} />
      <Title lead={t("numberLead")}>{t("numberTitle")}</Title>
      {waiting && !actionData && (
        <Notice>
          {t("codeWaits", { number: waiting })} <a href={mobileChangePages.code}>{t("toCode")}</a>
        </Notice>
      )}
      <ActionForm of={forms.form("name", actionData)} action={mobileChangePages.number}>
        <PhoneField name="mobileNumber" label={t("newNumber")} />
        <ChannelField />
        <ActionBar>
          <Button track="mobile_change_number">{t("sendCode")}</Button>
        </ActionBar>
      </ActionForm>
    </Stack>
  );
}
