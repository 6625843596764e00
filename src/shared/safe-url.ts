/**
 * Checks addresses before a page sends a person there: own paths, and https addresses of listed hosts. Everything else
 * is refused, and nothing is repaired, because a guess is not safe. Threat F5; used for `next=`, deep links and
 * addresses that the native shell opens.
 */

/** Signs that browsers and shells read in different ways: control characters, spaces, backslashes. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const ambiguous = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff\\]/;
/** Encoded slashes, backslashes, dots and controls in a path: some shells decode before they decide. */
const encodedStructure = /%(?:2f|5c|2e|0\d|1\w|7f|00)/i;

/** An own path (`/webview/bills?x=1#y`), as it would be requested; null for anything that could leave this origin. */
export function safePath(target: string): string | null {
  if (!/^\/(?!\/)/.test(target) || target.length > 2000 || ambiguous.test(target)) return null;
  const [path = ""] = target.split(/[?#]/);
  if (encodedStructure.test(path) || path.includes("//")) return null;
  const own = "https://own.invalid";
  let url: URL;
  try {
    url = new URL(target, own);
  } catch {
    return null;
  }
  return url.origin === own && url.pathname.startsWith("/") && !url.pathname.startsWith("//")
    ? url.pathname + url.search + url.hash
    : null;
}

/** A page of our own, not a call: a person sent to a call would see its raw answer. The path that would be requested is checked. */
export function safePage(target: string): string | null {
  const path = safePath(target);
  return path !== null && !/^\/(?:api|event)(?:[/?#]|$)/.test(path) ? path : null;
}

/** An own path, or an https address without credentials and port whose host is exactly one of `allowedHosts`; null otherwise. */
export function safeUrl(target: string, allowedHosts: readonly string[]): string | null {
  const path = safePath(target);
  if (path !== null) return path;
  if (!/^https:\/\/[a-z0-9.-]+(?:[/?#]|$)/i.test(target) || target.length > 2000 || ambiguous.test(target)) return null;
  let url: URL;
  try {
    url = new URL(target);
  } catch {
    return null;
  }
  const plain = url.protocol === "https:" && url.username === "" && url.password === "" && url.port === "";
  return plain && allowedHosts.includes(url.hostname) && !encodedStructure.test(url.pathname) ? url.href : null;
}
