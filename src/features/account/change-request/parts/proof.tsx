/** Shared by the pages of requests: photos and a video as proof, further proof requested by staff, and completed steps. */
import { formatInstant } from "#shared/dates.ts";
import { maxVideoMegabytes, maxVideoSeconds } from "#shared/fields/video.ts";
import type { BoundForm } from "#web/form-actions.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { FileField } from "#web/ui/file-field/file-field.tsx";
import { ActionForm, Saved } from "#web/ui/form/action-form.tsx";
import { Icon } from "#web/ui/icon/icon.tsx";
import { Illustration } from "#web/ui/illustration/illustration.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { InlineRow, Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import type { AskedProof, ProofView } from "../contract.ts";
import { requestProofTexts } from "../texts.ts";

interface ProofFormsProps {
  proof: Pick<ProofView, "photos" | "videoId" | "maxPhotos">;
  /** The page itself. */
  action: string;
  form(name: "photo" | "video" | "remove"): BoundForm;
  /** Prefix of its buttons' names: `mobile_change`. */
  track: string;
  /** URL of a photo's thumbnail; without it photos are only counted and cannot be removed. */
  pictureOf?(evidenceId: string): string;
  /** Unless the kind of request only takes photos. */
  takesVideo?: boolean;
}

/** Photos and a video in one row, with a drawing of how they are taken; each is sent when it is chosen. */
export function ProofForms({ proof, action, form, track, pictureOf, takesVideo = true }: ProofFormsProps) {
  const t = useTexts(requestProofTexts);
  const { photos, videoId, maxPhotos } = proof;
  const remove = (evidenceId: string, name: string) => (
    <ActionForm of={form("remove")} id={`d-${evidenceId}`} action={action} which={{ evidenceId }}>
      <Button kind="quiet" compact track={`${track}_proof_delete`}>
        {t("delete")} <span className="visually-hidden">{name}</span>
      </Button>
    </ActionForm>
  );
  return (
    <div id="proof">
      <Stack>
        <div className="proof-guide">
          <Illustration name={takesVideo ? "holding-card" : "id-card"} />
          <ul>
            <li>{t("photoGuide")}</li>
            {takesVideo && <li>{t("videoGuide", { megabytes: maxVideoMegabytes, seconds: maxVideoSeconds })}</li>}
          </ul>
        </div>
        {pictureOf && photos.length > 0 && (
          <ul className="photos">
            {photos.map(({ evidenceId }, index) => (
              <li className="photos-one" key={evidenceId}>
                <img
                  className="photos-picture"
                  src={pictureOf(evidenceId)}
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
        {videoId && (
          <Card>
            <InlineRow spread>
              <InlineRow>
                <Icon name="video" /> <span>{t("videoThere")}</span>
              </InlineRow>
              {pictureOf && remove(videoId, t("video"))}
            </InlineRow>
          </Card>
        )}
        <div className="proof-row">
          {photos.length < maxPhotos ? (
            <ActionForm of={form("photo")} id="photo-form" action={action} upload single atOnce>
              <FileField name="photo" label={t("photos", { count: photos.length, max: maxPhotos })} tile required />
              <Button kind="secondary" track={`${track}_photo`}>
                {t("uploadPhoto")}
              </Button>
            </ActionForm>
          ) : (
            <p>{t("photos", { count: photos.length, max: maxPhotos })}</p>
          )}
          {takesVideo && !videoId && (
            <ActionForm of={form("video")} id="video-form" action={action} upload single atOnce>
              <FileField name="video" label={t("video")} accept="video/mp4,video/webm" tile required />
              <Button kind="secondary" track={`${track}_video`}>
                {t("uploadVideo")}
              </Button>
            </ActionForm>
          )}
        </div>
        <Small>{t("proofKept")}</Small>
      </Stack>
    </div>
  );
}

/** Confirms that a photo or the video was added. */
export function ProofSaved() {
  const t = useTexts(requestProofTexts);
  return <Saved>{t("proofSaved")}</Saved>;
}

/** The page for further proof, shown while the deciders ask for it. */
export function MoreNeeded({ asked }: { asked: NonNullable<AskedProof> }) {
  const t = useTexts(requestProofTexts);
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

/** On the page with a request's state: further proof is requested, or the promised deadline was missed. */
export function CaseNotices({ asked, isLate, proofPage }: { asked: AskedProof; isLate: boolean; proofPage: string }) {
  const t = useTexts(requestProofTexts);
  const language = useLanguage();
  return (
    <>
      {asked && (
        <Notice kind="attention" title={t("askedTitle")}>
          {t("askedLead", { until: formatInstant(new Date(asked.until), language) })}{" "}
          <a href={proofPage}>{t("toProof")}</a>
        </Notice>
      )}
      {isLate && (
        <Notice kind="attention" title={t("lateTitle")}>
          {t("lateBody")}
        </Notice>
      )}
    </>
  );
}

/** The page of a step that was taken before. */
export function StepDone({ next }: { next: string }) {
  const t = useTexts(requestProofTexts);
  return (
    <EmptyState level={1} art="check" title={t("takenTitle")} action={<ButtonLink to={next}>{t("goOn")}</ButtonLink>}>
      {t("takenBody")}
    </EmptyState>
  );
}
