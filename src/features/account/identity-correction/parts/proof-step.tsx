import { MoreNeeded, ProofForms, ProofSaved } from "#features/account/change-request/parts/proof.tsx";
import { formatInstant } from "#shared/dates.ts";
import type { BoundForm } from "#web/form-actions.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { UnlessChosen } from "#web/ui/file-field/unless-chosen.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { ActionForm, FormRefusal } from "#web/ui/form/action-form.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { correctionPage, type CorrectionView } from "../contract.ts";
import { texts } from "../texts.ts";
import { Changes } from "./changes.tsx";

interface ProofStepForms {
  photo: BoundForm;
  remove: BoundForm;
  send: BoundForm;
}

/** The requested changes, the photos as proof, and the button to send; also for further proof. */
export function CorrectionProofStep({ request, forms }: { request: CorrectionView; forms: ProofStepForms }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { requestId, asked, changes, expiresAt, proof } = request;
  return (
    <Stack gap="loose">
      {asked ? <MoreNeeded asked={asked} /> : <Title lead={t("proofLead")}>{t("proofTitle")}</Title>}
      <ProofSaved />
      <Changes changes={changes} {...(asked ? {} : { edit: `${correctionPage}?edit=1` })} />
      <FormRefusal of={forms.remove} />
      <ProofForms
        proof={proof}
        action={correctionPage}
        form={(name) => (name === "remove" ? forms.remove : forms.photo)}
        track="identity_correction"
        pictureOf={(evidenceId) => `/api/identity-correction/${requestId}/proof/${evidenceId}`}
        takesVideo={false}
      />
      <UnlessChosen>
        <ActionForm of={forms.send} id="send" action={correctionPage}>
          <Small>
            {t(asked ? "doneNote" : "submitNote")}{" "}
            {expiresAt && t("unfinishedUntil", { until: formatInstant(new Date(expiresAt), language) })}
          </Small>
          <ActionBar>
            <Button track={asked ? "identity_correction_shown" : "identity_correction_submit"}>
              {t(asked ? "done" : "submit")}
            </Button>
          </ActionBar>
        </ActionForm>
      </UnlessChosen>
    </Stack>
  );
}
