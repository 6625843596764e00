/** The metadata for search engines in a page's HTML. */
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { PageHead, type PageHeadProps } from "#web/page-head.tsx";
import type { PageFrame, ScreenHandle } from "#web/screen.ts";
import { article, organization } from "#web/structured-data.ts";

const fact = (value: string, verified = false) => ({ value, verified });
const frame = {
  language: "en",
  addressLanguage: null,
  brand: {
    id: "tunai",
    name: "Tunai",
    operator: fact("PT Tunai"),
    address: fact("Jakarta"),
    supportPhone: fact("021-5000"),
    supportEmail: fact("halo@tunai.example"),
  },
  path: "/borrow",
  siteOrigin: "https://tunai.example",
  titlePrefix: "[test] ",
} as unknown as PageFrame;
const text = (words: string) => ({ id: `${words} (id)`, en: words, zh: `${words} (zh)` });
const handle: ScreenHandle = { title: text("How to borrow"), description: text("Steps & costs.") };
const head = (input: Partial<PageHeadProps>) =>
  renderToStaticMarkup(<PageHead frame={frame} handle={handle} data={{}} failed={null} {...input} />);

describe("the head of a public page", () => {
  it("has title, description, canonical address, alternates and share tags in the page's language", () => {
    const html = head({});
    expect(html).toContain("<title>[test] How to borrow · Tunai</title>");
    expect(html).toContain('name="description" content="Steps &amp; costs."');
    expect(html).toContain('rel="canonical" href="https://tunai.example/borrow"');
    for (const [language, href] of [
      ["id", "?lang=id"],
      ["en", "?lang=en"],
      ["zh", "?lang=zh"],
      ["x-default", ""],
    ])
      expect(html).toContain(`rel="alternate" hrefLang="${language}" href="https://tunai.example/borrow${href}"`);
    expect(html).toContain(
      'property="og:image" content="https://tunai.example/api/site/share-picture?path=%2Fborrow&amp;language=en"',
    );
    expect(html).toContain('property="og:locale" content="en_US"');
  });

  it("is canonical to itself where the address names a language, and to the one address of several", () => {
    expect(head({ frame: { ...frame, addressLanguage: "en" } })).toContain(
      'rel="canonical" href="https://tunai.example/borrow?lang=en"',
    );
    expect(head({ frame: { ...frame, path: "/home" }, handle: { ...handle, canonical: "/" } })).toContain(
      'rel="canonical" href="https://tunai.example/"',
    );
  });

  it("takes from the page's data what depends on it", () => {
    const html = head({
      handle: {
        ...handle,
        head: (data) => ({ title: (data as { name: string }).name, kind: "article", publishedAt: "2026-11-21" }),
      },
      data: { name: "Costs, counted" },
    });
    expect(html).toContain("<title>[test] Costs, counted · Tunai</title>");
    expect(html).toContain('property="article:published_time" content="2026-11-21"');
  });

  it("holds structured data that can be read, and that no text can break out of", () => {
    const title = '</script><script>alert(1)</script><!-- "';
    const html = head({
      handle: {
        ...handle,
        head: (_data, page) => ({
          structuredData: [article(page, { title, description: "d", path: "/blog/x", publishedAt: "2026-11-21" })],
        }),
      },
    });
    expect(html.match(/<script/g)).toHaveLength(1);
    const block = /<script type="application\/ld\+json">([^]*?)<\/script>/.exec(html)?.[1] as string;
    expect(JSON.parse(block)["@graph"][0]).toMatchObject({
      "@type": "Article",
      headline: title,
      mainEntityOfPage: "https://tunai.example/blog/x",
    });
  });
});

describe("a page that is not for search engines", () => {
  it.each([
    ["a page of one's own", { frame: { ...frame, path: "/webview/home" } }],
    ["the console", { frame: { ...frame, path: "/staff" } }],
    ["a page that asks not to be listed", { handle: { ...handle, noIndex: true as const } }],
    ["a page without a description", { handle: { title: text("Log in") } }],
    ["a page that could not be made", { failed: text("Page not found") }],
  ])("%s has its title alone", (_what, input) => {
    const html = head(input);
    expect(html).toContain('name="robots" content="noindex"');
    expect(html).not.toMatch(/canonical|alternate|og:|ld\+json|description/);
  });
  it("names no data of a page that failed", () => {
    expect(
      head({ failed: text("Page not found"), handle: { ...handle, head: () => ({ title: "Secret" }) } }),
    ).not.toContain("Secret");
  });
});

describe("the organization", () => {
  it("is told with its verified facts alone: a machine sees no mark of a sample", () => {
    expect(JSON.stringify(organization(frame))).not.toMatch(/PT Tunai|021-5000|Jakarta|halo@/);
    const brand = { ...frame.brand, operator: fact("PT Tunai", true), supportPhone: fact("021-5000", true) };
    expect(organization({ ...frame, brand })).toMatchObject({
      legalName: "PT Tunai",
      contactPoint: { telephone: "021-5000" },
    });
  });
});
