/** Files that search engines and browsers request by name: sitemap, robots.txt, manifest. Pure: text from facts. */
import type { SitePage } from "#server/http/site-pages.ts";
import type { Brand } from "#shared/brand.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import { languages, say, type Language } from "#shared/texts.ts";
import { xmlText } from "#shared/xml.ts";

/** Every page at its own address and at that of each language; each lists all of them (product decisions 6). */
export function sitemap(origin: string, pages: readonly Pick<SitePage, "path" | "updatedAt">[]): string {
  const urls = pages.flatMap(({ path, updatedAt }) => {
    const bare = xmlText(origin + path);
    const alternates = [
      ...languages.map((language) => [language, `${bare}?lang=${language}`] as const),
      ["x-default", bare] as const,
    ]
      .map(([language, href]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`)
      .join("");
    return [bare, ...languages.map((language) => `${bare}?lang=${language}`)].map(
      (address) => `<url><loc>${address}</loc><lastmod>${updatedAt.toISOString()}</lastmod>${alternates}</url>`,
    );
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join("\n")}\n</urlset>\n`;
}

/** Paths that an app of the brand may open as deep links; all others stay in the browser. */
const appPaths = [
  "/webview/enter",
  "/webview/no-login-bills",
  "/webview/no-login-fill",
  "/webview/email-fast-link",
  "/repayment/success",
];

/** The Android apps that may open links to this origin. Their own manifest names the paths; we only make links to these. */
export function assetLinks({ apps }: Brand): string {
  const { android } = apps.links ?? {};
  const target = android && {
    namespace: "android_app",
    package_name: android.package,
    sha256_cert_fingerprints: android.certificates,
  };
  return JSON.stringify(target ? [{ relation: ["delegate_permission/common.handle_all_urls"], target }] : []);
}

/** The same for iOS, with the paths. */
export function appSiteAssociation({ apps }: Brand): string {
  const appIDs = apps.links?.ios ? [apps.links.ios] : [];
  const components = appPaths.map((path) => ({ "/": path }));
  return JSON.stringify({ applinks: { details: appIDs.length > 0 ? [{ appIDs, components }] : [] } });
}

/** Areas that must not appear in search results: a person's own pages, the console, calls, tools. */
const closedAreas = [
  "/webview",
  "/staff",
  "/api/",
  "/event/",
  "/sandbox",
  "/gallery",
  "/login",
  "/unsubscribe/",
  "/pdf-review/",
  "/verify/",
];
/** Calls whose answer a public page shows or links to. */
const openCalls = ["/api/site/share-picture", "/api/rates/"];

/**
 * In prod the website is open and everything else closed. Elsewhere everything is closed wherever a search engine could
 * reach it; on a loopback address, where none can, the file is as in prod, so that its effect can be measured.
 */
export function robots(origin: string, isProd: boolean): string {
  const isLoopback = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(origin).hostname);
  if (!isProd && !isLoopback) return "User-agent: *\nDisallow: /\n";
  return [
    "User-agent: *",
    ...closedAreas.map((path) => `Disallow: ${path}`),
    ...openCalls.map((path) => `Allow: ${path}`),
    "",
    `Sitemap: ${origin}/sitemap.xml`,
    "",
  ].join("\n");
}

/** A home-screen icon opens the borrower's own loan: people who install it have one. */
export function manifest(brand: Brand, language: Language): string {
  const icon = (edge: number, purpose: "any" | "maskable") => ({
    src: `/icon-${purpose === "maskable" ? "maskable-" : ""}${edge}.png`,
    sizes: `${edge}x${edge}`,
    type: "image/png",
    purpose,
  });
  return JSON.stringify({
    name: brand.name,
    short_name: brand.name,
    description: say(brand.slogan, language),
    lang: language,
    id: "/",
    start_url: "/webview/home",
    scope: "/",
    display: "minimal-ui",
    theme_color: brand.tokens.light["--band"] ?? "#0b5a52",
    background_color: brand.tokens.light["--paper"] ?? "#faf8f3",
    icons: [
      { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
      icon(192, "any"),
      icon(512, "any"),
      icon(512, "maskable"),
    ],
  });
}

/** Days for which a security.txt is valid: RFC 9116 asks for less than a year, so that a stale copy shows. */
const securityContactDays = 180;

/** The address for reports of vulnerabilities. // RFC 9116 */
export function securityContact(origin: string, { supportEmail }: Pick<Brand, "supportEmail">, now: Date): string {
  const expires = instantOf(addDays(dateInWib(now), securityContactDays));
  return [
    `Contact: mailto:${supportEmail.value}`,
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${languages.join(", ")}`,
    `Canonical: ${origin}/.well-known/security.txt`,
    "",
  ].join("\n");
}
