/** SQL of unmatched money that staff give to a loan: proposed, checked. */
import type { Database, Transaction } from "#server/database.server.ts";
import type { Parts } from "#server/four-eyes/tiers.ts";
import { heldReason, type HeldReason, type SealedReason } from "#server/four-eyes/sealed-reason.ts";

type Reader = Database | Transaction;

export interface AssignmentRow {
  id: string;
  receiptId: string;
  borrowerId: string;
  loanId: string;
  reason: HeldReason;
  state: "PROPOSED" | "CONFIRMED" | "REFUSED";
  makerId: string;
  makerDevice: string | null;
  madeAt: Date;
}

/** False when a proposal for this receipt is open or confirmed. */
export async function insertAssignment(
  trx: Transaction,
  row: Omit<AssignmentRow, "reason" | "state"> & { reason: SealedReason },
): Promise<boolean> {
  const made = await trx
    .insertInto("payment_assignment")
    .values({
      id: row.id,
      receipt_id: row.receiptId,
      borrower_id: row.borrowerId,
      loan_id: row.loanId,
      reason_sealed: row.reason.sealed,
      reason_key: row.reason.key,
      state: "PROPOSED",
      maker_id: row.makerId,
      maker_device: row.makerDevice,
      made_at: row.madeAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return made !== undefined;
}

export async function lockAssignment(trx: Transaction, id: string): Promise<AssignmentRow | null> {
  const row = await trx
    .selectFrom("payment_assignment")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row ? assignmentOf(row) : null;
}

export async function endAssignment(
  trx: Transaction,
  id: string,
  end: { state: "CONFIRMED" | "REFUSED"; checkerId: string; at: Date },
): Promise<void> {
  await trx
    .updateTable("payment_assignment")
    .set({ state: end.state, checker_id: end.checkerId, checked_at: end.at })
    .where("id", "=", id)
    .where("state", "=", "PROPOSED")
    .execute();
}

export async function openAssignments(reader: Reader, receiptIds: readonly string[]): Promise<AssignmentRow[]> {
  if (receiptIds.length === 0) return [];
  return (
    await reader
      .selectFrom("payment_assignment")
      .selectAll()
      .where("receipt_id", "in", [...receiptIds])
      .where("state", "=", "PROPOSED")
      .execute()
  ).map(assignmentOf);
}

/**
 * What the tiers look at (rupiah): this receipt with those that the same person proposed before it for the same loan, and with
 * what this checker has confirmed for it, each within the window. Their rows stay locked, so that two checks do not pass at once.
 */
export async function sumOfAssignments(
  trx: Transaction,
  { id, loanId }: Pick<AssignmentRow, "id" | "loanId">,
  parts: Parts,
): Promise<number> {
  const rows = await trx
    .selectFrom("payment_assignment")
    .innerJoin("payment_receipt", "payment_receipt.id", "payment_assignment.receipt_id")
    .select([
      "payment_assignment.id",
      "payment_assignment.state",
      "maker_id",
      "checker_id",
      "made_at",
      "checked_at",
      "amount_rupiah",
    ])
    .where("payment_assignment.loan_id", "=", loanId)
    .where("payment_assignment.state", "<>", "REFUSED")
    .where((one) =>
      one.or([
        one("payment_assignment.state", "=", "PROPOSED"),
        one("made_at", ">=", parts.proposedFrom),
        one("checked_at", ">=", parts.checkedFrom),
      ]),
    )
    .orderBy("payment_assignment.id")
    .forUpdate("payment_assignment")
    .execute();
  const isBefore = (row: (typeof rows)[number]): boolean =>
    row.maker_id === parts.makerId && row.made_at >= parts.proposedFrom && row.id < id;
  const isConfirmed = (row: (typeof rows)[number]): boolean =>
    row.state === "CONFIRMED" &&
    row.checker_id === parts.checkerId &&
    row.checked_at !== null &&
    row.checked_at >= parts.checkedFrom;
  return rows
    .filter((row) => row.id === id || isBefore(row) || isConfirmed(row))
    .reduce((sum, row) => sum + row.amount_rupiah, 0);
}

export async function findAssignment(reader: Reader, id: string): Promise<AssignmentRow | null> {
  const row = await reader.selectFrom("payment_assignment").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? assignmentOf(row) : null;
}

function assignmentOf(
  row: HeldReason & {
    receipt_id: string;
    borrower_id: string;
    loan_id: string;
    state: string;
    maker_id: string;
    maker_device: string | null;
    made_at: Date;
  },
): AssignmentRow {
  return {
    id: row.id,
    receiptId: row.receipt_id,
    borrowerId: row.borrower_id,
    loanId: row.loan_id,
    reason: heldReason(row),
    state: row.state as AssignmentRow["state"],
    makerId: row.maker_id,
    makerDevice: row.maker_device,
    madeAt: row.made_at,
  };
}
