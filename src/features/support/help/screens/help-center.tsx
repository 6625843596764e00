import { data } from "react-router";
import type { Route } from "./+types/help-center";
import {
  getContent,
  listContents,
  maxQueryCharacters,
  searchContents,
  type ContentItem,
  type SearchResult,
} from "#features/platform/content/contract.ts";
import { call, Problem } from "#web/api.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import type { IconName } from "#web/ui/icon/icon.tsx";
import { LinkList } from "#web/ui/link-list/link-list.tsx";
import { Stack } from "#web/ui/stack/stack.tsx";
import { Prose } from "#web/ui/text/prose.tsx";
import { Section, Small, Title } from "#web/ui/text/text.tsx";
import { centrePath, helpAddress } from "../parts/help-address.ts";
import { SearchForm } from "../parts/search-form.tsx";
import { StillNoAnswer } from "../parts/still-no-answer.tsx";
import { texts } from "../texts.ts";

type Loaded = Awaited<ReturnType<typeof loader>>["data"];

export const handle: ScreenHandle<Loaded> = {
  title: texts.centreTitle,
  kind: "reading",
  cachedBy: ["topic", "article"],
  freshBy: ["q"],
  keptKeys: ["topic", "article", "q"],
  back: "/webview/customer-service",
  head: ({ article }) => (article ? { title: article.title } : {}),
};

const topics = ["apply", "receive", "repay", "account", "safety"] as const;
type Topic = (typeof topics)[number];
const icons: Readonly<Record<Topic, IconName>> = {
  apply: "loan",
  receive: "bank",
  repay: "calendar",
  account: "person",
  safety: "lock",
};

/** The best answers; a person who finds none types other words. */
const maxResults = 10;
/** A help centre never has more articles than one page of a list. */
const maxArticles = 100;

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const words = (query.get("q") ?? "").trim().slice(0, maxQueryCharacters);
  const topic = topics.find((one) => one === query.get("topic")) ?? null;
  const key = query.get("article");
  const article = key ? await articleOf(key, context) : null;
  const { items } = await call(listContents, { collection: "help", limit: maxArticles }, { context });
  const found = words
    ? (await call(searchContents, { q: words, collections: ["help", "faq"] }, { context })).items.slice(0, maxResults)
    : null;
  const missing = (key !== null && !article) || (query.has("topic") && !topic);
  return data({ words, topic, article, items, found, missing }, { status: missing ? 404 : 200 });
}

async function articleOf(key: string, context: Route.LoaderArgs["context"]) {
  try {
    return await call(getContent, { collection: "help", key }, { context });
  } catch (error) {
    if (error instanceof Problem && (error.code === "CONTENT_UNKNOWN" || error.code === "INPUT_INVALID")) return null;
    throw error;
  }
}

export default function HelpCenter({
  loaderData: { words, topic, article, items, found, missing },
}: Route.ComponentProps) {
  if (missing) return <Missing />;
  if (found) return <Results words={words} found={found} />;
  if (article)
    return (
      <Article
        title={article.title}
        body={article.body}
        related={items.filter((item) => item.topic === article.topic && item.key !== article.key)}
      />
    );
  if (topic) return <TopicPage topic={topic} items={items.filter((item) => item.topic === topic)} />;
  return <Front />;
}

function Front() {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <Title lead={t("centreLead")}>{t("centreTitle")}</Title>
      <SearchForm />
      <Topics />
      <StillNoAnswer />
    </Stack>
  );
}

function Topics() {
  const t = useTexts(texts);
  return (
    <Section heading={t("topics")}>
      <LinkList
        items={topics.map((topic) => ({
          to: `${centrePath}?topic=${topic}`,
          label: t(topic),
          detail: t(`${topic}Detail`),
          icon: icons[topic],
        }))}
      />
    </Section>
  );
}

function Results({ words, found }: { words: string; found: readonly SearchResult[] }) {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <Title>{found.length === 0 ? t("noResultTitle", { query: words }) : t("resultsTitle", { query: words })}</Title>
      <SearchForm query={words} />
      {found.length === 0 ? (
        <>
          <p>{t("noResultBody")}</p>
          <Topics />
        </>
      ) : (
        <Stack>
          <Small>{t("resultCount", { count: found.length })}</Small>
          <LinkList
            items={found.map((one) => ({
              to: helpAddress(one),
              label: one.title,
              detail: one.excerpt,
              track: "help-result",
            }))}
          />
        </Stack>
      )}
      <StillNoAnswer />
    </Stack>
  );
}

const linksTo = (items: readonly ContentItem[]) =>
  items.map((item) => ({ to: helpAddress(item), label: item.title, detail: item.summary ?? undefined }));

function TopicPage({ topic, items }: { topic: Topic; items: readonly ContentItem[] }) {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <Title lead={t(`${topic}Detail`)}>{t(topic)}</Title>
      <LinkList items={linksTo(items)} />
      <Topics />
    </Stack>
  );
}

function Article({ title, body, related }: { title: string; body: string; related: readonly ContentItem[] }) {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <Title>{title}</Title>
      <Prose html={body} />
      {related.length > 0 && (
        <Section heading={t("more")}>
          <LinkList items={linksTo(related)} />
        </Section>
      )}
      <StillNoAnswer />
    </Stack>
  );
}

function Missing() {
  const t = useTexts(texts);
  return (
    <Stack gap="loose">
      <EmptyState level={1} art="search" title={t("articleUnknown")}>
        {t("articleUnknownBody")}
      </EmptyState>
      <SearchForm />
      <Topics />
    </Stack>
  );
}
