/**
 * The sandbox's push service: checks each request as the real ones do and answers as they do, by the answer that was
 * set with `POST /api/sandbox/next` for the browser's address. It cannot read a push, so the adapter keeps
 * the words of one that it took for /sandbox. // docs/decisions/236
 */
import { createPublicKey, verify } from "node:crypto";
import type { Random } from "#server/process/random.ts";
import { pause, realTime } from "#server/work/timers.ts";
import type { Direct } from "../http.ts";
import { OutboundFailure } from "../http.ts";
import { isPublicUrl } from "../public-address.ts";
import type { SandboxMessages } from "../messaging/sandbox.ts";
import type { SandboxNext } from "../sandbox-next.ts";
import type { SandboxSecret } from "../sandbox-secret.ts";
import type { PushPort } from "./port.ts";
import { createWebPush } from "./web-push.ts";
import { vapidKeysOf } from "./vapid.ts";

interface Tools {
  /** The sandbox's key pair follows from its key. */
  secret: Pick<SandboxSecret, "sign">;
  random: Pick<Random, "uuid">;
  next: Pick<SandboxNext, "take">;
  messages: Pick<SandboxMessages, "keepPush">;
}

/** RFC 8030: a push service takes at least 4,096 bytes; the real ones take no more. */
const maxBytes = 4096;
const maxTokenSeconds = 86_400;
const busySeconds = 30;
const slowMilliseconds = 20;

export function createSandboxPush({ secret, random, next, messages }: Tools): PushPort {
  const keys = vapidKeysOf(Buffer.from(secret.sign("push"), "hex"));
  const way: Pick<Direct, "send"> = {
    async send(endpoint, { headers = {}, body = "" }) {
      const fault = faultOf(endpoint, headers, Buffer.from(body), keys.publicKey, realTime());
      if (fault) return answer(fault);
      const chosen = await next.take("PUSH", endpoint);
      switch (chosen?.outcome) {
        case "GONE":
          return answer(410);
        case "BUSY":
          return answer(429, { "retry-after": String(chosen.delaySeconds ?? busySeconds) });
        case "REJECTED":
          return answer(403);
        case "SLOW":
          await pause(slowMilliseconds);
          throw new OutboundFailure("push", "TIMEOUT", "MAYBE");
        default:
          return answer(201);
      }
    },
  };
  const port = createWebPush("sandbox", {
    keys,
    subject: "mailto:sandbox@sandbox.example",
    // Every browser may be tried: nothing leaves this process.
    accepts: (endpoint) => URL.canParse(endpoint) && isPublicUrl(new URL(endpoint)),
    way,
  });
  return {
    ...port,
    async send(push) {
      const sent = await port.send(push);
      if (sent.status === "SENT" || sent.status === "UNKNOWN")
        await messages.keepPush({
          messageId: random.uuid(),
          to: push.subscription.endpoint,
          text: push.payload,
        });
      return sent;
    },
  };
}

const answer = (status: number, headers: Record<string, string> = {}) => ({ status, headers, body: new Uint8Array() });

/** The status of a refusal, as push services have it; null for a request that they would take. */
function faultOf(
  endpoint: string,
  given: Readonly<Record<string, string>>,
  body: Uint8Array,
  publicKey: string,
  now: Date,
): number | null {
  const headers = Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
  if (!/^\d+$/.test(headers["ttl"] ?? "") || headers["content-encoding"] !== "aes128gcm") return 400;
  if (!/^[\w-]{0,32}$/.test(headers["topic"] ?? "")) return 400;
  if (body.length > maxBytes) return 413;
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers["authorization"] ?? "") ?? [];
  return key === publicKey && isSigned(token, key, new URL(endpoint).origin, now) ? null : 403;
}

/** A JSON web token of ES256 for this push service that ends within a day. */
function isSigned(token: string, publicKey: string, audience: string, now: Date): boolean {
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(publicKey, "base64url");
  const key = createPublicKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    },
  });
  const signed = Buffer.from(`${head}.${claims}`);
  if (!verify("sha256", signed, { key, dsaEncoding: "ieee-p1363" }, Buffer.from(signature, "base64url"))) return false;
  const { aud, exp } = JSON.parse(Buffer.from(claims, "base64url").toString("utf8")) as { aud: string; exp: number };
  const leftSeconds = exp - now.getTime() / 1000;
  return aud === audience && leftSeconds > 0 && leftSeconds <= maxTokenSeconds;
}
