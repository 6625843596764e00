import type { Route } from "./+types/about-us";
import { getContent } from "#features/platform/content/contract.ts";
import { call } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Prose } from "#web/ui/text/prose.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.aboutTitle, kind: "reading", back: "/lend" };

export async function loader({ context }: Route.LoaderArgs) {
  return { content: await call(getContent, { collection: "lender-help", key: "about-lending" }, { context }) };
}

export default function LenderAbout({ loaderData: { content } }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <Title>{content.title}</Title>
      <Notice kind="attention" title={t("riskTitle")}>
        {t("riskBody")}
      </Notice>
      <Prose html={content.body} />
      <Stack gap="tight">
        <ButtonLink to="/webview/lender/help-center/GENERAL" track="lender-help">
          {t("toHelp")}
        </ButtonLink>
        <ButtonLink kind="secondary" to="/webview/customer-service" track="lender-contact">
          {t("contact")}
        </ButtonLink>
      </Stack>
    </Stack>
  );
}
