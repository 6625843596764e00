/** AES-256-GCM with a fresh 96-bit nonce per message, bound to the message's place in the database. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  timingSafeEqual,
  type KeyObject,
} from "node:crypto";
import { columnOf } from "#server/postgres/column-names.ts";

/** The place of a sealed value. A value moved to another row, column or table cannot be opened. */
export interface SealContext {
  table: string;
  /** As the code names it, or as the database does: both are one place. */
  column: string;
  /** Id of the row, or of the stored object. */
  row: string;
}

/** A sealed value does not open: it was changed, moved, or its key is gone. The message names the place, never the value. */
export class SealBroken extends Error {
  override readonly name = "SealBroken";
  constructor(place: SealContext, why: string) {
    super(`${place.table}.${columnOf(place.column)}: ${why}`);
  }
}

const nonceBytes = 12;
const tagBytes = 16;

/** Derives a 32-byte key for one use, so that no two uses share a key. */
export function deriveKey(root: Uint8Array, use: string): Buffer {
  return Buffer.from(hkdfSync("sha256", root, Buffer.alloc(0), `tunai/v1/${use}`, 32));
}

/** The key object for these bytes, cached while they are in use: creating it takes four fifths of the time to open a value. */
const secrets = new WeakMap<Uint8Array, KeyObject>();
function secretOf(key: Uint8Array): KeyObject {
  let secret = secrets.get(key);
  if (!secret) secrets.set(key, (secret = createSecretKey(key)));
  return secret;
}

/** nonce | ciphertext | tag. `context` is authenticated with the message and must be the same when opening. */
export function encrypt(key: Uint8Array, plain: Uint8Array, context: readonly string[], nonce: Uint8Array): Buffer {
  const cipher = createCipheriv("aes-256-gcm", secretOf(key), nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(JSON.stringify(context)));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** The message, or null when the bytes, the key or the context are not those of `encrypt`. */
export function decrypt(key: Uint8Array, sealed: Uint8Array, context: readonly string[]): Buffer | null {
  if (sealed.length < nonceBytes + tagBytes) return null;
  const nonce = sealed.subarray(0, nonceBytes);
  const decipher = createDecipheriv("aes-256-gcm", secretOf(key), nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(JSON.stringify(context)));
  decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes));
  const plain = decipher.update(sealed.subarray(nonceBytes, sealed.length - tagBytes));
  try {
    return Buffer.concat([plain, decipher.final()]);
  } catch {
    return null;
  }
}

/** HMAC-SHA256 of parts that cannot run into each other. */
export function macOf(key: Uint8Array, parts: readonly string[]): Buffer {
  return createHmac("sha256", secretOf(key)).update(JSON.stringify(parts)).digest();
}

/** Compares in the same time wherever the two differ. */
export function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The bytes of base64url text; null for any other spelling of the same bytes, so that a token has one form only. */
export function base64UrlBytesOf(text: string): Buffer | null {
  const bytes = Buffer.from(text, "base64url");
  return bytes.toString("base64url") === text ? bytes : null;
}

/** The part of a port to randomness that sealing needs. */
export interface NonceSource {
  bytes(count: number): Buffer;
}

/** Encrypts and decrypts with one or more keys, each with an id; `keyFor(null)` is the newest. */
export interface KeyChoice {
  keyFor(id: string | null, table: string): { id: string; key: Uint8Array } | null;
}

export interface Sealer {
  /** `v1.<key id>.<base64url>` */
  seal(plain: string, place: SealContext): string;
  /** @throws SealBroken */
  open(sealed: string, place: SealContext): string;
  /** For objects and pictures: a short head with the key id, then the sealed bytes. */
  sealBytes(plain: Uint8Array, place: SealContext): Buffer;
  /** @throws SealBroken */
  openBytes(sealed: Uint8Array, place: SealContext): Buffer;
}

const magic = Buffer.from("TNS1");

/** `scope` is part of the authenticated context: the installation, or a borrower's id. */
export function createSealer(keys: KeyChoice, random: NonceSource, scope: string): Sealer {
  const context = (kind: string, id: string, place: SealContext) => [
    kind,
    id,
    scope,
    place.table,
    columnOf(place.column),
    place.row,
  ];
  const lock = (kind: string, plain: Uint8Array, place: SealContext) => {
    const newest = keys.keyFor(null, place.table);
    if (!newest) throw new SealBroken(place, "there is no key to seal with");
    return {
      id: newest.id,
      sealed: encrypt(newest.key, plain, context(kind, newest.id, place), random.bytes(nonceBytes)),
    };
  };
  const unlock = (kind: string, id: string, sealed: Uint8Array, place: SealContext): Buffer => {
    const known = keys.keyFor(id, place.table);
    if (!known) throw new SealBroken(place, "its key is unknown here");
    const plain = decrypt(known.key, sealed, context(kind, id, place));
    if (!plain) throw new SealBroken(place, "the value was changed or moved");
    return plain;
  };
  return {
    seal(plain, place) {
      const { id, sealed } = lock("text", Buffer.from(plain, "utf8"), place);
      return `v1.${id}.${sealed.toString("base64url")}`;
    },
    open(sealed, place) {
      const [, id, text] = /^v1\.([a-z0-9]{1,16})\.([\w-]+)$/.exec(sealed) ?? [];
      const bytes = text ? base64UrlBytesOf(text) : null;
      if (!id || !bytes) throw new SealBroken(place, "not a sealed value");
      return unlock("text", id, bytes, place).toString("utf8");
    },
    sealBytes(plain, place) {
      const { id, sealed } = lock("bytes", plain, place);
      return Buffer.concat([magic, Buffer.from([id.length]), Buffer.from(id, "latin1"), sealed]);
    },
    openBytes(sealed, place) {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
      const length = bytes[magic.length] ?? 0;
      const from = magic.length + 1;
      if (!bytes.subarray(0, magic.length).equals(magic) || length < 1 || bytes.length < from + length)
        throw new SealBroken(place, "not sealed bytes");
      return unlock("bytes", bytes.toString("latin1", from, from + length), bytes.subarray(from + length), place);
    },
  };
}
