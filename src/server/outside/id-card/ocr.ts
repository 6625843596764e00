/** Reading cards on this machine: no partner sees them. Judged in decision 253; a card that it cannot read is typed. */
import sharp from "sharp";
import { cardFields } from "./card-text.ts";
import { LetterRecognition, type LettersLimits } from "./letters.ts";
import type { IdCardPort } from "./port.ts";

/** In a picture of this size the letters of a whole card are some 30 pixels high, which the reader needs. */
const readPixels = 1_600;
const limits: LettersLimits = { seconds: 15, waiting: 4, idleSeconds: 60 };

export function createOcrIdCard(letters: Pick<LetterRecognition, "read"> = new LetterRecognition(limits)): IdCardPort {
  return {
    adapter: "ocr",
    async read({ photo }) {
      const picture = await sharp(photo)
        .resize({ width: readPixels, height: readPixels, fit: "inside" })
        .greyscale()
        .normalise()
        .sharpen({ sigma: 1.2 })
        .jpeg({ quality: 95 })
        .toBuffer()
        .catch(() => null);
      const text = picture && (await letters.read(picture));
      if (text === null) return { outcome: "UNAVAILABLE" };
      const fields = cardFields(text);
      return Object.keys(fields).length > 0 ? { outcome: "READ", fields } : { outcome: "UNREADABLE" };
    },
  };
}
