import type { Route } from "./+types/privyid-faq";
import { getContent } from "#features/platform/content/contract.ts";
import { call } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { guidePartsOf } from "#web/ui/guide/parts-of.ts";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Prose } from "#web/ui/text/prose.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.signatureFaqTitle, kind: "reading", back: "/webview/agreement" };

export async function loader({ context }: Route.LoaderArgs) {
  return { content: await call(getContent, { collection: "agreement-text", key: "privyid-faq" }, { context }) };
}

/** Every heading of the text is a question. */
export default function SignatureFaq({ loaderData: { content } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const { intro, parts } = guidePartsOf(content.body);
  return (
    <Stack gap="loose">
      <Title>{content.title}</Title>
      <Prose html={intro} />
      <div>
        {parts.map(({ id, title, body }) => (
          <Disclosure key={id} summary={title}>
            <Prose html={body} />
          </Disclosure>
        ))}
      </div>
      <Stack gap="tight">
        <ButtonLink kind="secondary" to="/webview/renewal-instructions" track="signature-renewal">
          {t("renewalTitle")}
        </ButtonLink>
        <ButtonLink kind="quiet" to="/webview/customer-service" track="signature-contact">
          {t("askService")}
        </ButtonLink>
      </Stack>
    </Stack>
  );
}
