import { formatInstant } from "#shared/dates.ts";
import type { BoundForm } from "#web/form-actions.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { FileField } from "#web/ui/file-field/file-field.tsx";
import { ActionForm, Refused, Saved } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import { page, type CorrectionView } from "../contract.ts";
import { texts } from "../texts.ts";
import { Changes } from "./changes.tsx";

export interface ProofForms {
  photo: BoundForm;
  remove: BoundForm;
  send: BoundForm;
}

/** What would change, the photos that prove it, and the sending; once more where people asked for more. */
export function ProofStep({ request, forms }: { request: CorrectionView; forms: ProofForms }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { asked, changes, expiresAt } = request;
  return (
    <Stack gap="loose">
      {asked ? (
        <>
          <Title lead={t("askedLead", { until: formatInstant(new Date(asked.until), language) })}>
            {t("askedTitle")}
          </Title>
          <Notice kind="attention">
            <ul>
              {asked.for.map(({ code, text }) => (
                <li key={code}>{text}</li>
              ))}
            </ul>
          </Notice>
        </>
      ) : (
        <Title lead={t("proofLead")}>{t("proofTitle")}</Title>
      )}
      <Saved>{t("saved")}</Saved>
      <Changes changes={changes} {...(asked ? {} : { edit: `${page}?edit=1` })} />
      <Photos request={request} forms={forms} />
      <ActionForm of={forms.send} id="send" action={page}>
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
    </Stack>
  );
}

function Photos({ request: { requestId, proof }, forms }: { request: CorrectionView; forms: ProofForms }) {
  const t = useTexts(texts);
  const { photos, maxPhotos } = proof;
  return (
    <div id="proof">
      <Refused of={forms.remove} />
      <Section heading={t("photos", { count: photos.length, max: maxPhotos })}>
        {photos.length > 0 && (
          <ul className="photos">
            {photos.map(({ evidenceId }, index) => (
              <li className="photos-one" key={evidenceId}>
                <img
                  className="photos-picture"
                  src={`/api/identity-correction/${requestId}/proof/${evidenceId}`}
                  alt={t("photoNumber", { number: index + 1 })}
                  width={144}
                  height={144}
                  loading="lazy"
                />
                <ActionForm of={forms.remove} id={`d-${evidenceId}`} action={page} hidden={{ evidenceId }}>
                  <Button kind="quiet" compact track="identity_correction_proof_delete">
                    {t("delete")} <span className="visually-hidden">{t("photoNumber", { number: index + 1 })}</span>
                  </Button>
                </ActionForm>
              </li>
            ))}
          </ul>
        )}
        {photos.length < maxPhotos && (
          <ActionForm of={forms.photo} id="photo-form" action={page} upload single>
            <FileField name="photo" label={t("addPhoto")} hint={t("addPhotoHint")} required />
            <Button kind="secondary" track="identity_correction_photo">
              {t("uploadPhoto")}
            </Button>
          </ActionForm>
        )}
      </Section>
    </div>
  );
}
