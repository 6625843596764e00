import { useTexts } from "#web/language.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { texts } from "../texts.ts";

/** The document does not exist or belongs to another borrower: the page is the same for both. */
export function NoDocument() {
  const t = useTexts(texts);
  return (
    <EmptyState
      level={1}
      art="document"
      title={t("noDocumentTitle")}
      action={<ButtonLink to="/webview/loan-history">{t("toHistory")}</ButtonLink>}
    >
      {t("noDocumentBody")}
    </EmptyState>
  );
}
