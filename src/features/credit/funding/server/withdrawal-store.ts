/** All SQL of lenders' accounts and withdrawals. */
import { sql, type Selectable } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { FundingAccount, FundingWithdrawal } from "#server/database.types.ts";
import type { lenderWithdrawalStates } from "../withdrawal-contract.ts";

export type FundingAccountRow = Selectable<FundingAccount>;
export type LenderWithdrawalRow = Omit<Selectable<FundingWithdrawal>, "state"> & {
  state: (typeof lenderWithdrawalStates)[number];
};

/** The accounts in force. */
export async function accountsInForce(reader: Reader): Promise<FundingAccountRow[]> {
  return reader.selectFrom("funding_account").selectAll().where("replacedAt", "is", null).orderBy("lenderId").execute();
}

export async function accountInForce(reader: Reader, lenderId: string): Promise<FundingAccountRow | null> {
  const row = await reader
    .selectFrom("funding_account")
    .selectAll()
    .where("lenderId", "=", lenderId)
    .where("replacedAt", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** Replaces the account of a lender. */
export async function registerAccount(
  trx: Transaction,
  row: { id: string; lenderId: string; payeeSealed: string; at: Date },
): Promise<void> {
  await trx
    .updateTable("funding_account")
    .set({ replacedAt: row.at })
    .where("lenderId", "=", row.lenderId)
    .where("replacedAt", "is", null)
    .execute();
  await trx
    .insertInto("funding_account")
    .values({ id: row.id, lenderId: row.lenderId, payeeSealed: row.payeeSealed, registeredAt: row.at })
    .execute();
}

/** Writes a withdrawal that is on its way; false if it is there already. */
export async function insertLenderWithdrawal(
  trx: Transaction,
  row: { id: string; lenderId: string; accountId: string; amountRupiah: number; at: Date },
): Promise<boolean> {
  const made = await trx
    .insertInto("funding_withdrawal")
    .values({
      id: row.id,
      lenderId: row.lenderId,
      accountId: row.accountId,
      amountRupiah: row.amountRupiah,
      state: "PENDING",
      orderedAt: row.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return made !== undefined;
}

export async function findLenderWithdrawal(reader: Reader, id: string): Promise<LenderWithdrawalRow | null> {
  const row = await reader.selectFrom("funding_withdrawal").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? (row as LenderWithdrawalRow) : null;
}

/** Moves a withdrawal on, if it is in one of these states. */
export async function moveWithdrawal(
  trx: Transaction,
  id: string,
  from: readonly LenderWithdrawalRow["state"][],
  change: { to: "PAID" | "FAILED" | "RETURNED"; failureCode: string | null; at: Date },
): Promise<LenderWithdrawalRow | null> {
  const row = await trx
    .updateTable("funding_withdrawal")
    .set({ state: change.to, failureCode: change.failureCode, endedAt: change.at })
    .where("id", "=", id)
    .where("state", "in", [...from])
    .returningAll()
    .executeTakeFirst();
  return row ? (row as LenderWithdrawalRow) : null;
}

/** One page, newest first; `before` is the last one of the page before. */
export async function pageOfWithdrawals(
  reader: Reader,
  { before, max }: { before: { at: Date; id: string } | undefined; max: number },
): Promise<LenderWithdrawalRow[]> {
  let query = reader
    .selectFrom("funding_withdrawal")
    .selectAll()
    .orderBy("orderedAt", "desc")
    .orderBy("id", "desc")
    .limit(max);
  if (before) query = query.where(sql<boolean>`(ordered_at, id) < (${before.at}, ${before.id})`);
  return (await query.execute()) as LenderWithdrawalRow[];
}
