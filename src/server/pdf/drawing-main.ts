/**
 * The drawing process: it reads documents from its standard input, one after another, and writes their pages to a
 * separate descriptor (the library may write to the standard output). It knows nothing else of the product. It ends
 * with its input, so it does not outlive the server; if it is drawing at that moment, its processor time runs out.
 * // docs/decisions/205
 */
import { Socket } from "node:net";
import { PDFiumLibrary } from "@hyzyla/pdfium";
import { ByteReader } from "./byte-reader.ts";
import { checkExpansion, TooComplex } from "./expansion.ts";
import type { Answer, Order } from "./drawing-process.ts";

/** A page with a higher ratio of its sides is refused. */
const maxOblong = 12;

const answers = new Socket({ fd: 3, readable: false, writable: true });
// The server is gone.
answers.on("error", () => process.exit());

/** Resolves when everything is on its way: the server takes a page only after the one before. */
const write = (bytes: Uint8Array): Promise<void> => new Promise((done) => answers.write(bytes, () => done()));
const tell = (answer: Answer): Promise<void> => write(Buffer.from(`${JSON.stringify(answer)}\n`));
/** Present with `--expose-gc`. */
const collectGarbage = (globalThis as { gc?: () => void }).gc ?? (() => {});

/** Frees the memory at once: otherwise it stays while the next page is drawn, until garbage collection. */
const free = ({ buffer }: Uint8Array): unknown => (buffer as ArrayBuffer).transfer(0);

const library = await PDFiumLibrary.init();
type OpenDocument = Awaited<ReturnType<typeof library.loadDocument>>;
const orders = new ByteReader(process.stdin as AsyncIterable<Buffer>);
collectGarbage();
await tell({ is: "READY" });
for (let order = await orders.line(); order !== undefined; order = await orders.line()) await carryOut(order as Order);
process.exit();

async function carryOut(order: Order): Promise<void> {
  try {
    const document = await open(order);
    if (!document) return;
    const count = document.getPageCount();
    await tell({ is: "COUNT", count });
    for (const index of pagesOf(order, count)) await drawPage(document, index, order);
    document.destroy();
    await tell({ is: "DONE" });
  } catch (error) {
    // The library throws these when it is out of memory or stack; its findings about a document are plain errors.
    const isTooMuch =
      error instanceof TooComplex || error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    await tell({ is: "REFUSED", why: isTooMuch ? "TOO_COMPLEX" : "UNREADABLE" });
  }
}

function pagesOf({ page, most }: Order, count: number): number[] {
  if (page !== undefined) return page >= 0 && page < count ? [page] : [];
  return count > most ? [] : Array.from({ length: count }, (_, index) => index);
}

/** The library makes its own copy, so the received bytes are not kept. */
async function open(order: Order): Promise<OpenDocument | undefined> {
  const pdf = await orders.bytes(order.bytes);
  if (!pdf) return undefined;
  if (order.isForeign) checkExpansion(pdf);
  // Frees the expanded text that the check has read.
  collectGarbage();
  const document = await library.loadDocument(pdf);
  free(pdf);
  return document;
}

async function drawPage(document: OpenDocument, index: number, { widthPixels, heightPixels }: Order): Promise<void> {
  const page = document.getPage(index);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const oblong = Math.max(originalWidth / originalHeight, originalHeight / originalWidth);
  if (!(oblong <= maxOblong)) throw new Error("no page");
  const scale = Math.min(widthPixels / originalWidth, heightPixels / originalHeight);
  const width = Math.max(1, Math.round(originalWidth * scale));
  const height = Math.max(1, Math.round(originalHeight * scale));
  const drawn = await page.render({ width, height, render: "bitmap", renderFormFields: false });
  await tell({ is: "PAGE", width: drawn.width, height: drawn.height });
  await write(drawn.data);
  free(drawn.data);
}
