/** The website as a whole: answers to its calls. */
import { figuresInForce } from "#features/platform/content/server/index.ts";
import { siteOriginOf } from "#server/brand.server.ts";
import { answer, Binary, type Api } from "#server/call/pipeline.ts";
import type { Caller } from "#server/call/caller.ts";
import type { Domain } from "#server/domain.ts";
import type { Services } from "#server/services.ts";
import { say } from "#shared/texts.ts";
import { getManifest, getRobots, getSharePicture, getSiteFigures, getSitemap, listSitePages } from "../contract.ts";
import { manifest, robots, sitemap } from "./machine-files.ts";
import { sharePicture } from "./share-picture.ts";

const text = (words: string, type: string, seconds: number): Binary =>
  new Binary(new TextEncoder().encode(words), `${type}; charset=utf-8`, {
    "Cache-Control": `public, max-age=${seconds}`,
  });
/** Where canonical addresses begin, as the pages themselves say. */
const originOf = (caller: Pick<Caller, "brand">, services: Services): string => siteOriginOf(services, caller.brand.id);

function answers(api: Api): void {
  answer(
    api,
    listSitePages,
  )(async (_input, { services, language }) => {
    const pages = await services.sitePages.list(services);
    return {
      items: pages.map(({ path, title, updatedAt }) => ({
        path,
        title: say(title, language),
        updatedAt: updatedAt.toISOString(),
      })),
    };
  });

  answer(
    api,
    getSiteFigures,
  )(async (_input, { services, caller, language }) => {
    const figures = Object.entries(await figuresInForce(services, language, caller.brand));
    return Object.fromEntries(
      figures.filter(([, figure]) => !figure.isMarkdown).map(([name, figure]) => [name, figure.text]),
    );
  });

  answer(
    api,
    getSharePicture,
  )(async ({ path, language }, { services, caller, refuse }) => {
    // Only titles of our own pages are drawn: no words come from the address.
    const title = await services.sitePages.titleOf(services, path);
    if (!title) return refuse("PAGE_UNKNOWN");
    const png = await sharePicture({
      brand: caller.brand,
      title: say(title, language),
      slogan: say(caller.brand.slogan, language),
    });
    return new Binary(png, "image/png", { "Cache-Control": "public, max-age=86400" });
  });

  answer(
    api,
    getSitemap,
  )(async (_input, { services, caller }) =>
    text(sitemap(originOf(caller, services), await services.sitePages.list(services)), "application/xml", 600),
  );
  answer(
    api,
    getRobots,
  )(async (_input, { services, caller }) =>
    text(robots(originOf(caller, services), services.config.appEnv === "prod"), "text/plain", 600),
  );
  answer(
    api,
    getManifest,
  )(async (_input, { caller, language }) => text(manifest(caller.brand, language), "application/manifest+json", 3600));
}

export const domain: Domain = { answers };
