import type { Route } from "./+types/security";
import { formatInstant } from "#shared/dates.ts";
import { readPage } from "#web/list.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { listSecurityEvents } from "../contract.ts";
import { OnHold } from "#features/account/hold/parts/on-hold.tsx";
import { eventTexts, texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title, back: "/webview/my-profile" };

export function loader({ request, context }: Route.LoaderArgs) {
  return readPage(request, listSecurityEvents, {}, { context });
}

export default function Security({ loaderData: { items, page, heldUntil } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const what = useTexts(eventTexts);
  const language = useLanguage();
  return (
    <Stack gap="loose">
      <Title lead={t("lead")}>{t("title")}</Title>
      <OnHold until={heldUntil} isOnSecurity />
      {items.length === 0 ? (
        <EmptyState art="shield" title={t("none")}>
          {t("noneBody")}
        </EmptyState>
      ) : (
        <Stack>
          {items.map(({ id, kind, at, device, contestPath }) => (
            <Card key={id}>
              <Stack gap="tight">
                <strong>{what(kind)}</strong>
                <Small>
                  {formatInstant(new Date(at), language)}
                  {device !== "" && (
                    <>
                      <br />
                      {t("onDevice", { device })}
                    </>
                  )}
                </Small>
                {contestPath !== null && (
                  <ButtonLink to={contestPath} kind="secondary" compact>
                    {t("notMe")}
                  </ButtonLink>
                )}
              </Stack>
            </Card>
          ))}
        </Stack>
      )}
      <Pagination page={page} />
      <LinkList
        items={[
          { to: "/webview/sessions", icon: "phone", label: t("devices") },
          { to: "/webview/password", icon: "lock", label: t("password") },
        ]}
      />
    </Stack>
  );
}
