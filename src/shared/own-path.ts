/**
 * A path of our own from an untrusted `next=`: it starts with one slash, holds no backslash, control character or
 * second authority, and means the same to every URL parser. Null for anything else. (Decisions 2: own paths only.)
 */
export function ownPath(wished: string | null | undefined): string | null {
  if (!wished || wished.length > 500 || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(wished)) return null;
  const origin = "http://own.invalid";
  const url = new URL(wished, origin);
  const path = url.pathname + url.search + url.hash;
  // "/.//host" resolves to "//host", which another page would read as an address of its own.
  return url.origin === origin && url.username === "" && !path.startsWith("//") ? path : null;
}
