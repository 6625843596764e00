/** From what was uploaded to pictures that may be kept. */
import { cleanPicture, type Picture } from "#server/picture.ts";
import { isPdf, picturesOfPdf } from "./pdf-pages.ts";

/** One cleaned photo, or the pages of a PDF, at most `most`. @throws Refusal of `photoProblems` and of `picturesOfPdf` */
export async function picturesOf(bytes: Uint8Array, borrowerId: string, most: number): Promise<Picture[]> {
  return isPdf(bytes) ? picturesOfPdf(bytes, borrowerId, most) : [await cleanPicture(bytes)];
}
