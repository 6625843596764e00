/** SQL of transfers that had arrived and came back. */
import type { Reader, Transaction } from "#server/database.server.ts";
import type { ReturnedAction } from "../contract.ts";
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
  /** The bank's word for why. */
  code: string;
  /** How often it came back by the bank's word: part of its postings' ids. */
  times: number;
  state: "OPEN" | "SENDING" | "ENDED";
  deed: ReturnedAction | null;
  /** Why the last sending failed too. */
  resendCode: string | null;
  endedAt: Date | null;
}

/** Notes one, once, also after the bank had taken its word back; null when it is known. Answers which time it is. */
export async function insertReturned(
  trx: Transaction,
  row: Omit<ReturnedRow, "state" | "deed" | "resendCode" | "endedAt" | "times">,
): Promise<number | null> {
  const made = await trx
    .insertInto("returned_payout")
    .values({
      borrower_id: row.borrowerId,
      transfer_id: row.transferId,
      purpose: row.purpose,
      subject_id: row.subjectId,
      amount_rupiah: row.amountRupiah,
      settled_at: row.settledAt,
      found_at: row.foundAt,
      code: row.code,
      state: "OPEN",
    })
    .onConflict((conflict) =>
      conflict
        .columns(["borrower_id", "transfer_id"])
        .doUpdateSet(({ eb }) => ({
          state: "OPEN",
          deed: null,
          ended_at: null,
          settled_at: row.settledAt,
          found_at: row.foundAt,
          code: row.code,
          times: eb("returned_payout.times", "+", 1),
        }))
        .where("returned_payout.deed", "=", "STANDS")
        .where("returned_payout.state", "=", "ENDED"),
    )
    .returning("times")
    .executeTakeFirst();
  return made?.times ?? null;
}

export async function findReturned(reader: Reader, { borrowerId, id }: TransferName): Promise<ReturnedRow | null> {
  const row = await reader
    .selectFrom("returned_payout")
    .selectAll()
    .where("borrower_id", "=", borrowerId)
    .where("transfer_id", "=", id)
    .executeTakeFirst();
  return row ? returnedOf(row) : null;
}

export async function lockReturned(trx: Transaction, { borrowerId, id }: TransferName): Promise<ReturnedRow | null> {
  const row = await trx
    .selectFrom("returned_payout")
    .selectAll()
    .where("borrower_id", "=", borrowerId)
    .where("transfer_id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row ? returnedOf(row) : null;
}

export async function changeReturned(
  trx: Transaction,
  { borrowerId, id }: TransferName,
  change: { state: ReturnedRow["state"]; deed?: ReturnedAction; resendCode?: string | null; endedAt?: Date },
): Promise<void> {
  await trx
    .updateTable("returned_payout")
    .set({
      state: change.state,
      ...(change.deed ? { deed: change.deed } : {}),
      ...(change.resendCode === undefined ? {} : { resend_code: change.resendCode }),
      ...(change.endedAt ? { ended_at: change.endedAt } : {}),
    })
    .where("borrower_id", "=", borrowerId)
    .where("transfer_id", "=", id)
    .where("state", "<>", "ENDED")
    .execute();
}

/** Those that wait for a decision or are on their way again; `after` is the last transfer of the page before. */
export async function unendedReturns(reader: Reader, after: string | undefined, most: number): Promise<ReturnedRow[]> {
  let query = reader
    .selectFrom("returned_payout")
    .selectAll()
    .where("state", "<>", "ENDED")
    .orderBy("transfer_id")
    .limit(most);
  if (after) query = query.where("transfer_id", ">", after);
  return (await query.execute()).map(returnedOf);
}

/** How many wait for a decision, and since when the oldest does. */
export async function countReturned(reader: Reader): Promise<{ count: number; oldestAt: Date | null }> {
  const row = await reader
    .selectFrom("returned_payout")
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.min("found_at").as("oldest")])
    .where("state", "=", "OPEN")
    .executeTakeFirstOrThrow();
  return { count: row.count, oldestAt: row.oldest };
}

/** The one of a subject whose money has not found its place yet; null when there is none. */
export async function standingReturn(
  reader: Reader,
  borrowerId: string,
  purpose: TransferPurpose,
  subjectId: string,
): Promise<ReturnedRow | null> {
  const row = await reader
    .selectFrom("returned_payout")
    .selectAll()
    .where("borrower_id", "=", borrowerId)
    .where("purpose", "=", purpose)
    .where("subject_id", "=", subjectId)
    .where("state", "<>", "ENDED")
    .executeTakeFirst();
  return row ? returnedOf(row) : null;
}

type Raw = Awaited<ReturnType<typeof rawReturned>>;
const rawReturned = (reader: Reader) => reader.selectFrom("returned_payout").selectAll().executeTakeFirstOrThrow();

function returnedOf(row: Raw): ReturnedRow {
  return {
    borrowerId: row.borrower_id,
    transferId: row.transfer_id,
    purpose: row.purpose as TransferPurpose,
    subjectId: row.subject_id,
    amountRupiah: row.amount_rupiah,
    settledAt: row.settled_at,
    foundAt: row.found_at,
    code: row.code,
    times: row.times,
    state: row.state as ReturnedRow["state"],
    deed: row.deed as ReturnedAction | null,
    resendCode: row.resend_code,
    endedAt: row.ended_at,
  };
}
