import type { Route } from "./+types/static-text";
import { call } from "#web/api.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { pageFrame, type ScreenHandle } from "#web/screen.ts";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Prose } from "#web/ui/text/prose.tsx";
import { Small, Title } from "#web/ui/text/text.tsx";
import { dateInWib, formatDate } from "#shared/dates.ts";
import { getStaticText } from "../contract.ts";
import { texts } from "../texts.ts";

export const handle: ScreenHandle<{ text: { title: string } }> = {
  title: texts.staticTextTitle,
  kind: "reading",
  head: ({ text }) => ({ title: text.title }),
};

/** The Indonesian text is binding: readers of another language see it next to their own. */
export async function loader({ params: { key }, context }: Route.LoaderArgs) {
  const text = await call(getStaticText, { key }, { context });
  const original =
    context.get(pageFrame).language === "id" || text.language === "id"
      ? null
      : await call(getStaticText, { key, language: "id" }, { context });
  return { text, original: original?.language === "id" ? original : null };
}

export default function StaticText({ loaderData: { text, original } }: Route.ComponentProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <Stack>
      <Title>{text.title}</Title>
      {text.language !== language && <Notice>{t("onlyIndonesian")}</Notice>}
      <div lang={text.language}>
        <Prose html={text.body} />
      </div>
      <Small>
        {t("version", { version: text.version, date: formatDate(dateInWib(new Date(text.updatedAt)), language) })}
      </Small>
      {original && (
        <Disclosure summary={t("original")} open={language === "zh"}>
          <section lang="id" aria-label={original.title}>
            <Prose html={original.body} />
          </section>
        </Disclosure>
      )}
    </Stack>
  );
}
