/** Shapes that several calls share. */
import * as v from "valibot";

/**
 * A strict object with a name, under which the published API defines it once and refers to it: `LoanBill`. One name
 * means one shape in all contracts.
 */
export function shape<const Entries extends v.ObjectEntries>(name: string, entries: Entries) {
  return v.pipe(v.strictObject(entries), v.title(name));
}
/** The same for an object whose further fields are dropped. */
export function openShape<const Entries extends v.ObjectEntries>(name: string, entries: Entries) {
  return v.pipe(v.object(entries), v.title(name));
}
