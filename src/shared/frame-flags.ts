/** Query keys of a page that belong to its surroundings: an app's bars, the language, the visitor's source. */
export const frameFlags = ["navBar", "hideBack", "lang", "source", "utm_source", "utm_medium", "utm_campaign"] as const;

/** Only a word or a number; anything else in a flag was invented. */
const plainValue = (value: string | null): string[] => (value !== null && /^[\w.-]{1,60}$/.test(value) ? [value] : []);

/** A path of ours with the flags of the current page, except those that it sets itself. Other addresses stay as they are. */
export function withFrameFlags(to: string, from: URLSearchParams): string {
  if (!/^\/(?!\/)/.test(to)) return to;
  const [, path = "", search = "", hash = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(to) ?? [];
  const query = new URLSearchParams(search);
  const flags = frameFlags.flatMap((key) =>
    query.has(key) ? [] : plainValue(from.get(key)).map((value) => [key, value]),
  );
  if (flags.length === 0) return to;
  return `${path}${search || "?"}${search.length > 1 ? "&" : ""}${new URLSearchParams(flags)}${hash}`;
}
