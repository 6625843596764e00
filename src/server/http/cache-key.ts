/** The parts of a request, other than its address, that change a cached page or answer: host, brand, language, host app, bar flags, business day. */
import type { IncomingMessage } from "node:http";
import { LRUCache } from "lru-cache";
import { brandOf, type Brand } from "#server/process/brand.server.ts";
import { languageOf, userAgentOf } from "./caller-of.ts";
import { requestHostOf, originsByHost } from "./own-hosts.ts";
import type { Services } from "#server/services.ts";
import { readCookies } from "./cookies.ts";
import { nativeHostOf } from "#shared/native-host.ts";
import { languageNamedBy, type Language } from "#shared/texts.ts";

/** Asia/Jakarta has no summer time: UTC+7. */
const wibOffsetMilliseconds = 7 * 3_600_000;
/** A day's visitors have few different browsers and languages; parsing them each time would cost more than the answer. */
const maxVisitors = 2000;
/** Addresses times visitors; some 2 MB. */
const maxKnown = 2000;
/** Longer headers are parsed each time, so that they cannot fill the memory. */
const maxKnownLength = 1000;

interface Visitor {
  hostApp: string | null;
  language: Language;
}

/** The cache key of a request: its address, and all other parts that matter, as text. */
export interface Framed {
  url: URL;
  frame: string;
}
/** Null for an invalid address, and for a request for a host that is not ours: the front door turns it away. */
export type CacheKeyReader = (request: IncomingMessage) => Framed | null;

/**
 * @returns a reader of frames. Two requests for one address with equal frames get the same bytes. A request with the
 * same raw headers as an earlier one is not parsed again.
 */
export function cacheKeyReader(
  brands: readonly Brand[],
  { clock, config }: Pick<Services, "clock" | "config">,
): CacheKeyReader {
  const visitors = new LRUCache<string, Visitor>({ max: maxVisitors });
  const known = new LRUCache<string, Framed & { day: number }>({ max: maxKnown });
  const ownHosts = originsByHost(config, brands);

  function visitorOf(language: string, accepted: string, agent: string): Visitor {
    const key = `${language}\n${accepted}\n${agent}`;
    let visitor = visitors.get(key);
    if (!visitor) {
      const chosen = new Map([["lang", language]]);
      visitor = { hostApp: nativeHostOf(agent, brands)?.app ?? null, language: languageOf(null, chosen, accepted) };
      if (key.length < maxKnownLength) visitors.set(key, visitor);
    }
    return visitor;
  }

  function frameOf(url: URL, { hostApp, language }: Visitor, day: number): string {
    // An address with a language is a separate page for search engines: its canonical address contains the language too.
    const named = url.search === "" ? undefined : languageNamedBy(url);
    const brand = brandOf(brands, { host: url.host, path: url.pathname, hostApp }, config.brand);
    // A flag is on or off: invented values must not create separate pages, each to be rendered and compressed.
    const flag = (name: string): string => (url.search !== "" && url.searchParams.get(name) === "1" ? "1" : "");
    return [
      url.host,
      brand.id,
      named ?? language,
      named ? "named" : "",
      hostApp ?? "",
      flag("navBar"),
      flag("hideBack"),
      day,
    ].join("|");
  }

  return (request) => {
    // The raw target: a parsed address may name our host when the header does not (`x@ours`, `ours/x`).
    const host = requestHostOf(request);
    if (host === null || !ownHosts.has(host)) return null;
    const { url: target = "/", headers } = request;
    const { "accept-language": accepted = "", cookie = "" } = headers;
    const agent = userAgentOf(headers["user-agent"]);
    // A cookie header is personal; only the language in it matters. Whether it contains one, only the cookie parser can say.
    const language = cookie.includes("lang") ? (readCookies(cookie).get("lang") ?? "") : "";
    // Quotes name dates.
    const day = Math.floor((clock.now().getTime() + wibOffsetMilliseconds) / 86_400_000);
    // None of these holds a line break, so no two requests share a key.
    const key = `${host}\n${target}\n${language}\n${accepted}\n${agent}`;
    const cached = known.get(key);
    if (cached?.day === day) return cached;
    const url = URL.parse(target, `http://${host}`);
    if (!url) return null;
    const framed = { url, frame: frameOf(url, visitorOf(language, accepted, agent), day), day };
    if (key.length < maxKnownLength) known.set(key, framed);
    return framed;
  };
}
