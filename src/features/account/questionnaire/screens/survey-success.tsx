import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.successTitle };

export default function SurveySuccess() {
  const t = useTexts(texts);
  return (
    <EmptyState
      level={1}
      art="check"
      title={t("surveyDoneTitle")}
      action={<ButtonLink to="/webview/home">{t("toHome")}</ButtonLink>}
    >
      {t("surveyDoneBody")}
    </EmptyState>
  );
}
