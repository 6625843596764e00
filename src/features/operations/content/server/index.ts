/** Contents: answers to the domain's calls, and what other domains may ask of it. */
import { answer, type Api } from "#server/answer.ts";
import { getContent, getStaticText, listContentBodies, listContents, searchContents } from "../contract.ts";
import { figuresInForce } from "./figures.ts";
import { contentOf, itemOf, orderOf, readText, readTexts, type Place } from "./reading.ts";
import { ContentSearch } from "./search.ts";

export { figuresInForce, fillMarkdown, fillWords, type Figures } from "./figures.ts";
export { anchorOf, renderMarkdown } from "./markdown.ts";

export function answers(api: Api): void {
  const search = new ContentSearch(api.services);

  answer(api, listContents)(async ({ collection, section, cursor, limit }, { services, language, caller }) => {
    const [texts, figures] = await Promise.all([readTexts(services, collection, language, section), figuresInForce(services, language, caller.brand)]);
    const after = cursor === undefined ? null : placeOf(cursor);
    const order = orderOf(collection, language);
    const rest = after ? texts.filter((text) => order(text, after) > 0) : texts;
    const page = rest.slice(0, limit);
    const last = page.at(-1);
    return { items: page.map((text) => itemOf(collection, text, figures)), nextCursor: last && rest.length > limit ? cursorOf(last) : null };
  });

  answer(api, listContentBodies)(async ({ collection, section }, { services, language, caller }) => {
    const [texts, figures] = await Promise.all([readTexts(services, collection, language, section), figuresInForce(services, language, caller.brand)]);
    return { items: texts.map((text) => contentOf(collection, text, figures)) };
  });

  answer(api, getContent)(async ({ collection, key, language: wished }, { services, language, caller, refuse }) => {
    const text = await readText(services, collection, key, wished ?? language);
    if (!text) return refuse("CONTENT_UNKNOWN");
    return contentOf(collection, text, await figuresInForce(services, text.language, caller.brand));
  });

  answer(api, searchContents)(async ({ q, collections }, { language, caller }) => ({
    items: await search.find(q, typeof collections === "string" ? [collections] : (collections ?? null), language, caller.brand),
  }));

  answer(api, getStaticText)(async ({ key, language: wished }, { services, language, caller, refuse }) => {
    const text = await readText(services, "static-text", key, wished ?? language);
    if (!text) return refuse("TEXT_UNKNOWN");
    const { title, body, version, updatedAt } = contentOf("static-text", text, await figuresInForce(services, text.language, caller.brand));
    return { key, language: text.language, title, body, format: "HTML", version, updatedAt };
  });
}

/** What an entry is sorted by: an entry that goes away meanwhile loses nobody their place. */
function cursorOf({ key, title, head }: Place): string {
  return Buffer.from(JSON.stringify([key, title, head.section, head.order, head.published])).toString("base64url");
}

/** The place of a cursor; null for one that was made up. */
function placeOf(cursor: string): Place | null {
  try {
    const [key, title, section, order, published] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[];
    const text = (value: unknown): string => (typeof value === "string" ? value : "");
    const head = { ...(section ? { section: text(section) } : {}), ...(order ? { order: text(order) } : {}), ...(published ? { published: text(published) } : {}) };
    return { key: text(key), title: text(title), head };
  } catch {
    return null;
  }
}
