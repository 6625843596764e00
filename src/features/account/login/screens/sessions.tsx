import type { Route } from "./+types/sessions";
import { readPage } from "#web/list.ts";
import { defineForms } from "#web/form-actions.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Badge } from "#web/ui/badge/badge.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { ActionForm } from "#web/ui/form/action-form.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { InlineRow, Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { formatInstant } from "#shared/dates.ts";
import { listSessions, revokeOtherSessions, revokeSession, type SessionItem } from "../contract.ts";
import { deviceMark } from "../parts/device-name.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.sessionsTitle };

const path = "/webview/sessions";

export function loader({ request, context }: Route.LoaderArgs) {
  return readPage(request, listSessions, {}, { context });
}

const forms = defineForms({
  one: { call: revokeSession, done: path, gone: path },
  others: { call: revokeOtherSessions, done: path },
});
export const action = forms.action;

export default function Sessions({ loaderData: { items, page }, actionData }: Route.ComponentProps) {
  const t = useTexts(texts);
  const others = items.filter((item) => !item.isCurrent);
  return (
    <Stack gap="loose">
      <Title lead={others.length > 0 ? t("sessionsLead") : t("onlyThis")}>{t("sessionsTitle")}</Title>
      <Stack>
        {items.map((item) => (
          <Device key={item.id} item={item} outcome={actionData} />
        ))}
      </Stack>
      <Pagination page={page} />
      {others.length > 1 && (
        <ActionForm of={forms.form("others", actionData)} id="others">
          <Button kind="danger" track="sessions_end_others">
            {t("endOthers")}
          </Button>
        </ActionForm>
      )}
      <LinkList
        items={[
          { to: "/webview/password", icon: "lock", label: t("changePassword") },
          { to: "/webview/logout", icon: "close", label: t("logOutHere") },
        ]}
      />
    </Stack>
  );
}

function Device({ item, outcome }: { item: SessionItem; outcome: object | undefined }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const when = (instant: string) => formatInstant(new Date(instant), language);
  return (
    <Card>
      <Stack gap="tight">
        <InlineRow spread>
          <strong>{deviceMark(item.device) ?? t("unknownDevice")}</strong>
          {item.isCurrent && <Badge kind="ok">{t("thisDevice")}</Badge>}
        </InlineRow>
        <Small>
          {t("since", { when: when(item.createdAt) })}
          <br />
          {t("lastSeen", { when: when(item.lastSeenAt) })}
        </Small>
        {!item.isCurrent && (
          <ActionForm of={forms.form("one", outcome)} id={`s-${item.id}`} which={{ sessionId: item.id }}>
            <Button kind="secondary" compact track="sessions_end">
              {t("endSession")}
            </Button>
          </ActionForm>
        )}
      </Stack>
    </Card>
  );
}
