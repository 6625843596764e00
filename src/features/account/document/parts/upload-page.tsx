import type { ReactNode } from "react";
import { useTexts } from "#web/language.tsx";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { FileField } from "#web/ui/file-field/file-field.tsx";
import { UnlessChosen } from "#web/ui/file-field/unless-chosen.tsx";
import { ActionForm, Saved } from "#web/ui/form/action-form.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { TextArea } from "#web/ui/text-field/text-field.tsx";
import { type DocumentKind, type DocumentsOfOneKind, documentKindTexts, uploadDocument } from "../contract.ts";
import { texts } from "../texts.ts";
import { PhotoGrid } from "./photo-grid.tsx";
import type { UploadForms, UploadOutcome } from "./uploading.ts";

/** The photos of one kind, a way to add more, and the words of OTHER_TEXT. */
export function UploadPage({
  documents,
  forms,
  outcome,
  action,
  done,
  above,
  below,
}: {
  documents: DocumentsOfOneKind;
  forms: UploadForms;
  outcome: object | undefined;
  /** The screen's own path. */
  action: string;
  /** Path that the button at the end leads to. */
  done: string;
  /** Shown below the title. */
  above?: ReactNode;
  below?: ReactNode;
}) {
  const t = useTexts(texts);
  const name = useTexts(documentKindTexts);
  const { kind, photos, max, note } = documents;
  const remaining = max - photos.length;
  const sent = outcome as UploadOutcome;
  const failed = sent?.form === "photos" ? sent.upload : undefined;
  return (
    <Stack gap="loose">
      <Title lead={t(hintOf(kind))}>{name(kind)}</Title>
      {above}
      <Saved>{t("saved")}</Saved>
      {failed && !failed.isOne && <SomeRefused kept={failed.kept} refused={failed.refused} />}
      {photos.length > 0 && (
        <PhotoGrid kind={kind} photos={photos} max={max} action={action} remove={forms.form("remove", outcome)} />
      )}
      {kind === "OTHER_TEXT" && (
        <ActionForm of={forms.form("note", outcome)} id="note" action={action} values={{ note }}>
          <TextArea name="note" label={t("noteLabel")} hint={t("noteHint")} rows={5} />
          <Button kind="secondary" track="document_note_save">
            {t("saveNote")}
          </Button>
        </ActionForm>
      )}
      {remaining > 0 ? (
        <Form
          id="photos"
          call={uploadDocument}
          action={action}
          upload
          failure={failed?.isOne ? failed.answer.failure : undefined}
          single
          atOnce
        >
          <input type="hidden" name="intent" value="photos" />
          <FileField
            name="photo"
            label={t("add")}
            hint={t("addHint", { left: remaining })}
            accept="image/jpeg,image/png,image/webp,application/pdf"
            multiple={remaining > 1}
            native={{ kind: "DOCUMENT", documentKind: kind }}
            required
          />
          <Button kind={photos.length > 0 ? "secondary" : "primary"} track="document_upload">
            {t("upload")}
          </Button>
        </Form>
      ) : (
        <Small>{t("full", { max })}</Small>
      )}
      {below}
      {photos.length > 0 && (
        <UnlessChosen>
          <ActionBar>
            <ButtonLink to={done}>{t("back")}</ButtonLink>
          </ActionBar>
        </UnlessChosen>
      )}
    </Stack>
  );
}

/** The photos that were refused while others of the same upload were stored. */
function SomeRefused({ kept, refused }: { kept: number; refused: readonly { name: string; detail: string }[] }) {
  const t = useTexts(texts);
  return (
    <Notice kind="bad" live title={t("someFailed", { kept })}>
      {refused.map(({ name, detail }, index) => (
        <span key={index}>
          <br />
          {name}: {detail}
        </span>
      ))}
    </Notice>
  );
}

/** The address names no kind. */
export function UnknownKind({ list }: { list: string }) {
  const t = useTexts(texts);
  return (
    <EmptyState
      level={1}
      art="document"
      title={t("unknownTitle")}
      action={<ButtonLink to={list}>{t("toList")}</ButtonLink>}
    >
      {t("unknownBody")}
    </EmptyState>
  );
}

type HintKey = Extract<keyof typeof texts, `hint${string}`>;
const hintOf = (kind: DocumentKind): HintKey => (`hint${kind}` in texts ? (`hint${kind}` as HintKey) : "hintOther");
