import { describe, expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import type { Content } from "#features/platform/content/contract.ts";
import { rssOf } from "./feed.ts";

const app = await testApp();

const article = (more: Partial<Content> = {}): Content => ({
  collection: "blog",
  key: "one",
  language: "en",
  title: "One & <two>",
  summary: "Short ]]> words",
  section: null,
  topic: null,
  order: null,
  published: "2026-11-16",
  until: null,
  picture: "receipt",
  version: 1,
  updatedAt: "2026-11-20T17:00:00.000Z",
  body: '<p>See <a href="/about/faq">here</a>, <a href="https://www.ojk.go.id">there</a> ]]> &amp; on</p>',
  ...more,
});
const input = {
  origin: "https://tunai.example",
  language: "en",
  title: "Blog",
  description: "Words",
  brandName: "Tunai",
} as const;

describe("the feed", () => {
  it("is RSS with absolute addresses in its own language and valid dates, newest first", async () => {
    const { status, headers, text } = await app.client().get("/blog/rss.xml?lang=en");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
    expect(text).toMatch(/^<\?xml version="1.0" encoding="utf-8"\?>\s*<rss version="2.0"/);
    expect(text).toContain("<language>en</language>");
    const links = [...text.matchAll(/<link>([^<]+)<\/link>/g)].map((match) => match[1] as string);
    expect(links.length).toBeGreaterThan(8);
    for (const link of links) expect(link).toMatch(/^http:\/\/localhost:\d+\/blog(\/[\w-]+)?\?lang=en$/);
    const days = [...text.matchAll(/<pubDate>([^<]+)<\/pubDate>/g)].map((match) => Date.parse(match[1] as string));
    expect(days.every((day) => !Number.isNaN(day))).toBe(true);
    expect(days).toEqual([...days].sort((a, b) => b - a));
    expect(text).not.toContain("{{");
    expect(text).not.toMatch(/(?:href|src)="\//);
  });

  it("has a text of its own in each language, and one id for all of them", async () => {
    const feeds = await Promise.all(
      ["id", "en", "zh"].map(async (language) => (await app.client().get(`/blog/rss.xml?lang=${language}`)).text),
    );
    expect(feeds.map((feed) => /<item>\s*<title>(?:<!\[CDATA\[)?([^\]<]+)/.exec(feed)?.[1])).toEqual([
      "Cara biaya pinjaman dihitung, rupiah demi rupiah",
      "How the cost of a loan is counted, rupiah by rupiah",
      "借款费用怎么算：一笔一笔算清楚",
    ]);
    const ids = feeds.map((feed) => [...feed.matchAll(/<guid[^>]*>([^<]+)/g)].map((match) => match[1]).join());
    expect(new Set(ids).size).toBe(1);
  });

  it("holds no sign that would end what it stands in", () => {
    const xml = rssOf({ ...input, title: "A & <b>", articles: [article()] });
    expect(xml).toContain("A &amp; &lt;b&gt;");
    expect(xml.replaceAll("]]]]><![CDATA[>", "").match(/]]>/g)).toHaveLength(
      (xml.replaceAll("]]]]><![CDATA[>", "").match(/<!\[CDATA\[/g) ?? []).length,
    );
    expect(xml).toContain('href="https://tunai.example/about/faq"');
    expect(xml).toContain("<pubDate>Sun, 15 Nov 2026 17:00:00 GMT</pubDate>");
    expect(xml).toContain("<lastBuildDate>Fri, 20 Nov 2026 17:00:00 GMT</lastBuildDate>");
  });

  it("is well formed without articles", () => {
    expect(rssOf({ ...input, articles: [] })).toContain("</channel>");
  });
});

it("lists its entries among the website's pages, with a title in each language", async () => {
  const { body } = await app.client({ "Accept-Language": "en" }).get("/api/site/pages");
  expect(body.items.find(({ path }: { path: string }) => path === "/blog/avoid-loan-fraud").title).toBe(
    "Seven signs of loan fraud, and how to shut the door",
  );
});
