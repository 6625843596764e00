/** Security headers in one place. A page has its own content policy (nonce or hashes); everything else gets the closed one. */

import type { HttpResponse } from "./exchange.ts";

/** The policy for everything that is not a page: it may load nothing and may not be framed. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

export interface PagePolicy {
  /** `'nonce-…'` or `'sha256-…'` sources. */
  scripts: string[];
  styles: string[];
  /** The event sink's origin, if one is configured. */
  eventOrigin: string;
  /** Outside prod the host simulator shows our own pages in a frame; no other page ever may. */
  framedBySelf?: boolean;
  /** The host simulator's own page, the only one that frames others. */
  framesSelf?: boolean;
}

export function pagePolicy(policy: PagePolicy): string {
  const connect = ["'self'", policy.eventOrigin].filter(Boolean).join(" ");
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...policy.scripts].join(" ")}`,
    `style-src ${policy.styles.join(" ") || "'none'"}`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    `connect-src ${connect}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    `frame-src ${policy.framesSelf ? "'self'" : "'none'"}`,
    `frame-ancestors ${policy.framedBySelf ? "'self'" : "'none'"}`,
    "base-uri 'none'",
  ].join("; ");
}

/** The console's policy: stricter than a page's. Only the page's own inline script runs, and no data leaves for another host. // Product decisions 5 */
export function consolePolicy(policy: Pick<PagePolicy, "scripts" | "styles">): string {
  return [
    "default-src 'none'",
    `script-src ${policy.scripts.join(" ") || "'none'"}`,
    `style-src ${policy.styles.join(" ") || "'none'"}`,
    "img-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}

/** Headers of every answer. HSTS is ignored by browsers on plain http, so it needs no switch. */
const commonHeaders: Readonly<Record<string, string>> = {
  "strict-transport-security": "max-age=63072000; includeSubDomains",
  "x-content-type-options": "nosniff",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(self), geolocation=(self), microphone=(self), payment=(), usb=()",
  // `no-referrer` would make form posts carry `Origin: null`, which the guard refuses.
  "referrer-policy": "same-origin",
};
/** Headers for a response without headers of its own. */
const closedHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": closedPolicy,
  "cache-control": "no-store",
};

/** Clears everything this origin keeps in the browser except cookies, so that the device token stays. */
export const clearBrowserHeader = { "clear-site-data": '"cache", "storage"' } as const;

/** The answer with the common headers. Names are lower case throughout, so that none appears twice. */
export function withCommonHeaders(answer: HttpResponse): HttpResponse {
  return { ...answer, headers: { ...closedHeaders, ...answer.headers, ...commonHeaders } };
}
