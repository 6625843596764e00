import { useTexts } from "#web/language.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { texts } from "../texts.ts";

/** There is no such document, or it is somebody else's: the page says the same of both. */
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
