/** The parts of a report that may be kept: words without personal numbers, paths without ids, listed query keys (security rules 17, threat F7). */
import { trackableKeys } from "#shared/trackable.ts";

/** Characters of a text that are stored: anyone can send texts, and they take disk space. // Threat I3 */
const maxSigns = 100;
/** A log line keeps the error's message and its browser, which are its purpose. */
export const maxLogSigns = 300;
/** Days for which a report is kept, and by which a visitor's clock may differ from ours. */
export const keepDays = 3;

/**
 * Masks mail addresses and longer runs of digits in a text: they could identify a person. Anybody sends these texts,
 * so what stands before an @ is looked for over 64 signs only, the longest that a mailbox may have (RFC 5321).
 */
export function withoutIdentifiers(text: string, most = maxSigns): string {
  // Most texts are short names of our own.
  const masked = /[@\d]/.test(text) ? withoutNumbers(text) : text;
  // Cut in the middle of an emoji, the database would not accept the text.
  return masked.slice(0, most).toWellFormed();
}

const withoutNumbers = (text: string): string =>
  text.replace(/[\w.+%-]{1,64}@[\w.-]+/g, "[email]").replace(/\+?\d(?:[ .-]?\d){6,}/g, "[digits]");

/** `?utm_source=wa&t=secret` → `utm_source=wa`. Values that could name a person are masked. */
function storableQuery(query: string): string {
  const trackable = [...new URLSearchParams(query)].filter(([key]) => trackableKeys.includes(key));
  return trackable.map(([key, value]) => `${key}=${withoutIdentifiers(value, 60)}`).join("&");
}

/** An address as a pattern: `https://x/webview/message/0192…?t=secret` → `/webview/message/{}`. */
export function addressPattern(address: string): string {
  const url = URL.parse(address, "http://own.invalid");
  if (!url) return "";
  const path = url.pathname
    .split("/")
    .map((part) => (/\d{3}|%|@|^.{25}/.test(part) ? "{}" : part))
    .join("/");
  const query = storableQuery(url.search);
  return (query ? `${path}?${query}` : path).slice(0, maxSigns).toWellFormed();
}

/** A page view's value is its query; anything else is words. */
export function trackableValue(eventType: "P" | "C", value: string): string {
  if (eventType === "P" && /^\??[\w.-]+=/.test(value))
    return storableQuery(value.replace(/^\?/, "")).slice(0, maxSigns).toWellFormed();
  return withoutIdentifiers(value);
}

/** When it happened, by the visitor's clock, as long as that is plausible; else when it arrived. */
export function plausibleTime(statedTime: number | string | undefined, received: Date): Date {
  const time = statedTime === undefined ? Number.NaN : new Date(statedTime).getTime();
  const age = received.getTime() - time;
  const isPlausible = age > -300_000 && age < keepDays * 86_400_000;
  return isPlausible ? new Date(time) : received;
}

/** Spec 3: `v1-<pseudonymous user id>-<check>`, the second part is the user id for analytics; empty when there is none. */
export function analyticsUserId(userToken: string | null): string {
  return /^v\d+-([\w]{1,64})-/.exec(userToken ?? "")?.[1] ?? "";
}
