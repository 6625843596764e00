/** The caller of a request: identity, language, brand, host. The front door builds it once per request; policies and handlers read it. */
import type { AppSession } from "./app-session.ts";
import type { Brand } from "#server/process/brand.server.ts";
import type { CookieOptions, Credential, Label } from "#server/http/cookies.ts";
import type { Database } from "#server/database.server.ts";
import type { LinkClaim } from "#server/keys/keys.server.ts";
import type { ReadScope } from "#server/postgres/read-scope.ts";
import type { Session, StaffSession } from "./session.server.ts";
import type { NativeHost } from "#shared/native-host.ts";
import type { Language } from "#shared/texts.ts";

export interface Caller {
  readonly traceId: string;
  readonly language: Language;
  readonly brand: Brand;
  /** The native app around the page, by its user agent; a label, never a right. */
  readonly nativeHost: NativeHost | null;
  /** Whether the host simulator's cookie replaces the user agent; never in prod. */
  readonly isHostSimulated: boolean;
  /** Client address, as far as the configured proxies confirm it. Used only for abuse counters. */
  readonly address: string;
  readonly userAgent: string;
  /** The label that a browser or app gives itself; it grants nothing. */
  deviceToken: string | null;
  /** The known device of the caller, from a signed cookie (an app's own client: header `Known-Device`): its blind index; null without one. */
  readonly knownDevice: string | null;
  /** The cookie's value when this request created it: an app's own client gets it in the body. */
  readonly newDevice: string | null;
  /** Sets the device cookie, created if needed, for another year; returns the device's index. */
  keepDevice(): string;
  /** The analytics cookie `userToken`; it carries no authority (security rules 9). */
  readonly userToken: string | null;
  /** The cookie `refusal`: the words of a refused form on their way over a redirect (`src/carried-refusal.ts`). */
  readonly refusalCookie: string | null;
  /** The cookie `consoleView`: how this browser shows the console's pages (`src/console-view.ts`). */
  readonly consoleView: string | null;
  /** The cookie of a sign-in to the console that is under way: signed, for one purpose, for some minutes. */
  readonly signInCookie: string | null;
  idempotencyKey: string | null;
  /** Why the last call of this request was refused, for its trace: the problem's code, and the class of an unknown error. */
  refused: { code: string; reason?: string } | null;
  /** Origin the browser used, one of the public origins: for absolute links in messages. */
  readonly origin: string;
  /** Raw request of a webhook: signatures are checked over these bytes. */
  raw: { headers: Headers; body: Uint8Array } | null;
  /** Becomes true as soon as a session or link is looked up, found or not. Such an answer is never cached for other callers. */
  isPersonal: boolean;
  /** The database handle shared by the read-only calls of this request; null before the first one and after a call that may write. */
  reading: Database | null;
  /** The queries that these calls have made. */
  reads: ReadScope | null;
  /** The session of the borrower or anonymous visitor; read once per request. Null, without a promise, when the request brings nothing to read or clear. */
  session(): Promise<Session | null> | null;
  /** The session that a native app's own client sends in the Authorization header; never one from a cookie. */
  appSession(): Promise<Session | null>;
  /** The bearer token in the Authorization header of a lender's system; null without one. */
  readonly accessKey: string | null;
  /** The session; creates an anonymous one if there is none. */
  sessionOrNew(): Promise<Session>;
  staffSession(): Promise<StaffSession | null>;
  /** Makes the next lookup read the sessions from the database again. */
  forgetSessions(): void;
  /**
   * A read-only request starts with the session as this process last saw it and checks it against the database at the
   * same time. Resolves when `session` and `staffSession` are current; null when no check is pending. No response is
   * sent before.
   */
  confirmed(): Promise<unknown> | null;
  /** How often the check found another session, or none: an answer that used the old one is computed again. */
  readonly mistakes: number;
  /** The claim of a signed link, from its short-lived cookie or the request's own token. */
  link(purpose: string): Promise<LinkClaim | null>;
  /** Whether the request came with a session of a borrower or visitor, live or not: a cookie, or the app's own header. */
  readonly bringsSession: boolean;
  /** Whether the request's session was a borrower's login that has ended: on another device, or unused for too long. Known while its row is kept. */
  hasEndedLogin(): Promise<boolean>;
  /** Cookies that the answer sets, in order. */
  cookies: string[];
  /** Whether it is a native app's own client, which keeps its session itself: no cookie is set for it. */
  readonly isAppClient: boolean;
  /**
   * The session that this request opened or renewed last; its token is sent in the body only for a native app's own
   * client.
   */
  readonly newSession: AppSession | null;
  /** Notes it, and sets its cookie. */
  setSession(session: { token: string; expiresAt: Date; maxAgeSeconds?: number | undefined }): void;
  /** Set when a login ends: the answer then tells the browser to delete its data of this origin. // docs/decisions/061 */
  clearsBrowser: boolean;
  /** Adds a cookie, with this origin's names and attributes. */
  setCookie(name: Credential | Label, value: string, options?: CookieOptions): void;
}
