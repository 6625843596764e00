import type { Route } from "./+types/privacy";
import { listConsents } from "../contract.ts";
import { call } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Card } from "#web/ui/card/card.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title, back: "/webview/my-profile" };

/** Shows nothing without a login: the person goes to the login first. */
export async function loader({ context }: Route.LoaderArgs) {
  await call(listConsents, {}, { context });
  return null;
}

export default function Privacy() {
  const t = useTexts(texts);
  const path = "/webview/privacy";
  return (
    <Stack gap="loose">
      <Title lead={t("lead")}>{t("title")}</Title>
      <LinkList
        items={[
          { to: `${path}/consents`, icon: "check", label: t("toConsents"), detail: t("toConsentsWhy") },
          { to: `${path}/export`, icon: "download", label: t("toExport"), detail: t("toExportWhy") },
          { to: `${path}/uses`, icon: "search", label: t("toUses"), detail: t("toUsesWhy") },
          { to: `${path}/opened`, icon: "person", label: t("toOpened"), detail: t("toOpenedWhy") },
        ]}
      />
      <LinkList
        items={[
          { to: "/webview/my-profile", icon: "edit", label: t("toCorrect") },
          { to: "/webview/my-profile/correction", icon: "person", label: t("toIdentity"), detail: t("toIdentityWhy") },
          { to: "/webview/static-text/privacy", icon: "document", label: t("toPolicy") },
        ]}
      />
      <Card>
        <Stack gap="tight">
          <Small>{t("restrict")}</Small>
          <a href="/privacy-request" data-track="privacy_request">
            {t("toRequest")}
          </a>
        </Stack>
      </Card>
    </Stack>
  );
}
