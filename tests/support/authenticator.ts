/** An authenticator in software: makes keys (ES256) and answers challenges as WebAuthn says, for tests without a browser. */
import { createHash, generateKeyPairSync, sign, type KeyObject } from "node:crypto";

interface Options {
  challenge: string;
  rp?: { id: string };
  rpId?: string;
  user?: { id: string };
}
export interface Faults {
  origin?: string;
  rpId?: string;
  /** The user showed neither finger nor PIN. */
  isUnverified?: boolean;
}

export interface Authenticator {
  /** The count of uses that its answers tell. */
  counter: number;
  /** The answer to the options of a new key, as the form sends it. */
  create(options: string, faults?: Faults): string;
  /** The answer to the options of a login. */
  get(options: string, faults?: Faults): string;
  /** Another one with the same key and count: a copy. */
  copy(): Authenticator;
}

export function authenticator(origin = "http://localhost:3000", made?: { key: Key; counter: number }): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const key: Key = made?.key ?? {
    id: createHash("sha256")
      .update(publicKey.export({ type: "spki", format: "der" }))
      .digest(),
    privateKey,
    jwk: publicKey.export({ format: "jwk" }),
    user: null,
  };
  const own: Authenticator = {
    counter: made?.counter ?? 0,
    create(text, faults = {}) {
      const options = JSON.parse(text) as Options;
      key.user = options.user?.id ?? null;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(key.id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, key.id, cosePublicKey(key)]);
      const authData = Buffer.concat([headOf(own, faults.rpId ?? options.rp?.id ?? "", faults, 0x40), attested]);
      const attestationObject = cbor(
        new Map<unknown, unknown>([
          ["fmt", "none"],
          ["attStmt", new Map()],
          ["authData", authData],
        ]),
      );
      return answer(key, {
        clientDataJSON: clientData("webauthn.create", options.challenge, faults.origin ?? origin),
        attestationObject,
      });
    },
    get(text, faults = {}) {
      const options = JSON.parse(text) as Options;
      own.counter += 1;
      const authenticatorData = headOf(own, faults.rpId ?? options.rpId ?? "", faults, 0);
      const clientDataJSON = clientData("webauthn.get", options.challenge, faults.origin ?? origin);
      const signed = Buffer.concat([authenticatorData, createHash("sha256").update(clientDataJSON).digest()]);
      return answer(
        key,
        { clientDataJSON, authenticatorData, signature: sign("sha256", signed, key.privateKey) },
        key.user,
      );
    },
    copy: () => authenticator(origin, { key, counter: own.counter }),
  };
  return own;
}

interface Key {
  id: Buffer;
  privateKey: KeyObject;
  jwk: { x?: string; y?: string };
  user: string | null;
}

const clientData = (type: string, challenge: string, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

/** The hash of the host, the flags (present, verified), and the count. */
function headOf({ counter }: Authenticator, rpId: string, faults: Faults, more: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  const flags = 0x01 | (faults.isUnverified ? 0 : 0x04) | more;
  return Buffer.concat([createHash("sha256").update(rpId).digest(), Buffer.from([flags]), count]);
}

function answer(key: Key, fields: Record<string, Buffer>, userHandle: string | null = null): string {
  const id = key.id.toString("base64url");
  const response = Object.fromEntries(
    Object.entries(fields).map(([name, bytes]) => [name, bytes.toString("base64url")]),
  );
  return JSON.stringify({
    id,
    rawId: id,
    type: "public-key",
    clientExtensionResults: {},
    response: { ...response, ...(userHandle === null ? {} : { userHandle }) },
  });
}

/** COSE_Key of ES256 on P-256 (RFC 9053). */
const cosePublicKey = ({ jwk: { x = "", y = "" } }: Key): Buffer =>
  cbor(
    new Map<unknown, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]),
  );

/** RFC 8949 for small numbers, bytes, texts and maps. */
function cbor(value: unknown): Buffer {
  const head = (kind: number, size: number): Buffer =>
    size < 24
      ? Buffer.from([(kind << 5) | size])
      : size < 256
        ? Buffer.from([(kind << 5) | 24, size])
        : Buffer.from([(kind << 5) | 25, size >> 8, size & 255]);
  if (typeof value === "number") return value < 0 ? head(1, -value - 1) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map) {
    const pairs = [...(value as Map<unknown, unknown>)].flatMap(([name, held]) => [cbor(name), cbor(held)]);
    return Buffer.concat([head(5, value.size), ...pairs]);
  }
  throw new TypeError("Such a value has no encoding here.");
}
