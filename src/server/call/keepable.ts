/** What PostgreSQL can keep of what others send. */

/** False for what holds a NUL character or half of a surrogate pair, in a text or in a name, at any depth: PostgreSQL keeps neither, and nobody types one. */
export function isKeepable(value: unknown): boolean {
  if (typeof value === "string") return !value.includes("\0") && value.isWellFormed();
  return (
    typeof value !== "object" ||
    value === null ||
    Object.entries(value).every(([name, inner]) => isKeepable(name) && isKeepable(inner))
  );
}
