/** The website as search engines, shared links and slow phones meet it: every public page, in every language. */
import { HtmlValidate, type Message } from "html-validate";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { languages, type Language } from "#shared/texts.ts";
import { phone } from "#tests/support/browser.ts";
import { screensAt, tooHeavy, weigh } from "../../bench/weight.ts";

interface Page {
  path: string;
  language: Language;
  status: number;
  html: string;
}

const origin = inject("origin");
let paths: string[];
let pages: Page[];

const read = async (path: string, language: Language): Promise<Page> => {
  const answer = await fetch(`${origin}${path}?lang=${language}`, { redirect: "manual" });
  return { path, language, status: answer.status, html: await answer.text() };
};

beforeAll(async () => {
  const { items } = (await (await fetch(`${origin}/api/site/pages`)).json()) as { items: { path: string }[] };
  paths = items.map(({ path }) => path);
  pages = [];
  // One after another: what is measured elsewhere on the machine is not disturbed.
  for (const path of paths) for (const language of languages) pages.push(await read(path, language));
}, 300_000);

const unescaped = (text: string): string =>
  text
    .replace(/&#x([\da-f]+);/gi, (_whole, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
const first = (html: string, pattern: RegExp): string => unescaped(pattern.exec(html)?.[1] ?? "");
const titleOf = ({ html }: Page) => first(html, /<title>([^<]*)<\/title>/);
const headingOf = ({ html }: Page) => first(html, /<h1[^>]*>([^]*?)<\/h1>/).replace(/<[^>]*>/g, "");
const descriptionOf = ({ html }: Page) => first(html, /<meta name="description" content="([^"]*)"/);
const graphOf = ({ html }: Page): Record<string, unknown>[] =>
  [...html.matchAll(/<script type="application\/ld\+json">([^]*?)<\/script>/g)].flatMap(
    (match) => (JSON.parse(match[1] as string) as { "@graph": Record<string, unknown>[] })["@graph"],
  );
const nameOf = ({ path, language }: Page) => `${path} in ${language}`;

/** Fails with every page of which it is not true. */
function allHold(what: string, holds: (page: Page) => boolean): void {
  expect(pages.filter((page) => !holds(page)).map(nameOf), what).toEqual([]);
}

/** Fails where two pages of one language share what should be their own. */
function allOwn(what: string, of: (page: Page) => string): void {
  for (const language of languages) {
    const seen = new Map<string, string[]>();
    for (const page of pages)
      if (page.language === language) seen.set(of(page), [...(seen.get(of(page)) ?? []), page.path]);
    expect(
      [...seen].filter(([, where]) => where.length > 1),
      `${what} of more than one page in ${language}`,
    ).toEqual([]);
  }
}

describe("every public page in every language", () => {
  it("is there, in its language, with a title, a heading and a description of its own", () => {
    expect(paths).toEqual(
      expect.arrayContaining([
        "/",
        "/borrow",
        "/lend",
        "/service",
        "/about",
        "/about/faq",
        "/about/us",
        "/blog",
        "/terms",
        "/privacy",
        "/complaint",
      ]),
    );
    allHold("answers 200", ({ status }) => status === 200);
    allHold("names its language", ({ html, language }) => html.includes(`<html lang="${language}"`));
    allHold("has one heading", ({ html }) => [...html.matchAll(/<h1[\s>]/g)].length === 1);
    allHold("has a description of 40 to 200 characters (10 to 130 in Chinese)", (page) => {
      const { length } = descriptionOf(page);
      return page.language === "zh" ? length >= 10 && length <= 130 : length >= 40 && length <= 200;
    });
    allHold("begins its title outside prod with the environment", (page) => titleOf(page).startsWith("[test] "));
    allOwn("title", titleOf);
    allOwn("heading", headingOf);
    allOwn("description", descriptionOf);
    const translated = pages.filter(
      (page) =>
        page.language !== "id" &&
        titleOf(page) === titleOf(pages.find(({ path, language }) => path === page.path && language === "id") as Page),
    );
    expect(translated.filter(({ path }) => path !== "/blog").map(nameOf), "title as in Indonesian").toEqual([]);
  });

  it("is canonical to its own address and names its alternates", () => {
    allHold("canonical", ({ html, path, language }) =>
      html.includes(`<link rel="canonical" href="${origin}${path}?lang=${language}"/>`),
    );
    for (const [hreflang, query] of [
      ...languages.map((language) => [language, `?lang=${language}`] as const),
      ["x-default", ""] as const,
    ]) {
      allHold(`alternate ${hreflang}`, ({ html, path }) =>
        html.includes(`hrefLang="${hreflang}" href="${origin}${path}${query}"`),
      );
    }
    allHold("own share address", ({ html, path, language }) =>
      html.includes(`property="og:url" content="${origin}${path}?lang=${language}"`),
    );
    allHold("no word about robots", ({ html }) => !html.includes('name="robots"'));
  });

  it("stands in the sitemap with each of its addresses", async () => {
    const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
    const addresses = new Set([...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1]));
    expect(addresses.size).toBe(paths.length * 4);
    allHold(
      "in the sitemap",
      ({ path, language }) => addresses.has(`${origin}${path}?lang=${language}`) && addresses.has(origin + path),
    );
    // Outside prod nothing is to be listed; what prod says is met in prod.test.ts.
    expect(await (await fetch(`${origin}/robots.txt`)).text()).toBe("User-agent: *\nDisallow: /\n");
  });

  it("is valid HTML", async () => {
    const validator = new HtmlValidate({ extends: ["html-validate:standard"], root: true });
    const faults: string[] = [];
    for (const page of pages) {
      const report = await validator.validateString(page.html, `${page.path}?lang=${page.language}`);
      const said = (message: Message) =>
        `${nameOf(page)}: ${message.ruleId}: ${message.message} at ${page.html.slice(Math.max(0, message.offset - 40), message.offset + 60)}`;
      faults.push(...report.results.flatMap(({ messages }) => messages.map(said)));
    }
    expect(faults.slice(0, 20), `${faults.length} faults`).toEqual([]);
  }, 300_000);

  it("keeps within its weight, in one request before the first paint", async () => {
    const faults: string[] = [];
    const screens = await screensAt(paths);
    expect(screens).toHaveLength(paths.length);
    for (const { path, kind } of screens)
      for (const language of languages) {
        const weight = await weigh(origin, { path: `${path}?lang=${language}`, kind }, "");
        faults.push(...(weight ? tooHeavy(weight) : [`${path}: no page`]));
      }
    expect(faults).toEqual([]);
  }, 300_000);
});

