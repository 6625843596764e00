/**
 * Fields of a form or a query by name: the value, or the list of values when a name appears more than once. A hostile
 * client may send a hundred thousand, so each has the same cost.
 */
export function byName<Value>(entries: Iterable<readonly [string, Value]>): Record<string, Value | Value[]> {
  const values = new Map<string, Value[]>();
  for (const [name, value] of entries) {
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  // A field named `__proto__` becomes a field like any other.
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? (all[0] as Value) : all]));
}
