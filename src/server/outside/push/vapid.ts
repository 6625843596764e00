/** The server's key pair for push services (VAPID): the private scalar is the secret, the public point follows from it. // RFC 8292 */
import { createECDH } from "node:crypto";

export interface VapidKeys {
  /** Uncompressed point, base64url: 87 characters. */
  publicKey: string;
  /** Scalar, base64url: 43 characters. */
  privateKey: string;
}

/** @throws when the bytes are no private key of P-256 */
export function vapidKeysOf(scalar: Uint8Array): VapidKeys {
  if (scalar.length !== 32) throw new RangeError("A private key of P-256 has 32 bytes.");
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(Buffer.from(scalar));
  return { publicKey: pair.getPublicKey("base64url"), privateKey: Buffer.from(scalar).toString("base64url") };
}

/** Whether a text is a private key as `web-push generate-vapid-keys` prints it. */
export function isVapidKey(text: string): boolean {
  if (!/^[\w-]{43}$/.test(text)) return false;
  vapidKeysOf(Buffer.from(text, "base64url"));
  return true;
}
