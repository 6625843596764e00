/** Questions and answers, the blog and the company's pages, as a visitor reads them: with script, without it, in three languages. */
import { describe, expect, it } from "vitest";
import { phone } from "#tests/support/browser.ts";

const areas = [
  "/about",
  "/about/faq",
  "/about/faq/laps-sjk",
  "/about/us",
  "/about/us/operation",
  "/about/us/management",
  "/about/us/financial-report",
  "/about/us/publication-complaint",
  "/executive-team",
  "/news",
  "/social-events",
  "/terms",
  "/privacy",
  "/blog",
  "/blog/avoid-loan-fraud",
];

describe("the questions", () => {
  it("are found by words, also without script, and lead to the answer", async () => {
    for (const javaScript of [true, false]) {
      const visitor = await phone({ javaScript });
      await visitor.open("/about/faq");
      await visitor.page.fill("input[name=q]", "nama rekening tidak cocok");
      await visitor.page.getByRole("button", { name: "Cari", exact: true }).click();
      await visitor.page.waitForURL(/\/about\/faq\?q=/);
      await visitor.look(`faq-found-${javaScript ? "script" : "plain"}`);
      await visitor.page.getByRole("link", { name: /Rekening saya ditolak karena nama tidak cocok/ }).click();
      await visitor.page.waitForURL(/\/about\/faq\/application-and-loans#account-name$/);
      // The folded answer around the anchor opens.
      await visitor.page.getByText("Singkatan dan gelar tidak masalah").waitFor();
      await visitor.look(`faq-answer-${javaScript ? "script" : "plain"}`);
    }
  });

  it("say so when nothing is found, and keep nobody's words in a page that others see", async () => {
    const visitor = await phone();
    await visitor.open("/about/faq?q=qwertyuiopzxcv");
    expect(await visitor.page.locator("h1").textContent()).toBe("Tidak ada hasil untuk “qwertyuiopzxcv”");
    expect(await visitor.page.inputValue("input[name=q]")).toBe("qwertyuiopzxcv");
    await visitor.open("/about/faq");
    expect(await visitor.page.content()).not.toContain("qwertyuiopzxcv");
  });

  it("stand in seven sections with anchors of their own, and tell search engines their answers", async () => {
    const visitor = await phone();
    await visitor.open("/about/faq");
    for (const section of [
      "generalQuestion",
      "borrow",
      "lend",
      "bewareOfFraud",
      "laps-sjk",
      "application-and-loans",
      "payment-and-repayment",
    ]) {
      expect(await visitor.page.locator(`section#${section} a`).count(), section).toBeGreaterThan(4);
    }
    await visitor.page.goto(`${visitor.origin}/about/faq/borrow`);
    const [page] = JSON.parse((await visitor.page.locator("script[type='application/ld+json']").textContent()) ?? "")[
      "@graph"
    ];
    expect(page["@type"]).toBe("FAQPage");
    expect(page.mainEntity).toHaveLength(await visitor.page.locator("details.disclosure").count());
    expect(JSON.stringify(page)).not.toContain("{{");
  });

  it("of a section that there is not are a real 404", async () => {
    const visitor = await phone();
    expect((await visitor.page.goto(`${visitor.origin}/about/faq/nothing`))?.status()).toBe(404);
  });
});

describe("the blog", () => {
  it("leads from page to page and from article to article, and offers its feed", async () => {
    const visitor = await phone({ language: "en-GB" });
    await visitor.open("/blog");
    const first = await visitor.page.locator(".article-card-link").allTextContents();
    expect(first[0]).toBe("How the cost of a loan is counted, rupiah by rupiah");
    await visitor.page.getByRole("link", { name: "Next" }).click();
    await visitor.page.waitForURL(/cursor=/);
    await visitor.look("blog-second-page");
    const second = await visitor.page.locator(".article-card-link").allTextContents();
    expect(second.length).toBeGreaterThan(0);
    expect(first.filter((title) => second.includes(title))).toEqual([]);
    await visitor.page.locator(".article-card-link").first().click();
    await visitor.look("blog-article");
    expect(await visitor.page.title()).toContain(second[0] as string);
    expect(
      JSON.parse((await visitor.page.locator("script[type='application/ld+json']").textContent()) ?? "")["@graph"][0][
        "@type"
      ],
    ).toBe("Article");
    await visitor.page.locator(".article-card-link").first().click();
    await visitor.page.waitForURL(/\/blog\/[\w-]+$/);
    const feed = await visitor.page.locator("link[type='application/rss+xml']").getAttribute("href");
    const answer = await visitor.context.request.get(new URL(feed ?? "", visitor.origin).href);
    expect(answer.headers()["content-type"]).toContain("application/rss+xml");
    expect(await answer.text()).toContain("Seven signs of loan fraud");
  });

  it.each(["/blog/no-such-article", "/blog/two%20words", "/news/nothing", "/social-events/nothing"])(
    "answers %s with a real 404",
    async (path) => {
      const visitor = await phone();
      expect((await visitor.page.goto(visitor.origin + path))?.status()).toBe(404);
      await visitor.look(`missing-${path.slice(1).replaceAll(/[/%]/g, "-")}`);
    },
  );
});

describe("the company", () => {
  it("leads on from a social event to articles, and offers no loan there", async () => {
    const visitor = await phone();
    await visitor.open("/social-events/family-budget-class");
    await visitor.look("social-event");
    expect(await visitor.page.locator("main a[href='/']").count()).toBe(0);
    await visitor.page.locator("main a.button[href='/blog']").click();
    await visitor.page.waitForURL(/\/blog$/);
    await visitor.open("/news/personal-summary");
    expect(await visitor.page.locator("main a.button[href='/']").count()).toBe(1);
  });

  it("shows its reports of five years, marked as samples, as PDFs", async () => {
    const visitor = await phone();
    await visitor.open("/about/us/financial-report");
    expect(await visitor.page.getByRole("rowheader").allTextContents()).toEqual([
      "2024",
      "2023",
      "2022",
      "2021",
      "2020",
    ]);
    await visitor.page.getByText("tidak ada akuntan publik yang memeriksanya").waitFor();
    const links = await visitor.page
      .locator("main a[href*='/pdf?']")
      .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
    expect(links).toHaveLength(10);
    for (const link of links) {
      // Each is drawn at the first question: a loaded machine may ask to come back for it.
      const beginning = async () =>
        (await (await visitor.context.request.get(visitor.origin + link)).body()).subarray(0, 5).toString();
      await expect.poll(beginning, { message: link }).toBe("%PDF-");
    }
  });

  it("names nobody who is not verified", async () => {
    const visitor = await phone();
    await visitor.open("/executive-team");
    expect(await visitor.page.locator("main .fact-sample").count()).toBe(6);
  });

  it("shows beside its Chinese terms the Indonesian text that prevails", async () => {
    const visitor = await phone({ language: "zh-CN", width: 1280 });
    await visitor.open("/terms");
    expect(await visitor.page.locator("[lang=id].prose, [lang=id] .prose").last().textContent()).toContain(
      "Ketentuan ini berlaku",
    );
  });
});

it("every page has a title, heading and description of its own in each language", async () => {
  const seen = new Map<string, string>();
  for (const language of ["id-ID", "en-GB", "zh-CN"] as const) {
    const visitor = await phone({ language });
    for (const path of areas) {
      await visitor.page.goto(visitor.origin + path);
      const told = await visitor.page.evaluate(() => [
        document.title,
        document.querySelector("h1")?.textContent ?? "",
        document.querySelector("meta[name=description]")?.getAttribute("content") ?? "",
      ]);
      for (const [index, words] of told.entries()) {
        expect(words, `${path} in ${language}`).not.toBe("");
        expect(words, `${path} in ${language}`).not.toContain("{{");
        const key = `${language} ${index} ${words}`;
        expect(seen.get(key) ?? path, `"${words}" stands twice`).toBe(path);
        seen.set(key, path);
      }
    }
  }
});

it.each([
  { width: 320, colorScheme: "light", language: "en-GB" },
  { width: 768, colorScheme: "dark", language: "id-ID" },
  { width: 1280, colorScheme: "light", language: "id-ID" },
] as const)("every page is whole at $width px, $colorScheme", async (options) => {
  const visitor = await phone(options);
  for (const path of areas) await visitor.open(path);
});
