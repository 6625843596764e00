/** What of a request changes a kept page or answer beside its address: host, brand, language, host app, bar flags, business day. */
import type { IncomingMessage } from "node:http";
import { LRUCache } from "lru-cache";
import { brandOf, type Brand } from "#server/brand.server.ts";
import { languageOf, userAgentOf } from "#server/caller-of.ts";
import { languageNamedBy } from "#server/page-cache.ts";
import type { Services } from "#server/services.ts";
import { readCookies } from "#server/session.server.ts";
import { nativeHostOf } from "#shared/native-host.ts";
import type { Language } from "#shared/texts.ts";

/** Asia/Jakarta has no summer time: UTC+7. */
const wibOffsetMilliseconds = 7 * 3_600_000;
/** The browsers and languages of a day's visitors are few; reading them anew would cost more than the answer. */
const mostVisitors = 2000;

interface Visitor {
  hostApp: string | null;
  language: Language;
}

/** @returns a reader of frames, as text. Two requests for one address with equal frames are answered by the same bytes. */
export function frameReader(brands: readonly Brand[], { clock, config }: Pick<Services, "clock" | "config">): (request: IncomingMessage, url: URL) => string {
  const visitors = new LRUCache<string, Visitor>({ max: mostVisitors });

  function visitorOf({ headers }: IncomingMessage): Visitor {
    const { "accept-language": accepted = "", cookie = "" } = headers;
    const agent = userAgentOf(headers["user-agent"]);
    // A cookie header is a person's own; of it the language alone counts. Whether it names one, only its reader can say.
    const chosen = cookie.includes("lang") ? readCookies(cookie) : noCookies;
    const key = `${chosen.get("lang") ?? ""}|${accepted}|${agent}`;
    let visitor = visitors.get(key);
    if (!visitor) {
      visitor = { hostApp: nativeHostOf(agent, brands)?.app ?? null, language: languageOf(null, chosen, accepted) };
      if (key.length < 1000) visitors.set(key, visitor);
    }
    return visitor;
  }

  return (request, url) => {
    const { hostApp, language } = visitorOf(request);
    // An address that names its language is a page of its own for search engines: its canonical address names it too.
    const named = url.search === "" ? undefined : languageNamedBy(url);
    const brand = brandOf(brands, { host: url.host, path: url.pathname, hostApp }, config.brand);
    // Quotes name dates.
    const day = Math.floor((clock.now().getTime() + wibOffsetMilliseconds) / 86_400_000);
    // A flag is on or off: made-up values of it are no pages of their own, each to be rendered and compressed.
    const flag = (name: string): string => (url.search !== "" && url.searchParams.get(name) === "1" ? "1" : "");
    return [url.host, brand.id, named ?? language, named ? "named" : "", hostApp ?? "", flag("navBar"), flag("hideBack"), day].join("|");
  };
}
const noCookies: ReadonlyMap<string, string> = new Map();
