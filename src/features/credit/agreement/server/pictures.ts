/** Page pictures, kept by hash, page and width in the memory of the process: a document is opened again and again while it is read. */
import { LRUCache } from "lru-cache";
import { drawPage, type PagePicture } from "./document/index.ts";

const maxBytes = 24 * 1024 * 1024;
const kept = new LRUCache<string, PagePicture>({
  maxSize: maxBytes,
  sizeCalculation: (picture) => picture.bytes.length,
});

/** Picture of a page from 1; undefined where the document has no such page. `read` is asked only where nothing is kept. */
export async function pagePicture(
  hash: string,
  read: () => Promise<Uint8Array>,
  page: number,
  widthPixels: number,
): Promise<PagePicture | undefined> {
  const key = `${hash}:${page}:${widthPixels}`;
  const known = kept.get(key);
  if (known) return known;
  const drawn = await drawPage(await read(), page, widthPixels);
  if (drawn) kept.set(key, drawn);
  return drawn;
}
