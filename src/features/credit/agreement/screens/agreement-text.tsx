import { data, useSearchParams } from "react-router";
import type { Route } from "./+types/agreement-text";
import { call } from "#web/api.ts";
import type { ScreenHandle } from "#web/screen.ts";
import { loanDocumentKinds, getAgreement } from "../contract.ts";
import { listLoanDocuments } from "../document-contract.ts";
import { DocumentView } from "../parts/document-view.tsx";
import { NoDocument } from "../parts/no-document.tsx";
import { addressWith, readOwn } from "../parts/read-document.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.documentTitle, back: "/webview/agreement" };

/** One document of the borrower by its key: of the loan to be signed, else of the loan in the query, else of the newest loan. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const url = new URL(request.url);
  const kind = loanDocumentKinds.find((one) => one === params.key);
  if (!kind) return data({ read: null, key: params.key }, { status: 404 });
  const loan = url.searchParams.get("loan");
  const { loanId, toSign } = await call(getAgreement, loan ? { loanId: loan } : {}, { context });
  const shown =
    toSign &&
    (kind === "loan-agreement" ? toSign.documentId : toSign.texts.find((text) => text.kind === kind)?.documentId);
  const found =
    shown ??
    (loanId
      ? (await call(listLoanDocuments, { loanId }, { context })).items.find((item) => item.kind === kind)?.id
      : undefined);
  if (!found) return data({ read: null, key: kind }, { status: 404 });
  // Words first: these are short texts, and a phone reads them better than pictures.
  if (!url.searchParams.has("view") && !url.searchParams.has("zoom")) url.searchParams.set("view", "text");
  return data({ read: await readOwn(found, url, context), key: kind });
}

export default function AgreementText({ loaderData: { read, key } }: Route.ComponentProps) {
  const [query] = useSearchParams();
  return read ? (
    <DocumentView {...read} to={(change) => addressWith(`/webview/agreement/${key}`, query, change)} />
  ) : (
    <NoDocument />
  );
}
