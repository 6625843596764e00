/**
 * An uploaded PDF is never kept: its pages are drawn as pictures and only those go on. Drawing happens in a worker with
 * little memory and little time, because a hostile document may make the library run for ever; nothing in it is ever run:
 * the library has no script engine, and neither forms nor launch actions are opened. // Security rules 18
 */
import { Worker } from "node:worker_threads";
import sharp from "sharp";
import { Refusal } from "#server/refusal.ts";
import { after } from "#server/timers.ts";
import type { uploadDocument } from "../contract.ts";

/** Width of a page's picture: small print of a bank statement stays readable. */
const pageWidthPixels = 1400;
/** A page that is this many times as high as wide is no page. */
const highestPage = 4;
const mostSeconds = 20;

export const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 5)).toString("latin1") === "%PDF-";

/** A document that wants to run something is no statement of a bank; where such a wish is packed away, nobody unpacks it here. */
const wantsToRun = (bytes: Uint8Array): boolean =>
  /\/(?:JavaScript|JS|Launch)\b/.test(Buffer.from(bytes).toString("latin1"));

interface Drawn {
  pages: { width: number; height: number; data: Uint8Array }[];
  count: number;
}

/** Plain text and not a module of its own, so that a build needs no second entry. It finds the library from the working folder. */
const drawing = `
const { parentPort, workerData } = require("node:worker_threads");
const { createRequire } = require("node:module");
const { pathToFileURL } = require("node:url");
(async () => {
  const found = createRequire(workerData.from).resolve("@hyzyla/pdfium");
  const { PDFiumLibrary } = await import(pathToFileURL(found).href);
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(workerData.bytes);
  const count = document.getPageCount();
  const pages = [];
  for (let index = 0; index < count && count <= workerData.most; index++) {
    const page = document.getPage(index);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const height = Math.round((workerData.width * originalHeight) / originalWidth);
    if (!(height >= 1) || height > workerData.width * workerData.highest) throw new Error("no page");
    const drawn = await page.render({ width: workerData.width, height, render: "bitmap", renderFormFields: false });
    pages.push({ width: drawn.width, height: drawn.height, data: new Uint8Array(drawn.data) });
  }
  parentPort.postMessage({ pages, count });
})().catch(() => parentPort.postMessage(null));
`;

/**
 * The pages as JPEG, to be cleaned like any picture. @throws Refusal PDF_UNREADABLE (locked, damaged, with a script, too slow to draw),
 * PHOTO_COUNT where it has more pages than `most`.
 */
export async function drawPdf(bytes: Uint8Array, most: number): Promise<Uint8Array[]> {
  if (wantsToRun(bytes)) throw new Refusal("PDF_UNREADABLE");
  const drawn = await draw(bytes, most);
  if (!drawn || drawn.count === 0) throw new Refusal("PDF_UNREADABLE");
  if (drawn.count > most) throw new Refusal<typeof uploadDocument.problems>("PHOTO_COUNT", { most });
  return Promise.all(
    drawn.pages.map(async ({ width, height, data }) => {
      const picture = sharp(data, { raw: { width, height, channels: 4 } }).flatten({ background: "#ffffff" });
      return new Uint8Array(await picture.jpeg({ quality: 88 }).toBuffer());
    }),
  );
}

let turn: Promise<unknown> = Promise.resolve();

/** One document at a time; null where it cannot be drawn in time. */
function draw(bytes: Uint8Array, most: number): Promise<Drawn | null> {
  const mine = turn.then(() => drawInWorker(bytes, most));
  turn = mine;
  return mine;
}

function drawInWorker(bytes: Uint8Array, most: number): Promise<Drawn | null> {
  return new Promise((done) => {
    const worker = new Worker(drawing, {
      eval: true,
      workerData: { bytes, most, width: pageWidthPixels, highest: highestPage, from: `${process.cwd()}/package.json` },
      resourceLimits: { maxOldGenerationSizeMb: 256 },
      env: {},
      stdout: true,
      stderr: true,
    });
    const finish = (drawn: Drawn | null): void => {
      limit.cancel();
      void worker.terminate();
      done(drawn);
    };
    const limit = after(mostSeconds, () => finish(null));
    worker.once("message", finish);
    worker.once("error", () => finish(null));
    worker.once("exit", () => finish(null));
  });
}
