import type { Route } from "./+types/survey";
import { call } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { getQuestionnaire, listSurveys } from "../contract.ts";
import { questionnaireForms, showQuestionnaire } from "../parts/questionnaire-screen.ts";
import { QuestionnaireView } from "../parts/questionnaire-view.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.surveyTitle, keptKeys: ["key"] };

/** The survey that the address names, else the first open one. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const named = new URL(request.url).searchParams.get("key");
  const key = named ?? (await call(listSurveys, {}, { context })).items[0]?.questionnaireKey;
  if (key === undefined) return { questionnaire: null, closed: null };
  return showQuestionnaire(() => call(getQuestionnaire, { key }, { context }));
}

const forms = questionnaireForms({ again: () => "/webview/survey", sent: () => "/webview/survey-success" });
export const action = forms.action;

export default function Survey({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  if (loaderData.questionnaire === null && loaderData.closed === null) {
    return (
      <EmptyState
        level={1}
        title={t("noSurveyTitle")}
        action={<ButtonLink to="/webview/home">{t("toHome")}</ButtonLink>}
      >
        {t("noSurveyBody")}
      </EmptyState>
    );
  }
  return <QuestionnaireView shown={loaderData} form={(name) => forms.form(name, actionData)} />;
}
