import type { Route } from "./+types/news-item";
import { DatedEntry } from "#features/site/blog/parts/dated-entry.tsx";
import { headOfEntry } from "#features/site/blog/parts/entry-head.ts";
import { readBlogEntry } from "#features/site/blog/parts/read-entry.ts";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { say } from "#shared/texts.ts";
import { pageTexts, texts } from "../texts.ts";

export const handle: ScreenHandle<Awaited<ReturnType<typeof loader>>> = {
  title: pageTexts.newsTitle,
  kind: "reading",
  measure: "wide",
  event: "news-item",
  head: ({ entry }, frame) =>
    headOfEntry(entry, frame, { path: "/news", name: say(pageTexts.newsTitle, frame.language) }),
};

export async function loader({ params, context }: Route.LoaderArgs) {
  return readBlogEntry("news", params.key, context);
}

export default function NewsItem({ loaderData: { entry, related } }: Route.ComponentProps) {
  const t = useTexts(texts);
  return <DatedEntry area="/news" entry={entry} related={related} back={t("allNews")} />;
}
