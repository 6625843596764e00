/** All SQL of contents. */
import type { Database, Transaction } from "#server/database.server.ts";
import type { Language } from "#shared/texts.ts";
import type { ContentText, Head } from "./files.ts";

type Reader = Database | Transaction;

/** What staff published, or the withdrawal of it. */
export interface PublishedText extends ContentText {
  isWithdrawn: boolean;
}

/** The newest version of each key and language that staff published; of one key where it is named. */
export async function newestPublished(reader: Reader, collection: string, key?: string): Promise<PublishedText[]> {
  let query = reader
    .selectFrom("content_version")
    .select(["key", "language", "version", "title", "head", "markdown", "withdrawn", "created_at"])
    .distinctOn(["key", "language"])
    .where("collection", "=", collection)
    .orderBy("key")
    .orderBy("language")
    .orderBy("version", "desc");
  if (key !== undefined) query = query.where("key", "=", key);
  return (await query.execute()).map((row) => ({
    key: row.key,
    language: row.language as Language,
    title: row.title,
    version: row.version,
    updatedAt: row.created_at,
    markdown: row.markdown,
    head: row.head as Head,
    isWithdrawn: row.withdrawn,
  }));
}
