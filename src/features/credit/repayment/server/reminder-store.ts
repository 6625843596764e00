/** All SQL of reminders: which were noted for a loan, and how they ended. */
import type { Database, Reader, Transaction } from "#server/database.server.ts";
import type { BusinessDate } from "#shared/dates.ts";
import type { LoanName } from "./store.ts";

/** Notes a reminder; false when this one was noted before. */
export async function insertReminder(
  trx: Transaction,
  { borrowerId, loanId }: LoanName,
  dueOn: BusinessDate,
  kind: ReminderKind,
  at: Date,
): Promise<boolean> {
  const made = await trx
    .insertInto("repayment_reminder")
    .values({ borrower_id: borrowerId, loan_id: loanId, due_on: dueOn, kind, queued_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning("kind")
    .executeTakeFirst();
  return made !== undefined;
}
export type ReminderKind = "BEFORE" | "DUE" | "AFTER";

export async function remindersOf(
  reader: Reader,
  { borrowerId, loanId }: LoanName,
): Promise<{ dueOn: BusinessDate; kind: ReminderKind }[]> {
  const rows = await reader
    .selectFrom("repayment_reminder")
    .select(["due_on", "kind"])
    .where("borrower_id", "=", borrowerId)
    .where("loan_id", "=", loanId)
    .execute();
  return rows.map((row) => ({ dueOn: row.due_on, kind: row.kind as ReminderKind }));
}

export async function endReminder(
  trx: Transaction | Database,
  { borrowerId, loanId }: LoanName,
  dueOn: BusinessDate,
  kind: ReminderKind,
  outcome: string,
  at: Date,
): Promise<void> {
  await trx
    .updateTable("repayment_reminder")
    .set({ sent_at: at, outcome })
    .where("borrower_id", "=", borrowerId)
    .where("loan_id", "=", loanId)
    .where("due_on", "=", dueOn)
    .where("kind", "=", kind)
    .execute();
}
