/** SQL of drafts: the borrower's choices so far, on any device. */
import type { Transaction, Reader } from "#server/database.server.ts";

export interface LoanDraft {
  amountRupiah: number | null;
  tenorDays: number | null;
  purpose: string | null;
  bankAccountId: string | null;
  /** A discount's id, or NONE where the application shall take none; null: the best one. */
  discountChoice: string | null;
}

export async function findDraft(reader: Reader, borrowerId: string): Promise<(LoanDraft & { updatedAt: Date }) | null> {
  const row = await reader.selectFrom("loan_draft").selectAll().where("borrowerId", "=", borrowerId).executeTakeFirst();
  return row
    ? {
        amountRupiah: row.amountRupiah,
        tenorDays: row.tenorDays,
        purpose: row.purpose,
        bankAccountId: row.bankAccountId,
        discountChoice: row.discountChoice,
        updatedAt: row.updatedAt,
      }
    : null;
}

/** Replaces the whole draft. */
export async function storeLoanDraft(trx: Transaction, borrowerId: string, draft: LoanDraft, now: Date): Promise<void> {
  const columns = {
    amountRupiah: draft.amountRupiah,
    tenorDays: draft.tenorDays,
    purpose: draft.purpose,
    bankAccountId: draft.bankAccountId,
    discountChoice: draft.discountChoice,
    updatedAt: now,
  };
  await trx
    .insertInto("loan_draft")
    .values({ borrowerId, ...columns })
    .onConflict((conflict) => conflict.column("borrowerId").doUpdateSet(columns))
    .execute();
}

export async function clearDraft(trx: Transaction, borrowerId: string): Promise<void> {
  await trx.deleteFrom("loan_draft").where("borrowerId", "=", borrowerId).execute();
}
