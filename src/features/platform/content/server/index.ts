/** Contents: answers to the domain's calls, and functions for other domains. */
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import type { Domain } from "#server/domain.ts";
import { perServices } from "#server/process/per-services.ts";
import {
  getContent,
  getStaticText,
  listContentBodies,
  listContents,
  searchContents,
  type CollectionName,
} from "../contract.ts";
import { figuresInForce } from "./figures.ts";
import { contentOf, itemOf, orderOfCollection, contentPageOf, contentTextOf, contentTextsOf } from "./reading.ts";
import { ContentSearch } from "./search.ts";
import { contentKind } from "./proposals.ts";
import { staffAnswers } from "./staff.ts";
import { workLists } from "./work-lists.ts";
import { words } from "./words.ts";
import { consoleWords, consoleWorkLists } from "#server/console/questions.ts";
import { textInForce } from "#server/account-questions.ts";
import { proposals } from "#server/four-eyes/proposal-kind.ts";

export { contentStructures } from "./checks.ts";

export { textFigures } from "./figures.ts";

export {
  figuresInForce,
  fillMarkdown,
  fillWords,
  type TextFigure,
  type Figures,
  type TextFigureSource,
} from "./figures.ts";
export { anchorOf, renderMarkdown } from "./markdown.ts";
export type { ContentStructure, WrittenText } from "./checks.ts";
export { findPublished, readPublishedStates, type PublishedState } from "./editing.ts";
export type { ContentText } from "./files.ts";
export { contentBodyOf, contentOf, contentTextOf, contentTextsOf } from "./reading.ts";
export { contentPages, contentsChangedAt } from "./site-pages.ts";

/** Collections searched for an app that sends only a key, in this order: no two shipped ones share a key. */
const standingCollections = [
  "static-text",
  "agreement-text",
  "campaign-text",
  "help",
] as const satisfies readonly CollectionName[];

const searchOf = perServices((services) => new ContentSearch(services));

const answers: readonly CallAnswer[] = [
  ...staffAnswers,
  answer(listContents, async ({ collection, section, cursor, limit }, { services, language, caller }) => {
    const [texts, figures] = await Promise.all([
      contentTextsOf(services, collection, language, section),
      figuresInForce(services, language, caller.brand),
    ]);
    const { page, nextCursor } = contentPageOf(texts, orderOfCollection(collection, language), cursor, limit);
    return { items: page.map((text) => itemOf(collection, text, figures)), nextCursor };
  }),
  answer(listContentBodies, async ({ collection, section }, { services, language, caller }) => {
    const [texts, figures] = await Promise.all([
      contentTextsOf(services, collection, language, section),
      figuresInForce(services, language, caller.brand),
    ]);
    return { items: texts.map((text) => contentOf(collection, text, figures)) };
  }),
  answer(getContent, async ({ collection, key, language: requested }, { services, language, caller, refuse }) => {
    const text = await contentTextOf(services, collection, key, requested ?? language);
    if (!text) return refuse("CONTENT_UNKNOWN");
    return contentOf(collection, text, await figuresInForce(services, text.language, caller.brand));
  }),
  answer(searchContents, async ({ q, collections }, { services, language, caller }) => ({
    items: await searchOf(services).find(
      q,
      typeof collections === "string" ? [collections] : (collections ?? null),
      language,
      caller.brand,
    ),
  })),
  answer(getStaticText, async ({ key, language: requested }, { services, language, caller, refuse }) => {
    const found = await Promise.all(
      standingCollections.map((collection) => contentTextOf(services, collection, key, requested ?? language)),
    );
    for (const [n, collection] of standingCollections.entries()) {
      const text = found[n];
      if (!text) continue;
      const { title, body, version, updatedAt } = contentOf(
        collection,
        text,
        await figuresInForce(services, text.language, caller.brand),
      );
      return { key, language: text.language, title, body, format: "HTML", version, updatedAt };
    }
    return refuse("TEXT_UNKNOWN");
  }),
];

export const domain: Domain = {
  answers,
  answersTo: [
    consoleWords.by(words),
    consoleWorkLists.by(workLists),
    textInForce.by((services, key, language) => contentTextOf(services, "static-text", key, language)),
    proposals.by([contentKind]),
  ],
};
