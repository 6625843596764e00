/** The website as a whole: its public pages, their share pictures, and files that search engines and browsers request by name. */
import * as v from "valibot";
import { binary } from "#shared/binary.ts";
import { unknown } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { instant } from "#shared/fields/answered.ts";
import { languages } from "#shared/texts.ts";

const nothing = v.strictObject({});

export const listSitePages = defineCall({
  id: "listSitePages",
  method: "GET",
  path: "/api/site/pages",
  summary: "Every public page of the website with its title and when it last changed.",
  policy: { who: "anyone" },
  kept: true,
  input: nothing,
  output: v.object({ items: v.array(v.object({ path: v.string(), title: v.string(), updatedAt: instant })) }),
  problems: {},
});

export const getSiteFigures = defineCall({
  id: "getSiteFigures",
  method: "GET",
  path: "/api/site/figures",
  summary:
    "Every figure that the website's texts use, as in force today and formatted in the caller's language: amounts, rates, caps, times, contacts.",
  policy: { who: "anyone" },
  kept: true,
  input: nothing,
  output: v.record(v.string(), v.string()),
  problems: {},
});

export const getSharePicture = defineCall({
  id: "getSharePicture",
  method: "GET",
  path: "/api/site/share-picture",
  summary: "The picture for a shared link (PNG, 1200 by 630): a page's title in one language.",
  policy: { who: "anyone" },
  input: v.strictObject({
    path: v.pipe(v.string("REQUIRED"), v.maxLength(200, "TOO_LONG")),
    language: v.picklist(languages),
  }),
  output: binary,
  problems: {
    ...unknown("PAGE_UNKNOWN", {
      id: "Halaman ini tidak ada di situs kami.",
      en: "The website has no such page.",
      zh: "网站上没有此页面。",
    }),
  },
});

export const getSitemap = defineCall({
  id: "getSitemap",
  method: "GET",
  path: "/sitemap.xml",
  summary: "The sitemap: every public page in every language.",
  policy: { who: "anyone" },
  kept: true,
  input: nothing,
  output: binary,
  problems: {},
});

export const getRobots = defineCall({
  id: "getRobots",
  method: "GET",
  path: "/robots.txt",
  summary: "The pages that search engines may read (robots.txt).",
  policy: { who: "anyone" },
  kept: true,
  input: nothing,
  output: binary,
  problems: {},
});

export const getManifest = defineCall({
  id: "getManifest",
  method: "GET",
  path: "/manifest.webmanifest",
  summary: "Name, colours and icons of the brand for a phone's home screen.",
  policy: { who: "anyone" },
  kept: true,
  input: nothing,
  output: binary,
  problems: {},
});

export const getServiceWorker = defineCall({
  id: "getServiceWorker",
  method: "GET",
  path: "/sw.js",
  summary: "The service worker of the pages: caches the files of the build, but no page.",
  policy: { who: "anyone" },
  input: nothing,
  output: binary,
  problems: {},
});

export const getOfflinePage = defineCall({
  id: "getOfflinePage",
  method: "GET",
  path: "/offline.html",
  summary: "The brand's page for a browser without a network, in every language.",
  policy: { who: "anyone" },
  input: nothing,
  output: binary,
  problems: {},
});

export const getAssetLinks = defineCall({
  id: "getAssetLinks",
  method: "GET",
  path: "/.well-known/assetlinks.json",
  summary: "Which Android app of the brand may open links to its pages.",
  policy: { who: "anyone" },
  kept: true,
  input: nothing,
  output: binary,
  problems: {},
});

export const getAppSiteAssociation = defineCall({
  id: "getAppSiteAssociation",
  method: "GET",
  path: "/.well-known/apple-app-site-association",
  summary: "Which iOS app of the brand may open which links.",
  policy: { who: "anyone" },
  kept: true,
  input: nothing,
  output: binary,
  problems: {},
});

export const getSecurityContact = defineCall({
  id: "getSecurityContact",
  method: "GET",
  path: "/.well-known/security.txt",
  summary: "Where to report a vulnerability, as RFC 9116 writes it.",
  policy: { who: "anyone" },
  input: nothing,
  output: binary,
  problems: {},
});
