/** Search in contents: one index per language and brand in each process, rebuilt when contents or figures change. */
import { LRUCache } from "lru-cache";
import MiniSearch from "minisearch";
import { configurationVersion } from "#features/platform/configuration/server/index.ts";
import type { Services } from "#server/services.ts";
import type { Brand } from "#shared/brand.ts";
import { dateInWib } from "#shared/dates.ts";
import type { Language } from "#shared/texts.ts";
import { maxFound, publicCollectionNames, type CollectionName, type SearchResult } from "../contract.ts";
import { figuresInForce } from "./figures.ts";
import { contentBodyOf, itemOf, contentTextsOf } from "./reading.ts";
import { searchExcerptOf, plainWords } from "./excerpt.ts";
import { queryWords, wordsOf } from "./search-words.ts";

interface Entry {
  id: string;
  collection: CollectionName;
  key: string;
  section: string | null;
  title: string;
  summary: string;
  text: string;
}
interface Index {
  entries: ReadonlyMap<string, Entry>;
  words: MiniSearch<Entry>;
}

/** Three languages of a handful of brands; an index of some hundred texts is a few megabytes. */
const maxIndexes = 12;

/** Search in one process, with its indexes. */
export class ContentSearch {
  readonly #services: Services;
  /** Stored as promises: readers who search while an index is being built wait for the same one. */
  readonly #indexes = new LRUCache<string, { version: number; index: Promise<Index> }>({ max: maxIndexes });
  constructor(services: Services) {
    this.#services = services;
  }

  /** Matching contents, best first; in all collections by default. */
  async find(
    query: string,
    among: readonly CollectionName[] | null,
    language: Language,
    brand: Brand,
  ): Promise<SearchResult[]> {
    const index = await this.#index(language, brand);
    const terms = queryWords(query, language);
    if (terms.length === 0) return [];
    const search = (combineWith: "AND" | "OR") =>
      index.words.search(terms.join(" "), {
        combineWith,
        tokenize: (text) => text.split(" "),
        prefix: (term) => term.length >= 3 || language === "zh",
        fuzzy: (term) => (language === "zh" || term.length < 4 ? false : term.length < 8 ? 1 : 2),
        boost: { title: 4, summary: 2 },
        filter: (result) => among === null || among.includes(result["collection"] as CollectionName),
      });
    // Texts with all words first; if there are none, those with some.
    const all = search("AND");
    const results = all.length > 0 ? all : search("OR");
    return results.slice(0, maxFound).flatMap(({ id, terms: matched }) => {
      const entry = index.entries.get(id as string);
      if (!entry) return [];
      const { collection, key, section, title, text, summary } = entry;
      return [{ collection, key, section, title, excerpt: searchExcerptOf(text || summary, matched, language) }];
    });
  }

  async #index(language: Language, brand: Brand): Promise<Index> {
    const version = await configurationVersion(this.#services.database);
    // A new business day publishes contents dated for it, and may change figures.
    const place = `${brand.id} ${language} ${dateInWib(this.#services.clock.now())}`;
    const cached = this.#indexes.get(place);
    if (cached?.version === version) return cached.index;
    const index = this.#build(language, brand);
    this.#indexes.set(place, { version, index });
    index.catch(() => this.#indexes.delete(place));
    return index;
  }

  async #build(language: Language, brand: Brand): Promise<Index> {
    const figures = await figuresInForce(this.#services, language, brand);
    const entries = new Map<string, Entry>();
    for (const collection of publicCollectionNames) {
      for (const text of await contentTextsOf(this.#services, collection, language)) {
        const { key, section, title, summary } = itemOf(collection, text, figures);
        const id = `${collection}/${key}`;
        entries.set(id, {
          id,
          collection,
          key,
          section,
          title,
          summary: summary ?? "",
          text: plainWords(contentBodyOf(text.markdown, figures)),
        });
      }
    }
    const words = new MiniSearch<Entry>({
      fields: ["title", "summary", "text"],
      storeFields: ["collection"],
      tokenize: (text) => wordsOf(text, language),
      processTerm: (term) => term,
    });
    words.addAll([...entries.values()]);
    return { entries, words };
  }
}
