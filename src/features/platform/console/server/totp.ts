/** One-time codes of an authenticator app (RFC 6238): 6 digits, 30 seconds, SHA-1, which every app reads. */
import { Secret, TOTP } from "otpauth";
import type { Random } from "#server/process/random.ts";

const periodSeconds = 30;
const issuer = "Tunai Console";

/** 160 bits as base32, as authenticator apps take it. */
export function makeTotpSecret(random: Random): string {
  const bytes = random.bytes(20);
  return new Secret({ buffer: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer })
    .base32;
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({
    issuer,
    label,
    algorithm: "SHA1",
    digits: 6,
    period: periodSeconds,
    secret: Secret.fromBase32(secret),
  });
}

/** The address that a QR code carries into the app. */
export function otpauthUri(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

/** The step (number of 30-second periods) of this code, one period early or late allowed; null for a wrong code. */
export function totpStep(secret: string, code: string, now: Date): number | null {
  const delta = totpOf(secret, "").validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / periodSeconds) + delta;
}

/**
 * The code that is valid now for a person whose last used step was `usedStep`: this period's, or the next one's when
 * this one is used. After two logins within a period both are used; then it is the next one's again, which is refused
 * until that period is past.
 */
export function totpCodeAfter(secret: string, usedStep: number, now: Date): string {
  const isSpent = Math.floor(now.getTime() / 1000 / periodSeconds) <= usedStep;
  return totpCode(secret, isSpent ? new Date(now.getTime() + periodSeconds * 1000) : now);
}

/** The code of this moment, for the sandbox and for tests. */
export function totpCode(secret: string, now: Date): string {
  return totpOf(secret, "").generate({ timestamp: now.getTime() });
}
