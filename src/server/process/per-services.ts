import type { Services } from "#server/services.ts";

/** Makes a thing once for each server, at its first use: `const searchOf = perServices((services) => new ContentSearch(services))`. */
export function perServices<Value>(make: (services: Services) => Value): (services: Services) => Value {
  const made = new WeakMap<Services, { value: Value }>();
  return (services) => {
    const known = made.get(services) ?? { value: make(services) };
    made.set(services, known);
    return known.value;
  };
}
