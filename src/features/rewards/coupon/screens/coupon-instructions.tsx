import type { Route } from "./+types/coupon-instructions";
import { getContent } from "#features/platform/content/contract.ts";
import { call } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Prose } from "#web/ui/text/prose.tsx";
import { Title } from "#web/ui/text/text.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.instructions, kind: "reading" };

export async function loader({ context }: Route.LoaderArgs) {
  return { content: await call(getContent, { collection: "campaign-text", key: "coupon-instructions" }, { context }) };
}

export default function CouponInstructions({ loaderData: { content } }: Route.ComponentProps) {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <Title lead={content.summary}>{content.title}</Title>
      <Prose html={content.body} />
      <ButtonLink kind="secondary" to="/webview/home" track="coupon-instructions-home">
        {t("toHome")}
      </ButtonLink>
    </Stack>
  );
}
