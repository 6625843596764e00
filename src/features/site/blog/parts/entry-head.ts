import type { Content } from "#features/platform/content/contract.ts";
import type { PageFrame, PageHeadData } from "#web/screen.ts";
import { article, breadcrumbs } from "#web/structured-data.ts";

/** Metadata of dated content below an area of the website. */
export function headOfEntry(entry: Content, frame: PageFrame, area: { path: string; name: string }): PageHeadData {
  const { title, updatedAt } = entry;
  const path = `${area.path}/${entry.key}`;
  const description = entry.summary ?? title;
  const publishedAt = entry.published ?? updatedAt;
  return {
    title,
    description,
    kind: "article",
    publishedAt,
    updatedAt,
    structuredData: [
      article(frame, { title, description, path, publishedAt, updatedAt }),
      breadcrumbs(frame, [area, { name: title, path }]),
    ],
  };
}
