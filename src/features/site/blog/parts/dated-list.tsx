import type { ContentItem } from "#features/platform/content/contract.ts";
import type { PageLinks } from "#web/list.ts";
import { useTexts } from "#web/language.tsx";
import { ArticleCards } from "#web/ui/article/article.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { texts } from "../texts.ts";

/** Per page; the newest has its own row, the others are in rows of three. */
export const entriesOnPage = 7;

/** Dated contents of an area (blog, news, events) with ways through their pages. */
export function DatedList({
  area,
  items,
  page,
}: {
  area: `/${string}`;
  items: readonly ContentItem[];
  page: PageLinks;
}) {
  const t = useTexts(texts);
  if (items.length === 0) {
    return (
      <EmptyState title={t("emptyTitle")} action={<a href="/">{t("toStart")}</a>}>
        {t("emptyBody")}
      </EmptyState>
    );
  }
  return (
    <>
      <ArticleCards
        featured={page.first === null}
        items={items.map(({ key, title, summary, published, picture }) => ({
          to: `${area}/${key}`,
          title,
          summary: summary ?? undefined,
          published,
          picture,
        }))}
      />
      <Pagination page={page} />
    </>
  );
}
