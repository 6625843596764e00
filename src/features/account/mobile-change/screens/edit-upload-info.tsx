import { redirect } from "react-router";
import type { Route } from "./+types/edit-upload-info";
import { MoreNeeded, ProofForms, ProofSaved } from "#features/account/change-request/parts/proof.tsx";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { toStepInOrder } from "#web/steps.ts";
import { UnlessChosen } from "#web/ui/file-field/unless-chosen.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { ActionForm, FormRefusal } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import {
  addProof,
  answerAskedProof,
  getMobileChange,
  mobileChangePages,
  removeProof,
  submitMobileChange,
} from "../contract.ts";
import { loadStep, mobileChangeInput, MobileChangeSteps } from "../parts/steps.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.proofTitle, back: mobileChangePages.entry, uploads: [addProof] };

export async function loader({ context }: Route.LoaderArgs) {
  const change = await call(getMobileChange, {}, { context });
  // When staff ask for more, the page is shown again for further proof.
  if (change.request?.asked) return { request: change.request, step: null };
  const { request, step } = await loadStep(mobileChangePages.proof, context);
  if (request.path !== mobileChangePages.proof) throw redirect(request.path, 303);
  return { request, step };
}

const saved = `${mobileChangePages.proof}?saved=1#proof`;
const forms = defineForms({
  photo: { call: addProof, input: mobileChangeInput, done: saved },
  video: { call: addProof, input: mobileChangeInput, done: saved },
  remove: {
    call: removeProof,
    input: mobileChangeInput,
    done: `${mobileChangePages.proof}#proof`,
    gone: `${mobileChangePages.proof}#proof`,
  },
  submit: {
    call: submitMobileChange,
    input: mobileChangeInput,
    done: `${mobileChangePages.result}?sent=1`,
    refused: toStepInOrder,
  },
  done: {
    call: answerAskedProof,
    input: mobileChangeInput,
    done: `${mobileChangePages.result}?shown=1`,
    refused: toStepInOrder,
  },
});
export const action = forms.action;

export default function EditUploadInfo({ loaderData: { request, step }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { asked, proof } = request;
  const isEmpty = proof.photos.length === 0;
  const isMissing = proof.isNeeded && isEmpty;
  return (
    <Stack gap="loose">
      {step !== null && <MobileChangeSteps of={mobileChangePages.proof} step={step} />}
      {asked ? (
        <MoreNeeded asked={asked} />
      ) : (
        <Title lead={t(proof.isNeeded ? "proofNeededLead" : "proofLead")}>{t("proofTitle")}</Title>
      )}
      <ProofSaved />
      <FormRefusal of={forms.form("remove", actionData)} />
      <ProofForms
        proof={proof}
        action={mobileChangePages.proof}
        form={(name) => forms.form(name, actionData)}
        track="mobile_change"
        pictureOf={(evidenceId) => `/api/mobile-change/${request.requestId}/proof/${evidenceId}`}
      />
      <UnlessChosen>
        <ActionForm of={forms.form(asked ? "done" : "submit", actionData)} id="send" action={mobileChangePages.proof}>
          {isMissing ? <Small>{t("proofMissing")}</Small> : <Small>{t(asked ? "doneNote" : "submitNote")}</Small>}
          <ActionBar>
            <Button track={asked ? "mobile_change_shown" : "mobile_change_submit"}>
              {t(asked ? "done" : isEmpty && !isMissing ? "submitWithout" : "submit")}
            </Button>
          </ActionBar>
        </ActionForm>
      </UnlessChosen>
    </Stack>
  );
}
