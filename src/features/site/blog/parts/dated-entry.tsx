import type { ReactNode } from "react";
import type { Content, ContentItem } from "#features/platform/content/contract.ts";
import { useLanguage, useTexts } from "#web/language.tsx";
import { ArticleCards, ArticleHead } from "#web/ui/article/article.tsx";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Card } from "#web/ui/card/card.tsx";
import { Notice } from "#web/ui/notice/notice.tsx";
import { Split } from "#web/ui/stack/stack.tsx";
import { Prose } from "#web/ui/text/prose.tsx";
import { Section } from "#web/ui/text/text.tsx";
import { dateInWib, formatDate } from "#shared/dates.ts";
import { texts } from "../texts.ts";

/** Number of related entries on a page. */
const maxRelated = 3;

/** Related entries: the nearest ones in time to the current one, the newer first. */
export function relatedTo(key: string, items: readonly ContentItem[]): ContentItem[] {
  const at = items.findIndex((item) => item.key === key);
  return items
    .map((item, index) => ({ item, distance: Math.abs(index - at) }))
    .filter(({ item }) => item.key !== key)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, maxRelated)
    .map(({ item }) => item);
}

/** A whole dated content: head, text, a link (the cost of a loan by default), related entries. */
export function DatedEntry({
  area,
  entry,
  related,
  back,
  leadsOn,
}: {
  area: `/${string}`;
  entry: Content;
  related: readonly ContentItem[];
  back: ReactNode;
  leadsOn?: ReactNode;
}) {
  const t = useTexts(texts);
  const language = useLanguage();
  const updatedOn = dateInWib(new Date(entry.updatedAt));
  const isNewer = entry.published !== null && updatedOn > entry.published && entry.version > 1;
  return (
    <>
      <Split
        aside={
          <div className="stack no-print">
            {leadsOn ?? (
              <>
                <Card heading={t("countTitle")}>
                  <p>{t("countBody")}</p>
                  <ButtonLink to="/" kind="secondary">
                    {t("count")}
                  </ButtonLink>
                </Card>
                <Notice kind="attention" title={t("riskTitle")}>
                  {t("riskBody")}
                </Notice>
              </>
            )}
          </div>
        }
      >
        <article className="stack stack-loose">
          <ArticleHead
            title={entry.title}
            summary={entry.summary ?? undefined}
            published={entry.published}
            picture={entry.picture}
            note={isNewer ? t("updated", { date: formatDate(updatedOn, language) }) : undefined}
          />
          <Prose html={entry.body} />
          <p className="no-print">
            <a href={area}>{back}</a>
          </p>
        </article>
      </Split>
      {related.length > 0 && (
        <div className="no-print">
          <Section heading={t("related")}>
            <ArticleCards
              level={3}
              items={related.map(({ key, title, published, picture }) => ({
                to: `${area}/${key}`,
                title,
                published,
                picture,
              }))}
            />
          </Section>
        </div>
      )}
    </>
  );
}
