/** Builds the caller of a request: language, brand, host app, address, and lazily the session behind its cookies. */
import { LRUCache } from "lru-cache";
import { brandOf, type Brand } from "#server/process/brand.server.ts";
import { isAppClient } from "#server/call/app-session.ts";
import type { Caller } from "#server/call/caller.ts";
import {
  cookie,
  cookiesAt,
  readCookies,
  type CookieOptions,
  type CookieRules,
  type Credential,
  type Label,
} from "./cookies.ts";
import {
  assumeSession,
  assumeStaffSession,
  openSession,
  readSession,
  readStaffSession,
  sessionOf,
  wasLogin,
  type Assumed,
  type Session,
  type StaffSession,
} from "#server/call/session.server.ts";
import type { HttpRequest, HeaderReader } from "./exchange.ts";
import type { LinkClaim } from "#server/keys/keys.server.ts";
import { deviceOfCookie, knownDeviceSeconds, newDevice, newDeviceLabel, type KnownDevice } from "./known-device.ts";
import { networkIndexOf } from "./network.ts";
import { limitRate } from "#server/call/rate-limit.ts";
import type { Services } from "#server/services.ts";
import type { RateLimit } from "#shared/contract.ts";
import { parentOf } from "#server/observability/spans.ts";
import { nativeHostOf, type NativeHost } from "#shared/native-host.ts";
import { agentOfSandboxHost, readSandboxHost, sandboxHostCookie, type SandboxHost } from "#shared/sandbox-host.ts";
import { languageOfHeader, languageOfTag, type Language } from "#shared/texts.ts";

export interface CallerFactory {
  services: Services;
  brands: readonly Brand[];
}

/** `origin` is the public origin that the browser used: behind a proxy that ends TLS the request itself does not say. */
export const callerOf = (factory: CallerFactory, request: HttpRequest, origin: string): Caller =>
  new RequestCaller(factory, request, origin);

/** Reads parts of its request only on demand: a refusal needs a language and a trace id, nothing else. */
class RequestCaller implements Caller {
  readonly traceId: string;
  readonly origin: string;
  readonly address: string;
  newDevice: string | null = null;
  raw: Caller["raw"] = null;
  cookies: string[] = [];
  newSession: Caller["newSession"] = null;
  clearsBrowser = false;
  isPersonal = false;
  reading: Caller["reading"] = null;
  reads: Caller["reads"] = null;
  readonly #factory: CallerFactory;
  readonly #request: HttpRequest;
  #received: ReadonlyMap<string, string> | undefined;
  #language: Language | undefined;
  #brand: Brand | undefined;
  #simulated: SandboxHost | null | undefined;
  #deviceToken: string | null | undefined;
  #known: KnownDevice | null | undefined;
  #idempotencyKey: string | null | undefined;
  #session: Promise<Session | null> | null | undefined;
  #appSession: Promise<Session | null> | undefined;
  #sessionOrNew: Promise<Session> | undefined;
  #staffSession: Promise<StaffSession | null> | undefined;
  mistakes = 0;
  refused: Caller["refused"] = null;
  #confirming: Promise<unknown> | null = null;

  constructor(factory: CallerFactory, request: HttpRequest, origin: string) {
    const { random, config } = factory.services;
    this.traceId = parentOf(request.headers, config.trustedHops)?.traceId ?? random.traceId();
    this.origin = origin;
    // Must be read now: a closed connection has no address.
    this.address = clientAddress(request.headers, request.peerAddress, config.trustedHops);
    this.#factory = factory;
    this.#request = request;
  }

