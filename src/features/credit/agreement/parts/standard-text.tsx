import { data, type RouterContextProvider } from "react-router";
import { getContent, listContents, type Content, type ContentItem } from "#features/platform/content/contract.ts";
import { dateInWib, formatDate } from "#shared/dates.ts";
import { call } from "#web/api.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { pageFrame } from "#web/screen.ts";
import { Disclosure } from "#web/ui/disclosure/disclosure.tsx";
import { LinkList, type LinkListItem } from "#web/ui/link-list/link-list.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Prose } from "#web/ui/text/prose.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import { texts } from "../texts.ts";

const collection = "agreement-text";

/** Texts that have a screen of their own; all others are read by key. */
const ownScreens: Readonly<Record<string, string>> = {
  "service-protocol": "/webview/static-protocol",
  "privyid-faq": "/webview/privyid-faq",
  "renewal-instructions": "/webview/renewal-instructions",
};

/**
 * A standard agreement; if the reader's language is a translation also the binding Indonesian text; and the list of the
 * others.
 * @throws Problem (404) for an unknown key.
 */
export async function readStandardText(key: string, context: Readonly<RouterContextProvider>) {
  const text = await call(getContent, { collection, key }, { context });
  const isTranslated = context.get(pageFrame).language !== "id" && text.language !== "id";
  const [original, { items }] = await Promise.all([
    isTranslated ? call(getContent, { collection, key, language: "id" }, { context }) : null,
    call(listContents, { collection, limit: 100 }, { context }),
  ]);
  return data({ text, original, others: items.filter((item) => item.key !== key) });
}

/** The text with its version; in Chinese the Indonesian text is open below it. // Product decisions 6 */
export function StandardText({
  text,
  original,
  others,
}: {
  text: Content;
  original: Content | null;
  others: readonly ContentItem[];
}) {
  const t = useTexts(texts);
  const language = useLanguage();
  const links: LinkListItem[] = [
    ...others.map((item) => ({
      to: ownScreens[item.key] ?? `/webview/static-agreement/${item.key}`,
      label: item.title,
      detail: item.summary ?? undefined,
    })),
    { to: "/webview/static-text/terms", label: t("standingTerms") },
    { to: "/webview/static-text/privacy", label: t("standingPrivacy") },
  ];
  return (
    <Stack gap="loose">
      <Title>{text.title}</Title>
      <div lang={text.language}>
        <Prose html={text.body} />
      </div>
      {original && (
        <Disclosure summary={t("standingIndonesian")} open={language === "zh"}>
          <section lang="id" aria-label={original.title}>
            <Prose html={original.body} />
          </section>
        </Disclosure>
      )}
      <Small>
        {t("standingVersion", {
          version: text.version,
          date: formatDate(dateInWib(new Date(text.updatedAt)), language),
        })}
      </Small>
      <Section heading={t("standingOthers")}>
        <LinkList items={links} />
      </Section>
    </Stack>
  );
}
