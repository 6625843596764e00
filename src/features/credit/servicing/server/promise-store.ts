/** All SQL of promises to pay. */
import type { Selectable } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { ServicingPromise } from "#server/database.types.ts";
import type { BusinessDate } from "#shared/dates.ts";
import type { LoanName } from "#features/credit/repayment/server/index.ts";
import type { PromiseState } from "../contract.ts";

export interface PromiseRow extends LoanName {
  id: string;
  state: PromiseState;
  amountRupiah: number;
  promisedOn: BusinessDate;
  /** The last day whose payments keep it. */
  lastOn: BusinessDate;
  paidRupiah: number;
  madeAt: Date;
  /** Null where the borrower made it. */
  staffId: string | null;
}

const promiseOf = (row: Selectable<ServicingPromise>): PromiseRow => ({
  borrowerId: row.borrowerId,
  loanId: row.loanId,
  id: row.id,
  state: row.state as PromiseState,
  amountRupiah: row.amountRupiah,
  promisedOn: row.promisedOn,
  lastOn: row.lastOn,
  paidRupiah: row.paidRupiah,
  madeAt: row.madeAt,
  staffId: row.staffId,
});

export async function insertPromise(trx: Transaction, row: PromiseRow): Promise<void> {
  await trx
    .insertInto("servicing_promise")
    .values({
      borrowerId: row.borrowerId,
      id: row.id,
      loanId: row.loanId,
      state: row.state,
      amountRupiah: row.amountRupiah,
      promisedOn: row.promisedOn,
      lastOn: row.lastOn,
      madeAt: row.madeAt,
      staffId: row.staffId,
    })
    .execute();
}

export async function findPromise(reader: Reader, borrowerId: string, id: string): Promise<PromiseRow | null> {
  const row = await reader
    .selectFrom("servicing_promise")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? promiseOf(row) : null;
}

const maxRead = 20;

/** The newest promises of a loan, newest first. */
export async function repaymentPromisesOf(reader: Reader, { borrowerId, loanId }: LoanName): Promise<PromiseRow[]> {
  const rows = await reader
    .selectFrom("servicing_promise")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("loanId", "=", loanId)
    .orderBy("madeAt", "desc")
    .limit(maxRead)
    .execute();
  return rows.map(promiseOf);
}

/** A borrower's newest promise over all loans; null without one. Ids are time-ordered (UUID v7). */
export async function newestPromise(reader: Reader, borrowerId: string): Promise<PromiseRow | null> {
  const row = await reader
    .selectFrom("servicing_promise")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? promiseOf(row) : null;
}

/** Open promises that no payment of this day can keep any more, for the sweep. */
export async function promisesDue(reader: Reader, today: BusinessDate, most: number): Promise<PromiseRow[]> {
  const rows = await reader
    .selectFrom("servicing_promise")
    .selectAll()
    .where("state", "=", "OPEN")
    .where("lastOn", "<", today)
    .orderBy("lastOn")
    .limit(most)
    .execute();
  return rows.map(promiseOf);
}

/** Notes the amount (rupiah) paid for a promise whose state does not change. */
export async function notePaid(
  trx: Transaction,
  { borrowerId, id }: Pick<PromiseRow, "borrowerId" | "id">,
  paidRupiah: number,
): Promise<void> {
  await trx
    .updateTable("servicing_promise")
    .set({ paidRupiah })
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .execute();
}
