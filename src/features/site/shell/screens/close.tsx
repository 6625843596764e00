import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.closeTitle };

/** Asks the native app to close the web view; in a plain browser it goes to the home page. */
export default function Close() {
  const t = useTexts(texts);
  return (
    <div data-native-close="">
      <EmptyState
        art="check"
        level={1}
        title={t("closeTitle")}
        action={<ButtonLink to="/webview/home">{t("closeAct")}</ButtonLink>}
      >
        {t("closeBody")}
      </EmptyState>
    </div>
  );
}