describe("structured data", () => {
  /** Properties that readers of schema.org expect of each type that pages use. */
  const expected: Record<string, readonly string[]> = {
    Organization: ["name", "url", "logo"],
    WebSite: ["name", "url"],
    BreadcrumbList: ["itemListElement"],
    LoanOrCredit: ["name", "amount", "loanTerm", "interestRate", "provider"],
    FAQPage: ["mainEntity"],
    Article: ["headline", "datePublished", "dateModified", "author", "image"],
    NewsArticle: ["headline", "datePublished", "dateModified", "author", "image"],
    Blog: ["name", "url"],
    CollectionPage: ["name", "url"],
    Event: ["name", "startDate", "location"],
  };

  it("can be read on every page that has it, with the fields of its type, and tells no sample as a fact", () => {
    const faults: string[] = [];
    const types = new Set<string>();
    for (const page of pages) {
      for (const thing of graphOf(page)) {
        const type = String(thing["@type"]);
        types.add(type);
        const fields = expected[type];
        if (!fields) faults.push(`${nameOf(page)}: unexpected type ${type}`);
        for (const field of fields ?? [])
          if (thing[field] === undefined || thing[field] === "") faults.push(`${nameOf(page)}: ${type} lacks ${field}`);
        if (type === "Organization" && /contoh|sample|示例|KEP-000|021-5000/i.test(JSON.stringify(thing)))
          faults.push(`${nameOf(page)}: a sample told as a fact`);
      }
    }
    expect(faults).toEqual([]);
    expect([...types]).toEqual(
      expect.arrayContaining(["Organization", "WebSite", "LoanOrCredit", "FAQPage", "Article", "BreadcrumbList"]),
    );
  });

  it("asks and answers every question of an FAQ page", () => {
    for (const page of pages) {
      for (const faq of graphOf(page).filter((thing) => thing["@type"] === "FAQPage")) {
        const questions = faq["mainEntity"] as {
          "@type": string;
          name: string;
          acceptedAnswer: { "@type": string; text: string };
        }[];
        expect(questions.length, nameOf(page)).toBeGreaterThan(0);
        expect(
          questions.every((one) => one["@type"] === "Question" && one.name !== "" && one.acceptedAnswer.text !== ""),
          nameOf(page),
        ).toBe(true);
      }
    }
  });
});

it("shared links bring a picture of each page", async () => {
  for (const { html, path, language } of pages.filter(({ path }) => ["/", "/borrow", "/about/faq"].includes(path))) {
    const picture = first(html, /property="og:image" content="([^"]*)"/);
    const answer = await fetch(picture);
    expect(answer.headers.get("content-type"), `${path} in ${language}`).toBe("image/png");
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(5000);
  }
});

it.each([
  "/blog/no-such-entry",
  "/news/no-such-item",
  "/social-events/no-such-event",
  "/about/faq/no-such-section",
  "/about/us/no-such-page",
  "/borrow/more",
  "/sitemap",
  "/no-such-page",
])("%s is unknown, says so in the reader's language and asks not to be listed", async (path) => {
  for (const language of languages) {
    const page = await read(path, language);
    expect(page.status).toBe(404);
    expect(page.html).toContain(`<html lang="${language}"`);
    expect(page.html).toContain('name="robots" content="noindex"');
    expect(page.html).not.toContain('rel="canonical"');
  }
});

