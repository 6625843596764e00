import type { Route } from "./+types/identity-number";
import { StepDone } from "#features/account/change-request/parts/proof.tsx";
import { getIdentity } from "#features/account/identity/contract.ts";
import { askStaff } from "#features/account/identity/parts/ask-staff.ts";
import { FaceStep } from "#features/account/identity/parts/face-step.tsx";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { toStepInOrder } from "#web/steps.ts";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { mobileChangePages, proveIdentity } from "../contract.ts";
import { loadStep, mobileChangeInput, MobileChangeSteps, nextMobileChangePath } from "../parts/steps.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = {
  title: texts.identityTitle,
  back: mobileChangePages.entry,
  uploads: [proveIdentity],
};

export async function loader({ context }: Route.LoaderArgs) {
  const { request, step, isTaken } = await loadStep(mobileChangePages.identity, context);
  const { faceReview, attemptsLeft } = await call(getIdentity, {}, { context });
  return { step, next: isTaken ? request.path : null, faceReview, attemptsLeft };
}

const forms = defineForms({
  prove: { call: proveIdentity, input: mobileChangeInput, done: nextMobileChangePath, refused: toStepInOrder },
  staff: {
    call: proveIdentity,
    first: askStaff("MOBILE_CHANGE"),
    input: mobileChangeInput,
    done: nextMobileChangePath,
    refused: toStepInOrder,
  },
});
export const action = forms.action;

export default function IdentityNumber({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { step, next, faceReview, attemptsLeft } = loaderData;
  if (next) return <StepDone next={next} />;
  return (
    <>
      <MobileChangeSteps of={mobileChangePages.identity} step={step} />
      <FaceStep
        of={forms.form("prove", actionData)}
        action={mobileChangePages.identity}
        title={<Title lead={t("identityLead")}>{t("identityTitle")}</Title>}
        staff={{ flow: "MOBILE_CHANGE", form: forms.form("staff", actionData), faceReview, attemptsLeft }}
      >
        <TextField name="nik" label={t("nik")} hint={t("nikHint")} inputMode="numeric" autoComplete="off" required />
      </FaceStep>
    </>
  );
}
