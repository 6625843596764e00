/** One page of a list, and where the next begins. // Product decisions 2 */

/**
 * Cuts a page from rows read with `limit + 1`: the extra row shows whether there is a next page.
 * @param limit most rows of the page
 * @param cursorOf names the last row's place in the list.
 * @returns the page's rows, and the next page's cursor, null after the last.
 */
export function listPage<Row>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (last: Row) => string,
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: last !== undefined && rows.length > limit ? cursorOf(last) : null };
}

/** The place of a row in a list by time, as a cursor. */
export const cursorInTime = (at: Date, id: string): string => `${at.getTime()}~${id}`;

/** Ids that a cursor may contain: our own rows' (UUID), and ids of payments. */
export const idKinds = {
  UUID: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  RECEIPT: /^pay_[0-9a-f]{32}$/,
} as const;

/** The position of a cursor of `cursorInTime`; undefined, the list's beginning, for an invalid one. */
export function placeInTime(
  cursor: string | undefined,
  ids: keyof typeof idKinds = "UUID",
): { at: Date; id: string } | undefined {
  const [milliseconds = "", id = ""] = cursor?.split("~") ?? [];
  const isPlace = cursor === `${milliseconds}~${id}` && /^\d{1,14}$/.test(milliseconds) && idKinds[ids].test(id);
  return isPlace ? { at: new Date(Number(milliseconds)), id } : undefined;
}
