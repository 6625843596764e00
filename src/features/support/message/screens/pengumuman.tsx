import type { Route } from "./+types/pengumuman";
import { listContentBodies } from "#features/platform/content/contract.ts";
import { call } from "#web/api.ts";
import { DateText, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Prose } from "#web/ui/text/prose.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.announcements, kind: "reading", back: "/webview/customer-service" };

/** Number shown; older ones are no news. */
const maxShown = 10;

export async function loader({ context }: Route.LoaderArgs) {
  const { items } = await call(listContentBodies, { collection: "announcement" }, { context });
  return { items: items.slice(0, maxShown) };
}

export default function Announcements({ loaderData: { items } }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <Title lead={t("announcementsLead")}>{t("announcements")}</Title>
      {items.length === 0 ? (
        <EmptyState
          title={t("noneTitle")}
          action={<ButtonLink to="/webview/customer-service">{t("toService")}</ButtonLink>}
        >
          {t("noneBody")}
        </EmptyState>
      ) : (
        <Stack>
          {items.map(({ key, title, published, body }) => (
            <Card key={key} heading={title}>
              {published !== null && (
                <Small>
                  <DateText date={published} />
                </Small>
              )}
              <Prose html={body} />
            </Card>
          ))}
        </Stack>
      )}
    </Stack>
  );
}
