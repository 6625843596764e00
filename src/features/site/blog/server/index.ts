/** The blog: its feed, and its entries among the website's pages. */
import { siteOriginOf } from "#server/process/brand.server.ts";
import { answer, Binary, type CallAnswer } from "#server/call/pipeline.ts";
import type { Domain } from "#server/domain.ts";
import { contentOf, contentPages, figuresInForce, contentTextsOf } from "#features/platform/content/server/index.ts";
import { say } from "#shared/texts.ts";
import { getBlogFeed } from "../contract.ts";
import { texts } from "../texts.ts";
import { rssOf } from "./feed.ts";

/** A feed is for new entries; older ones stay on the blog. */
const maxInFeed = 20;

const answers: readonly CallAnswer[] = [
  answer(getBlogFeed, async (_input, { services, language, caller }) => {
    const { brand } = caller;
    const [entries, figures] = await Promise.all([
      contentTextsOf(services, "blog", language),
      figuresInForce(services, language, brand),
    ]);
    const xml = rssOf({
      origin: siteOriginOf(services, brand.id),
      language,
      title: say(texts.feedTitle, language, { brand: brand.name }),
      description: say(texts.blogLead, language),
      brandName: brand.name,
      articles: entries.slice(0, maxInFeed).map((entry) => contentOf("blog", entry, figures)),
    });
    return new Binary(new TextEncoder().encode(xml), "application/rss+xml; charset=utf-8", {
      "Cache-Control": "public, max-age=600",
      Vary: "Accept-Language, Cookie",
    });
  }),
];

export const domain: Domain = { answers, sitePages: [contentPages("blog", "/blog")] };
