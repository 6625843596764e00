/** How rows of many domains went from state to state: kept by the house in one table, each as long as the row that it tells of. */
import type { Transaction } from "#server/database.server.ts";
import { forgetBorrowersEvents } from "#server/lifecycle.ts";
import type { PersonalTable } from "#server/personal-data/index.ts";
import type { Services } from "#server/services.ts";

export const histories: PersonalTable = {
  table: "lifecycle_event",
  title: { id: "Riwayat permintaan", en: "History of requests", zh: "申请记录" },
  shows: ["machine", "subject_id", "number", "from_state", "to_state", "cause", "happened_at"],
  withholds: { STAFF: ["actor", "facts"] },
  keeps: "LOAN",
};

/** Where the books stay, deletes the histories of all rows that do not stay with them; answers how many. */
export async function eraseHistories(
  { domains }: Pick<Services, "domains">,
  trx: Transaction,
  borrowerId: string,
): Promise<number> {
  const staying = new Set(
    domains.flatMap(({ personalData }) =>
      (personalData?.tables ?? []).flatMap(({ table, keeps }) => (keeps === "NOTHING" ? [] : [table])),
    ),
  );
  const machines = domains.flatMap(({ lifecycles = [] }) =>
    lifecycles.flatMap(({ name, table }) => (staying.has(table) ? [name] : [])),
  );
  return forgetBorrowersEvents(trx, borrowerId, machines);
}
