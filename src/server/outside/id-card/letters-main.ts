/**
 * The process that recognises letters: a picture in, its text out, one after another. It knows nothing else of the
 * product and ends with its channel, so it does not outlive the server. // docs/decisions/253
 */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createWorker, PSM } from "tesseract.js";
import type { LettersAnswer, LettersOrder } from "./letters.ts";

process.on("disconnect", () => process.exit());
const tell = (answer: LettersAnswer): unknown => process.send?.(answer);

/** The language data comes with the package: nothing is downloaded or stored on disk. */
const data = createRequire(import.meta.url).resolve("@tesseract.js-data/ind/package.json");
const worker = await createWorker("ind", 1, {
  langPath: join(dirname(data), "4.0.0"),
  gzip: true,
  cacheMethod: "none",
});
await worker.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_BLOCK, preserve_interword_spaces: "1" });

process.on("message", ({ id, picture }: LettersOrder) => {
  worker
    .recognize(Buffer.from(picture), { rotateAuto: true }, { text: true })
    .then(({ data: { text } }) => tell({ id, text }))
    .catch(() => tell({ id, text: null }));
});
tell({ id: null, text: null });
