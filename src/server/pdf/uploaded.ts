/**
 * PDFs from outside: each is drawn in a fresh process that is used only once, so that one borrower's document cannot
 * appear in another's pictures. // Security rules 18, docs/decisions/205
 */
import { callAfter } from "#server/work/timers.ts";
import { DrawingProcess, type Bitmap, type Drawing, type DrawingLimits } from "./drawing-process.ts";
import { FairLanes } from "./fair-lanes.ts";

/**
 * A scanned page of 300 dots per inch needs two thirds of this memory and half a second. Together with the server, a
 * hostile document takes less than 150 MB and 5 s.
 */
const limits: DrawingLimits = { wasmMegabytes: 72, growthMegabytes: 84, processorSeconds: 4, seconds: 20 };
/** On an idle machine, a document is drawn or refused in so many seconds: the time after which a retry makes sense. */
const lanes = new FairLanes({ lanes: 2, waiting: 6, seconds: 5 });

/** The size that is kept of a page, so nothing larger is drawn: small print of a bank statement stays readable. */
const widthPixels = 1400;
const heightPixels = 2000;

/**
 * Draws the pages of `pdf` if there are at most `most`, and waits for `take` after each. `owner` is the uploader: one
 * of his documents is drawn at a time, and one waits.
 * @throws Refusal RATE_LIMITED when one of the owner's waits already, UNAVAILABLE when too many wait.
 */
export function drawUploadedPdf(
  pdf: Uint8Array,
  owner: string,
  most: number,
  take: (page: Bitmap) => Promise<void>,
): Promise<Drawing> {
  return lanes.run(owner, async () => {
    const drawer = await takeProcess();
    try {
      const result = await drawer.draw(pdf, { isForeign: true, most, widthPixels, heightPixels }, take);
      return { result, isCostly: result.outcome === "TOO_COMPLEX" };
    } finally {
      drawer.end();
      keepSpare();
    }
  });
}

/** A person who sends one document often sends another: the next process is started in advance, and ended when none comes. */
const spareSeconds = 10;
let spare: { process: Promise<DrawingProcess | undefined>; unused: { cancel(): void } } | undefined;

async function takeProcess(): Promise<DrawingProcess> {
  const prepared = spare;
  spare = undefined;
  prepared?.unused.cancel();
  const process = await prepared?.process;
  return process?.isFresh ? process : DrawingProcess.start(limits);
}

function keepSpare(): void {
  if (spare) return;
  // When none starts, the next document reports it.
  const process = DrawingProcess.start(limits).catch(() => undefined);
  const unused = callAfter(spareSeconds, () => {
    spare = undefined;
    void process.then((kept) => kept?.end());
  });
  spare = { process, unused };
}
