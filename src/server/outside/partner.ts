/**
 * The documented HTTP contract of partners that have no standard of their own (docs/decisions/040): signed JSON.
 * `Authorization: Bearer {clientId}`, `X-Timestamp` (seconds), `X-Signature`: lower hex of
 * HMAC-SHA256(secret, `METHOD:path:timestamp:lowerhex(sha256(body))`), `Idempotency-Key`: our row's id.
 */
import { createHash, createHmac } from "node:crypto";
import * as v from "valibot";
import { OutboundFailure, type Peer } from "./http.ts";

export interface PartnerCredentials {
  clientId: string;
  secret: string;
}
/** The result of a request. `arrived`: whether the partner may have acted on a request without a valid answer. */
export type Attempt<Reply> = { answered: true; reply: Reply } | { answered: false; arrived: "NO" | "MAYBE" };
export interface PartnerClient {
  /** The partner's answer, or undefined for silence, refusals and answers outside the contract: all of them mean "not available now". */
  ask<Schema extends v.GenericSchema>(
    path: string,
    idempotencyKey: string,
    body: object,
    schema: Schema,
  ): Promise<v.InferOutput<Schema> | undefined>;
  /** The same for requests that must not be sent twice: a refusal (4xx) and an unsent request have not arrived; silence, faults and answers outside the contract may have. */
  attempt<Schema extends v.GenericSchema>(
    path: string,
    idempotencyKey: string,
    body: object,
    schema: Schema,
  ): Promise<Attempt<v.InferOutput<Schema>>>;
}

/** Lower hex of HMAC-SHA256 over method, path, time (seconds) and the hash of the body; the same in both directions. */
export function partnerSignature(
  secret: string,
  { path, timestamp, body }: { path: string; timestamp: string; body: Uint8Array },
): string {
  const bodyHash = createHash("sha256").update(body).digest("hex");
  return createHmac("sha256", secret).update(`POST:${path}:${timestamp}:${bodyHash}`).digest("hex");
}

export function createPartner(peer: Peer, credentials: PartnerCredentials, realNow: () => Date): PartnerClient {
  const partner: PartnerClient = {
    async ask(path, idempotencyKey, body, schema) {
      const attempt = await partner.attempt(path, idempotencyKey, body, schema);
      return attempt.answered ? attempt.reply : undefined;
    },
    async attempt(path, idempotencyKey, body, schema) {
      const bytes = Buffer.from(JSON.stringify(body));
      const timestamp = String(Math.floor(realNow().getTime() / 1000));
      const signature = partnerSignature(credentials.secret, {
        path: `${peer.basePath}${path}`,
        timestamp,
        body: bytes,
      });
      try {
        const answer = await peer.send({
          method: "POST",
          path,
          body: bytes,
          headers: {
            "content-type": "application/json",
            authorization: `Bearer ${credentials.clientId}`,
            "x-timestamp": timestamp,
            "x-signature": signature,
            "idempotency-key": idempotencyKey,
          },
        });
        if (answer.status !== 200)
          return { answered: false, arrived: answer.status >= 400 && answer.status < 500 ? "NO" : "MAYBE" };
        const parsed = v.safeParse(schema, JSON.parse(Buffer.from(answer.body).toString("utf8")));
        return parsed.success ? { answered: true, reply: parsed.output } : { answered: false, arrived: "MAYBE" };
      } catch (error) {
        if (error instanceof OutboundFailure) return { answered: false, arrived: error.arrived };
        if (error instanceof SyntaxError) return { answered: false, arrived: "MAYBE" };
        throw error;
      }
    },
  };
  return partner;
}
