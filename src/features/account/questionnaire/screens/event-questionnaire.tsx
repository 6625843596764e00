import { data } from "react-router";
import type { Route } from "./+types/event-questionnaire";
import { getSession } from "#features/account/login/contract.ts";
import { call } from "#web/api.ts";
import type { Posted } from "#web/form-actions.ts";
import { useFrame } from "#web/frame.tsx";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { eventTypes, getEventQuestionnaire } from "../contract.ts";
import { questionnaireForms, showQuestionnaire } from "../parts/questionnaire-screen.ts";
import { ClosedState, QuestionnaireView } from "../parts/questionnaire-view.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.eventTitle, keptKeys: ["without"] };

/** Without a login the page says why one is needed; anyone may open an invitation from a message. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const eventType = eventTypes.find((known) => known === params.eventType);
  if (!eventType) return data({ questionnaire: null, closed: "QUESTIONNAIRE_UNKNOWN" as const }, { status: 404 });
  const { loggedIn } = await call(getSession, {}, { context });
  if (!loggedIn) return { questionnaire: null, closed: null };
  return showQuestionnaire(() => call(getEventQuestionnaire, { eventType }, { context }));
}

const ownAddress = ({ params }: Posted): string =>
  `/webview/event-questionnaire/${encodeURIComponent(params["eventType"] ?? "")}`;
const forms = questionnaireForms({ again: ownAddress, sent: ownAddress });
export const action = forms.action;

export default function EventQuestionnaire({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { pathWithQuery } = useFrame();
  if (loaderData.questionnaire !== null)
    return <QuestionnaireView shown={loaderData} form={(name) => forms.form(name, actionData)} />;
  if (loaderData.closed !== null) return <ClosedState closed={loaderData.closed} />;
  return (
    <EmptyState
      level={1}
      art="shield"
      title={t("loginTitle")}
      action={<ButtonLink to={`/login?next=${encodeURIComponent(pathWithQuery)}`}>{t("login")}</ButtonLink>}
    >
      {t("loginBody")}
    </EmptyState>
  );
}
