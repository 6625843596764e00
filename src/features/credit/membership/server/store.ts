/** SQL of membership. */
import { sql } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import { rowFromColumns } from "#server/records/rows.ts";
import type { BusinessDate } from "#shared/dates.ts";
import type { MemberLevel } from "../contract.ts";

export interface PlusRow {
  borrowerId: string;
  id: string;
  state: "RUNNING" | "ENDED";
  begunAt: Date;
  endsAt: Date;
  checkAt: Date;
  endedAt: Date | null;
}

/** Plus that runs; null where none does. `held`: locked until the transaction ends. */
export async function findPlus(reader: Reader, borrowerId: string, isLocked = false): Promise<PlusRow | null> {
  const query = reader
    .selectFrom("membership_plus")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("state", "=", "RUNNING");
  const row = await (isLocked ? query.forUpdate() : query).executeTakeFirst();
  return row ? rowFromColumns<PlusRow>(row) : null;
}

/** False where one runs already. */
export async function insertPlus(
  trx: Transaction,
  { borrowerId, id, begunAt, endsAt, checkAt }: Omit<PlusRow, "state" | "endedAt">,
): Promise<boolean> {
  const added = await trx
    .insertInto("membership_plus")
    .values({ borrowerId, id, state: "RUNNING", begunAt, endsAt, checkAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return added !== undefined;
}

export async function changePlus(
  trx: Transaction,
  { borrowerId, id }: Pick<PlusRow, "borrowerId" | "id">,
  { endsAt, checkAt }: Pick<PlusRow, "endsAt" | "checkAt">,
): Promise<void> {
  await trx
    .updateTable("membership_plus")
    .set({ endsAt, checkAt })
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .execute();
}

/** Borrowers whose Plus is to be looked at by `now`. */
export async function duePlus(reader: Reader, now: Date, most: number): Promise<string[]> {
  const rows = await reader
    .selectFrom("membership_plus")
    .select("borrowerId")
    .where("state", "=", "RUNNING")
    .where("checkAt", "<=", now)
    .orderBy("checkAt")
    .limit(most)
    .execute();
  return rows.map((row) => row.borrowerId);
}

/** The reduction of a loan; null if there was none. */
export async function findReduction(
  reader: Reader,
  borrowerId: string,
  loanId: string,
): Promise<{ level: MemberLevel; rupiah: number } | null> {
  const row = await reader
    .selectFrom("membership_reduction")
    .select(["level", "rupiah"])
    .where("borrowerId", "=", borrowerId)
    .where("loanId", "=", loanId)
    .executeTakeFirst();
  return row ? { level: row.level as MemberLevel, rupiah: row.rupiah } : null;
}

/** The newest reductions of a borrower. */
export const listReductions = (reader: Reader, borrowerId: string, most: number) =>
  reader
    .selectFrom("membership_reduction")
    .select(["loanId as loanId", "rupiah", "givenAt as givenAt"])
    .where("borrowerId", "=", borrowerId)
    .orderBy("loanId", "desc")
    .limit(most)
    .execute();

/** False where the loan has had one. */
export async function insertReduction(
  trx: Transaction,
  reduction: { borrowerId: string; loanId: string; level: MemberLevel; rupiah: number; givenAt: Date },
): Promise<boolean> {
  const added = await trx
    .insertInto("membership_reduction")
    .values({
      borrowerId: reduction.borrowerId,
      loanId: reduction.loanId,
      level: reduction.level,
      rupiah: reduction.rupiah,
      givenAt: reduction.givenAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("loanId")
    .executeTakeFirst();
  return added !== undefined;
}

/** The first day of a day's month, which names its budget. */
export const membershipMonthOf = (on: BusinessDate): BusinessDate => `${on.slice(0, 8)}01`;

/** The rest of a month's budget, in rupiah: all of it before the first reduction. */
export async function remainingBudgetOf(reader: Reader, month: BusinessDate, maxRupiah: number): Promise<number> {
  const row = await reader
    .selectFrom("membership_budget")
    .select(["maxRupiah", "givenRupiah"])
    .where("month", "=", month)
    .executeTakeFirst();
  return row ? row.maxRupiah - row.givenRupiah : maxRupiah;
}

/** Takes rupiah out of a month's budget, which its first reduction sets; false where less is left, and nothing changes. */
export async function spendBudget(
  trx: Transaction,
  { month, maxRupiah, rupiah }: { month: BusinessDate; maxRupiah: number; rupiah: number },
): Promise<boolean> {
  await trx
    .insertInto("membership_budget")
    .values({ month, maxRupiah })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const spent = await trx
    .updateTable("membership_budget")
    .set({ givenRupiah: sql<number>`given_rupiah + ${rupiah}` })
    .where("month", "=", month)
    .where(sql<boolean>`given_rupiah + ${rupiah} <= max_rupiah`)
    .returning("month")
    .executeTakeFirst();
  return spent !== undefined;
}
