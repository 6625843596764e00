import type { Route } from "./+types/renewal-instructions";
import { getContent } from "#features/platform/content/contract.ts";
import { call } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Guide } from "#web/ui/guide/guide.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.renewalTitle, kind: "reading", back: "/webview/privyid-faq" };

export async function loader({ context }: Route.LoaderArgs) {
  return {
    content: await call(getContent, { collection: "agreement-text", key: "renewal-instructions" }, { context }),
  };
}

export default function RenewalInstructions({ loaderData: { content } }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <Title>{content.title}</Title>
      <Guide html={content.body} steps={4} pictures={["settled", "details", "identity", "sign"]} />
      <Stack gap="tight">
        <ButtonLink to="/webview/privyid-faq" track="renewal-faq">
          {t("aboutSignature")}
        </ButtonLink>
        <ButtonLink kind="secondary" to="/webview/customer-service" track="renewal-contact">
          {t("askService")}
        </ButtonLink>
      </Stack>
    </Stack>
  );
}
