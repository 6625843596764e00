/**
 * Uploaded videos are stored as they came, because we cannot encode them again. Therefore the whole container is
 * checked: a known kind, with pictures, no longer than allowed, and no other data behind it. // docs/decisions/205
 */
import { Refusal } from "#server/call/refusal.ts";
import { maxVideoBytes, maxVideoSeconds, type videoProblems } from "#shared/fields/video.ts";
import { readMp4 } from "./mp4.ts";
import { readWebm } from "./webm.ts";

export interface Video {
  bytes: Uint8Array;
  contentType: "video/mp4" | "video/webm";
  durationMilliseconds: number;
}

/** A recorder ends with its next frame, a little after the requested time. */
const graceMilliseconds = 500;

/**
 * Checks an uploaded video.
 * @throws Refusal VIDEO_KIND, VIDEO_UNREADABLE or VIDEO_TOO_LONG (`#shared/fields/video.ts`); its size is the contract's to bound
 */
export function checkVideo(bytes: Uint8Array): Video {
  if (bytes.length > maxVideoBytes) throw new RangeError("A video's size is bounded by its contract.");
  const contentType = kindOf(bytes);
  if (!contentType) throw new Refusal("VIDEO_KIND");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = contentType === "video/mp4" ? readMp4(view) : readWebm(view);
  if (!found?.hasPicture || found.durationMilliseconds <= 0) throw new Refusal("VIDEO_UNREADABLE");
  if (found.durationMilliseconds > maxVideoSeconds * 1000 + graceMilliseconds)
    throw new Refusal<typeof videoProblems>("VIDEO_TOO_LONG", { maxSeconds: maxVideoSeconds });
  return { bytes, contentType, durationMilliseconds: Math.round(found.durationMilliseconds) };
}

/** By the first bytes: a file name or type proves nothing. */
function kindOf(bytes: Uint8Array): Video["contentType"] | null {
  const word = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (word(4) === "ftyp") return strangeBrands.test(word(8)) ? null : "video/mp4";
  const isEbml = bytes[0] === 0x1a && bytes[1] === 0x45 && bytes[2] === 0xdf && bytes[3] === 0xa3;
  // Matroska begins in the same way; a browser only plays the kind named webm.
  return isEbml && Buffer.from(bytes.subarray(0, 64)).includes("webm") ? "video/webm" : null;
}

/** Boxes of the same family that hold something else: QuickTime, audio, still pictures. */
const strangeBrands = /^(?:qt {2}|M4[ABP] |hei[cx]|hev[cx]|mif1|msf1|avi[fs])$/;
