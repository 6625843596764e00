/**
 * The origin check (product decisions 2): browsers say where a request comes from; a request with our cookies must
 * come from our own pages of the same origin. Another brand's pages are another site. // docs/decisions/193
 */
import type { HeaderReader } from "./exchange.ts";
import { carriesCredential } from "./cookies.ts";

export interface GuardedRequest {
  method: string;
  headers: HeaderReader;
}

/**
 * True when an unsafe request may go on. With `Sec-Fetch-Site`: only `same-origin`. `Origin`, if present, must be
 * `own`: the public origin that the request was sent to. Without both headers: only without a credential cookie (a
 * native app's or partner's plain client).
 */
export function passesOriginCheck(request: GuardedRequest, own: string): boolean {
  if (request.method === "GET" || request.method === "HEAD") return true;
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  if (site !== null) return site === "same-origin" && (origin === null || origin === own);
  if (origin !== null) return origin === own;
  return !carriesCredential(request.headers.get("cookie"));
}
