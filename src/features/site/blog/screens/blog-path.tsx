import type { Route } from "./+types/blog-path";
import { useTexts } from "#web/language.tsx";
import type { ScreenHandle } from "#web/screen.ts";
import { say } from "#shared/texts.ts";
import { DatedEntry } from "../parts/dated-entry.tsx";
import { headOfEntry } from "../parts/entry-head.ts";
import { readBlogEntry } from "../parts/read-entry.ts";
import { texts } from "../texts.ts";

type Loaded = Awaited<ReturnType<typeof loader>>;

export const handle: ScreenHandle<Loaded> = {
  title: texts.blogTitle,
  kind: "reading",
  measure: "wide",
  feed: "/blog/rss.xml",
  event: "blog-entry",
  head: ({ entry }, frame) => headOfEntry(entry, frame, { path: "/blog", name: say(texts.blogTitle, frame.language) }),
};

export async function loader({ params, context }: Route.LoaderArgs) {
  return readBlogEntry("blog", params.blogPath, context);
}

export default function BlogEntry({ loaderData: { entry, related } }: Route.ComponentProps) {
  const t = useTexts(texts);
  return <DatedEntry area="/blog" entry={entry} related={related} back={t("allArticles")} />;
}
