/**
 * Adapter to a certified provider (PSrE) that signs remotely: the document goes up, the provider signs with a key that
 * it holds for the signer, the signed document comes down. The HTTP contract, which a gateway in front of any provider
 * can speak (docs/decisions/050-pdf-documents-and-their-signatures.md):
 *
 * - `POST {baseUrl}/v1/signatures` with `{ orderId, document (base64), documentSha256, signerName, reason, location,
 *   signedAt, fieldName }` → 200, 201 or 202 `{ signatureId, state }`. The same `orderId` gives the same answer again.
 * - `GET {baseUrl}/v1/signatures/{signatureId}` → `{ signatureId, state: "PENDING" | "SIGNED" | "REFUSED", detail? }`.
 * - `GET {baseUrl}/v1/signatures/{signatureId}/document` → the PDF: our bytes, then the signature.
 * - Every request carries `Authorization: Bearer {clientId}`, `X-Timestamp` (seconds) and `X-Signature`: lower hex of
 *   HMAC-SHA256(secret, `METHOD:path:timestamp:lowerhex(sha256(body))`).
 */
import { createHmac } from "node:crypto";
import * as v from "valibot";
import { type SignaturePort, type SignOrder, SignatureFailed } from "./port.ts";
import { sha256, validateSignature } from "./validate.ts";

export interface PsreSettings {
  /** Without a trailing slash. */
  baseUrl: string;
  clientId: string;
  secret: string;
  /** Root certificates of the provider, DER; no others are trusted. */
  trustedRoots: Uint8Array[];
  /** How often one `signPdf` polls for the result before it gives up with PENDING. */
  polls: number;
  /** Real time between two asks. */
  pollMilliseconds: number;
  /** Limit of one request. */
  timeoutMilliseconds: number;
  fetch: typeof globalThis.fetch;
  pause(milliseconds: number): Promise<void>;
  clock: { realNow(): Date };
}

const stateSchema = v.object({
  signatureId: v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/)),
  state: v.picklist(["PENDING", "SIGNED", "REFUSED"]),
  detail: v.optional(v.string()),
});
type State = v.InferOutput<typeof stateSchema>;

/** A signed document is larger than ours by certificates and proofs, never by more than this. */
const maxAddedBytes = 2_000_000;

/** The remote signer. */
export function psreSignature(settings: PsreSettings): SignaturePort {
  async function send(method: "GET" | "POST", path: string, body: string): Promise<Response> {
    const timestamp = String(Math.floor(settings.clock.realNow().getTime() / 1000));
    const url = new URL(settings.baseUrl + path);
    const proof = createHmac("sha256", settings.secret)
      .update(`${method}:${url.pathname}:${timestamp}:${sha256(Buffer.from(body))}`)
      .digest("hex");
    try {
      return await settings.fetch(url, {
        method,
        headers: {
          authorization: `Bearer ${settings.clientId}`,
          "x-timestamp": timestamp,
          "x-signature": proof,
          ...(method === "POST" && { "content-type": "application/json" }),
        },
        ...(method === "POST" && { body }),
        redirect: "error",
        signal: AbortSignal.timeout(settings.timeoutMilliseconds),
      });
    } catch (error) {
      throw new SignatureFailed("UNAVAILABLE", error instanceof Error ? error.message : "no answer");
    }
  }

  async function ask(method: "GET" | "POST", path: string, body = ""): Promise<State> {
    const response = await send(method, path, body);
    const parsed = v.safeParse(stateSchema, await response.json().catch(() => undefined));
    if (response.status >= 400 && response.status < 500 && response.status !== 408 && response.status !== 429) {
      throw new SignatureFailed("REFUSED", `the provider answered ${response.status}`);
    }
    if (!response.ok || !parsed.success)
      throw new SignatureFailed("UNAVAILABLE", `the provider answered ${response.status}`);
    return parsed.output;
  }

  async function settled(first: State): Promise<State> {
    let state = first;
    for (let poll = 0; poll < settings.polls && state.state === "PENDING"; poll += 1) {
      await settings.pause(settings.pollMilliseconds);
      state = await ask("GET", `/v1/signatures/${first.signatureId}`);
    }
    if (state.state === "PENDING") throw new SignatureFailed("PENDING", `signature ${first.signatureId} is not done`);
    if (state.state === "REFUSED") throw new SignatureFailed("REFUSED", state.detail ?? "no reason given");
    return state;
  }

  async function download(state: State, pdf: Uint8Array): Promise<Uint8Array> {
    const response = await send("GET", `/v1/signatures/${state.signatureId}/document`, "");
    if (!response.ok || !response.body)
      throw new SignatureFailed("UNAVAILABLE", `the provider answered ${response.status}`);
    return readUpTo(response.body, pdf.length + maxAddedBytes);
  }

  return {
    adapter: "psre",
    async signPdf(pdf: Uint8Array, order: SignOrder): Promise<Uint8Array> {
      const body = JSON.stringify({
        orderId: order.orderId,
        document: Buffer.from(pdf).toString("base64"),
        documentSha256: sha256(pdf),
        signerName: order.signerName,
        reason: order.reason,
        location: order.location,
        signedAt: order.signedAt.toISOString(),
        fieldName: order.fieldName ?? "TunaiSignature",
      });
      const signed = await download(await settled(await ask("POST", "/v1/signatures", body)), pdf);
      if (!Buffer.from(signed.subarray(0, pdf.length)).equals(pdf))
        throw new SignatureFailed("ALTERED", "another document came back");
      const report = await validateSignature(signed, settings.trustedRoots);
      if (!report.valid) throw new SignatureFailed("ALTERED", `the signature is ${report.problem}`);
      return signed;
    },
    async certificateChain() {
      return settings.trustedRoots;
    },
    validate: (pdf) => validateSignature(pdf, settings.trustedRoots),
  };
}

/** Throws `SignatureFailed`: ALTERED when there is more, UNAVAILABLE when the download breaks off. */
async function readUpTo(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of body) {
      size += part.length;
      if (size > maxBytes) throw new SignatureFailed("ALTERED", "the signed document is too large");
      parts.push(part);
    }
  } catch (error) {
    throw error instanceof SignatureFailed ? error : new SignatureFailed("UNAVAILABLE", "the download broke off");
  }
  return new Uint8Array(Buffer.concat(parts));
}
