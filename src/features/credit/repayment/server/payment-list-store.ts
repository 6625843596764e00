/** How far each bank's list of payments to virtual accounts was read. */
import type { Database, Reader, Transaction } from "#server/database.server.ts";

export interface PaymentListRow {
  bankCode: string;
  readUntil: Date;
  windowSeconds: number;
  isOffered: boolean;
}

/** Notes that a bank holds virtual accounts of ours, so that its list is read from now on; once. */
export async function beginList(trx: Transaction, row: PaymentListRow & { nextAt: Date }): Promise<void> {
  await trx
    .insertInto("payment_list")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes the lists that are to be read by now, and puts their next reading off: only one process reads each. */
export async function claimLists(trx: Transaction, now: Date, next: Date): Promise<PaymentListRow[]> {
  const rows = await trx
    .selectFrom("payment_list")
    .select(["bankCode", "readUntil", "windowSeconds", "isOffered"])
    .where("nextAt", "<=", now)
    .orderBy("nextAt")
    .limit(20)
    .forUpdate()
    .skipLocked()
    .execute();
  if (rows.length > 0)
    await trx
      .updateTable("payment_list")
      .set({ nextAt: next })
      .where(
        "bankCode",
        "in",
        rows.map(({ bankCode }) => bankCode),
      )
      .execute();
  return rows;
}

/** Writes what came of a reading; false where another process has read the list further since. */
export async function noteReading(
  database: Database,
  { bankCode, readUntil }: PaymentListRow,
  change: Partial<PaymentListRow> & { nextAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("payment_list")
    .set(change)
    .where("bankCode", "=", bankCode)
    .where("readUntil", "=", readUntil)
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

/** Banks whose list was read up to this time or later: few, so all are read. */
export async function banksReadUntil(reader: Reader, since: Date): Promise<Set<string>> {
  const rows = await reader
    .selectFrom("payment_list")
    .select("bankCode")
    .where("isOffered", "=", true)
    .where("readUntil", ">=", since)
    .execute();
  return new Set(rows.map(({ bankCode }) => bankCode));
}
