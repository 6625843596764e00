import type { RouterContextProvider } from "react-router";
import {
  getContent,
  listContents,
  type CollectionName,
  type Content,
  type ContentItem,
} from "#features/platform/content/contract.ts";
import { call, Problem } from "#web/api.ts";
import { readPage } from "#web/list.ts";
import { entriesOnPage } from "./dated-list.tsx";
import { relatedTo } from "./dated-entry.tsx";

type Context = Readonly<RouterContextProvider>;
/** Enough to know the neighbours of any entry. */
const maxNeighbours = 100;

/** One page of a dated collection. */
export function readDated(collection: CollectionName, request: Request, context: Context) {
  return readPage(request, listContents, { collection, limit: entriesOnPage }, { context });
}

/** A dated content and its related entries. @throws Response 404 when there is none, or its address is not valid. */
export async function readBlogEntry(
  collection: CollectionName,
  key: string,
  context: Context,
): Promise<{ entry: Content; related: ContentItem[] }> {
  try {
    const entry = await call(getContent, { collection, key }, { context });
    const { items } = await call(listContents, { collection, limit: maxNeighbours }, { context });
    return { entry, related: relatedTo(key, items) };
  } catch (error) {
    if (error instanceof Problem && error.code === "INPUT_INVALID") throw new Response(null, { status: 404 });
    throw error;
  }
}
