/** What of a collection is in force for readers: files, and over them what staff published. */
import type { Database } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { dateInWib, type BusinessDate } from "#shared/dates.ts";
import type { Language } from "#shared/texts.ts";
import { collections, type Collection, type CollectionName, type Content, type ContentItem } from "../contract.ts";
import { contentFiles, type ContentText } from "./files.ts";
import { fillMarkdown, fillWords, type Figures } from "./figures.ts";
import { renderMarkdown } from "./markdown.ts";
import { newestPublished } from "./store.ts";

/** Every text in force by `key.language`, also those whose day has not come: the version that counts highest, unless staff withdrew it. */
export async function textsInForce(database: Database, collection: CollectionName, key?: string): Promise<Map<string, ContentText>> {
  const texts = new Map([...contentFiles(collection)].filter(([, text]) => key === undefined || text.key === key));
  for (const text of await newestPublished(database, collection, key)) {
    const place = `${text.key}.${text.language}`;
    // A release may bring a file that is newer than what staff published before it.
    if ((texts.get(place)?.version ?? 0) >= text.version) continue;
    if (text.isWithdrawn) texts.delete(place);
    else texts.set(place, text);
  }
  return texts;
}

const isOut = (text: ContentText, today: BusinessDate): boolean => (text.head.published ?? "") <= today;
const isOver = (text: ContentText, today: BusinessDate): boolean => text.head.until !== undefined && text.head.until < today;

/** One text in a language, Indonesian where that is missing; null where it is unknown, withdrawn, or its day has not come. */
export async function readText(services: Services, collection: CollectionName, key: string, language: Language): Promise<ContentText | null> {
  const texts = await textsInForce(services.database, collection, key);
  const text = texts.get(`${key}.${language}`) ?? texts.get(`${key}.id`);
  return text && isOut(text, dateInWib(services.clock.now())) ? text : null;
}

/** The texts of a collection that readers see listed, in the order of its pages. */
export async function readTexts(services: Services, collection: CollectionName, language: Language, section?: string): Promise<ContentText[]> {
  const texts = await textsInForce(services.database, collection);
  const today = dateInWib(services.clock.now());
  const keys = new Set([...texts.values()].map(({ key }) => key));
  const chosen = [...keys].map((key) => texts.get(`${key}.${language}`) ?? texts.get(`${key}.id`)).filter((text) => text !== undefined);
  return chosen.filter((text) => isOut(text, today) && !isOver(text, today) && (section === undefined || text.head.section === section)).sort(orderOf(collection, language));
}

/** A place in a list: what it is sorted by, so that an entry that went away loses nobody theirs. */
export type Place = Pick<ContentText, "key" | "title" | "head">;

/** Sections in the collection's own order, then `order`, then title; dated ones newest first. */
export function orderOf(collection: CollectionName, language: Language): (a: Place, b: Place) => number {
  const { dated, sections = [] }: Collection = collections[collection];
  const section = (place: Place) => sections.indexOf(place.head.section ?? "");
  const order = (place: Place) => Number(place.head.order ?? Number.MAX_SAFE_INTEGER);
  const byKey = (a: Place, b: Place) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
  if (dated) return (a, b) => (b.head.published ?? "").localeCompare(a.head.published ?? "") || byKey(a, b);
  return (a, b) => section(a) - section(b) || order(a) - order(b) || a.title.localeCompare(b.title, language) || byKey(a, b);
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
  return { ...itemOf(collection, text, figures), body: bodyOf(text.markdown, figures) };
}

/** Safe HTML with the figures filled in. */
export const bodyOf = (markdown: string, figures: Figures): string => renderMarkdown(fillMarkdown(markdown, figures));
