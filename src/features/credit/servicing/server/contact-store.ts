/** All SQL of contacts and of the loans that collectors work on. */
import { countWaiting, type CountedRows } from "#server/records/count-waiting.ts";
import type { Selectable } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { ServicingContact } from "#server/database.types.ts";
import type { Claimed } from "#server/records/claims.ts";
import { sealedColumn } from "#server/records/rows.ts";
import type { LoanName } from "#features/credit/repayment/server/index.ts";
import type { ContactOutcome, ContactWay } from "../contract.ts";

export const sealedContactNote = sealedColumn<string>("servicing_contact", "noteSealed");

export interface ContactAttemptRow extends LoanName {
  id: string;
  channel: ContactWay;
  staffId: string;
  startedAt: Date;
  numberUntil: Date;
  endedAt: Date | null;
  outcome: ContactOutcome | null;
  noteSealed: string | null;
  objectedAt: Date | null;
}

const contactOf = (row: Selectable<ServicingContact>): ContactAttemptRow => ({
  borrowerId: row.borrowerId,
  loanId: row.loanId,
  id: row.id,
  channel: row.channel as ContactWay,
  staffId: row.staffId,
  startedAt: row.startedAt,
  numberUntil: row.numberUntil,
  endedAt: row.endedAt,
  outcome: row.outcome as ContactOutcome | null,
  noteSealed: row.noteSealed,
  objectedAt: row.objectedAt,
});

export async function insertContact(trx: Transaction, row: ContactAttemptRow): Promise<void> {
  await trx
    .insertInto("servicing_contact")
    .values({
      borrowerId: row.borrowerId,
      id: row.id,
      loanId: row.loanId,
      channel: row.channel,
      staffId: row.staffId,
      startedAt: row.startedAt,
      numberUntil: row.numberUntil,
    })
    .execute();
}

/** A borrower's contacts, newest first; of one loan where it is named. */
export async function contactAttemptsOf(
  reader: Reader,
  { borrowerId, loanId }: { borrowerId: string; loanId?: string },
  { max, before, since }: { max: number; before?: { at: Date; id: string } | undefined; since?: Date },
): Promise<ContactAttemptRow[]> {
  let query = reader
    .selectFrom("servicing_contact")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .orderBy("startedAt", "desc")
    .orderBy("id", "desc")
    .limit(max);
  if (loanId !== undefined) query = query.where("loanId", "=", loanId);
  if (since) query = query.where("startedAt", ">", since);
  if (before)
    query = query.where((row) =>
      row.or([
        row("startedAt", "<", before.at),
        row.and([row("startedAt", "=", before.at), row("id", "<", before.id)]),
      ]),
    );
  return (await query.execute()).map(contactOf);
}

export async function findContact(reader: Reader, id: string): Promise<ContactAttemptRow | null> {
  const row = await reader.selectFrom("servicing_contact").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? contactOf(row) : null;
}

/** Adds the end of a contact once; false where it was added before. */
export async function addEnd(
  trx: Transaction,
  { borrowerId, id }: Pick<ContactAttemptRow, "borrowerId" | "id">,
  { outcome, noteSealed, at }: { outcome: ContactOutcome; noteSealed: string | null; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("servicing_contact")
    .set({ outcome, noteSealed, endedAt: at })
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .where("endedAt", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Hides the numbers of a loan's borrower that are shown now. */
export async function hideNumbers(trx: Transaction, { borrowerId, loanId }: LoanName, at: Date): Promise<void> {
  await trx
    .updateTable("servicing_contact")
    .set({ numberUntil: at })
    .where("borrowerId", "=", borrowerId)
    .where("loanId", "=", loanId)
    .where("numberUntil", ">", at)
    .execute();
}

/** The borrower objects to a contact, once. */
export async function addObjection(trx: Transaction, borrowerId: string, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("servicing_contact")
    .set({ objectedAt: at })
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .where("objectedAt", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Whether a death was reported without an objection. */
export async function isDeathReported(reader: Reader, borrowerId: string): Promise<boolean> {
  const row = await reader
    .selectFrom("servicing_contact")
    .select("id")
    .where("borrowerId", "=", borrowerId)
    .where("outcome", "=", "DEATH")
    .where("objectedAt", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export interface ServicingCaseRow extends Claimed {
  borrowerId: string;
  /** The loan's. */
  id: string;
  state: "OPEN" | "CLOSED";
}

export async function casesOf(reader: Reader, loanIds: readonly string[]): Promise<Map<string, ServicingCaseRow>> {
  if (loanIds.length === 0) return new Map();
  const rows = await reader
    .selectFrom("servicing_case")
    .select(["borrowerId", "id", "state", "claimedBy", "claimedUntil"])
    .where("id", "in", [...loanIds])
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        borrowerId: row.borrowerId,
        id: row.id,
        state: row.state as ServicingCaseRow["state"],
        claimedBy: row.claimedBy,
        claimedUntil: row.claimedUntil,
      },
    ]),
  );
}

/** Opens, or opens again, the work on a loan; false if it is open. */
export async function openCaseRow(trx: Transaction, { borrowerId, loanId }: LoanName, at: Date): Promise<boolean> {
  const made = await trx
    .insertInto("servicing_case")
    .values({ borrowerId, id: loanId, state: "OPEN", openedAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return made !== undefined;
}

/** The number of waiting ones, and since when the oldest waits. */
export async function countServicingCases(reader: Reader): Promise<CountedRows> {
  return countWaiting(reader, reader.selectFrom("servicing_case").select("openedAt as at").where("state", "=", "OPEN"));
}

/** When the lender heard of the coming write-off; null until that is noted. */
export async function lenderNotifiedAt(reader: Reader, loanId: string): Promise<Date | null> {
  const row = await reader
    .selectFrom("servicing_case")
    .select("lenderToldAt")
    .where("id", "=", loanId)
    .executeTakeFirst();
  return row?.lenderToldAt ?? null;
}

/** Notes it once. */
export async function noteLender(trx: Transaction, { borrowerId, loanId }: LoanName, at: Date): Promise<void> {
  await trx
    .updateTable("servicing_case")
    .set({ lenderToldAt: at })
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", loanId)
    .where("lenderToldAt", "is", null)
    .execute();
}
