import { useTexts } from "#web/language.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { texts } from "../texts.ts";

/** The way out of a page that has nothing to show. */
export function BackToPoints() {
  const t = useTexts(texts);
  return <ButtonLink to="/webview/integral">{t("backToPoints")}</ButtonLink>;
}
