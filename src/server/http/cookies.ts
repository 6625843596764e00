/** Cookies: their names and attributes, and reading those of a request. */
import type { AppEnvironment } from "#server/process/config.server.ts";
import { isLoopbackHttp } from "#shared/loopback.ts";

/**
 * Cookies that scripts cannot read: session of a borrower or visitor, session of the console, exchanged token of a
 * signed link, the signed cookie of a known device (`known-device.ts`), which logs no one in, and that of a sign-in to the
 * console that is under way.
 */
export type Credential = "borrower" | "staff" | "link" | "device" | "signIn";
/** Those that only label a browser, and are called the same everywhere. */
export type Label =
  | "userToken"
  | "deviceToken"
  | "lenderId"
  | "lang"
  | "refusal"
  | "sandboxHost"
  | "analytics"
  | "consoleView";

/** Names and attributes of cookies for exactly one host, over https only. */
export const hostCookies: CookieRules = {
  names: {
    borrower: "__Host-sid",
    staff: "__Host-staff",
    link: "__Host-link",
    device: "__Host-device",
    signIn: "__Host-sign-in",
  },
  isSecure: true,
};
/** Names and attributes for loopback hosts: Safari and older browsers refuse `Secure` there. // docs/decisions/193 */
export const loopbackCookies: CookieRules = {
  names: { borrower: "sid", staff: "staff", link: "link", device: "device", signIn: "sign-in" },
  isSecure: false,
};

export interface CookieRules {
  names: Readonly<Record<Credential, string>>;
  isSecure: boolean;
}

/** Names and attributes of cookies at a public origin: `hostCookies`, except for plain http on this machine outside prod. */
export const cookiesAt = (origin: string, appEnv: AppEnvironment): CookieRules =>
  appEnv !== "prod" && isLoopbackHttp(origin) ? loopbackCookies : hostCookies;

const credentials: ReadonlySet<string> = new Set(
  [hostCookies, loopbackCookies].flatMap(({ names }) => Object.values(names)),
);

/** Whether a Cookie header carries a credential, by any of its names. */
export function carriesCredential(header: string | null): boolean {
  return [...readCookies(header).keys()].some((name) => credentials.has(name));
}

export interface CookieOptions {
  /** Without it, the cookie ends with the browser; 0 deletes it. */
  maxAgeSeconds?: number | undefined;
  /** Labels alone are for scripts too. */
  httpOnly?: boolean;
  sameSite?: "Lax" | "Strict";
}

/** Serialises a cookie with the attributes that every cookie of the product has. `__Host-` names need Secure and Path=/. */
export function cookie(
  rules: CookieRules,
  name: Credential | Label,
  value: string,
  options: CookieOptions = {},
): string {
  const parts = [`${rules.names[name as Credential] ?? name}=${value}`, "Path=/"];
  if (rules.isSecure) parts.push("Secure");
  parts.push(`SameSite=${options.sameSite ?? "Lax"}`);
  if (options.httpOnly !== false) parts.push("HttpOnly");
  if (options.maxAgeSeconds !== undefined) parts.push(`Max-Age=${options.maxAgeSeconds}`);
  return parts.join("; ");
}

/** The last Set-Cookie for each name: a session that was opened and then renewed in one request is one cookie (RFC 6265, 4.1.1). */
export function lastOfEach(cookies: readonly string[]): string[] {
  return [...new Map(cookies.map((set) => [set.slice(0, set.indexOf("=")), set])).values()];
}

const noCookies: ReadonlyMap<string, string> = new Map();

export function readCookies(header: string | null | undefined): ReadonlyMap<string, string> {
  if (!header) return noCookies;
  const cookies = new Map<string, string>();
  for (const part of header.split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && !cookies.has(part.slice(0, at).trim()))
      cookies.set(part.slice(0, at).trim(), part.slice(at + 1).trim());
  }
  return cookies;
}
