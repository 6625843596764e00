/** SQL of transfers that were given up and paid after all. */
import { countWaiting, type CountedRows } from "#server/records/count-waiting.ts";
import type { Selectable } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { LatePayout } from "#server/database.types.ts";
import { rowFromColumns } from "#server/records/rows.ts";
import type { LateAction } from "../contract.ts";
import { lateLifecycle } from "./lifecycle.ts";
import type { TransferName } from "./store.ts";

export interface LateRow {
  borrowerId: string;
  transferId: string;
  amountRupiah: number;
  providerReference: string;
  settledAt: Date;
  foundAt: Date;
  state: (typeof lateLifecycle)["states"][number];
  deed: LateAction | null;
  endedAt: Date | null;
}

/** Records one, once; false if it is recorded already. */
export async function insertLate(trx: Transaction, row: Omit<LateRow, "state" | "deed" | "endedAt">): Promise<boolean> {
  const made = await trx
    .insertInto("late_payout")
    .values({ ...row, state: "OPEN" })
    .onConflict((conflict) => conflict.doNothing())
    .returning("transferId")
    .executeTakeFirst();
  return made !== undefined;
}

export async function findLate(reader: Reader, { borrowerId, id }: TransferName): Promise<LateRow | null> {
  const row = await reader
    .selectFrom("late_payout")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("transferId", "=", id)
    .executeTakeFirst();
  return row ? lateOf(row) : null;
}

export async function lockLate(trx: Transaction, { borrowerId, id }: TransferName): Promise<LateRow | null> {
  const row = await trx
    .selectFrom("late_payout")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("transferId", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row ? lateOf(row) : null;
}

/** Ends a late payout whose row is locked and open. */
export async function endLate(
  trx: Transaction,
  { borrowerId, id }: TransferName,
  deed: LateAction,
  at: Date,
): Promise<void> {
  const set = { deed, endedAt: at };
  if ((await lateLifecycle.step(trx, { borrowerId, id, from: ["OPEN"], to: "ENDED", set })) === null)
    throw new Error(`The late payout ${id} was to end by ${deed}, and is not open.`);
}

/** Undecided transfers, oldest first; `after` is the last transfer's id of the page before. */
export async function openLate(reader: Reader, after: string | undefined, most: number): Promise<LateRow[]> {
  let query = reader
    .selectFrom("late_payout")
    .selectAll()
    .where("state", "=", "OPEN")
    .orderBy("transferId")
    .limit(most);
  if (after) query = query.where("transferId", ">", after);
  return (await query.execute()).map(lateOf);
}

/** Open late payouts, and since when the oldest is open. */
export async function countLate(reader: Reader): Promise<CountedRows> {
  return countWaiting(reader, reader.selectFrom("late_payout").select("foundAt as at").where("state", "=", "OPEN"));
}

const lateOf = (row: Selectable<LatePayout>): LateRow => rowFromColumns<LateRow>(row);
