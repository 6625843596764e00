import { useTexts } from "#web/language.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import type { AgreementAnswer } from "../contract.ts";
import { texts } from "../texts.ts";

/** Says why there is nothing to sign, with a link to go on. */
export function NothingToSign({ state }: { state: AgreementAnswer["state"] }) {
  const t = useTexts(texts);
  const kind = state === "TO_SIGN" || state === "SIGNED" ? "NONE" : state;
  const mayApply = kind === "NONE" || kind === "EXPIRED" || kind === "CANCELLED";
  return (
    <EmptyState
      level={1}
      art={kind === "EXPIRED" ? "calendar" : "document"}
      title={t(`${kind}_title`)}
      action={
        mayApply ? (
          <ButtonLink to="/webview/apply-loan">{t("applyAgain")}</ButtonLink>
        ) : (
          <ButtonLink to="/webview/home">{t("toHome")}</ButtonLink>
        )
      }
    >
      {t(`${kind}_body`)}
    </EmptyState>
  );
}
