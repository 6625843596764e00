/** Shared by both stores: random keys, and objects sealed under their own key before they leave the process. */
import type { Random } from "#server/process/random.ts";
import type { StoredObject } from "./port.ts";

/** The part of the keys port that storage needs. */
export interface ObjectSealer {
  sealBytes(plain: Uint8Array, place: { table: string; column: string; row: string }): Buffer;
  openBytes(sealed: Uint8Array, place: { table: string; column: string; row: string }): Buffer;
}

/** 32 hexadecimal digits in a folder of two: `3f/3f9c…`. Nothing about the object or its owner can be read from it. */
export function newObjectKey(random: Random): string {
  const name = random.bytes(16).toString("hex");
  return `${name.slice(0, 2)}/${name}`;
}
/** True only for our own keys, so that a key cannot lead out of the folder or the bucket. */
export const isObjectKey = (key: string): boolean => /^([0-9a-f]{2})\/\1[0-9a-f]{30}$/.test(key);

const sealContextOf = (key: string) => ({ table: "stored_object", column: "bytes", row: key });

/** Content type and bytes sealed together: neither can be exchanged with another object's. */
export function sealObject(sealer: ObjectSealer, key: string, { bytes, contentType }: StoredObject): Buffer {
  const type = Buffer.from(contentType, "latin1");
  if (type.length > 255) throw new RangeError("A content type has at most 255 characters.");
  return sealer.sealBytes(Buffer.concat([Buffer.from([type.length]), type, bytes]), sealContextOf(key));
}

export function openObject(sealer: ObjectSealer, key: string, sealed: Uint8Array): StoredObject {
  const plain = sealer.openBytes(sealed, sealContextOf(key));
  const start = 1 + (plain[0] ?? 0);
  return { contentType: plain.toString("latin1", 1, start), bytes: new Uint8Array(plain.subarray(start)) };
}
