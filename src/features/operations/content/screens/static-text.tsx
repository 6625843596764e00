import type { Route } from "./+types/static-text";
import { call } from "#web/api.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Prose } from "#web/ui/text/prose.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { dateInWib, formatDate } from "#shared/dates.ts";
import { getStaticText } from "../contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.staticTextTitle, kind: "reading" };

export async function loader({ params, context }: Route.LoaderArgs) {
  return { text: await call(getStaticText, { key: params.key }, { context }) };
}

export default function StaticText({ loaderData: { text } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <Stack>
      <Title>{text.title}</Title>
      <Prose html={text.body} />
      <Small>{t("version", { version: text.version, date: formatDate(dateInWib(new Date(text.updatedAt)), language) })}</Small>
    </Stack>
  );
}
