import { useTexts } from "#web/language.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { offerTexts } from "./offer-texts.ts";

/** Shown for a link whose offer has ended or does not exist. */
export function OfferLinkOver() {
  const t = useTexts(offerTexts);
  return (
    <EmptyState
      level={1}
      art="calendar"
      title={t("linkOverTitle")}
      action={<ButtonLink to="/webview/n-select-one">{t("login")}</ButtonLink>}
    >
      {t("linkOver")}
    </EmptyState>
  );
}