  get #cookies(): ReadonlyMap<string, string> {
    return (this.#received ??= readCookies(this.#request.headers.get("cookie")));
  }
  get language(): Language {
    return (this.#language ??= languageOf(
      this.#request.query.get("lang"),
      this.#cookies,
      this.#request.headers.get("accept-language"),
    ));
  }
  get userAgent(): string {
    const simulated = this.#simulatedHost;
    return simulated ? agentOfSandboxHost(simulated) : userAgentOf(this.#request.headers.get("user-agent"));
  }
  get isHostSimulated(): boolean {
    return this.#simulatedHost !== null;
  }
  /** Pages only in the simulator's frame: a page opened in the browser's own window is in no app. */
  get #simulatedHost(): SandboxHost | null {
    if (this.#simulated !== undefined) return this.#simulated;
    const value = this.#factory.services.config.appEnv === "prod" ? undefined : this.#cookies.get(sandboxHostCookie);
    const isFramed = value !== undefined && this.#request.headers.get("sec-fetch-dest") !== "document";
    return (this.#simulated = isFramed ? readSandboxHost(value) : null);
  }
  get nativeHost(): NativeHost | null {
    return hostOfAgent(this.userAgent, this.#factory.brands);
  }
  get brand(): Brand {
    const { services, brands } = this.#factory;
    const { host, path } = this.#request;
    return (this.#brand ??= brandOf(
      brands,
      { host, path, hostApp: this.nativeHost?.app ?? null },
      services.config.brand,
    ));
  }
  get deviceToken(): string | null {
    if (this.#deviceToken !== undefined) return this.#deviceToken;
    const sent = this.#request.headers.get("device-token") ?? this.#cookies.get("deviceToken") ?? "";
    return (this.#deviceToken = /^[\w.-]{8,100}$/.test(sent) ? sent : null);
  }
  set deviceToken(made: string | null) {
    this.#deviceToken = made;
  }
  get knownDevice(): string | null {
    return this.#device?.index ?? null;
  }
  keepDevice(): string {
    const { services } = this.#factory;
    const known = this.#device;
    const device = known ?? newDevice(services);
    if (known === null) this.newDevice = device.cookie;
    this.#known = device;
    this.setCookie("device", device.cookie, { maxAgeSeconds: knownDeviceSeconds });
    return device.index;
  }
  get #device(): KnownDevice | null {
    if (this.#known !== undefined) return this.#known;
    this.isPersonal = true;
    const sent = this.#request.headers.get("known-device") ?? this.#credential("device");
    return (this.#known = sent ? deviceOfCookie(this.#factory.services, sent) : null);
  }
  get userToken(): string | null {
    return this.#cookies.get("userToken") ?? null;
  }
  get refusalCookie(): string | null {
    return this.#cookies.get("refusal") ?? null;
  }
  get consoleView(): string | null {
    return this.#cookies.get("consoleView") ?? null;
  }
  get signInCookie(): string | null {
    this.isPersonal = true;
    return this.#credential("signIn") ?? null;
  }
  get idempotencyKey(): string | null {
    if (this.#idempotencyKey === undefined) this.#idempotencyKey = this.#request.headers.get("idempotency-key");
    return this.#idempotencyKey;
  }
  set idempotencyKey(given: string | null) {
    this.#idempotencyKey = given;
  }

  session(): Promise<Session | null> | null {
    this.isPersonal = true;
    return this.#session === undefined ? (this.#session = this.#readSession()) : this.#session;
  }
  appSession(): Promise<Session | null> {
    this.isPersonal = true;
    return (this.#appSession ??= this.#sessionBehind(bearerOf(this.#request.headers)));
  }
  get accessKey(): string | null {
    this.isPersonal = true;
    return bearerOf(this.#request.headers) ?? null;
  }
  sessionOrNew(): Promise<Session> {
    this.isPersonal = true;
    return (this.#sessionOrNew ??= Promise.resolve(this.session()).then(
      (session) => session ?? openAnonymous(this.#factory.services, this),
    ));
  }
  staffSession(): Promise<StaffSession | null> {
    this.isPersonal = true;
    return (this.#staffSession ??= this.#readStaffSession());
  }
  confirmed(): Promise<unknown> | null {
    return this.#confirming;
  }
  forgetSessions(): void {
    this.#session = undefined;
    this.#appSession = undefined;
    this.#sessionOrNew = undefined;
    this.#staffSession = undefined;
  }
  async link(purpose: string): Promise<LinkClaim | null> {
    this.isPersonal = true;
    const { keys, clock } = this.#factory.services;
    const token = this.#credential("link");
    return token ? keys.verifyLink(token, purpose, clock.now()) : null;
  }

  get bringsSession(): boolean {
    return this.#sessionToken !== undefined;
  }
  async hasEndedLogin(): Promise<boolean> {
    const token = this.#sessionToken;
    if (!token || (await this.session())) return false;
    return wasLogin(this.#factory.services, token);
  }
  get isAppClient(): boolean {
    return isAppClient(this.#request.headers);
  }
  setSession({ token, expiresAt, maxAgeSeconds }: Parameters<Caller["setSession"]>[0]): void {
    this.newSession = { token, expiresAt: expiresAt.toISOString() };
    this.setCookie("borrower", token, { maxAgeSeconds });
  }
  setCookie(name: Credential | Label, value: string, options?: CookieOptions): void {
    this.cookies.push(cookie(this.#cookieRules, name, value, options));
  }

  get #cookieRules(): CookieRules {
    return cookiesAt(this.origin, this.#factory.services.config.appEnv);
  }
  #credential(which: Credential): string | undefined {
    return this.#cookies.get(this.#cookieRules.names[which]);
  }
  get #sessionToken(): string | undefined {
    return this.#credential("borrower") ?? bearerOf(this.#request.headers);
  }
  #readStaffSession(): Promise<StaffSession | null> {
    const token = this.#credential("staff");
    if (!token) return nobody;
    const { services } = this.#factory;
    const assumed = this.#onlyReads ? assumeStaffSession(services, token) : null;
    if (!assumed) return readStaffSession(services, token);
    this.#confirm(assumed, (now) => (this.#staffSession = Promise.resolve(now)));
    return Promise.resolve(assumed.session);
  }
  #readSession(): Promise<Session | null> | null {
    const token = this.#sessionToken;
    const assumed = token && this.#onlyReads ? assumeSession(this.#factory.services, token) : null;
    if (!assumed) return this.#readCertainly(token);
    this.#confirm(assumed, () => (this.#session = this.#readCertainly(token)));
    return Promise.resolve(assumed.session);
  }
  /** A write needs the session that is valid now; a read may be prepared with the session of a moment ago. */
  get #onlyReads(): boolean {
    return this.#request.method === "GET" || this.#request.method === "HEAD";
  }
  #confirm<Kind>(assumed: Assumed<Kind>, replaceBy: (now: Kind | null) => void): void {
    const confirming = Promise.all([
      this.#confirming,
      assumed.now.then((now) => {
        if (now === assumed.session) return;
        this.mistakes++;
        replaceBy(now);
      }),
    ]);
    // When the request has already failed, nothing reads this error.
    confirming.catch(() => {});
    this.#confirming = confirming;
  }
  #readCertainly(token: string | undefined): Promise<Session | null> | null {
    if (!this.#cookies.has("userToken")) return token ? readSession(this.#factory.services, token) : null;
    return this.#sessionBehind(token).then((session) => {
      // The analytics cookie exists exactly as long as a login (security rules 9).
      if (!session?.borrowerId) this.setCookie("userToken", "", { maxAgeSeconds: 0, httpOnly: false });
      return session;
    });
  }
  #sessionBehind(token: string | undefined): Promise<Session | null> {
    return token ? readSession(this.#factory.services, token) : nobody;
  }
}

const nobody = Promise.resolve(null);

/** Sessions of strangers that one network may open; a carrier's address is shared by thousands of people. */
const openedSessions: RateLimit = { counter: "session-open", max: 6_000, seconds: 60 };

/** @throws Refusal RATE_LIMITED before the session is written: a flood of strangers leaves one counter, not a row each. */
async function openAnonymous(services: Services, caller: Caller): Promise<Session> {
  await limitRate(services, services.database, openedSessions, networkIndexOf(services, caller));
  const opened = await openSession(services, services.database, {
    kind: "anonymous",
    subjectId: null,
    deviceToken: caller.deviceToken,
    deviceLabel: caller.userAgent,
  });
  caller.setSession(opened);
  if (caller.knownDevice === null) caller.keepDevice();
  if (!caller.deviceToken) {
    caller.deviceToken = newDeviceLabel(services);
    caller.setCookie("deviceToken", caller.deviceToken, { maxAgeSeconds: 365 * 86_400, httpOnly: false });
  }
  return sessionOf(opened.id, null, caller.deviceToken, services.clock.realNow(), false, {});
}

/** A native app's own client keeps its session's id itself and sends it as a header; no page of another site can. */
function bearerOf(headers: HeaderReader): string | undefined {
  const sent = headers.get("authorization");
  return sent === null ? undefined : /^Bearer ([\w-]{40,64})$/i.exec(sent)?.[1];
}

/** The stored part of a user agent, here and in all cache keys. */
export const userAgentOf = (header: string | null | undefined): string => (header ?? "").slice(0, 400);

/** A day's visitors have few different agents and languages, and parsing them costs more than a small answer. */
const maxRemembered = 1000;
const hostsOfAgents = new WeakMap<readonly Brand[], LRUCache<string, { host: NativeHost | null }>>();
function hostOfAgent(userAgent: string, brands: readonly Brand[]): NativeHost | null {
  let known = hostsOfAgents.get(brands);
  if (!known) hostsOfAgents.set(brands, (known = new LRUCache({ max: maxRemembered })));
  let cached = known.get(userAgent);
  if (!cached) known.set(userAgent, (cached = { host: nativeHostOf(userAgent, brands) }));
  return cached.host;
}

const languagesOfHeaders = new LRUCache<string, Language>({ max: maxRemembered });
function rememberedLanguageOf(header: string): Language {
  let language = languagesOfHeaders.get(header);
  if (!language) {
    language = languageOfHeader(header);
    if (header.length < 200) languagesOfHeaders.set(header, language);
  }
  return language;
}

/** Product decisions 6: `?lang=` (also a tag such as `en-US`), else the cookie, else Accept-Language, else Indonesian. */
export function languageOf(
  requested: string | null,
  cookies: ReadonlyMap<string, string>,
  acceptLanguage: string | null | undefined,
): Language {
  for (const input of [requested, cookies.get("lang")]) {
    const language = input ? languageOfTag(input) : undefined;
    if (language) return language;
  }
  return rememberedLanguageOf(acceptLanguage ?? "");
}

function clientAddress(headers: HeaderReader, peer: string, trustedHops: number): string {
  if (trustedHops <= 0) return peer;
  const hops = (headers.get("x-forwarded-for") ?? "")
    .split(",")
    .map((hop) => hop.trim())
    .filter(Boolean);
  return hops.at(-trustedHops) ?? peer;
}
