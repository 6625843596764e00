/** Carries the words of a refused form over a redirect to the page that follows, by a cookie of half a minute that we signed. */
import type { Caller } from "#server/call/caller.ts";
import type { HttpResponse } from "#server/http/exchange.ts";
import type { Services } from "#server/services.ts";
import type { PageRefusal } from "#web/refusal.ts";

type House = Pick<Services, "keys" | "clock">;

const lifeSeconds = 30;
/** Browsers keep 4,096 bytes of a cookie; a refusal is a few sentences. */
const maxBytes = 3_000;

/** Sets the cookie where a refused post is answered with a redirect: its reader never sees the page that would say it. */
export function carryRefusal(
  { keys, clock }: House,
  caller: Caller,
  refusal: PageRefusal | null,
  response: HttpResponse,
): void {
  const location = response.headers["location"];
  if (!refusal || response.status < 300 || response.status > 399 || typeof location !== "string") return;
  const { pathname, origin } = new URL(location, caller.origin);
  if (origin !== new URL(caller.origin).origin) return;
  const until = Math.floor(clock.realNow().getTime() / 1000) + lifeSeconds;
  const payload = Buffer.from(JSON.stringify([pathname, until, refusal.code, ...refusal.words])).toString("base64url");
  if (payload.length > maxBytes) return;
  caller.setCookie("refusal", `${payload}.${keys.mac("refusal", payload)}`, { maxAgeSeconds: lifeSeconds });
}

/** The refusal that was carried to this page, once; null where none was, or it was carried to another page. */
export function carriedRefusal({ keys, clock }: House, caller: Caller, path: string): PageRefusal | null {
  const [payload = "", mac = ""] = caller.refusalCookie?.split(".") ?? [];
  if (payload === "") return null;
  caller.setCookie("refusal", "", { maxAgeSeconds: 0 });
  if (!keys.isMac(mac, "refusal", payload)) return null;
  const [carriedTo, until, code, ...words] = JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) as [
    string,
    number,
    string,
    ...string[],
  ];
  return carriedTo === path && until * 1000 > clock.realNow().getTime() ? { code, words } : null;
}
