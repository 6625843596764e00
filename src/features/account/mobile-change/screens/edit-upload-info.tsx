import { redirect } from "react-router";
import type { Route } from "./+types/edit-upload-info";
import { formatInstant } from "#shared/dates.ts";
import { maxVideoMegabytes, maxVideoSeconds } from "#shared/fields/video.ts";
import { call } from "#web/api.ts";
import { defineForms } from "#web/form-actions.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { toStepInOrder } from "#web/steps.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { FileField } from "#web/ui/file-field/file-field.tsx";
import { ActionForm, Refused, Saved } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Row, Stack } from "#web/ui/stack/stack.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import {
  addProof,
  answerAskedProof,
  getMobileChange,
  pages,
  removeProof,
  submitMobileChange,
  type MobileChangeView,
} from "../contract.ts";
import { loadStep, requestInput, StepBar } from "../parts/steps.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.proofTitle, back: pages.entry, uploads: [addProof] };

export async function loader({ context }: Route.LoaderArgs) {
  const change = await call(getMobileChange, {}, { context });
  // Asked for more, the page stands once more for what was sent.
  if (change.request?.asked) return { request: change.request, step: null };
  const { request, step } = await loadStep(pages.proof, context);
  if (request.path !== pages.proof) throw redirect(request.path, 303);
  return { request, step };
}

const saved = `${pages.proof}?saved=1#proof`;
const forms = defineForms({
  photo: { call: addProof, input: requestInput, done: saved },
  video: { call: addProof, input: requestInput, done: saved },
  remove: { call: removeProof, input: requestInput, done: `${pages.proof}#proof`, gone: `${pages.proof}#proof` },
  submit: { call: submitMobileChange, input: requestInput, done: `${pages.result}?sent=1`, refused: toStepInOrder },
  done: { call: answerAskedProof, input: requestInput, done: `${pages.result}?shown=1`, refused: toStepInOrder },
});
export const action = forms.action;

export default function EditUploadInfo({ loaderData: { request, step }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { asked, proof } = request;
  const isEmpty = proof.photos.length === 0;
  return (
    <Stack gap="loose">
      {step !== null && <StepBar of={pages.proof} step={step} />}
      {asked ? (
        <MoreNeeded asked={asked} />
      ) : (
        <Title lead={t(proof.isNeeded ? "proofNeededLead" : "proofLead")}>{t("proofTitle")}</Title>
      )}
      <Saved>{t("proofSaved")}</Saved>
      <Refused of={forms.form("remove", actionData)} />
      <Shown request={request} outcome={actionData} />
      <ActionForm of={forms.form(asked ? "done" : "submit", actionData)} id="send" action={pages.proof}>
        {proof.isNeeded && isEmpty ? (
          <Small>{t("proofMissing")}</Small>
        ) : (
          <Small>{t(asked ? "doneNote" : "submitNote")}</Small>
        )}
        <ActionBar>
          <Button track={asked ? "mobile_change_shown" : "mobile_change_submit"}>
            {t(asked ? "done" : isEmpty ? "submitWithout" : "submit")}
          </Button>
        </ActionBar>
      </ActionForm>
    </Stack>
  );
}

function MoreNeeded({ asked }: { asked: NonNullable<MobileChangeView["asked"]> }) {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <>
      <Title lead={t("askedLead", { until: formatInstant(new Date(asked.until), language) })}>{t("askedTitle")}</Title>
      <Notice kind="attention">
        <ul>
          {asked.for.map(({ code, text }) => (
            <li key={code}>{text}</li>
          ))}
        </ul>
      </Notice>
    </>
  );
}

function Shown({ request, outcome }: { request: MobileChangeView; outcome: object | undefined }) {
  const t = useTexts(texts);
  const { photos, videoId, maxPhotos } = request.proof;
  const remove = (evidenceId: string, name: string) => (
    <ActionForm of={forms.form("remove", outcome)} id={`d-${evidenceId}`} action={pages.proof} hidden={{ evidenceId }}>
      <Button kind="quiet" compact track="mobile_change_proof_delete">
        {t("delete")} <span className="visually-hidden">{name}</span>
      </Button>
    </ActionForm>
  );
  return (
    <div id="proof">
      <Stack gap="loose">
        <Section heading={t("photos", { count: photos.length, max: maxPhotos })}>
          {photos.length > 0 && (
            <ul className="photos">
              {photos.map(({ evidenceId }, index) => (
                <li className="photos-one" key={evidenceId}>
                  <img
                    className="photos-picture"
                    src={`/api/mobile-change/${request.requestId}/proof/${evidenceId}`}
                    alt={t("photoNumber", { number: index + 1 })}
                    width={144}
                    height={144}
                    loading="lazy"
                  />
                  {remove(evidenceId, t("photoNumber", { number: index + 1 }))}
                </li>
              ))}
            </ul>
          )}
          {photos.length < maxPhotos && (
            <ActionForm of={forms.form("photo", outcome)} id="photo-form" action={pages.proof} upload single>
              <FileField name="photo" label={t("addPhoto")} hint={t("addPhotoHint")} required />
              <Button kind="secondary" track="mobile_change_photo">
                {t("uploadPhoto")}
              </Button>
            </ActionForm>
          )}
        </Section>
        <Section heading={t("video")}>
          {videoId ? (
            <Card>
              <Row spread>
                <span>{t("videoThere")}</span>
                {remove(videoId, t("video"))}
              </Row>
            </Card>
          ) : (
            <ActionForm of={forms.form("video", outcome)} id="video-form" action={pages.proof} upload single>
              <FileField
                name="video"
                label={t("addVideo")}
                hint={t("addVideoHint", { megabytes: maxVideoMegabytes, seconds: maxVideoSeconds })}
                accept="video/mp4,video/webm"
                required
              />
              <Button kind="secondary" track="mobile_change_video">
                {t("uploadVideo")}
              </Button>
            </ActionForm>
          )}
        </Section>
      </Stack>
    </div>
  );
}
