import { data } from "react-router";
import type { Route } from "./+types/upload";
import { call } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Small } from "#web/ui/text/text.tsx";
import { commonProblems } from "#shared/problems.ts";
import {
  type DocumentKind,
  getDocumentsOfKind,
  incomeEvidenceKinds,
  kindOfPath,
  documentKindTexts,
  pathOfKind,
  uploadDocument,
} from "../contract.ts";
import { UnknownKind, UploadPage } from "../parts/upload-page.tsx";
import { uploadForms } from "../parts/uploading.ts";
import { texts } from "../texts.ts";

const list = "/webview/additional-info";
export const handle: ScreenHandle = { title: texts.uploadTitle, back: list, uploads: [uploadDocument] };

const pathOf = (kind: DocumentKind) => `${list}/upload/${pathOfKind(kind)}`;

export async function loader({ params, context }: Route.LoaderArgs) {
  const kind = kindOfPath(params.type);
  if (!kind) return data({ documents: null }, { status: commonProblems.NOT_FOUND.status });
  return data({ documents: await call(getDocumentsOfKind, { kind }, { context }) });
}

const forms = uploadForms(list);
export const action = forms.action;

export default function Upload({ loaderData: { documents }, actionData }: Route.ComponentProps) {
  if (!documents) return <UnknownKind list={list} />;
  const { kind, photos } = documents;
  return (
    <UploadPage
      documents={documents}
      forms={forms}
      outcome={actionData}
      action={pathOf(kind)}
      // The folded part of the list with this kind.
      done={`${list}${kind === "SALARY_SLIP" ? "" : "#more"}`}
      below={<OtherEvidence kind={kind} isOpen={photos.length === 0} />}
    />
  );
}

/** Either of the two proofs of income is enough; a person without the one is led to the other. */
function OtherEvidence({ kind, isOpen }: { kind: DocumentKind; isOpen: boolean }) {
  const t = useTexts(texts);
  const name = useTexts(documentKindTexts);
  const evidence: readonly DocumentKind[] = incomeEvidenceKinds;
  const other = evidence.find((one) => one !== kind);
  if (!isOpen || !other || !evidence.includes(kind)) return null;
  return (
    <Small>
      {t("chooseEvidence")} {name(kind)} · <a href={pathOf(other)}>{name(other)}</a>
    </Small>
  );
}
