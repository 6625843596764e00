/** SQL of drafts: what a borrower has chosen so far, on whatever device. */
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
  const row = await reader
    .selectFrom("loan_draft")
    .selectAll()
    .where("borrower_id", "=", borrowerId)
    .executeTakeFirst();
  return row
    ? {
        amountRupiah: row.amount_rupiah,
        tenorDays: row.tenor_days,
        purpose: row.purpose,
        bankAccountId: row.bank_account_id,
        discountChoice: row.discount_choice,
        updatedAt: row.updated_at,
      }
    : null;
}

/** Replaces the whole draft. */
export async function saveDraft(trx: Transaction, borrowerId: string, draft: LoanDraft, now: Date): Promise<void> {
  const columns = {
    amount_rupiah: draft.amountRupiah,
    tenor_days: draft.tenorDays,
    purpose: draft.purpose,
    bank_account_id: draft.bankAccountId,
    discount_choice: draft.discountChoice,
    updated_at: now,
  };
  await trx
    .insertInto("loan_draft")
    .values({ borrower_id: borrowerId, ...columns })
    .onConflict((conflict) => conflict.column("borrower_id").doUpdateSet(columns))
    .execute();
}

export async function clearDraft(trx: Transaction, borrowerId: string): Promise<void> {
  await trx.deleteFrom("loan_draft").where("borrower_id", "=", borrowerId).execute();
}
