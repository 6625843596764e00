/** The website as a whole: answers to its calls. */
import { figuresInForce } from "#features/platform/content/server/index.ts";
import { siteOriginOf } from "#server/process/brand.server.ts";
import { answer, Binary, type CallAnswer } from "#server/call/pipeline.ts";
import type { Caller } from "#server/call/caller.ts";
import type { Domain } from "#server/domain.ts";
import { ownBuild } from "#server/process/own-version.ts";
import type { Services } from "#server/services.ts";
import { say } from "#shared/texts.ts";
import {
  getAppSiteAssociation,
  getAssetLinks,
  getManifest,
  getOfflinePage,
  getRobots,
  getSecurityContact,
  getServiceWorker,
  getSharePicture,
  getSiteFigures,
  getSitemap,
  listSitePages,
} from "../contract.ts";
import { appSiteAssociation, assetLinks, manifest, robots, securityContact, sitemap } from "./machine-files.ts";
import { offlinePage, offlinePolicy, removingScript, workerPolicy, workerScript } from "./service-worker.ts";
import { sharePicture } from "./share-picture.ts";

const text = (words: string, type: string, seconds: number): Binary =>
  new Binary(new TextEncoder().encode(words), `${type}; charset=utf-8`, {
    "Cache-Control": `public, max-age=${seconds}`,
  });
/** Revalidated each time, with its own content security policy. */
const ownFile = (words: string, type: string, policy: string): Binary =>
  new Binary(new TextEncoder().encode(words), `${type}; charset=utf-8`, {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": policy,
  });
/** Origin of canonical addresses, the same as in the pages. */
const originOf = (caller: Pick<Caller, "brand">, services: Services): string => siteOriginOf(services, caller.brand.id);

const answers: readonly CallAnswer[] = [
  answer(listSitePages, async (_input, { services, language }) => {
    const pages = await services.sitePages.list(services);
    return {
      items: pages.map(({ path, title, updatedAt }) => ({
        path,
        title: say(title, language),
        updatedAt: updatedAt.toISOString(),
      })),
    };
  }),
  answer(getSiteFigures, async (_input, { services, caller, language }) => {
    const figures = Object.entries(await figuresInForce(services, language, caller.brand));
    return Object.fromEntries(
      figures.filter(([, figure]) => !figure.isMarkdown).map(([name, figure]) => [name, figure.text]),
    );
  }),
  answer(getSharePicture, async ({ path, language }, { services, caller, refuse }) => {
    // Only titles of our own pages are drawn: the address contributes no words.
    const title = await services.sitePages.titleOf(services, path);
    if (!title) return refuse("PAGE_UNKNOWN");
    const png = await sharePicture({
      brand: caller.brand,
      title: say(title, language),
      slogan: say(caller.brand.slogan, language),
    });
    return new Binary(png, "image/png", { "Cache-Control": "public, max-age=86400" });
  }),
  answer(getSitemap, async (_input, { services, caller }) =>
    text(sitemap(originOf(caller, services), await services.sitePages.list(services)), "application/xml", 600),
  ),
  answer(getRobots, async (_input, { services, caller }) =>
    text(robots(originOf(caller, services), services.config.appEnv === "prod"), "text/plain", 600),
  ),
  answer(getManifest, async (_input, { caller, language }) =>
    text(manifest(caller.brand, language), "application/manifest+json", 3600),
  ),
  answer(getAssetLinks, async (_input, { caller }) => text(assetLinks(caller.brand), "application/json", 3600)),
  answer(getAppSiteAssociation, async (_input, { caller }) =>
    text(appSiteAssociation(caller.brand), "application/json", 3600),
  ),
  answer(getSecurityContact, async (_input, { services, caller }) =>
    text(securityContact(originOf(caller, services), caller.brand, services.clock.now()), "text/plain", 3600),
  ),
  answer(getServiceWorker, async (_input, { services }) =>
    ownFile(services.config.serviceWorker ? workerScript(ownBuild()) : removingScript, "text/javascript", workerPolicy),
  ),
  answer(getOfflinePage, async (_input, { caller }) =>
    ownFile(offlinePage(caller.brand.name), "text/html", offlinePolicy),
  ),
];

export const domain: Domain = { answers };
