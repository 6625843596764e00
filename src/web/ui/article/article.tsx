import type { ReactNode } from "react";
import { DateText } from "#web/language.tsx";
import type { BusinessDate } from "#shared/dates.ts";
import { Cover } from "../cover/cover.tsx";
import { titleId } from "../text/title-id.ts";

export interface ArticleInBrief {
  to: string;
  title: ReactNode;
  summary?: ReactNode;
  /** Day on which it came out. */
  published: BusinessDate | null;
  /** Key of its cover. */
  picture: string | null;
}

/** Dated texts as cards, each a link with its cover. `featured`: on a wide screen the first one takes the whole row. */
export function ArticleCards({
  items,
  level = 2,
  featured,
}: {
  items: readonly ArticleInBrief[];
  level?: 2 | 3;
  featured?: boolean;
}) {
  const Tag = level === 2 ? "h2" : "h3";
  return (
    <ul className={featured ? "article-cards article-cards-featured" : "article-cards"}>
      {items.map((item) => (
        <li className="article-card" key={item.to}>
          <Cover name={item.picture} />
          <div className="article-card-words">
            {item.published !== null && (
              <p className="small">
                <DateText date={item.published} />
              </p>
            )}
            <Tag className="article-card-title">
              <a className="article-card-link" href={item.to}>
                {item.title}
              </a>
            </Tag>
            {item.summary !== undefined && <p className="small">{item.summary}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The head of one dated text: date, title, summary, cover. */
export function ArticleHead({
  title,
  summary,
  published,
  picture,
  note,
}: Omit<ArticleInBrief, "to"> & { note?: ReactNode }) {
  return (
    <header className="article-head">
      <p className="small">
        {published !== null && <DateText date={published} />}
        {note !== undefined && <> · {note}</>}
      </p>
      <h1 className="title" id={titleId}>
        {title}
      </h1>
      {summary !== undefined && <p className="lead">{summary}</p>}
      <div className="article-cover">
        <Cover name={picture} />
      </div>
    </header>
  );
}
