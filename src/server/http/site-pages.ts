/**
 * The public pages of the website, for code that needs all of them: the sitemap, share pictures. Screens with a fixed
 * path are known by their description (`src/public-screens.ts`); a domain provides the pages made from its data (blog
 * entries).
 */
import type { Log } from "#server/process/log.server.ts";
import type { Text } from "#shared/texts.ts";

export interface SitePage {
  /** `/blog/how-cost-is-counted` */
  path: string;
  title: Text;
  /** Last change of the page's content. */
  updatedAt: Date;
}

/** @typeParam Services the services of this installation, which hold the pages themselves */
export interface SitePageSource<Services> {
  /** Name of the source in error logs: `blog`. */
  name: string;
  list: (services: Services) => Promise<readonly SitePage[]>;
  /** The title of one of its pages; null for an unknown path. Needed when listing is expensive: a list is rarely requested, a title by every visitor. */
  titleOf?: (services: Services, path: string) => Promise<Text | null>;
}

export interface SitePages<Services> {
  /** A page listed by two sources keeps the title of the later source and the newer time: so a domain reports when the contents of its screen changed. */
  add(source: SitePageSource<Services>): void;
  /** All pages by path. A source that fails is omitted and logged: the others stay findable. */
  list(services: Services): Promise<readonly SitePage[]>;
  /** The title of one page, as in the list; null for an unknown path. */
  titleOf(services: Services, path: string): Promise<Text | null>;
}

export function createSitePages<Services extends { log: Log }>(): SitePages<Services> {
  const sources: SitePageSource<Services>[] = [];
  /** The answers of all sources; `none` for a source that fails. */
  const askAll = <Said>(
    services: Services,
    none: Said,
    ask: (source: SitePageSource<Services>) => Promise<Said>,
  ): Promise<Said[]> =>
    Promise.all(
      sources.map((source) =>
        ask(source).catch((error: unknown) => {
          services.log.error("site pages not listed", { reason: source.name, error });
          return none;
        }),
      ),
    );
  return {
    add(source) {
      sources.push(source);
    },
    async list(services) {
      const lists = await askAll<readonly SitePage[]>(services, [], (source) => source.list(services));
      const pages = new Map<string, SitePage>();
      for (const page of lists.flat()) {
        const known = pages.get(page.path);
        pages.set(
          page.path,
          known && known.updatedAt > page.updatedAt ? { ...page, updatedAt: known.updatedAt } : page,
        );
      }
      return [...pages.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
    },
    async titleOf(services, path) {
      const listed = async (source: SitePageSource<Services>) =>
        (await source.list(services)).find((page) => page.path === path)?.title ?? null;
      const titles = await askAll<Text | null>(
        services,
        null,
        (source) => source.titleOf?.(services, path) ?? listed(source),
      );
      return titles.findLast((title) => title !== null) ?? null;
    },
  };
}
