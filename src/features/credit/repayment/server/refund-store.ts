/** All SQL of refunds: a balance that its borrower has paid back. */
import type { Reader, Transaction } from "#server/database.server.ts";
import { refundLifecycle } from "./lifecycle.ts";

export type RefundState = "PENDING" | "SUCCEEDED" | "FAILED";

export interface RefundRow {
  borrowerId: string;
  id: string;
  amountRupiah: number;
  bankAccountId: string;
  state: RefundState;
  requestedAt: Date;
}

/** False while another one is under way. */
export async function insertRefund(trx: Transaction, row: Omit<RefundRow, "state">): Promise<boolean> {
  const made = await trx
    .insertInto("balance_refund")
    .values({
      borrowerId: row.borrowerId,
      id: row.id,
      amountRupiah: row.amountRupiah,
      bankAccountId: row.bankAccountId,
      state: "PENDING",
      requestedAt: row.requestedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return made !== undefined;
}

/** Ends a pending refund; false when it had ended before. */
export async function endRefund(
  trx: Transaction,
  borrowerId: string,
  id: string,
  to: "SUCCEEDED" | "FAILED",
  at: Date,
): Promise<boolean> {
  return moveRefund(trx, { borrowerId, id, from: "PENDING", to, at });
}

/** A refund that the bank had refused turned out to be paid; one in another state stays. */
export async function reviveRefund(trx: Transaction, borrowerId: string, id: string, at: Date): Promise<void> {
  await moveRefund(trx, { borrowerId, id, from: "FAILED", to: "SUCCEEDED", at });
}

/** A refund that had arrived came back for good; false when it had not arrived. */
export async function failRefund(trx: Transaction, borrowerId: string, id: string, at: Date): Promise<boolean> {
  return moveRefund(trx, { borrowerId, id, from: "SUCCEEDED", to: "FAILED", at });
}

async function moveRefund(
  trx: Transaction,
  { at, from, ...move }: { borrowerId: string; id: string; from: RefundState; to: RefundState; at: Date },
): Promise<boolean> {
  return (await refundLifecycle.step(trx, { ...move, from: [from], set: { endedAt: at } })) !== null;
}

/** The newest refund of a borrower. */
export async function newestRefund(reader: Reader, borrowerId: string): Promise<RefundRow | null> {
  const row = await reader
    .selectFrom("balance_refund")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .orderBy("requestedAt", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  return {
    borrowerId: row.borrowerId,
    id: row.id,
    amountRupiah: row.amountRupiah,
    bankAccountId: row.bankAccountId,
    state: row.state as RefundState,
    requestedAt: row.requestedAt,
  };
}
