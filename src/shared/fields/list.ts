/** Lists. Product decisions 2: `?cursor=&limit=` → `{ items, nextCursor }`. Every list is paged (security rules 15). */
import * as v from "valibot";
import { businessDate } from "./date.ts";

const defaultLimit = 20;
export const maximumLimit = 100;

const count = v.pipe(
  v.number("LIMIT_INVALID"),
  v.integer("LIMIT_INVALID"),
  v.minValue(1, "LIMIT_INVALID"),
  v.maxValue(maximumLimit, "LIMIT_INVALID"),
);

/** Base64url of the list's own cursor value: clients should send it back, not read or create it. */
const sealed = (place: string): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(place)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
/** Empty for an invalid cursor: some lists then start from the beginning, others refuse it. */
function opened(cursor: string): string {
  try {
    const bytes = Uint8Array.from(atob(cursor.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return "";
  }
}

/** An opaque position in a list, from `nextCursor`; the handler gets the list's own value. */
export const cursor = v.pipe(
  v.string("CURSOR_INVALID"),
  v.regex(/^[A-Za-z0-9_\-.~=]{1,512}$/, "CURSOR_INVALID"),
  v.transform(opened),
  v.string("CURSOR_INVALID"),
);
/** The cursor of a list whose own values match `pattern`; others are refused. */
export const cursorLike = (pattern: RegExp) => v.optional(v.pipe(cursor, v.regex(pattern, "CURSOR_INVALID")));

/** The start of the next page, null after the last; the handler gives the list's own cursor value. */
export const nextCursor = v.nullable(v.pipe(v.string(), v.transform(sealed), v.string()));

/** The entries of a list's query, to be spread: `v.strictObject({ ...listQuery, status })`. `limit` counts 1 to 100, 20 when absent. */
export const listQuery = {
  cursor: v.optional(cursor),
  limit: v.optional(
    v.union(
      [count, v.pipe(v.string("LIMIT_INVALID"), v.regex(/^\d{1,3}$/, "LIMIT_INVALID"), v.transform(Number), count)],
      "LIMIT_INVALID",
    ),
    defaultLimit,
  ),
};

/** The same for a list whose cursor is the id of its last item. */
export const idListQuery = {
  ...listQuery,
  cursor: v.optional(v.pipe(cursor, v.uuid("CURSOR_INVALID"))),
};

/** Days, both included: of the column of the order, so that one index serves both. */
export const periodQuery = { from: v.optional(businessDate), to: v.optional(businessDate) };

/** The query of a list in one of several orders, each by a column that has an index. */
export const orderedListQuery = <const Orders extends readonly [string, ...string[]]>(
  orders: Orders,
  usual: NoInfer<Orders[number]>,
) => ({ ...listQuery, ...periodQuery, order: v.optional(v.picklist(orders, "CHOICE_INVALID"), usual) });

/** The answer of a list: its items and the cursor of the next page, null after the last. */
export function listOf<const Item extends v.GenericSchema>(item: Item) {
  return v.strictObject({ items: v.array(item), nextCursor });
}
