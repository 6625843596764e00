/**
 * Lists in one of several orders: each by a column with an index, after the position of a cursor, within a period of
 * days. // docs/decisions/316
 */
import { sql, type SelectQueryBuilder } from "kysely";
import { addDays, instantOf, isBusinessDate, type BusinessDate } from "#shared/dates.ts";
import { idKinds } from "#server/records/list-page.ts";

/** One of a list's orders. */
export interface ListOrder {
  /** With the table's name when the query reads several. */
  column: string;
  /** Decides between rows that share the column's value. */
  id: string;
  holds: "INSTANT" | "DAY" | "AMOUNT";
  ids: keyof typeof idKinds;
  isDescending: boolean;
  /** The column whose dates a period filters; default: the order's own. */
  period: string;
}

type OrderOptions = Pick<ListOrder, "column" | "holds"> & Partial<Pick<ListOrder, "id" | "ids" | "period">>;

const orderBy = (isDescending: boolean, { id = "id", ids = "UUID", ...order }: OrderOptions): ListOrder => ({
  period: order.column,
  ...order,
  id,
  ids,
  isDescending,
});
export const ascending = (order: OrderOptions): ListOrder => orderBy(false, order);
export const descending = (order: OrderOptions): ListOrder => orderBy(true, order);

/** The place of a row in an order, as a cursor. */
export const cursorIn = (value: Date | string | number, id: string): string =>
  `${value instanceof Date ? value.getTime() : value}~${id}`;

/** A position after a number of rows: shows whether a list is longer, without reading it. */
export const skipping = (rows: number): string => `+${rows}`;

/** How many rows such a cursor leaves out; 0 of any other. */
export const skippedBy = (cursor: string | undefined): number => Number(/^\+(\d{1,6})$/.exec(cursor ?? "")?.[1] ?? 0);

/** The position of a cursor in this order; undefined, the list's beginning, for an invalid cursor or one of another order. */
function placeIn(
  order: ListOrder,
  cursor: string | undefined,
): { value: Date | string | number; id: string } | undefined {
  const [value = "", id = "", ...more] = cursor?.split("~") ?? [];
  if (more.length > 0 || !idKinds[order.ids].test(id)) return undefined;
  if (order.holds === "DAY") return isBusinessDate(value) ? { value, id } : undefined;
  if (!/^\d{1,14}$/.test(value)) return undefined;
  return { value: order.holds === "INSTANT" ? new Date(Number(value)) : Number(value), id };
}

export interface OrderedInput {
  cursor?: string | undefined;
  /** Days of WIB, both within. */
  from?: BusinessDate | undefined;
  to?: BusinessDate | undefined;
  max: number;
}

/** Sorts a query in one of its orders. The caller adds all other conditions. */
export function inOrder<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  order: ListOrder,
  { cursor, from, to, max }: OrderedInput,
): SelectQueryBuilder<DB, Tables, Row> {
  const [column, id, period] = [sql.ref(order.column), sql.ref(order.id), sql.ref(order.period)];
  const way = order.isDescending ? "desc" : "asc";
  const isDay = order.holds === "DAY";
  let found = query.orderBy(column, way).orderBy(id, way).limit(max);
  if (from) found = found.where(sql<boolean>`${period} >= ${isDay ? from : instantOf(from)}`);
  if (to) found = found.where(sql<boolean>`${period} < ${isDay ? addDays(to, 1) : instantOf(addDays(to, 1))}`);
  const skipped = skippedBy(cursor);
  if (skipped > 0) return found.offset(skipped);
  const place = placeIn(order, cursor);
  if (!place) return found;
  return found.where(
    sql<boolean>`(${column}, ${id}) ${sql.raw(order.isDescending ? "<" : ">")} (${place.value}, ${place.id})`,
  );
}
