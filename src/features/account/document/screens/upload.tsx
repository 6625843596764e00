import { data, redirect } from "react-router";
import type { Route } from "./+types/upload";
import { call, formAnswer, Problem } from "#web/api.ts";
import { defineForms, type Posted } from "#web/form-actions.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button, ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { FileField } from "#web/ui/file-field/file-field.tsx";
import { ActionForm, Saved } from "#web/ui/form/action-form.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { TextArea } from "#web/ui/text-field/text-field.tsx";
import { commonProblems } from "#shared/problems.ts";
import {
  deleteDocument,
  getDocumentsOfKind,
  incomeEvidenceKinds,
  kindOfPath,
  pathOfKind,
  saveDocumentNote,
  uploadDocument,
  type DocumentKind,
} from "../contract.ts";
import { PhotoGrid } from "../parts/photo-grid.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = {
  title: texts.uploadTitle,
  back: "/webview/additional-info",
  uploads: [uploadDocument],
};

const pathOf = (kind: DocumentKind) => `/webview/additional-info/upload/${pathOfKind(kind)}`;

export async function loader({ params, context }: Route.LoaderArgs) {
  const kind = kindOfPath(params.type);
  if (!kind) return data({ documents: null }, { status: commonProblems.NOT_FOUND.status });
  return data({ documents: await call(getDocumentsOfKind, { kind }, { context }) });
}

const ownPath = (_reply: unknown, { url }: Posted): string => url.pathname;

const forms = defineForms(
  {
    // A photo that is gone already is what was wanted.
    remove: { call: deleteDocument, done: ownPath, refused: (_answer, posted) => ownPath(null, posted) },
    note: {
      call: saveDocumentNote,
      input: ({ params }) => ({ kind: kindOfPath(params["type"] ?? "") }),
      done: (_reply, posted) => `${ownPath(null, posted)}?saved=1`,
    },
  },
  {
    before: async ({ params }) =>
      kindOfPath(params["type"] ?? "") ? undefined : redirect("/webview/additional-info", 303),
    others: { photos: ({ form, params, context }) => upload(form, kindOfPath(params["type"] ?? "")!, context) },
  },
);
export const action = forms.action;

/** Sends the photos one by one: those that can be kept are kept, and what is wrong with each other one is said. */
async function upload(form: FormData, kind: DocumentKind, context: Route.ActionArgs["context"]) {
  const chosen = form.getAll("photo").filter((file) => file instanceof File);
  const problems: { name: string; problem: Problem }[] = [];
  for (const photo of chosen) {
    try {
      await call(uploadDocument, { kind, photo }, { context });
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      problems.push({ name: photo.name, problem });
    }
  }
  const [first] = problems;
  if (!first) return redirect(`${pathOf(kind)}?saved=1`, 303);
  const refused = problems.map(({ name, problem }) => ({
    name,
    detail: problem.data.status.fields?.[0]?.detail ?? problem.data.status.detail,
  }));
  const answer = formAnswer(first.problem, form);
  return data(
    {
      form: "photos" as const,
      upload: { kept: chosen.length - problems.length, refused, isOne: chosen.length === 1, answer },
    },
    { status: answer.status },
  );
}

export default function Upload({ loaderData: { documents }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  if (!documents) {
    return (
      <EmptyState
        level={1}
        art="document"
        title={t("unknownTitle")}
        action={<ButtonLink to="/webview/additional-info">{t("toList")}</ButtonLink>}
      >
        {t("unknownBody")}
      </EmptyState>
    );
  }
  const { kind, photos, most, note } = documents;
  const left = most - photos.length;
  const failed = actionData?.form === "photos" ? actionData.upload : undefined;
  return (
    <Stack gap="loose">
      <Title lead={t(hintOf(kind))}>{t(kind)}</Title>
      <Saved>{t("saved")}</Saved>
      {failed && !failed.isOne && (
        <Notice kind="bad" live title={t("someFailed", { kept: failed.kept })}>
          {failed.refused.map(({ name, detail }, index) => (
            <span key={index}>
              <br />
              {name}: {detail}
            </span>
          ))}
        </Notice>
      )}
      {photos.length > 0 && (
        <PhotoGrid
          kind={kind}
          photos={photos}
          most={most}
          action={pathOf(kind)}
          remove={forms.form("remove", actionData)}
        />
      )}
      {kind === "OTHER_TEXT" && (
        <ActionForm of={forms.form("note", actionData)} id="note" action={pathOf(kind)} values={{ note }}>
          <TextArea name="note" label={t("noteLabel")} hint={t("noteHint")} rows={5} />
          <Button kind="secondary" track="document_note_save">
            {t("saveNote")}
          </Button>
        </ActionForm>
      )}
      {left > 0 ? (
        <Form
          id="photos"
          call={uploadDocument}
          action={pathOf(kind)}
          upload
          failure={failed?.isOne ? failed.answer.failure : undefined}
          single
        >
          <input type="hidden" name="intent" value="photos" />
          <FileField
            name="photo"
            label={t("add")}
            hint={t("addHint", { left })}
            accept="image/jpeg,image/png,image/webp,application/pdf"
            multiple={left > 1}
            required
          />
          <Button kind={photos.length > 0 ? "secondary" : "primary"} track="document_upload">
            {t("upload")}
          </Button>
        </Form>
      ) : (
        <Small>{t("full", { most })}</Small>
      )}
      <OtherEvidence kind={kind} isOpen={photos.length === 0} />
      {photos.length > 0 && (
        <ActionBar>
          <ButtonLink to={listOf(kind)}>{t("back")}</ButtonLink>
        </ActionBar>
      )}
    </Stack>
  );
}

/** Back to the list; to the folded part of it where this kind stands. */
const listOf = (kind: DocumentKind): string => `/webview/additional-info${kind === "SALARY_SLIP" ? "" : "#more"}`;

type HintKey = Extract<keyof typeof texts, `hint${string}`>;
const hintOf = (kind: DocumentKind): HintKey => (`hint${kind}` in texts ? (`hint${kind}` as HintKey) : "hintOther");

/** Of the two proofs of income either one is enough; who lacks the one is led to the other. */
function OtherEvidence({ kind, isOpen }: { kind: DocumentKind; isOpen: boolean }) {
  const t = useTexts(texts);
  const evidence: readonly DocumentKind[] = incomeEvidenceKinds;
  const other = evidence.find((one) => one !== kind);
  if (!isOpen || !other || !evidence.includes(kind)) return null;
  return (
    <Small>
      {t("chooseEvidence")} {t(kind)} · <a href={pathOf(other)}>{t(other)}</a>
    </Small>
  );
}