it("the address without a language is canonical to itself, whatever was kept of its languages", async () => {
  await read("/lend", "id");
  for (const language of languages) {
    const html = await (await fetch(`${origin}/lend`, { headers: { "Accept-Language": language } })).text();
    expect(html).toContain(`<html lang="${language}"`);
    expect(html).toContain(`<link rel="canonical" href="${origin}/lend"/>`);
  }
});

it("an address that ends in a slash leads to the one without", async () => {
  const answer = await fetch(`${origin}/borrow/?lang=en`, { redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([301, "/borrow?lang=en"]);
  const foreign = await fetch(`${origin}//evil.example/`, { redirect: "manual" });
  expect([foreign.status, foreign.headers.get("location")]).toEqual([301, "/evil.example"]);
});

it("home publishes loan performance, the licence with its mark, and the rates with their picture and documents", async () => {
  const { html } = await read("/", "id");
  const figures = [...html.matchAll(/<dd class="figure-grid-value">([^<]*)<\/dd>/g)].map((match) => match[1]);
  // One line until the first loans are counted, which other journeys may have done by now.
  if (figures.length === 0) expect(html).toContain("TKB90 –: belum ada pinjaman");
  else expect(figures).toHaveLength(5);
  for (const figure of figures) expect(figure).toMatch(/^(?:–|\d{1,3}(?:,\d{1,2})?%)$/);
  expect(html).toMatch(/KEP-000[^<]*(?:<!-- -->)? ?<span class="fact-sample">contoh</);
  for (const path of ["/api/rates/picture?language=id", "/api/rates/pdf/id", "/api/rates/pdf/en"]) {
    expect(html).toContain(`"${path}"`);
    expect((await fetch(origin + path)).status).toBe(200);
  }
});

it("/home is the home page under its one address, and /index leads there", async () => {
  expect((await read("/home", "id")).html).toContain(`<link rel="canonical" href="${origin}/?lang=id"/>`);
  const index = await fetch(`${origin}/index`, { redirect: "manual" });
  expect([index.status, index.headers.get("location")]).toEqual([301, "/home"]);
});

describe("on a phone", () => {
  it("nothing moves once it is shown, and nothing has to be fetched before it is", async () => {
    const visitor = await phone();
    const faults: string[] = [];
    for (const path of paths) {
      await visitor.page.goto(origin + path, { waitUntil: "load" });
      // To the foot, so that pictures which load late have loaded.
      await visitor.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await visitor.page.waitForTimeout(100);
      const { shift, blocking } = await visitor.page.evaluate(measured);
      if (shift > 0) faults.push(`${path}: moved by ${shift}`);
      if (blocking.length > 0) faults.push(`${path}: waited for ${blocking.join(", ")}`);
    }
    expect(faults).toEqual([]);
  }, 300_000);

  it.each([320, 1280])("every place of the frame is in reach without script at %i px", async (width) => {
    const plain = await phone({ javaScript: false, width });
    await plain.open("/borrow");
    const places = plain.page.locator(".site-header-link");
    if (width < 860) await plain.page.locator(".site-header-menu summary").click();
    await expect.poll(() => places.first().isVisible()).toBe(true);
    expect(await places.allInnerTexts()).toEqual(["Pinjam", "Danai", "Blog", "Tentang", "Bantuan", "Pinjaman saya"]);
    expect(await places.first().getAttribute("aria-current")).toBe("page");
    expect(await plain.page.locator(".site-footer-link").count()).toBeGreaterThan(12);
    await places.nth(1).click();
    await plain.page.waitForURL(/\/lend$/);
    await plain.look(`frame-${width}`);
  });

  it("the link past the header is the first that the keyboard reaches", async () => {
    const visitor = await phone();
    await visitor.page.goto(`${origin}/lend`);
    await visitor.page.keyboard.press("Tab");
    expect(await visitor.page.evaluate(() => document.activeElement?.getAttribute("href"))).toBe("#main");
  });
});

/** Runs in the page: how far anything moved without being touched, and what held up the first paint. */
function measured(): Promise<{ shift: number; blocking: string[] }> {
  return new Promise((done) => {
    let shift = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) shift += entry.value;
    });
    observer.observe({ type: "layout-shift", buffered: true });
    const resources = performance.getEntriesByType("resource") as (PerformanceResourceTiming & {
      renderBlockingStatus?: string;
    })[];
    const blocking = resources.filter((entry) => entry.renderBlockingStatus === "blocking").map((entry) => entry.name);
    requestAnimationFrame(() => requestAnimationFrame(() => done({ shift, blocking })));
  });
}
