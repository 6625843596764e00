/** The two signatures of SNAP BI. Field rules: SNAP token, SNAP transaction. */
import { createHash, createHmac, createPublicKey, sign, timingSafeEqual, verify, type KeyObject } from "node:crypto";
import { minifyJson } from "./minify.ts";

/** Asks for a token: base64 SHA256withRSA over `clientId|timestamp`. */
export function signTokenRequest(privateKey: KeyObject | string, clientId: string, timestamp: string): string {
  return sign("sha256", Buffer.from(`${clientId}|${timestamp}`), privateKey).toString("base64");
}

export function tokenRequestIsSigned(
  publicKeyPem: string,
  clientId: string,
  timestamp: string,
  signature: string,
): boolean {
  try {
    return verify(
      "sha256",
      Buffer.from(`${clientId}|${timestamp}`),
      createPublicKey(publicKeyPem),
      Buffer.from(signature, "base64"),
    );
  } catch {
    return false;
  }
}

export interface SignedParts {
  method: string;
  /** Path as in the request line, query included. */
  path: string;
  accessToken: string;
  body: Uint8Array;
  timestamp: string;
}

/** base64 HMAC-SHA512(secret, `METHOD:path:token:lowerhex(sha256(minify(body))):timestamp`) */
export function signTransaction(secret: string, parts: SignedParts): string {
  const bodyHash = createHash("sha256").update(minifyJson(parts.body)).digest("hex");
  const text = `${parts.method}:${parts.path}:${parts.accessToken}:${bodyHash}:${parts.timestamp}`;
  return createHmac("sha512", secret).update(text).digest("base64");
}

/** Whether one of the live secrets made the signature; every secret is tried, each in constant time. */
export function transactionIsSigned(secrets: readonly string[], parts: SignedParts, signature: string): boolean {
  const given = Buffer.from(signature, "base64");
  let fits = false;
  for (const secret of secrets) {
    const expected = Buffer.from(signTransaction(secret, parts), "base64");
    if (given.length === expected.length && timingSafeEqual(given, expected)) fits = true;
  }
  return fits;
}
