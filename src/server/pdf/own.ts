/**
 * PDFs of our own (agreements, and pictures laid out as a page), drawn one after another in a process that is kept
 * while there is work: a page takes a tenth of a second, in which the server keeps answering. // docs/decisions/205
 */
import { callAfter } from "#server/work/timers.ts";
import { DrawingProcess, type Bitmap, type DrawingLimits } from "./drawing-process.ts";

/** An agreement's page may be requested at 2,400 pixels. */
const limits: DrawingLimits = { wasmMegabytes: 256, growthMegabytes: 400, processorSeconds: 3, seconds: 30 };
const idleSeconds = 20;

let cached: { drawer: DrawingProcess; idle: { cancel(): void } } | undefined;
let turn: Promise<unknown> = Promise.resolve();

export interface OwnPage {
  /** Starts at 0. */
  page: number;
  /** The box for the picture, which keeps the page's own proportions. */
  widthPixels: number;
  heightPixels: number;
}

/** The page's picture (undefined when there is no such page), and the number of pages. @throws Error for an invalid PDF */
export function drawOwnPage(pdf: Uint8Array, page: OwnPage): Promise<{ bitmap: Bitmap | undefined; count: number }> {
  const ownTurn = turn.then(() => drawNow(pdf, page));
  turn = ownTurn.catch(() => undefined);
  return ownTurn;
}

async function drawNow(pdf: Uint8Array, page: OwnPage): Promise<{ bitmap: Bitmap | undefined; count: number }> {
  cached?.idle.cancel();
  if (cached && !cached.drawer.isFresh) cached.drawer.end();
  const drawer = cached?.drawer.isFresh ? cached.drawer : await DrawingProcess.start(limits);
  let bitmap: Bitmap | undefined;
  const drawing = await drawer.draw(pdf, { isForeign: false, most: 0, ...page }, async (drawn) => {
    bitmap = drawn;
  });
  const idle = callAfter(idleSeconds, () => {
    drawer.end();
    cached = undefined;
  });
  cached = { drawer, idle };
  if (drawing.outcome !== "DRAWN") throw new Error(`A document of our own could not be drawn: ${drawing.outcome}.`);
  return { bitmap, count: drawing.count };
}
