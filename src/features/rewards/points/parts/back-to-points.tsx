import { useTexts } from "#web/language.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { texts } from "../texts.ts";

/** The link back from an empty page. */
export function BackToPoints() {
  const t = useTexts(texts);
  return <ButtonLink to="/webview/integral">{t("backToPoints")}</ButtonLink>;
}
