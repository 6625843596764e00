import { data, useSearchParams } from "react-router";
import type { Route } from "./+types/pdf-review";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { DocumentView } from "../parts/document-view.tsx";
import { addressWith, readLinked } from "../parts/read-document.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.documentTitle, noIndex: true, isStep: true };

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const read = await readLinked(params.id, new URL(request.url), context);
  return data({ read, id: params.id }, { status: read ? 200 : 401 });
}

export default function PdfReview({ loaderData: { read, id } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const [query] = useSearchParams();
  if (read) return <DocumentView {...read} to={(change) => addressWith(`/pdf-review/${id}`, query, change)} />;
  const own = `/webview/pdf-view?document=${id}`;
  return (
    <EmptyState
      level={1}
      art="document"
      title={t("linkGoneTitle")}
      action={<ButtonLink to={`/login?next=${encodeURIComponent(own)}`}>{t("logIn")}</ButtonLink>}
    >
      {t("linkGoneBody")}
    </EmptyState>
  );
}
