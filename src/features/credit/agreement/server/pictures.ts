/** Pictures of pages, cached by hash, page and width in the memory of the process: a reader opens the same document many times. */
import { LRUCache } from "lru-cache";
import { drawPage, type PagePicture } from "./document/index.ts";

const maxBytes = 24 * 1024 * 1024;
const cache = new LRUCache<string, PagePicture>({
  maxSize: maxBytes,
  sizeCalculation: (picture) => picture.bytes.length,
});

/** Picture of a page, counted from 1; undefined if the document has no such page. `read` is called only without a cached picture. */
export async function pagePicture(
  hash: string,
  read: () => Promise<Uint8Array>,
  page: number,
  widthPixels: number,
): Promise<PagePicture | undefined> {
  const key = `${hash}:${page}:${widthPixels}`;
  const known = cache.get(key);
  if (known) return known;
  const drawn = await drawPage(await read(), page, widthPixels);
  if (drawn) cache.set(key, drawn);
  return drawn;
}
