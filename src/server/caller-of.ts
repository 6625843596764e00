/** Builds the caller of a request: language, brand, host app, address, and lazily the session behind its cookies. */
import { LRUCache } from "lru-cache";
import { brandOf, type Brand } from "#server/brand.server.ts";
import type { Caller } from "#server/caller.ts";
import { cookie, cookieNames, openSession, readCookies, readSession, readStaffSession, sessionOf, type Session } from "#server/session.server.ts";
import type { Asked, HeaderReader } from "#server/exchange.ts";
import type { Services } from "#server/services.ts";
import { nativeHostOf, type NativeHost } from "#shared/native-host.ts";
import { languageOfHeader, languageOfTag, type Language } from "#shared/texts.ts";

export interface CallerFactory {
  services: Services;
  brands: readonly Brand[];
}

/** `origin` is the public origin that the browser used: behind a proxy that ends TLS the request itself does not say. */
export function callerOf(factory: CallerFactory, request: Asked, origin: string): Caller {
  const { services } = factory;
  const cookies = readCookies(request.headers.get("cookie"));
  const userAgent = userAgentOf(request.headers.get("user-agent"));
  const nativeHost = hostOfAgent(userAgent, factory.brands);
  const deviceToken = request.headers.get("device-token") ?? cookies.get("deviceToken") ?? null;
  const personal = <T>(make: () => Promise<T>) =>
    once(() => {
      caller.isPersonal = true;
      return make();
    });
  const caller: Caller = {
    traceId: services.random.bytes(16).toString("hex"),
    language: languageOf(request.query.get("lang"), cookies, request.headers.get("accept-language")),
    brand: brandOf(factory.brands, { host: request.host, path: request.path, hostApp: nativeHost?.app ?? null }, services.config.brand),
    nativeHost,
    address: clientAddress(request.headers, request.peerAddress, services.config.trustedHops),
    userAgent,
    deviceToken: deviceToken && /^[\w.-]{8,100}$/.test(deviceToken) ? deviceToken : null,
    userToken: cookies.get("userToken") ?? null,
    idempotencyKey: request.headers.get("idempotency-key"),
    origin,
    raw: null,
    cookies: [],
    isPersonal: false,
    reading: null,
    session: personal(async () => {
      const token = cookies.get(cookieNames.borrower) ?? bearerOf(request.headers);
      const session = token ? await readSession(services, token) : null;
      // The analytics cookie exists exactly as long as a login (security rules 9).
      if (cookies.has("userToken") && !session?.borrowerId) caller.cookies.push(cookie("userToken", "", { maxAgeSeconds: 0, httpOnly: false }));
      return session;
    }),
    appSession: personal(async () => {
      const token = bearerOf(request.headers);
      return token ? readSession(services, token) : null;
    }),
    sessionOrNew: personal(async () => (await caller.session()) ?? openAnonymous(services, caller)),
    staffSession: personal(async () => {
      const token = cookies.get(cookieNames.staff);
      return token ? readStaffSession(services, token) : null;
    }),
    link: async (purpose) => {
      caller.isPersonal = true;
      const token = cookies.get(cookieNames.link);
      return token ? services.keys.verifyLink(token, purpose, services.clock.now()) : null;
    },
  };
  return caller;
}

async function openAnonymous(services: Services, caller: Caller): Promise<Session> {
  const opened = await openSession(services, services.database, {
    kind: "anonymous",
    subjectId: null,
    deviceToken: caller.deviceToken,
    deviceLabel: caller.userAgent,
  });
  caller.cookies.push(cookie(cookieNames.borrower, opened.token));
  if (!caller.deviceToken) {
    caller.deviceToken = fakeDeviceToken(services.clock.realNow());
    caller.cookies.push(cookie("deviceToken", caller.deviceToken, { maxAgeSeconds: 365 * 86_400, httpOnly: false }));
  }
  return sessionOf(opened.id, null, caller.deviceToken, services.clock.realNow(), false, {});
}

let lastFake = 0;
/** Spec 3: a fake device token is built from the current time; two visitors of one millisecond must not share it. */
function fakeDeviceToken(now: Date): string {
  lastFake = Math.max(now.getTime(), lastFake + 1);
  return `fake-${lastFake}`;
}

/** A native app's own client keeps its session's id itself and sends it as a header; no page of another site can. */
function bearerOf(headers: HeaderReader): string | undefined {
  return /^Bearer ([\w-]{40,64})$/i.exec(headers.get("authorization") ?? "")?.[1];
}

/** What is read of a user agent, here and wherever pages are kept by it. */
export const userAgentOf = (header: string | null | undefined): string => (header ?? "").slice(0, 400);

/** Of a day's visitors the agents and languages are few, and reading them costs more than a small answer. */
const mostRemembered = 1000;
const hostsOfAgents = new WeakMap<readonly Brand[], LRUCache<string, { host: NativeHost | null }>>();
function hostOfAgent(userAgent: string, brands: readonly Brand[]): NativeHost | null {
  let known = hostsOfAgents.get(brands);
  if (!known) hostsOfAgents.set(brands, (known = new LRUCache({ max: mostRemembered })));
  let seen = known.get(userAgent);
  if (!seen) known.set(userAgent, (seen = { host: nativeHostOf(userAgent, brands) }));
  return seen.host;
}

const languagesOfHeaders = new LRUCache<string, Language>({ max: mostRemembered });
function rememberedLanguageOf(header: string): Language {
  let language = languagesOfHeaders.get(header);
  if (!language) {
    language = languageOfHeader(header);
    if (header.length < 200) languagesOfHeaders.set(header, language);
  }
  return language;
}

/** Decisions 6: `?lang=` (also a tag such as `en-US`), else the cookie, else Accept-Language, else Indonesian. */
export function languageOf(asked: string | null, cookies: ReadonlyMap<string, string>, acceptLanguage: string | null | undefined): Language {
  for (const wish of [asked, cookies.get("lang")]) {
    const language = languageOfTag(wish ?? "");
    if (language) return language;
  }
  return rememberedLanguageOf(acceptLanguage ?? "");
}

function clientAddress(headers: HeaderReader, peer: string, trustedHops: number): string {
  if (trustedHops <= 0) return peer;
  const hops = (headers.get("x-forwarded-for") ?? "").split(",").map((hop) => hop.trim()).filter(Boolean);
  return hops.at(-trustedHops) ?? peer;
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
