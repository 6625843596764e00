import { data, useSearchParams } from "react-router";
import type { Route } from "./+types/pdf-view";
import { Problem } from "#web/api.ts";
import { defineForms, type BoundForm } from "#web/form-actions.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small } from "#web/ui/text/text.tsx";
import { formatInstant } from "#shared/dates.ts";
import { makeDocumentLink } from "../document-contract.ts";
import { DocumentView } from "../parts/document-view.tsx";
import { NoDocument } from "../parts/no-document.tsx";
import { addressWith, readLinked, readOwn } from "../parts/read-document.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.documentTitle, back: "/webview/loan-history" };

/** With a signed link by which the page was opened, else with the borrower's session. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const url = new URL(request.url);
  const documentId = url.searchParams.get("document") ?? "";
  try {
    const linked = await readLinked(documentId, url, context);
    return data({ read: linked ?? (await readOwn(documentId, url, context)), isOwn: linked === null });
  } catch (error) {
    if (error instanceof Problem && (error.init.status === 404 || error.init.status === 422))
      return data({ read: null, isOwn: false }, { status: 404 });
    throw error;
  }
}

/** Makes a link that others can read the document by. */
const forms = defineForms({ share: { call: makeDocumentLink } });
export const action = forms.action;

export default function PdfView({ loaderData: { read, isOwn }, actionData }: Route.ComponentProps) {
  const [query] = useSearchParams();
  if (!read) return <NoDocument />;
  return (
    <Stack gap="loose">
      <DocumentView {...read} to={(change) => addressWith("/webview/pdf-view", query, change)} />
      {isOwn && (
        <ShareDocument
          documentId={read.document.id}
          link={actionData?.reply ?? null}
          of={forms.form("share", actionData)}
        />
      )}
    </Stack>
  );
}

function ShareDocument({
  documentId,
  link,
  of,
}: {
  documentId: string;
  link: { url: string; expiresAt: string } | null;
  of: BoundForm;
}) {
  const t = useTexts(texts);
  const language = useLanguage();
  if (link) {
    return (
      <Notice kind="ok" live>
        {t("shareHint", { when: formatInstant(new Date(link.expiresAt), language) })} <a href={link.url}>{link.url}</a>
      </Notice>
    );
  }
  return (
    <ActionForm of={of} hidden={{ documentId }}>
      <Small>{t("shareWhy")}</Small>
      <Button kind="quiet" track="document_share">
        {t("share")}
      </Button>
    </ActionForm>
  );
}
