import { data, useSearchParams } from "react-router";
import type { Route } from "./+types/pdf-preview";
import { Problem } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { ActionBar } from "#web/ui/page/page.tsx";
import { DocumentView } from "../parts/document-view.tsx";
import { NoDocument } from "../parts/no-document.tsx";
import { addressWith, readLinked, readOwn } from "../parts/read-document.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.previewTitle, back: "/webview/agreement" };

/** With a signed link by which the page was opened, else with the borrower's session. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const url = new URL(request.url);
  const documentId = url.searchParams.get("document") ?? "";
  try {
    return data({ read: (await readLinked(documentId, url, context)) ?? (await readOwn(documentId, url, context)) });
  } catch (error) {
    if (error instanceof Problem && (error.init.status === 404 || error.init.status === 422))
      return data({ read: null }, { status: 404 });
    throw error;
  }
}

export default function PdfPreview({ loaderData: { read } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const [query] = useSearchParams();
  if (!read) return <NoDocument />;
  return (
    <>
      <DocumentView {...read} to={(change) => addressWith("/webview/pdf-preview", query, change)}>
        {read.document.state === "SHOWN" && <Notice kind="attention">{t("previewNote")}</Notice>}
      </DocumentView>
      <ActionBar>
        <ButtonLink to="/webview/agreement">{t("backToSigning")}</ButtonLink>
      </ActionBar>
    </>
  );
}
