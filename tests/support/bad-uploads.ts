/** Files that calls with a photo or a video refuse, each for another reason. Made once for a worker. */
import sharp from "sharp";
import type { TestClient } from "./app.ts";
import { mp4 } from "./videos.ts";

interface BadFile {
  code: string;
  bytes: Uint8Array;
}

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#000" }, limitInputPixels: false });
let photos: Promise<BadFile[]> | undefined;

/** One for each problem that `cleanPicture` may find. */
export const badPhotos = (): Promise<BadFile[]> =>
  (photos ??= (async () => [
    { code: "PHOTO_KIND", bytes: Buffer.from("%!PS-Adobe-3.0") },
    { code: "PHOTO_UNREADABLE", bytes: (await blank(600, 400).jpeg().toBuffer()).subarray(0, 300) },
    { code: "PHOTO_TOO_SMALL", bytes: await blank(100, 400).jpeg().toBuffer() },
    { code: "PHOTO_TOO_LONG", bytes: await blank(250, 60_000).jpeg().toBuffer() },
    { code: "PHOTO_TOO_MANY_PIXELS", bytes: await blank(8_000, 8_000).png({ compressionLevel: 9 }).toBuffer() },
  ])());

/** One for each problem that `checkVideo` may find. */
export const badVideos: readonly BadFile[] = [
  { code: "VIDEO_KIND", bytes: Buffer.from("%!PS-Adobe-3.0") },
  { code: "VIDEO_UNREADABLE", bytes: mp4(5).subarray(0, -3) },
  { code: "VIDEO_TOO_LONG", bytes: mp4(31) },
];

export interface Upload {
  client: TestClient;
  path: string;
  /** Fields that go with the file. */
  fields?: Record<string, string>;
}

/** Sends files with these fields; answers the code of the refusal, and OK where there is none. */
export async function sendFiles(
  { client, path, fields = {} }: Upload,
  files: { photo?: Uint8Array; video?: Uint8Array },
): Promise<string> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, bytes] of Object.entries(files))
    form.append(
      name,
      new File([new Uint8Array(bytes)], "shown", { type: name === "video" ? "video/mp4" : "image/jpeg" }),
    );
  const { status, body, text } = await client.send("POST", path, form);
  if (status === 200) return "OK";
  return body?.status?.code ?? text;
}

/** Sends every bad photo; answers the codes of the refusals beside those that they deserve. */
export async function refusedPhotos(upload: Upload): Promise<{ codes: string[]; deserved: string[] }> {
  const files = await badPhotos();
  const codes: string[] = [];
  for (const { bytes } of files) codes.push(await sendFiles(upload, { photo: bytes }));
  return { codes, deserved: files.map(({ code }) => code) };
}

/** The same of videos; with a photo where the call compares a face. */
export async function refusedVideos(
  upload: Upload,
  photo?: () => Promise<Uint8Array>,
): Promise<{ codes: string[]; deserved: string[] }> {
  const codes: string[] = [];
  for (const { bytes } of badVideos)
    codes.push(await sendFiles(upload, { ...(photo ? { photo: await photo() } : {}), video: bytes }));
  return { codes, deserved: badVideos.map(({ code }) => code) };
}
