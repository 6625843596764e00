/** The website's pages that contents bring, for the sitemap and share pictures. */
import type { Services } from "#server/services.ts";
import type { SitePage, SitePageSource } from "#server/http/site-pages.ts";
import { languages, type Text } from "#shared/texts.ts";
import type { CollectionName } from "../contract.ts";
import type { ContentText } from "./files.ts";
import { contentTextsOf, readTextsOf } from "./reading.ts";

/** One page for each content of a collection below `area`: `contentPages("blog", "/blog")` brings `/blog/{key}`. */
export function contentPages(collection: CollectionName, area: `/${string}`): SitePageSource<Services> {
  return {
    name: collection,
    list: (services) => pagesBelow(services, collection, area),
    async titleOf(services, path) {
      const key = path.startsWith(`${area}/`) ? path.slice(area.length + 1) : "";
      if (!/^[a-z0-9-]{1,100}$/.test(key)) return null;
      const texts = await readTextsOf(services, collection, key);
      return texts ? titleOf(texts) : null;
    },
  };
}

async function pagesBelow(services: Services, collection: CollectionName, area: string): Promise<SitePage[]> {
  const lists = await Promise.all(languages.map((language) => contentTextsOf(services, collection, language)));
  return (lists[0] ?? []).map(({ key, updatedAt }) => {
    const texts = lists.flatMap((list) => list.filter((text) => text.key === key));
    return {
      path: `${area}/${key}`,
      title: titleOf(texts),
      updatedAt: texts.reduce((newest, text) => (text.updatedAt > newest ? text.updatedAt : newest), updatedAt),
    };
  });
}

/** A content's title in each language; the first language's when one is missing. */
function titleOf(texts: readonly ContentText[]): Text {
  const [first] = texts;
  return Object.fromEntries(
    languages.map((language) => [
      language,
      withoutFigures((texts.find((text) => text.language === language) ?? first)?.title ?? ""),
    ]),
  ) as unknown as Text;
}

/** Pages are listed without a brand, so a title loses its placeholders for the brand's figures. */
const withoutFigures = (title: string): string => title.replace(/\s*\{\{\s*\w+\s*\}\}/g, "").trim();

/** When a content of the collection last changed; null without contents. */
export async function contentsChangedAt(services: Services, collection: CollectionName): Promise<Date | null> {
  const texts = await contentTextsOf(services, collection, "id");
  return texts.reduce<Date | null>(
    (newest, { updatedAt }) => (newest && newest > updatedAt ? newest : updatedAt),
    null,
  );
}
