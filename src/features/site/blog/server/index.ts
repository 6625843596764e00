/** The blog: its feed, and its entries among the website's pages. */
import { siteOriginOf } from "#server/brand.server.ts";
import { answer, Binary, type Api } from "#server/answer.ts";
import type { Services } from "#server/services.ts";
import { contentOf, contentPages, figuresInForce, readTexts } from "#features/operations/content/server/index.ts";
import { say } from "#shared/texts.ts";
import { getBlogFeed } from "../contract.ts";
import { texts } from "../texts.ts";
import { rssOf } from "./feed.ts";

/** A feed is for what is new; older entries stay on the blog. */
const mostInFeed = 20;

export function answers(api: Api): void {
  answer(
    api,
    getBlogFeed,
  )(async (_input, { services, language, caller }) => {
    const { brand } = caller;
    const [entries, figures] = await Promise.all([
      readTexts(services, "blog", language),
      figuresInForce(services, language, brand),
    ]);
    const xml = rssOf({
      origin: siteOriginOf(services, brand.id),
      language,
      title: say(texts.feedTitle, language, { brand: brand.name }),
      description: say(texts.blogLead, language),
      brandName: brand.name,
      articles: entries.slice(0, mostInFeed).map((entry) => contentOf("blog", entry, figures)),
    });
    return new Binary(new TextEncoder().encode(xml), "application/rss+xml; charset=utf-8", {
      "Cache-Control": "public, max-age=600",
      Vary: "Accept-Language, Cookie",
    });
  });
}

export function work({ sitePages }: Services): void {
  sitePages.add(contentPages("blog", "/blog"));
}
