/** A content as its editors see it: in every language, including scheduled and withdrawn texts, and version by version. */
import type { Reader } from "#server/database.server.ts";
import { languages, type Language } from "#shared/texts.ts";
import type { BusinessDate } from "#shared/dates.ts";
import type { CollectionName } from "../contract.ts";
import type { ContentState } from "../staff-contract.ts";
import { draftOfTexts, type ContentDraft } from "./drafts.ts";
import { contentFiles, type ContentText } from "./files.ts";
import { isOut, isOver, newestTexts } from "./reading.ts";
import { publishedVersions, type PublishedText } from "./store.ts";

/** The newest texts of one content, and its state. */
export interface PublishedState {
  /** In the order of the product's languages; at least one. */
  texts: readonly PublishedText[];
  /** The highest version of any language, on which a proposal builds. */
  newestVersion: number;
  state: ContentState;
}

function publishedStateOf(texts: readonly PublishedText[], today: BusinessDate): PublishedState {
  const sorted = languages.flatMap((language) => texts.filter((text) => text.language === language));
  const [first] = sorted;
  if (!first) throw new Error("A content has a text in at least one language.");
  const state = sorted.every((text) => text.isWithdrawn)
    ? "WITHDRAWN"
    : !isOut(first, today)
      ? "SCHEDULED"
      : isOver(first, today)
        ? "OVER"
        : "LIVE";
  return { texts: sorted, newestVersion: Math.max(...sorted.map(({ version }) => version)), state };
}

/** Null when neither a file nor a version has this key. */
export async function findPublished(
  reader: Reader,
  collection: CollectionName,
  key: string,
  today: BusinessDate,
): Promise<PublishedState | null> {
  const texts = [...(await newestTexts(reader, collection, key)).values()];
  return texts.length === 0 ? null : publishedStateOf(texts, today);
}

/** State of every content of a collection, by key. */
export async function readPublishedStates(
  reader: Reader,
  collection: CollectionName,
  today: BusinessDate,
): Promise<PublishedState[]> {
  const byKey = new Map<string, PublishedText[]>();
  for (const text of (await newestTexts(reader, collection)).values())
    byKey.set(text.key, [...(byKey.get(text.key) ?? []), text]);
  return [...byKey.values()].map((texts) => publishedStateOf(texts, today));
}

/** The text whose title represents a content in a list: in the reader's language if there is one. */
export const namedBy = ({ texts }: PublishedState, language: Language): PublishedText =>
  texts.find((text) => text.language === language) ?? (texts[0] as PublishedText);

/** One version in all its languages; for a language without a change in it, the newest text before. Null when there is no such version. */
export async function draftOfVersion(
  reader: Reader,
  collection: CollectionName,
  key: string,
  version: number,
): Promise<ContentDraft | null> {
  const files = [...contentFiles(collection).values()].filter((text) => text.key === key);
  const all: ContentText[] = [...files, ...(await publishedVersions(reader, collection, key))];
  if (!all.some((text) => text.version === version)) return null;
  const texts = languages.flatMap((language) => {
    const upTo = all
      .filter((text) => text.language === language && text.version <= version)
      .sort((a, b) => b.version - a.version);
    return upTo[0] ? [upTo[0]] : [];
  });
  return draftOfTexts(texts);
}

export interface VersionLine {
  version: number;
  kind: "SHIPPED" | "PUBLISHED" | "WITHDRAWN";
  at: string;
  makerId: string | null;
  checkerId: string | null;
  inForce: boolean;
}

/** All versions including the shipped one, newest first. Empty for an unknown content. */
export async function versionLines(reader: Reader, collection: CollectionName, key: string): Promise<VersionLine[]> {
  const lines = new Map<string, Omit<VersionLine, "inForce">>();
  for (const text of contentFiles(collection).values()) {
    if (text.key === key)
      lines.set(`${text.version} file`, {
        version: text.version,
        kind: "SHIPPED",
        at: text.updatedAt.toISOString(),
        makerId: null,
        checkerId: null,
      });
  }
  for (const { version, isWithdrawn, updatedAt, makerId, checkerId } of await publishedVersions(
    reader,
    collection,
    key,
  )) {
    lines.set(`${version} staff`, {
      version,
      kind: isWithdrawn ? "WITHDRAWN" : "PUBLISHED",
      at: updatedAt.toISOString(),
      makerId,
      checkerId,
    });
  }
  // When a file and a publication have the same number, the file is in force, so it comes first.
  const sorted = [...lines.values()].sort(
    (a, b) => b.version - a.version || Number(a.kind !== "SHIPPED") - Number(b.kind !== "SHIPPED"),
  );
  return sorted.map((line, index) => ({ ...line, inForce: index === 0 && line.kind !== "WITHDRAWN" }));
}
