/** Who may post (product decisions 2): a browser says where a request comes from; a request with our cookies must come from our own pages. */
import type { HeaderReader } from "#server/exchange.ts";
import { cookieNames } from "#server/session.server.ts";

export interface GuardedRequest {
  method: string;
  headers: HeaderReader;
}

/**
 * True when an unsafe request may go on. With `Sec-Fetch-Site`: only `same-origin`. Without it: `Origin` must be one of
 * ours. Neither header: only where no credential cookie is carried (a native app's or partner's plain client).
 */
export function mayPost(request: GuardedRequest, publicOrigins: readonly string[]): boolean {
  if (request.method === "GET" || request.method === "HEAD") return true;
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  if (site !== null) return site === "same-origin" && (origin === null || publicOrigins.includes(origin));
  if (origin !== null) return publicOrigins.includes(origin);
  return !carriesCredential(request.headers.get("cookie") ?? "");
}

function carriesCredential(cookieHeader: string): boolean {
  return Object.values(cookieNames).some((name) => cookieHeader.includes(`${name}=`));
}
