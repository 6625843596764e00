/** All SQL of contacts and of the loans that collectors work on. */
import type { Selectable } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { ServicingContact } from "#server/database.types.ts";
import type { Claimed } from "#server/records/claims.ts";
import { sealedColumn } from "#server/records/rows.ts";
import type { LoanName } from "#features/credit/repayment/server/index.ts";
import type { ContactOutcome, ContactWay } from "../contract.ts";

export const sealedNote = sealedColumn<string>("servicing_contact", "note_sealed");

export interface ContactRow extends LoanName {
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

const contactOf = (row: Selectable<ServicingContact>): ContactRow => ({
  borrowerId: row.borrower_id,
  loanId: row.loan_id,
  id: row.id,
  channel: row.channel as ContactWay,
  staffId: row.staff_id,
  startedAt: row.started_at,
  numberUntil: row.number_until,
  endedAt: row.ended_at,
  outcome: row.outcome as ContactOutcome | null,
  noteSealed: row.note_sealed,
  objectedAt: row.objected_at,
});

export async function insertContact(trx: Transaction, row: ContactRow): Promise<void> {
  await trx
    .insertInto("servicing_contact")
    .values({
      borrower_id: row.borrowerId,
      id: row.id,
      loan_id: row.loanId,
      channel: row.channel,
      staff_id: row.staffId,
      started_at: row.startedAt,
      number_until: row.numberUntil,
    })
    .execute();
}

/** A borrower's contacts, newest first; of one loan where it is named. */
export async function contactsOf(
  reader: Reader,
  { borrowerId, loanId }: { borrowerId: string; loanId?: string },
  { max, before, since }: { max: number; before?: { at: Date; id: string } | undefined; since?: Date },
): Promise<ContactRow[]> {
  let query = reader
    .selectFrom("servicing_contact")
    .selectAll()
    .where("borrower_id", "=", borrowerId)
    .orderBy("started_at", "desc")
    .orderBy("id", "desc")
    .limit(max);
  if (loanId !== undefined) query = query.where("loan_id", "=", loanId);
  if (since) query = query.where("started_at", ">", since);
  if (before)
    query = query.where((row) =>
      row.or([
        row("started_at", "<", before.at),
        row.and([row("started_at", "=", before.at), row("id", "<", before.id)]),
      ]),
    );
  return (await query.execute()).map(contactOf);
}

export async function findContact(reader: Reader, id: string): Promise<ContactRow | null> {
  const row = await reader.selectFrom("servicing_contact").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? contactOf(row) : null;
}

/** Adds the end of a contact once; false where it was added before. */
export async function addEnd(
  trx: Transaction,
  { borrowerId, id }: Pick<ContactRow, "borrowerId" | "id">,
  { outcome, noteSealed, at }: { outcome: ContactOutcome; noteSealed: string | null; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("servicing_contact")
    .set({ outcome, note_sealed: noteSealed, ended_at: at })
    .where("borrower_id", "=", borrowerId)
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Numbers of a loan's borrower that are shown now are shown no more. */
export async function hideNumbers(trx: Transaction, { borrowerId, loanId }: LoanName, at: Date): Promise<void> {
  await trx
    .updateTable("servicing_contact")
    .set({ number_until: at })
    .where("borrower_id", "=", borrowerId)
    .where("loan_id", "=", loanId)
    .where("number_until", ">", at)
    .execute();
}

/** The borrower objects to a contact, once. */
export async function addObjection(trx: Transaction, borrowerId: string, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("servicing_contact")
    .set({ objected_at: at })
    .where("borrower_id", "=", borrowerId)
    .where("id", "=", id)
    .where("objected_at", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Whether a death was reported without an objection. */
export async function isDeathReported(reader: Reader, borrowerId: string): Promise<boolean> {
  const row = await reader
    .selectFrom("servicing_contact")
    .select("id")
    .where("borrower_id", "=", borrowerId)
    .where("outcome", "=", "DEATH")
    .where("objected_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export interface CaseRow extends Claimed {
  borrowerId: string;
  /** The loan's. */
  id: string;
  state: "OPEN" | "CLOSED";
}

export async function casesOf(reader: Reader, loanIds: readonly string[]): Promise<Map<string, CaseRow>> {
  if (loanIds.length === 0) return new Map();
  const rows = await reader
    .selectFrom("servicing_case")
    .select(["borrower_id", "id", "state", "claimed_by", "claimed_until"])
    .where("id", "in", [...loanIds])
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        borrowerId: row.borrower_id,
        id: row.id,
        state: row.state as CaseRow["state"],
        claimedBy: row.claimed_by,
        claimedUntil: row.claimed_until,
      },
    ]),
  );
}

/** Opens the work on a loan, again where it was closed; false where it is open. */
export async function openCaseRow(trx: Transaction, { borrowerId, loanId }: LoanName, at: Date): Promise<boolean> {
  const made = await trx
    .insertInto("servicing_case")
    .values({ borrower_id: borrowerId, id: loanId, state: "OPEN", opened_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return made !== undefined;
}

/** How many wait, and since when the oldest does. */
export async function countCases(reader: Reader): Promise<{ count: number; oldestAt: Date | null }> {
  const row = await reader
    .selectFrom("servicing_case")
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.min("opened_at").as("oldest")])
    .where("state", "=", "OPEN")
    .executeTakeFirstOrThrow();
  return { count: row.count, oldestAt: row.oldest };
}

/** When the lender heard of the coming write-off; null until that is noted. */
export async function lenderToldAt(reader: Reader, loanId: string): Promise<Date | null> {
  const row = await reader
    .selectFrom("servicing_case")
    .select("lender_told_at")
    .where("id", "=", loanId)
    .executeTakeFirst();
  return row?.lender_told_at ?? null;
}

/** Notes it once. */
export async function noteLender(trx: Transaction, { borrowerId, loanId }: LoanName, at: Date): Promise<void> {
  await trx
    .updateTable("servicing_case")
    .set({ lender_told_at: at })
    .where("borrower_id", "=", borrowerId)
    .where("id", "=", loanId)
    .where("lender_told_at", "is", null)
    .execute();
}
