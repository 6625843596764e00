import type { Route } from "./+types/opened";
import { readPage } from "#web/list.ts";
import { InstantText, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Card } from "#web/ui/card/card.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import type { StaffRole } from "#shared/staff-permissions.ts";
import { listOpenings } from "../contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.openedTitle, back: "/webview/privacy" };

export function loader({ request, context }: Route.LoaderArgs) {
  return readPage(request, listOpenings, {}, { context });
}

export default function Opened({ loaderData: { items, page } }: Route.ComponentProps) {
  const t = useTexts(texts);
  if (items.length === 0 && !page.first)
    return (
      <EmptyState level={1} art="shield" title={t("openedEmpty")}>
        {t("openedEmptyBody")}
      </EmptyState>
    );
  return (
    <Stack gap="loose">
      <Title lead={t("openedLead")}>{t("openedTitle")}</Title>
      <Stack>
        {items.map(({ id, at, roles, purpose }) => (
          <Card key={id}>
            <Stack gap="tight">
              <strong>{purpose}</strong>
              <Small>
                <InstantText at={at} /> · {roles.map((role) => t(role as StaffRole)).join(", ")}
              </Small>
            </Stack>
          </Card>
        ))}
      </Stack>
      <Pagination page={page} />
    </Stack>
  );
}
