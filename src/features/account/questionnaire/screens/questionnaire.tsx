import { useSearchParams } from "react-router";
import type { Route } from "./+types/questionnaire";
import { call } from "#web/api.ts";
import type { Posted } from "#web/form-actions.ts";
import { InstantText, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { getQuestionnaire, listQuestionnaires } from "../contract.ts";
import { questionnaireForms, showQuestionnaire } from "../parts/questionnaire-screen.ts";
import { QuestionnaireView } from "../parts/questionnaire-view.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title, keptKeys: ["key", "without"] };

const path = "/webview/questionnaire";
const ownAddress = ({ url }: Posted): string => `${path}?key=${encodeURIComponent(url.searchParams.get("key") ?? "")}`;

/** The questionnaire of a key, or those that wait for this person. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const key = new URL(request.url).searchParams.get("key");
  if (key !== null) return showQuestionnaire(() => call(getQuestionnaire, { key }, { context }));
  return { waiting: (await call(listQuestionnaires, {}, { context })).items };
}

const forms = questionnaireForms({ again: ownAddress, sent: ownAddress });
export const action = forms.action;

export default function QuestionnaireScreen({ loaderData, actionData }: Route.ComponentProps) {
  if ("waiting" in loaderData) return <Waiting items={loaderData.waiting} />;
  return <QuestionnaireView shown={loaderData} form={(name) => forms.form(name, actionData)} />;
}

type Item = Extract<Route.ComponentProps["loaderData"], { waiting: unknown }>["waiting"][number];

function Waiting({ items }: { items: readonly Item[] }) {
  const t = useTexts(texts);
  const [query] = useSearchParams();
  const host = query.has("navBar") ? "&navBar=1" : "";
  if (items.length === 0) {
    return (
      <EmptyState level={1} title={t("emptyTitle")} action={<ButtonLink to="/webview/home">{t("toHome")}</ButtonLink>}>
        {t("emptyBody")}
      </EmptyState>
    );
  }
  return (
    <Stack gap="loose">
      <Title lead={t("waitingLead")}>{t("title")}</Title>
      <LinkList
        items={items.map((one) => ({
          to: `${path}?key=${encodeURIComponent(one.questionnaireKey)}${host}`,
          label: one.title,
          detail: (
            <>
              {t("openUntil")} <InstantText at={one.expiresAt} style="short" />
            </>
          ),
          ...(one.isBegun ? { aside: <Badge kind="attention">{t("begun")}</Badge> } : {}),
          track: "questionnaire_open",
        }))}
      />
    </Stack>
  );
}
