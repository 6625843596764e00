import { data, useSearchParams } from "react-router";
import type { Route } from "./+types/agreement-pdf";
import { call } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Notice } from "#web/ui/notice/notice.tsx";
import { getAgreement } from "../contract.ts";
import { DocumentView } from "../parts/document-view.tsx";
import { NoDocument } from "../parts/no-document.tsx";
import { addressWith, readOwn } from "../parts/read-document.ts";
import { SignatureLine } from "../parts/signature-line.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.signedPdfTitle, back: "/webview/loan-history" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const url = new URL(request.url);
  const loan = url.searchParams.get("loan");
  const { signed } = await call(getAgreement, loan ? { loanId: loan } : {}, { context });
  return signed
    ? data({ read: await readOwn(signed.documentId, url, context) })
    : data({ read: null }, { status: 404 });
}

export default function AgreementPdf({ loaderData: { read } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const [query] = useSearchParams();
  if (!read) return <NoDocument />;
  const { signature } = read.document;
  return (
    <DocumentView {...read} to={(change) => addressWith("/webview/agreement-pdf", query, change)}>
      {signature && (
        <Notice kind={signature.valid ? "ok" : "bad"} title={t("signature")}>
          <SignatureLine signature={signature} />
        </Notice>
      )}
    </DocumentView>
  );
}
