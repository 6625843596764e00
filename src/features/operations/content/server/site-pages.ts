/** The website's pages that contents bring, for the sitemap and share pictures. */
import type { Services } from "#server/services.ts";
import type { SitePage, SitePageSource } from "#server/site-pages.ts";
import { languages, type Language, type Text } from "#shared/texts.ts";
import type { CollectionName } from "../contract.ts";
import { readTexts } from "./reading.ts";

/** One page for each content of a collection below `area`: `contentPages("blog", "/blog")` brings `/blog/{key}`. */
export function contentPages(collection: CollectionName, area: `/${string}`): SitePageSource {
  return { name: collection, list: (services) => pagesBelow(services, collection, area) };
}

async function pagesBelow(services: Services, collection: CollectionName, area: string): Promise<SitePage[]> {
  const byLanguage = new Map<Language, Awaited<ReturnType<typeof readTexts>>>(await Promise.all(languages.map(async (language) => [language, await readTexts(services, collection, language)] as const)));
  return (byLanguage.get("id") ?? []).map(({ key, title, updatedAt }) => {
    const texts = languages.map((language) => byLanguage.get(language)?.find((text) => text.key === key));
    return {
      path: `${area}/${key}`,
      title: Object.fromEntries(languages.map((language, index) => [language, withoutFigures(texts[index]?.title ?? title)])) as unknown as Text,
      updatedAt: texts.reduce((newest, text) => (text && text.updatedAt > newest ? text.updatedAt : newest), updatedAt),
    };
  });
}

/** Pages are listed for no brand in particular, so a title goes without what only a brand could fill in. */
const withoutFigures = (title: string): string => title.replace(/\s*\{\{\s*\w+\s*\}\}/g, "").trim();

/** When a content of the collection last changed; null where it has none. */
export async function contentsChangedAt(services: Services, collection: CollectionName): Promise<Date | null> {
  const texts = await readTexts(services, collection, "id");
  return texts.reduce<Date | null>((newest, { updatedAt }) => (newest && newest > updatedAt ? newest : updatedAt), null);
}
