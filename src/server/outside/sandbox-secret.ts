/**
 * The key of the sandbox: signs what its bank sends us and seals what its tables keep, so that an installation's data
 * folder holds no personal value in the clear.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from "node:crypto";

export interface SandboxSecret {
  /** Hex HMAC-SHA256 over `text`, for callbacks. */
  sign(text: string): string;
  /** AES-256-GCM: nonce, tag, bytes. */
  seal(value: object): Buffer;
  /** Throws when the bytes were changed or another key made them. */
  open<Value extends object>(sealed: Uint8Array): Value;
  /** Keyed hash for looking a value up. */
  index(text: string): Buffer;
}

interface Randomness {
  bytes(count: number): Buffer;
}

/** The sandbox's key of an installation, derived from its own keys: shared by all processes, the same after a rotation. */
export function sandboxSecretFrom(
  keys: { mac(purpose: string, ...parts: string[]): string },
  random: Randomness,
): SandboxSecret {
  return sandboxSecret(Buffer.from(keys.mac("sandbox"), "base64url"), random);
}

export function sandboxSecret(master: Uint8Array, random: Randomness): SandboxSecret {
  const derive = (purpose: string): Buffer =>
    Buffer.from(hkdfSync("sha256", master, "", `tunai sandbox ${purpose}`, 32));
  const signing = derive("signing");
  const sealing = derive("sealing");
  const indexing = derive("indexing");
  return {
    sign: (text) => createHmac("sha256", signing).update(text).digest("hex"),
    seal(value) {
      const nonce = random.bytes(12);
      const cipher = createCipheriv("aes-256-gcm", sealing, nonce);
      const bytes = Buffer.concat([cipher.update(JSON.stringify(value), "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), bytes]);
    },
    open<Value extends object>(sealed: Uint8Array) {
      const bytes = Buffer.from(sealed);
      const decipher = createDecipheriv("aes-256-gcm", sealing, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return JSON.parse(
        Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8"),
      ) as Value;
    },
    index: (text) => createHmac("sha256", indexing).update(text).digest(),
  };
}
