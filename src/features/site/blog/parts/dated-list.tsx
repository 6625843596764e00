import type { ContentItem } from "#features/platform/content/contract.ts";
import { useTexts } from "#web/language.tsx";
import { ArticleCards } from "#web/ui/article/article.tsx";
import { EmptyState } from "#web/ui/empty-state/empty-state.tsx";
import { Pagination } from "#web/ui/pagination/pagination.tsx";
import { texts } from "../texts.ts";

/** On a page; the newest stands alone in its row, the others in rows of three. */
export const entriesOnPage = 7;

/** Dated contents of an area (blog, news, events) with ways through their pages. `cursor` is that of this page. */
export function DatedList({
  area,
  items,
  cursor,
  nextCursor,
}: {
  area: `/${string}`;
  items: readonly ContentItem[];
  cursor: string | null;
  nextCursor: string | null;
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
        featured={cursor === null}
        items={items.map(({ key, title, summary, published, picture }) => ({
          to: `${area}/${key}`,
          title,
          summary: summary ?? undefined,
          published,
          picture,
        }))}
      />
      <Pagination
        first={cursor === null ? null : area}
        next={nextCursor ? `${area}?cursor=${encodeURIComponent(nextCursor)}` : null}
      />
    </>
  );
}
