/** Calls of SNAP BI: token (cached while valid), headers, signature, and the effect that an answer implies. */
import { createPrivateKey, type KeyObject } from "node:crypto";
import { OutboundFailure, type Peer } from "../http.ts";
import { snapServices, snapTimestamp, type SnapService } from "./format.ts";
import { signTokenRequest, signTransaction } from "./signature.ts";

export interface SnapSettings {
  /** X-CLIENT-KEY, and the first part of the token's signature. */
  clientId: string;
  /** PKCS#8 PEM of our RSA key; the partner holds the public half. */
  privateKeyPem: string;
  /** Shared secret of the transaction signature. */
  clientSecret: string;
  /** X-PARTNER-ID */
  partnerId: string;
  /** CHANNEL-ID, at most 5 characters. */
  channelId: string;
}

export type SnapAnswer =
  /** 2xx: `caseCode` 00 with 200 is done, 202 is under way. */
  | { kind: "SUCCESS"; underWay: boolean; body: Readonly<Record<string, unknown>> }
  /** The partner refused the request and it had no effect. */
  | { kind: "REFUSED"; code: string; caseCode: string; message: string; body: Readonly<Record<string, unknown>> }
  /** The partner knows this reference or external id already: an earlier try may have had its effect. */
  | { kind: "DUPLICATE"; code: string }
  /** Silence, 5xx, an unreadable or contradictory answer: the effect is unknown. */
  | { kind: "UNKNOWN"; detail: string };

export interface SnapClient {
  /** Never throws for the partner's answer or silence. */
  call(service: Exclude<SnapService, "accessToken">, body: object, externalId: string): Promise<SnapAnswer>;
}

/** A token is not used in its last minute: it could expire on the way. */
const tokenMarginMs = 60_000;

export function createSnapClient(settings: SnapSettings, peer: Peer, realNow: () => Date): SnapClient {
  const privateKey = createPrivateKey(settings.privateKeyPem);
  let token: { value: string; usableUntil: number } | undefined;
  let asking: Promise<string> | undefined;

  const freshToken = async (): Promise<string> => {
    if (token && realNow().getTime() < token.usableUntil) return token.value;
    // Several calls at once share one request for a token.
    asking ??= askToken(settings, privateKey, peer, realNow())
      .then((issued) => {
        token = { value: issued.value, usableUntil: realNow().getTime() + issued.lifeMs - tokenMarginMs };
        return issued.value;
      })
      .finally(() => {
        asking = undefined;
      });
    return asking;
  };

  const once = async (service: SnapService, bytes: Buffer, externalId: string): Promise<SnapAnswer> => {
    const { method, path } = snapServices[service];
    const accessToken = await freshToken();
    const timestamp = snapTimestamp(realNow());
    const signature = signTransaction(settings.clientSecret, {
      method,
      path: peer.basePath + path,
      accessToken,
      body: bytes,
      timestamp,
    });
    const answer = await peer.send({
      method,
      path,
      body: bytes,
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${accessToken}`,
        "x-timestamp": timestamp,
        "x-signature": signature,
        "x-partner-id": settings.partnerId,
        "x-external-id": externalId,
        "channel-id": settings.channelId,
      },
    });
    return readAnswer(service, answer.status, answer.body);
  };

  return {
    async call(service, body, externalId) {
      const bytes = Buffer.from(JSON.stringify(body));
      try {
        const used = token?.value;
        const answer = await once(service, bytes, externalId);
        // 401xx01 is "invalid token": the partner dropped it early. Nothing happened, so one more try is safe.
        if (answer.kind === "REFUSED" && answer.code.startsWith("401") && answer.caseCode === "01") {
          if (token?.value === used) token = undefined;
          return await once(service, bytes, externalId);
        }
        return answer;
      } catch (error) {
        if (error instanceof OutboundFailure) return { kind: "UNKNOWN", detail: error.reason };
        if (error instanceof TokenRefused) return { kind: "UNKNOWN", detail: error.message };
        throw error;
      }
    },
  };
}

class TokenRefused extends Error {}

async function askToken(
  settings: SnapSettings,
  privateKey: KeyObject,
  peer: Peer,
  now: Date,
): Promise<{ value: string; lifeMs: number }> {
  const timestamp = snapTimestamp(now);
  const answer = await peer.send({
    method: "POST",
    path: snapServices.accessToken.path,
    body: JSON.stringify({ grantType: "client_credentials" }),
    headers: {
      "content-type": "application/json",
      "x-timestamp": timestamp,
      "x-client-key": settings.clientId,
      "x-signature": signTokenRequest(privateKey, settings.clientId, timestamp),
    },
  });
  const body = readObject(answer.body);
  const value = body?.["accessToken"];
  if (answer.status !== 200 || typeof value !== "string" || !value)
    throw new TokenRefused(`No token: ${answer.status} ${String(body?.["responseCode"] ?? "")}`);
  const seconds = Number(body?.["expiresIn"]);
  // 900 s is the standard's life of a token (field rules: SNAP token).
  return { value, lifeMs: (Number.isFinite(seconds) && seconds > 0 ? seconds : 900) * 1000 };
}

export function readObject(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return value && typeof value === "object" && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** The code is HTTP status, service, case (`4041811`). One that contradicts the HTTP status or the service proves nothing. */
function readAnswer(service: SnapService, status: number, bytes: Uint8Array): SnapAnswer {
  const body = readObject(bytes);
  const code = body?.["responseCode"];
  if (!body || typeof code !== "string") return { kind: "UNKNOWN", detail: `HTTP ${status} without a response code` };
  const parts = /^(\d{3})(\d{2})(\d{2})$/.exec(code);
  if (!parts || parts[1] !== String(status) || parts[2] !== snapServices[service].code)
    return { kind: "UNKNOWN", detail: `HTTP ${status} with response code ${code}` };
  const caseCode = parts[3] ?? "";
  if (status === 200 || status === 202) return { kind: "SUCCESS", underWay: status === 202, body };
  if (status === 409) return { kind: "DUPLICATE", code };
  // 429 means "later", 5xx says nothing about the effect: banks require an inquiry after them.
  if (status >= 500 || status === 429 || status === 408) return { kind: "UNKNOWN", detail: code };
  return { kind: "REFUSED", code, caseCode, message: String(body["responseMessage"] ?? ""), body };
}
