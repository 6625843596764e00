/** The blog as RSS 2.0: addresses are absolute and contain the feed's language, so that a reader opens the same text. */
import { Feed } from "feed";
import { instantOf } from "#shared/dates.ts";
import type { Language } from "#shared/texts.ts";
import type { Content } from "#features/platform/content/contract.ts";

export interface FeedOptions {
  /** `https://tunai.example` */
  origin: string;
  language: Language;
  title: string;
  description: string;
  brandName: string;
  articles: readonly Content[];
}

/** Newest first, as the articles come. */
export function rssOf({ origin, language, title, description, brandName, articles }: FeedOptions): string {
  const address = (path: string): string => `${origin}${path}?lang=${language}`;
  const newest = articles
    .map(({ updatedAt }) => updatedAt)
    .sort()
    .at(-1);
  const feed = new Feed({
    id: address("/blog"),
    link: address("/blog"),
    title,
    description,
    language,
    copyright: brandName,
    generator: brandName,
    feedLinks: { rss: address("/blog/rss.xml") },
    ...(newest ? { updated: new Date(newest) } : {}),
  });
  for (const { key, title: headline, summary, body, published } of articles) {
    feed.addItem({
      // The same in every language: a reader that changes the language does not show everything as new.
      id: `${origin}/blog/${key}`,
      link: address(`/blog/${key}`),
      title: headline,
      description: summary ?? "",
      content: absolute(body, origin),
      date: instantOf(published ?? "1970-01-01"),
    });
  }
  return feed.rss2();
}

/** Own paths in an article do not work in a feed reader. */
const absolute = (html: string, origin: string): string =>
  html.replace(/(\s(?:href|src)=")\/(?!\/)/g, (_whole, before: string) => `${before}${origin}/`);
