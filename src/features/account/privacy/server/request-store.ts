/** SQL of data requests; their words are sealed with the borrower's own key. */
import type { Selectable } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { DataRequest as Table } from "#server/database.types.ts";
import type { Services } from "#server/services.ts";

export type DataRequestRow = Selectable<Table>;

const place = (id: string) => ({ table: "data_request", column: "text_sealed", row: id });
/** More than anyone reads. */
const maxShown = 20;

/** False when one of this kind waits already. */
export async function insertDataRequest(
  services: Services,
  trx: Transaction,
  row: Pick<DataRequestRow, "borrower_id" | "id" | "kind" | "asked_at" | "due_at"> & { text: string },
): Promise<boolean> {
  const { text, ...columns } = row;
  const text_sealed = await services.keys.borrowerKeys.seal(trx, row.borrower_id, text, place(row.id));
  const made = await trx
    .insertInto("data_request")
    .values({ ...columns, state: "WAITING", text_sealed })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return made !== undefined;
}

export const dataRequestsOf = (reader: Reader, borrowerId: string): Promise<DataRequestRow[]> =>
  reader
    .selectFrom("data_request")
    .selectAll()
    .where("borrower_id", "=", borrowerId)
    .orderBy("asked_at", "desc")
    .orderBy("id", "desc")
    .limit(maxShown)
    .execute();

/** The request in the borrower's words. @throws BorrowerShredded */
export async function textOfRequest(
  services: Services,
  reader: Reader,
  { borrowerId, id }: { borrowerId: string; id: string },
): Promise<string> {
  const { text_sealed } = await reader
    .selectFrom("data_request")
    .select("text_sealed")
    .where("borrower_id", "=", borrowerId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return services.keys.borrowerKeys.open(reader, borrowerId, text_sealed, place(id));
}
