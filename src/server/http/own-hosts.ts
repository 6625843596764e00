/** Our hosts, and the host of a request: one rule for the front door and for the caches in front of it. */
import type { IncomingMessage } from "node:http";
import { allOrigins, type Brand } from "#server/process/brand.server.ts";
import type { Config } from "#server/process/config.server.ts";

/**
 * Public origins by Host header, in lower case. The start refuses two schemes for one host, so the host alone gives
 * the scheme. // docs/decisions/193
 */
export const originsByHost = (config: Pick<Config, "publicOrigins">, brands: readonly Brand[]): Map<string, string> =>
  new Map(allOrigins(config, brands).map((origin) => [new URL(origin).host, origin]));

/**
 * The Host header in lower case, because host names ignore case (RFC 9110, 4.2.3); empty without one. Null for several
 * (RFC 9112, 3.2: to be refused with 400): Node keeps the first, a proxy before us may have kept the last.
 */
export function requestHostOf({ headers, rawHeaders }: Pick<IncomingMessage, "headers" | "rawHeaders">): string | null {
  let count = 0;
  for (let n = 0; n < rawHeaders.length; n += 2) {
    const name = rawHeaders[n] as string;
    if (name.length === 4 && name.toLowerCase() === "host") count++;
  }
  return count > 1 ? null : (headers.host ?? "").toLowerCase();
}
