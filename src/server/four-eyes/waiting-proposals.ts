/** What the tables of proposed texts and values share: how many wait, and how one ends. Each domain names its own. */
import type { Database, Transaction } from "#server/database.server.ts";
import type { ProposalState } from "#shared/four-eyes.ts";

type ProposedTable = "config_proposal" | "content_proposal";
// The two are alike in these columns; the query builder wants one name.
const one = (table: ProposedTable) => table as "config_proposal";

/** How many wait, and since when the oldest does. */
export async function countWaiting(
  reader: Database | Transaction,
  table: ProposedTable,
): Promise<{ count: number; oldestAt: Date | null }> {
  const row = await reader
    .selectFrom(one(table))
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.min("proposed_at").as("oldest")])
    .where("state", "=", "OPEN")
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), oldestAt: row.oldest };
}

export interface ProposalEnd {
  state: Exclude<ProposalState, "OPEN">;
  checkerId: string;
  reason: string;
  version: number | null;
  at: Date;
}

export async function endWaiting(
  trx: Transaction,
  table: ProposedTable,
  id: string,
  { state, checkerId, reason, version, at }: ProposalEnd,
): Promise<void> {
  await trx
    .updateTable(one(table))
    .set({ state, checker_id: checkerId, reason, version, checked_at: at })
    .where("id", "=", id)
    .execute();
}
