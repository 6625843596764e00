import { createContext } from "react-router";
import type { PageParts } from "#web/rendering/policy.ts";

/** The renderer's report to the front door about a page. */
export interface PageOutcome {
  parts: PageParts | null;
  /** The document; the answer that React Router passes on holds none, since reading it back would cost as much as rendering. */
  text: string;
  /** Pieces of the document that many pages have in common, in their order: each is compressed once. */
  common: readonly string[];
  /** The query keys that a cacheable page depends on; null when the page must not be cached. */
  cachedBy: readonly string[] | null;
  /** The query keys that make it uncached. */
  freshBy: readonly string[];
  /** Errors from loaders, actions and components that are not answers. */
  failures: unknown[];
}
export const pageOutcome = createContext<PageOutcome>();
