/** Converts an upload into pictures that may be stored. */
import { cleanPicture, type Picture } from "#server/media/picture.ts";
import { pdfIn, picturesOfPdf } from "./pdf-pages.ts";

/** One cleaned photo, or the pages of a PDF, at most `most`. @throws Refusal of `photoProblems` and of `picturesOfPdf` */
export async function picturesOfUpload(bytes: Uint8Array, borrowerId: string, most: number): Promise<Picture[]> {
  const pdf = pdfIn(bytes);
  return pdf ? picturesOfPdf(pdf, borrowerId, most) : [await cleanPicture(bytes)];
}
