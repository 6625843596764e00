/** Facts about the visit from page and browser: attributes of `<html>`, cookies, the user agent. */
import { platformOf } from "#shared/native-host.ts";
import type { Bridge } from "../native/bridge.ts";
import { pathPattern } from "./event.ts";

export const pageFacts = document.documentElement.dataset;

export const cookieOf = (name: string): string =>
  new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1] ?? "";

/** False when the reader opted out at /privacy: then no visits are tracked, and errors are sent without a user. */
export const isMeasured = cookieOf("analytics") !== "off";

/** The bridge to the app around the page, once it is open. */
let bridge: Bridge | undefined;
export const openedBridge = (): Bridge | undefined => bridge;
export const setBridge = (opened: Bridge): void => void (bridge = opened);

/**
 * Spec 3, user token: split on hyphens, the second part is the user id for analytics. Inside an app without a login of
 * our own it is the app's hashed user id (spec 7). Empty without a login.
 */
export const userId = (): string => (isMeasured && (cookieOf("userToken").split("-")[1] || bridge?.hashedUserId)) || "";

export const businessEvent = (): string => pageFacts.event || pathPattern(location.pathname);
/** Spec 6: page settings can ask that a user key or the user status is attached. */
export const isAttached = (what: "userKey" | "userStatus"): boolean => (pageFacts.attach ?? "").includes(what);

/** Spec 3: 8 random uppercase letters, a hyphen, then a timestamp; kept in local storage. Empty when storage is forbidden. */
export function userKey(): string {
  try {
    let key = localStorage.getItem("userKey") ?? "";
    if (!/^[A-Z]{8}-\d+$/.test(key)) {
      // 26 does not divide 256: the few values above 233 are drawn again, because otherwise some letters would be more frequent.
      const letters = [...crypto.getRandomValues(new Uint8Array(64))].filter((byte) => byte < 234).slice(0, 8);
      key = `${String.fromCharCode(...letters.map((byte) => 65 + (byte % 26)))}-${Date.now()}`;
      localStorage.setItem("userKey", key);
    }
    return key;
  } catch {
    return "";
  }
}

/** Spec 3: the browser's label; generated here only when no answer of ours has set one yet. It grants nothing. */
function deviceToken(): string {
  const known = cookieOf("deviceToken");
  if (known) return known;
  const random = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0"));
  const made = `fake-${Date.now()}-${random.join("")}`;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `deviceToken=${made}; Path=/; SameSite=Lax; Max-Age=31536000${secure}`;
  return cookieOf("deviceToken");
}

/** Spec 7: the common headers of every script request. Labels, not rights. */
export function visitorLabels(): Record<string, string> {
  return {
    "Platform-Sdk-Type": (pageFacts.hostApp && platformOf(navigator.userAgent)) || "WEB",
    "Platform-Type": "WEB",
    "Client-Type": pageFacts.hostApp ? "WEBVIEW" : "H5",
    "Device-Token": deviceToken(),
    "Accept-Language": document.documentElement.lang,
    Build: "36000",
    Country: pageFacts.country || "IDN",
  };
}

/**
 * Sends without waiting, also while the page is being left. No toast, no loader, errors ignored (spec 7 and 8).
 * @returns whether sending again would be useless: it arrived, or will never be accepted.
 */
export function upload(path: string, body: unknown, headers: Record<string, string> = {}): Promise<boolean> {
  return fetch(path, {
    method: "POST",
    keepalive: true,
    headers: { ...visitorLabels(), ...headers, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  }).then(
    ({ status }) => status < 500 && status !== 429,
    () => false,
  );
}
