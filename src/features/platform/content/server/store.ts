/** All SQL of contents. */
import type { Reader, Transaction } from "#server/database.server.ts";
import type { Language } from "#shared/texts.ts";
import type { ContentText, Head } from "./files.ts";

/** A publication by staff, or its withdrawal. */
export interface PublishedText extends ContentText {
  isWithdrawn: boolean;
}

/** The newest version of each key and language that staff published; only of one key if given. */
export async function newestPublished(reader: Reader, collection: string, key?: string): Promise<PublishedText[]> {
  let query = reader
    .selectFrom("content_version")
    .select(["key", "language", "version", "title", "head", "markdown", "withdrawn", "createdAt"])
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
    updatedAt: row.createdAt,
    markdown: row.markdown,
    head: row.head as Head,
    isWithdrawn: row.withdrawn,
  }));
}

export interface VersionRow extends PublishedText {
  makerId: string;
  checkerId: string | null;
}

/** Every version of one content that staff published, the newest first. */
export async function publishedVersions(reader: Reader, collection: string, key: string): Promise<VersionRow[]> {
  const rows = await reader
    .selectFrom("content_version")
    .selectAll()
    .where("collection", "=", collection)
    .where("key", "=", key)
    .orderBy("version", "desc")
    .orderBy("language")
    .execute();
  return rows.map((row) => ({
    key: row.key,
    language: row.language as Language,
    title: row.title,
    version: row.version,
    updatedAt: row.createdAt,
    markdown: row.markdown,
    head: row.head as Head,
    isWithdrawn: row.withdrawn,
    makerId: row.createdBy,
    checkerId: row.checkedBy,
  }));
}

export interface NewVersion {
  collection: string;
  key: string;
  version: number;
  texts: readonly { language: Language; title: string; head: Head; markdown: string }[];
  isWithdrawn: boolean;
  makerId: string;
  checkerId: string;
  at: Date;
}

export async function addVersion(
  trx: Transaction,
  { collection, key, version, texts, isWithdrawn, makerId, checkerId, at }: NewVersion,
): Promise<void> {
  await trx
    .insertInto("content_version")
    .values(
      texts.map(({ language, title, head, markdown }) => ({
        collection,
        key,
        language,
        version,
        title,
        head: JSON.stringify(head),
        markdown,
        withdrawn: isWithdrawn,
        createdAt: at,
        createdBy: makerId,
        checkedBy: checkerId,
      })),
    )
    .execute();
}
