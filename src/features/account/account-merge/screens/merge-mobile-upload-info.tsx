import { redirect } from "react-router";
import type { Route } from "./+types/merge-mobile-upload-info";
import { MoreNeeded, ProofForms, ProofSaved } from "#features/account/change-request/parts/proof.tsx";
import { getIdentity } from "#features/account/identity/contract.ts";
import { askStaff } from "#features/account/identity/parts/ask-staff.ts";
import { FaceStep } from "#features/account/identity/parts/face-step.tsx";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { toStepInOrder } from "#web/steps.ts";
import { UnlessChosen } from "#web/ui/file-field/unless-chosen.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { ActionForm, FormRefusal } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { TextField } from "#web/ui/text-field/text-field.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { getAccountMerge, mergePages, proveMergeFace } from "../contract.ts";
import { addMergeProof, answerMergeProof, removeMergeProof } from "../proof-contract.ts";
import { readOpenMerge, mergeInput, MergeSteps, nextMergePath } from "../parts/steps.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = {
  title: texts.proofTitle,
  back: mergePages.entry,
  uploads: [addMergeProof, proveMergeFace],
};

export async function loader({ context }: Route.LoaderArgs) {
  const { request: newest } = await call(getAccountMerge, {}, { context });
  // When staff ask for more, the page is shown again for further proof.
  if (newest?.asked) return { request: newest, face: null };
  const { request } = await readOpenMerge(context);
  if (request.path !== mergePages.proof) throw redirect(request.path, 303);
  if (request.state !== "OTHER_PROVEN") return { request, face: null };
  const { faceReview, attemptsLeft } = await call(getIdentity, {}, { context });
  return { request, face: { faceReview, attemptsLeft } };
}

const saved = `${mergePages.proof}?saved=1#proof`;
const forms = defineForms({
  face: { call: proveMergeFace, input: mergeInput, done: nextMergePath, refused: toStepInOrder },
  staff: {
    call: proveMergeFace,
    first: askStaff("MERGE"),
    input: mergeInput,
    done: nextMergePath,
    refused: toStepInOrder,
  },
  photo: { call: addMergeProof, input: mergeInput, done: saved },
  video: { call: addMergeProof, input: mergeInput, done: saved },
  remove: {
    call: removeMergeProof,
    input: mergeInput,
    done: `${mergePages.proof}#proof`,
    gone: `${mergePages.proof}#proof`,
  },
  done: { call: answerMergeProof, input: mergeInput, done: `${mergePages.result}?shown=1`, refused: toStepInOrder },
});
export const action = forms.action;

export default function MergeMobileUploadInfo({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { request, face } = loaderData;
  if (face)
    return (
      <>
        <MergeSteps step={2} />
        <FaceStep
          of={forms.form("face", actionData)}
          action={mergePages.proof}
          title={<Title lead={t("faceLead")}>{t("faceTitle")}</Title>}
          staff={{ flow: "MERGE", form: forms.form("staff", actionData), ...face }}
        >
          <TextField name="nik" label={t("nik")} hint={t("nikHint")} inputMode="numeric" autoComplete="off" required />
        </FaceStep>
      </>
    );
  const { asked, proof, requestId } = request;
  return (
    <Stack gap="loose">
      {asked ? (
        <MoreNeeded asked={asked} />
      ) : (
        <>
          <MergeSteps step={3} />
          <Title lead={t("proofLead")}>{t("proofTitle")}</Title>
        </>
      )}
      <ProofSaved />
      <FormRefusal of={forms.form("remove", actionData)} />
      <ProofForms
        proof={proof}
        action={mergePages.proof}
        form={(name) => forms.form(name, actionData)}
        track="account_merge"
        pictureOf={(evidenceId) => `/api/account-merge/${requestId}/proof/${evidenceId}`}
      />
      <UnlessChosen>
        {asked ? (
          <ActionForm of={forms.form("done", actionData)} id="send" action={mergePages.proof}>
            <Small>{t("doneNote")}</Small>
            <ActionBar>
              <Button track="account_merge_shown">{t("done")}</Button>
            </ActionBar>
          </ActionForm>
        ) : (
          <ActionBar>
            <ButtonLink to={mergePages.preview}>{t("toPreview")}</ButtonLink>
          </ActionBar>
        )}
      </UnlessChosen>
    </Stack>
  );
}
