/** The website's files for search engines, browsers and shared links. */
import fc from "fast-check";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { createSitePages } from "#server/http/site-pages.ts";
import { xmlText } from "#shared/xml.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { brandSchema } from "#shared/brand.ts";
import * as v from "valibot";
import { appSiteAssociation, assetLinks, robots, sitemap } from "./machine-files.ts";

let visitor: TestClient;
/** In addition to those of the product's own domains. */
const borrow = {
  path: "/borrow",
  title: { id: "Cara meminjam", en: "How to borrow", zh: "如何借款" },
  updatedAt: new Date("2026-11-01T00:00:00Z"),
};

const app = await testApp();
beforeAll(async () => {
  visitor = app.client();
  app.services.sitePages.add({ name: "screens", list: async () => [borrow, { ...borrow, path: "/" }] });
  app.services.sitePages.add({
    name: "contents",
    list: async () => [{ ...borrow, updatedAt: new Date("2026-11-20T00:00:00Z") }],
  });
});

describe("the public pages", () => {
  it("are listed once each, in the reader's language, with the newest time that any source knows", async () => {
    const { body } = await visitor.get("/api/site/pages", { "Accept-Language": "en" });
    const paths: string[] = body.items.map(({ path }: { path: string }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    expect(body.items.find(({ path }: { path: string }) => path === "/borrow")).toEqual({
      path: "/borrow",
      title: "How to borrow",
      updatedAt: "2026-11-20T00:00:00.000Z",
    });
  });

  it("stay findable when one of their sources fails", async () => {
    const pages = createSitePages();
    pages.add({ name: "screens", list: async () => [borrow] });
    pages.add({ name: "blog", list: async () => Promise.reject(new Error("no database")) });
    expect(await pages.list(app.services)).toEqual([borrow]);
  });
});

it("figures are told as in force, written in the reader's language, and a fact that nobody verified with its mark", async () => {
  const figures = (await visitor.get("/api/site/figures", { "Accept-Language": "en" })).body;
  expect(figures).toMatchObject({
    loanMinimum: "Rp 200.000",
    dailyRate: "0.2%",
    totalCostCap: "100%",
    minimumAge: "18",
    supportPhone: "021-5000-000 (sample)",
  });
  expect((await visitor.get("/api/site/figures", { "Accept-Language": "id" })).body.dailyRate).toBe("0,2%");
  // A Markdown list item is not a figure in a sentence.
  expect(figures).not.toHaveProperty("exampleSchedule");
});

describe("the sitemap", () => {
  it("names every page at its own address and in each language, with all alternates and the day of its last change", async () => {
    const { status, text, headers } = await visitor.get("/sitemap.xml");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/xml; charset=utf-8");
    const addresses = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1]);
    expect(addresses).toEqual(
      expect.arrayContaining(
        ["/", "/borrow"].flatMap((path) =>
          ["", "?lang=id", "?lang=en", "?lang=zh"].map((query) => `http://localhost:3000${path}${query}`),
        ),
      ),
    );
    expect(text.match(/hreflang="x-default" href="http:\/\/localhost:3000\/borrow"/g)).toHaveLength(4);
    expect(text).toContain("<lastmod>2026-11-20T00:00:00.000Z</lastmod>");
  });

  it("stays well formed whatever a path holds", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (path) => {
        const text = sitemap("https://tunai.example", [{ path: `/${path}`, updatedAt: borrow.updatedAt }]);
        expect(text.match(/<url>/g)).toHaveLength(4);
        expect(text.replace(/<[^<>]*>/g, "")).not.toMatch(/[<>]|&(?!#\d+;)/);
      }),
    );
  });
});

describe("robots.txt", () => {
  it("opens the website, its share pictures and rates, and closes what is a person's or the staff's own", async () => {
    const { text, headers } = await visitor.get("/robots.txt");
    expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
    for (const closed of ["/webview", "/staff", "/api/", "/sandbox"])
      expect(text.split("\n")).toContain(`Disallow: ${closed}`);
    expect(text).toContain("Allow: /api/site/share-picture\n");
    expect(text).toContain("Sitemap: http://localhost:3000/sitemap.xml");
    expect(text.split("\n")).not.toContain("Disallow: /");
  });

  it("closes everything outside prod, but where no search engine can come", () => {
    expect(robots("https://feat.tunai.example", false)).toBe("User-agent: *\nDisallow: /\n");
    expect(robots("https://tunai.example", true)).toContain("Sitemap: https://tunai.example/sitemap.xml");
    expect(robots("http://127.0.0.1:3000", false)).toContain("Sitemap:");
  });
});

it("the manifest names the brand, its colours and icons that are there", async () => {
  const { body } = await visitor.get("/manifest.webmanifest");
  expect(body).toMatchObject({ name: "Tunai", lang: "id", theme_color: "#0b5a52", start_url: "/webview/home" });
  expect(body.icons.map(({ sizes }: { sizes: string }) => sizes)).toEqual(["any", "192x192", "512x512", "512x512"]);
});

