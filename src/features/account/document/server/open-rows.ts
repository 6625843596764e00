/** Shared by document requests and offers: rows of a borrower that are OPEN until a day. */
import { sql } from "kysely";
import type { Reader } from "#server/database.server.ts";

/**
 * The reads of such a table. `columns` name the row's fields (`due_at as dueAt`), `since` the column with the time of
 * opening.
 */
export function openRows<Row>(
  table: "document_request" | "information_offer",
  columns: readonly string[],
  since: "askedAt" | "offeredAt",
) {
  const fields = columns.map((column) => {
    const [name = "", field = name] = column.split(" as ");
    return sql`${sql.ref(name)} as ${sql.ref(field)}`;
  });
  const select = sql`select ${sql.join(fields)} from ${sql.table(table)}`;
  return {
    async find(reader: Reader, borrowerId: string, id: string): Promise<Row | null> {
      const { rows } = await sql<Row>`${select} where borrower_id = ${borrowerId} and id = ${id}`.execute(reader);
      return rows[0] ?? null;
    },
    /** The newest of a borrower. */
    async newest(reader: Reader, borrowerId: string): Promise<Row | null> {
      const { rows } = await sql<Row>`${select} where borrower_id = ${borrowerId}
        order by ${sql.ref(since)} desc, id desc limit 1`.execute(reader);
      return rows[0] ?? null;
    },
    /** Open rows whose time has passed. */
    async due(reader: Reader, now: Date, max: number): Promise<Row[]> {
      const { rows } = await sql<Row>`${select} where state = 'OPEN' and due_at <= ${now}
        order by due_at limit ${max}`.execute(reader);
      return rows;
    },
  };
}
