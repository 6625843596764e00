/** SQL of data requests; their words are sealed with the borrower's own key. */
import type { Selectable } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { DataRequest as Table } from "#server/database.types.ts";
import type { Services } from "#server/services.ts";

export type DataRequestRow = Selectable<Table>;

const place = (id: string) => ({ table: "data_request", column: "textSealed", row: id });
/** More than anyone reads. */
const maxShown = 20;

/** False when one of this kind waits already. */
export async function insertDataRequest(
  services: Services,
  trx: Transaction,
  row: Pick<DataRequestRow, "borrowerId" | "id" | "kind" | "askedAt" | "dueAt"> & { text: string },
): Promise<boolean> {
  const { text, ...columns } = row;
  const textSealed = await services.keys.borrowerKeys.seal(trx, row.borrowerId, text, place(row.id));
  const made = await trx
    .insertInto("data_request")
    .values({ ...columns, state: "WAITING", textSealed })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return made !== undefined;
}

export const dataRequestsOf = (reader: Reader, borrowerId: string): Promise<DataRequestRow[]> =>
  reader
    .selectFrom("data_request")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .orderBy("askedAt", "desc")
    .orderBy("id", "desc")
    .limit(maxShown)
    .execute();

/** The request in the borrower's words. @throws BorrowerShredded */
export async function textOfRequest(
  services: Services,
  reader: Reader,
  { borrowerId, id }: { borrowerId: string; id: string },
): Promise<string> {
  const { textSealed } = await reader
    .selectFrom("data_request")
    .select("textSealed")
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return services.keys.borrowerKeys.open(reader, borrowerId, textSealed, place(id));
}