describe("the share picture", () => {
  const ask = (path: string, language = "id") =>
    visitor.get(`/api/site/share-picture?path=${encodeURIComponent(path)}&language=${language}`);

  it.each(["id", "en", "zh"])("of a page is a PNG of 1200 by 630 in %s, kept for a day", async (language) => {
    const { status, headers } = await ask("/borrow", language);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("image/png");
    expect(headers.get("cache-control")).toBe("public, max-age=86400");
  });

  it("shows the title's letters: another title is another picture", async () => {
    const { sharePicture } = await import("./share-picture.ts");
    const brand = { name: "Tunai", tokens: { light: {}, dark: {} } };
    const picture = (title: string) => sharePicture({ brand, title, slogan: "Pinjam secukupnya" });
    const [one, other, again] = await Promise.all([
      picture("Cara meminjam"),
      picture("如何借款"),
      picture("Cara meminjam"),
    ]);
    expect(Buffer.compare(one as Uint8Array, again as Uint8Array)).toBe(0);
    expect(Buffer.compare(one as Uint8Array, other as Uint8Array)).not.toBe(0);
    expect(await sharp(one).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
    // A title of any length fits.
    expect((await picture("Bagaimana menghitung ".repeat(30))).length).toBeGreaterThan(5000);
  });

  it("of a blog entry is drawn without listing what the collections hold", async () => {
    const { sitePages } = app.services;
    const { list } = sitePages;
    sitePages.list = () => Promise.reject(new Error("Everything was listed for one picture."));
    try {
      for (const language of ["id", "en", "zh"])
        expect((await ask("/blog/pay-off-early", language)).headers.get("content-type")).toBe("image/png");
      for (const path of ["/borrow", "/about/faq/borrow"]) expect((await ask(path)).status, path).toBe(200);
      for (const path of ["/blog/no-such-entry", "/blog/", "/blog/pay-off-early/more", "/about/faq/nothing"])
        expect((await ask(path)).status, path).toBe(404);
    } finally {
      sitePages.list = list;
    }
    for (const { path, title } of await sitePages.list(app.services))
      expect(await sitePages.titleOf(app.services, path), path).toEqual(title);
  });

  it("draws no words of an address: what is no page of ours is unknown", async () => {
    for (const path of ["/no-such-page", "/borrow?title=x", "Kirim uang ke rekening ini", "//borrow"]) {
      const { status, body } = await ask(path);
      expect(status, path).toBe(404);
      expect(body.status.code).toBe("PAGE_UNKNOWN");
    }
    expect((await ask("/borrow", "fr")).status).toBe(422);
  });
});

it("text in XML comes back as it was, whatever signs it has", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const written = xmlText(text);
      expect(written).not.toMatch(/[<>"']/);
      expect(written.replace(/&#(\d+);/g, (_whole, code: string) => String.fromCharCode(Number(code)))).toBe(text);
    }),
  );
});

it("names the apps that may open links to the brand's pages, and the paths; without apps it names none", async () => {
  const visitor = app.client();
  expect((await visitor.get("/.well-known/assetlinks.json")).body).toEqual([]);
  expect((await visitor.get("/.well-known/apple-app-site-association")).body).toEqual({ applinks: { details: [] } });
  const certificate = Array.from({ length: 32 }, () => "AB").join(":");
  const links = { android: { package: "id.tunai.app", certificates: [certificate] }, ios: "ABCDE12345.id.tunai.app" };
  const linked = v.parse(brandSchema, { ...app.services.brands[0], apps: { links } });
  expect(JSON.parse(assetLinks(linked))).toMatchObject([
    { target: { package_name: "id.tunai.app", sha256_cert_fingerprints: [certificate] } },
  ]);
  const [details] = JSON.parse(appSiteAssociation(linked)).applinks.details;
  expect(details.appIDs).toEqual(["ABCDE12345.id.tunai.app"]);
  expect(details.components).toContainEqual({ "/": "/webview/enter" });
});

it("says where to report a vulnerability, for less than a year", async () => {
  const { text, status, headers } = await app.client().get("/.well-known/security.txt");
  expect([status, headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  const fields = new Map(
    text
      .trimEnd()
      .split("\n")
      .map((line) => line.split(": ") as [string, string]),
  );
  expect(fields.get("Contact")).toMatch(/^mailto:\S+@\S+$/);
  const days = (Date.parse(fields.get("Expires")!) - app.services.clock.now().getTime()) / 86_400_000;
  expect(days).toBeGreaterThan(170);
  expect(days).toBeLessThan(365);
  expect(fields.get("Canonical")).toMatch(/\/\.well-known\/security\.txt$/);
});
