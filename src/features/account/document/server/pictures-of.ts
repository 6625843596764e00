/** From what was uploaded to pictures that may be kept. */
import { cleanPicture, type Picture } from "#server/picture.ts";
import { drawPdf, isPdf } from "./pdf-pages.ts";

/** One cleaned photo, or the pages of a PDF, at most `most`. @throws Refusal of `photoProblems`, PDF_UNREADABLE, PHOTO_COUNT */
export async function picturesOf(bytes: Uint8Array, most: number): Promise<Picture[]> {
  if (!isPdf(bytes)) return [await cleanPicture(bytes)];
  const pictures: Picture[] = [];
  for (const page of await drawPdf(bytes, most)) pictures.push(await cleanPicture(page));
  return pictures;
}
