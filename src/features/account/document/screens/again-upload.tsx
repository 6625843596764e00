import { redirect } from "react-router";
import type { Route } from "./+types/again-upload";
import { call } from "#web/api.ts";
import type { ScreenHandle } from "#web/screen.ts";
import { getDocumentsOfKind, kindOfPath, pathOfKind, uploadDocument } from "../contract.ts";
import { RequestReasons } from "../parts/request-reasons.tsx";
import { UploadPage } from "../parts/upload-page.tsx";
import { uploadForms } from "../parts/uploading.ts";
import { getDocumentRequest } from "../request-contract.ts";
import { texts } from "../texts.ts";

const list = "/webview/additional-again";
export const handle: ScreenHandle = { title: texts.uploadTitle, back: list, uploads: [uploadDocument] };

/** Only requested documents have a page here; others lead to the list, which shows their state. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const kind = kindOfPath(params.type);
  const { request } = await call(getDocumentRequest, {}, { context });
  if (!kind || request?.state !== "OPEN" || !request.kinds.some((one) => one.kind === kind)) throw redirect(list, 303);
  return { request, documents: await call(getDocumentsOfKind, { kind }, { context }) };
}

const forms = uploadForms(list);
export const action = forms.action;

export default function AgainUpload({ loaderData: { request, documents }, actionData }: Route.ComponentProps) {
  return (
    <UploadPage
      documents={documents}
      forms={forms}
      outcome={actionData}
      action={`${list}/upload/${pathOfKind(documents.kind)}`}
      done={list}
      above={<RequestReasons request={request} />}
    />
  );
}
