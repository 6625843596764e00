/** From what was uploaded to pictures that may be kept. */
import { cleanPicture, type Picture } from "#server/picture.ts";

/** The cleaned photo. @throws Refusal of `photoProblems`, PDF_UNREADABLE, PHOTO_COUNT */
export async function picturesOf(bytes: Uint8Array, _most: number): Promise<Picture[]> {
  return [await cleanPicture(bytes)];
}
