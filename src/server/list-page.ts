/** One page of a list, and where the next begins. // Product decisions 2 */

/**
 * Of rows that were asked for one more than the page holds: that one tells whether there is a next page.
 * @param limit most rows of the page; the rows were read with `limit + 1`.
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
