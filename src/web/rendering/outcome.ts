import { createContext } from "react-router";
import type { PageParts } from "#web/rendering/policy.ts";

/** What the renderer tells the front door about the page it made. */
export interface PageOutcome {
  parts: PageParts | null;
  /** The document; the answer that React Router passes on holds none, since reading it back would cost as much as rendering. */
  text: string;
  /** The query keys that a cacheable page depends on; null when the page must not be cached. */
  cachedBy: readonly string[] | null;
  /** The query keys with which it is made anew each time. */
  freshBy: readonly string[];
  /** What loaders, actions and components threw that is no answer. */
  failures: unknown[];
}
export const pageOutcome = createContext<PageOutcome>();
