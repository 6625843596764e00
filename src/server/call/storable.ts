/** False for a NUL character or half of a surrogate pair in any text or name, at any depth: PostgreSQL cannot store them, and people do not type them. */
export function isStorable(value: unknown): boolean {
  if (typeof value === "string") return !value.includes("\0") && value.isWellFormed();
  return (
    typeof value !== "object" ||
    value === null ||
    Object.entries(value).every(([name, inner]) => isStorable(name) && isStorable(inner))
  );
}
