/** What of a report may be kept: words without numbers of people, paths without ids, listed query keys (security rules 17, threat F7). */

/** Query keys that may be told; every other one is dropped with its value. */
const tellableKeys = new Set([
  "navBar",
  "hideBack",
  "lang",
  "source",
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "activity",
  "from",
  "type",
]);

/**
 * A text whose mail addresses and longer runs of digits are masked: they could be somebody's. Anybody sends these texts,
 * so what stands before an @ is looked for over 64 signs only, the longest that a mailbox may have (RFC 5321).
 */
export function withoutIdentifiers(text: string, most = 300): string {
  return (
    text
      .replace(/[\w.+%-]{1,64}@[\w.-]+/g, "[email]")
      .replace(/\+?\d(?:[ .-]?\d){6,}/g, "[digits]")
      .slice(0, most)
      // Cut in the middle of an emoji, it would be no text that the database takes.
      .toWellFormed()
  );
}

/** `?utm_source=wa&t=secret` → `utm_source=wa`. Values that could name a person are masked. */
export function tellableQuery(query: string): string {
  const kept = [...new URLSearchParams(query)].filter(([key]) => tellableKeys.has(key));
  return kept.map(([key, value]) => `${key}=${withoutIdentifiers(value, 60)}`).join("&");
}

/** An address as a pattern: `https://x/webview/message/0192…?t=secret` → `/webview/message/{}`. */
export function addressPattern(address: string): string {
  const url = URL.parse(address, "http://own.invalid");
  if (!url) return "";
  const path = url.pathname
    .split("/")
    .map((part) => (/\d{3}|%|@|^.{25}/.test(part) ? "{}" : part))
    .join("/");
  const query = tellableQuery(url.search);
  return (query ? `${path}?${query}` : path).slice(0, 300);
}

/** A page view's value is its query; anything else is words. */
export function tellableValue(eventType: "P" | "C", value: string): string {
  if (eventType === "P" && /^\??[\w.-]+=/.test(value)) return tellableQuery(value.replace(/^\?/, ""));
  return withoutIdentifiers(value);
}

/** When it happened, by the visitor's clock, as long as that is plausible; else when it arrived. */
export function plausibleTime(told: number | string | undefined, received: Date): Date {
  const time = told === undefined ? Number.NaN : new Date(told).getTime();
  const age = received.getTime() - time;
  const isPlausible = age > -300_000 && age < 7 * 86_400_000;
  return isPlausible ? new Date(time) : received;
}

/** Spec 3: `v1-<pseudonymous user id>-<check>`, the second part is the user id for analytics; empty when there is none. */
export function analyticsUserId(userToken: string | null): string {
  return /^v\d+-([\w]{1,64})-/.exec(userToken ?? "")?.[1] ?? "";
}
