/** The contents of a collection in force for readers: files, overridden by staff's publications. */
import type { Reader } from "#server/database.server.ts";
import { listPage } from "#server/records/list-page.ts";
import type { Services } from "#server/services.ts";
import { dateInWib, type BusinessDate } from "#shared/dates.ts";
import { languages, type Language } from "#shared/texts.ts";
import { collections, type Collection, type CollectionName, type Content, type ContentItem } from "../contract.ts";
import { contentFiles, type ContentText } from "./files.ts";
import { fillMarkdown, fillWords, type Figures } from "./figures.ts";
import { renderMarkdown } from "./markdown.ts";
import { newestPublished, type PublishedText } from "./store.ts";

/** The newest text of every `key.language`, including withdrawn and future ones. */
export async function newestTexts(
  reader: Reader,
  collection: CollectionName,
  key?: string,
): Promise<Map<string, PublishedText>> {
  const texts = new Map<string, PublishedText>();
  for (const [place, text] of contentFiles(collection))
    if (key === undefined || text.key === key) texts.set(place, { ...text, isWithdrawn: false });
  for (const text of await newestPublished(reader, collection, key)) {
    const place = `${text.key}.${text.language}`;
    // A release may contain a file that is newer than an earlier publication by staff.
    if ((texts.get(place)?.version ?? 0) < text.version) texts.set(place, text);
  }
  return texts;
}

/** The same without withdrawn texts. */
async function textsInForce(
  reader: Reader,
  collection: CollectionName,
  key?: string,
): Promise<Map<string, ContentText>> {
  return new Map([...(await newestTexts(reader, collection, key))].filter(([, text]) => !text.isWithdrawn));
}

export const isOut = (text: ContentText, today: BusinessDate): boolean => (text.head.published ?? "") <= today;
export const isOver = (text: ContentText, today: BusinessDate): boolean =>
  text.head.until !== undefined && text.head.until < today;

/** One text in a language, in Indonesian when that is missing; null when it is unknown, withdrawn, or not published yet. */
export async function contentTextOf(
  services: Services,
  collection: CollectionName,
  key: string,
  language: Language,
  /** The caller's transaction, if it has one: it must not wait for a second connection. */
  reader: Reader = services.database,
): Promise<ContentText | null> {
  const texts = await textsInForce(reader, collection, key);
  const text = texts.get(`${key}.${language}`) ?? texts.get(`${key}.id`);
  return text && isOut(text, dateInWib(services.clock.now())) ? text : null;
}

/** One content in all its languages, if readers see it in a list; null otherwise. */
export async function readTextsOf(
  services: Services,
  collection: CollectionName,
  key: string,
): Promise<ContentText[] | null> {
  const texts = await textsInForce(services.database, collection, key);
  const today = dateInWib(services.clock.now());
  const own = languages.map((language) => texts.get(`${key}.${language}`)).filter((text) => text !== undefined);
  const isListed = own.length > 0 && own.every((text) => isOut(text, today) && !isOver(text, today));
  return isListed ? own : null;
}

/** The texts of a collection that readers see listed, in the order of its pages. */
export async function contentTextsOf(
  services: Services,
  collection: CollectionName,
  language: Language,
  section?: string,
): Promise<ContentText[]> {
  const texts = await textsInForce(services.database, collection);
  const today = dateInWib(services.clock.now());
  const keys = new Set([...texts.values()].map(({ key }) => key));
  const chosen = [...keys]
    .map((key) => texts.get(`${key}.${language}`) ?? texts.get(`${key}.id`))
    .filter((text) => text !== undefined);
  return chosen
    .filter(
      (text) => isOut(text, today) && !isOver(text, today) && (section === undefined || text.head.section === section),
    )
    .sort(orderOfCollection(collection, language));
}

/** A place in a list: the sort values, so that paging continues even when the entry itself is removed. */
export type Place = Pick<ContentText, "key" | "title" | "head">;

/** Sections in the collection's own order, then `order`, then title; dated ones newest first. */
export function orderOfCollection(collection: CollectionName, language: Language): (a: Place, b: Place) => number {
  const { dated, sections = [] }: Collection = collections[collection];
  const section = (place: Place) => sections.indexOf(place.head.section ?? "");
  const order = (place: Place) => Number(place.head.order ?? Number.MAX_SAFE_INTEGER);
  const byKey = (a: Place, b: Place) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
  if (dated) return (a, b) => (b.head.published ?? "").localeCompare(a.head.published ?? "") || byKey(a, b);
  return (a, b) =>
    section(a) - section(b) || order(a) - order(b) || a.title.localeCompare(b.title, language) || byKey(a, b);
}

export function itemOf(collection: CollectionName, text: ContentText, figures: Figures): ContentItem {
  const { head } = text;
  return {
    collection,
    key: text.key,
    language: text.language,
    title: fillWords(text.title, figures),
    summary: head.summary === undefined ? null : fillWords(head.summary, figures),
    section: head.section ?? null,
    topic: head.topic ?? null,
    order: head.order === undefined ? null : Number(head.order),
    published: head.published ?? null,
    until: head.until ?? null,
    picture: head.picture ?? null,
    version: text.version,
    updatedAt: text.updatedAt.toISOString(),
  };
}

export function contentOf(collection: CollectionName, text: ContentText, figures: Figures): Content {
  return { ...itemOf(collection, text, figures), body: contentBodyOf(text.markdown, figures) };
}

/** Safe HTML with the figures filled in. */
export const contentBodyOf = (markdown: string, figures: Figures): string =>
  renderMarkdown(fillMarkdown(markdown, figures));

/** A page of a sorted list after a cursor's place; a made-up cursor begins at the first. */
export function contentPageOf<Entry extends Place>(
  sorted: readonly Entry[],
  order: (a: Place, b: Place) => number,
  cursor: string | undefined,
  limit: number,
): { page: Entry[]; nextCursor: string | null } {
  const after = cursor === undefined ? null : placeOf(cursor);
  const rest = after ? sorted.filter((entry) => order(entry, after) > 0) : sorted;
  return listPage(rest, limit, cursorOf);
}

/** The sort values of an entry: paging continues even when the entry itself is removed. */
function cursorOf({ key, title, head }: Place): string {
  return JSON.stringify([key, title, head.section, head.order, head.published]);
}

function placeOf(cursor: string): Place | null {
  try {
    const [key, title, section, order, published] = JSON.parse(cursor) as unknown[];
    const text = (value: unknown): string => (typeof value === "string" ? value : "");
    const head = {
      ...(section ? { section: text(section) } : {}),
      ...(order ? { order: text(order) } : {}),
      ...(published ? { published: text(published) } : {}),
    };
    return { key: text(key), title: text(title), head };
  } catch {
    return null;
  }
}
