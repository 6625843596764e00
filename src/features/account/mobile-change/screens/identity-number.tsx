import type { Route } from "./+types/identity-number";
import { Taken } from "#features/account/change-request/parts/proof.tsx";
import { FaceStep } from "#features/account/identity/parts/face-step.tsx";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { toStepInOrder } from "#web/steps.ts";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { pages, proveIdentity } from "../contract.ts";
import { loadStep, requestInput, StepBar, toNext } from "../parts/steps.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.identityTitle, back: pages.entry, uploads: [proveIdentity] };

export async function loader({ context }: Route.LoaderArgs) {
  const { request, step, isTaken } = await loadStep(pages.identity, context);
  return { step, next: isTaken ? request.path : null };
}

const forms = defineForms({
  prove: { call: proveIdentity, input: requestInput, done: toNext, refused: toStepInOrder },
});
export const action = forms.action;

export default function IdentityNumber({ loaderData: { step, next }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  if (next) return <Taken next={next} />;
  return (
    <>
      <StepBar of={pages.identity} step={step} />
      <FaceStep
        of={forms.form("prove", actionData)}
        action={pages.identity}
        title={<Title lead={t("identityLead")}>{t("identityTitle")}</Title>}
      >
        <TextField name="nik" label={t("nik")} hint={t("nikHint")} inputMode="numeric" autoComplete="off" />
      </FaceStep>
    </>
  );
}
