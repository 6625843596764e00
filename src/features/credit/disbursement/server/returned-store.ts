/** SQL of transfers that had arrived and came back. */
import { countWaiting, type CountedRows } from "#server/records/count-waiting.ts";
import type { Reader, Transaction } from "#server/database.server.ts";
import { fixedQuery } from "#server/postgres/fixed-query.ts";
import type { ReturnedAction } from "../contract.ts";
import { returnedLifecycle } from "./lifecycle.ts";
import type { TransferName, TransferPurpose } from "./store.ts";

export interface ReturnedRow {
  borrowerId: string;
  transferId: string;
  purpose: TransferPurpose;
  subjectId: string;
  amountRupiah: number;
  /** When it had arrived, and when we learned that it came back. */
  settledAt: Date;
  foundAt: Date;
  /** The bank's reason code. */
  code: string;
  /** Number of returns that the bank reported: part of its postings' ids. */
  times: number;
  state: (typeof returnedLifecycle)["states"][number];
  deed: ReturnedAction | null;
  /** Why the last sending failed too. */
  resendCode: string | null;
  endedAt: Date | null;
}

type NewReturn = Omit<ReturnedRow, "state" | "deed" | "resendCode" | "endedAt" | "times">;

/** Records a return, once per report, also after the bank had withdrawn an earlier report; null if it is recorded already. Returns the count of returns. */
export async function insertReturned(trx: Transaction, row: NewReturn): Promise<number | null> {
  const made = await trx
    .insertInto("returned_payout")
    .values({
      borrowerId: row.borrowerId,
      transferId: row.transferId,
      purpose: row.purpose,
      subjectId: row.subjectId,
      amountRupiah: row.amountRupiah,
      settledAt: row.settledAt,
      foundAt: row.foundAt,
      code: row.code,
      state: "OPEN",
    })
    .onConflict((conflict) => conflict.columns(["borrowerId", "transferId"]).doNothing())
    .returning("times")
    .executeTakeFirst();
  return made ? made.times : openAgain(trx, row);
}

/** The bank had withdrawn its report and repeats it; null if staff decided otherwise, or have not decided. */
async function openAgain(
  trx: Transaction,
  { borrowerId, transferId: id, settledAt, foundAt, code }: NewReturn,
): Promise<number | null> {
  const known = await lockReturned(trx, { borrowerId, id });
  if (known?.state !== "ENDED" || known.deed !== "STANDS") return null;
  const times = known.times + 1;
  const set = { deed: null, endedAt: null, settledAt, foundAt, code, times };
  await returnedLifecycle.step(trx, { borrowerId, id, from: ["ENDED"], to: "OPEN", set });
  return times;
}

export async function findReturned(reader: Reader, { borrowerId, id }: TransferName): Promise<ReturnedRow | null> {
  const row = await reader
    .selectFrom("returned_payout")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("transferId", "=", id)
    .executeTakeFirst();
  return row ? returnedOf(row) : null;
}

export async function lockReturned(trx: Transaction, { borrowerId, id }: TransferName): Promise<ReturnedRow | null> {
  const row = await trx
    .selectFrom("returned_payout")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("transferId", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row ? returnedOf(row) : null;
}

/** @throws Error if it is in another state: its row, or that of the transfer which sends it again, is locked */
export async function moveReturned(
  trx: Transaction,
  { borrowerId, id }: TransferName,
  from: readonly ReturnedRow["state"][],
  to: ReturnedRow["state"],
  change: Partial<Pick<ReturnedRow, "deed" | "resendCode" | "endedAt">>,
): Promise<void> {
  if ((await returnedLifecycle.step(trx, { borrowerId, id, from, to, set: change })) === null)
    throw new Error(`The returned payout ${id} was to go to ${to}, and stands elsewhere than in ${from.join(", ")}.`);
}

/** Those that wait for a decision or are on their way again; `after` is the last transfer of the page before. */
export async function unendedReturns(reader: Reader, after: string | undefined, most: number): Promise<ReturnedRow[]> {
  let query = reader
    .selectFrom("returned_payout")
    .selectAll()
    .where("state", "<>", "ENDED")
    .orderBy("transferId")
    .limit(most);
  if (after) query = query.where("transferId", ">", after);
  return (await query.execute()).map(returnedOf);
}

/** The number that wait for a decision, and since when the oldest waits. */
export async function countReturned(reader: Reader): Promise<CountedRows> {
  return countWaiting(reader, reader.selectFrom("returned_payout").select("foundAt as at").where("state", "=", "OPEN"));
}

/** The unsettled returned transfer of a subject; null without one. */
export async function returnInForce(
  reader: Reader,
  borrowerId: string,
  purpose: TransferPurpose,
  subjectId: string,
): Promise<ReturnedRow | null> {
  const row = await unsettledQuery.executeTakeFirst(reader, { borrowerId, purpose, subjectId });
  return row ? returnedOf(row) : null;
}

const unsettledQuery = fixedQuery(
  (reader, { borrowerId, purpose, subjectId }: { borrowerId: string; purpose: TransferPurpose; subjectId: string }) =>
    reader
      .selectFrom("returned_payout")
      .selectAll()
      .where("borrowerId", "=", borrowerId)
      .where("purpose", "=", purpose)
      .where("subjectId", "=", subjectId)
      .where("state", "<>", "ENDED"),
);

type Raw = Awaited<ReturnType<typeof rawReturned>>;
const rawReturned = (reader: Reader) => reader.selectFrom("returned_payout").selectAll().executeTakeFirstOrThrow();

function returnedOf(row: Raw): ReturnedRow {
  return {
    borrowerId: row.borrowerId,
    transferId: row.transferId,
    purpose: row.purpose as TransferPurpose,
    subjectId: row.subjectId,
    amountRupiah: row.amountRupiah,
    settledAt: row.settledAt,
    foundAt: row.foundAt,
    code: row.code,
    times: row.times,
    state: row.state as ReturnedRow["state"],
    deed: row.deed as ReturnedAction | null,
    resendCode: row.resendCode,
    endedAt: row.endedAt,
  };
}
