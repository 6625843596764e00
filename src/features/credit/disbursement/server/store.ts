/** All SQL of outgoing transfers. Every function takes the transaction (or the database, for reads) first. */
import { countWaiting, type CountedRows } from "#server/records/count-waiting.ts";
import { rowFromColumns } from "#server/records/rows.ts";
import { sql } from "kysely";
import * as v from "valibot";
import type { Reader, Transaction } from "#server/database.server.ts";
import { ascending, descending, inOrder, type ListOrder, type OrderedInput } from "#server/records/list-order.ts";
import { uuid } from "#shared/fields/verification.ts";
import type { transferOrders } from "../contract.ts";

export const transferPurposeNames = [
  "LOAN",
  "BALANCE_REFUND",
  "WALLET",
  "UNMATCHED_RETURN",
  "LENDER_WITHDRAWAL",
] as const;
export type TransferPurpose = (typeof transferPurposeNames)[number];
export type TransferStateName = "QUEUED" | "SENT" | "ACCEPTED" | "SETTLED" | "FAILED" | "DROPPED" | "RETURNED";

export interface TransferRow {
  borrowerId: string;
  id: string;
  purpose: TransferPurpose;
  subjectId: string;
  /** Null where the receiver has no account here: the row holds the receiver sealed from the start. */
  bankAccountId: string | null;
  amountRupiah: number;
  remark: string;
  state: TransferStateName;
  payeeSealed: string | null;
  attempts: number;
  waitsFor: string | null;
  providerReference: string | null;
  failureCode: string | null;
  needsStaff: boolean;
  /** The returned transfer whose money this transfer sends again. */
  resendsId: string | null;
  orderedAt: Date;
  sentAt: Date | null;
  endedAt: Date | null;
  nextInquiryAt: Date | null;
}

export type TransferName = Pick<TransferRow, "borrowerId" | "id">;

/** Writes an order unless one for the same subject is under way or settled. One of many wins. */
export async function insertTransfer(
  trx: Transaction,
  row: Pick<
    TransferRow,
    | "borrowerId"
    | "id"
    | "purpose"
    | "subjectId"
    | "bankAccountId"
    | "amountRupiah"
    | "remark"
    | "orderedAt"
    | "payeeSealed"
    | "resendsId"
  > & { nextInquiryAt: Date },
): Promise<boolean> {
  const made = await trx
    .insertInto("bank_transfer")
    .values({
      borrowerId: row.borrowerId,
      id: row.id,
      purpose: row.purpose,
      subjectId: row.subjectId,
      bankAccountId: row.bankAccountId,
      amountRupiah: row.amountRupiah,
      remark: row.remark,
      payeeSealed: row.payeeSealed,
      state: "QUEUED",
      resendsId: row.resendsId,
      orderedAt: row.orderedAt,
      nextInquiryAt: row.nextInquiryAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return made !== undefined;
}

/** The transfer, locked until the transaction ends. */
export async function lockTransfer(trx: Transaction, { borrowerId, id }: TransferName): Promise<TransferRow | null> {
  const row = await trx
    .selectFrom("bank_transfer")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row ? transferOf(row) : null;
}

export async function findTransfer(reader: Reader, { borrowerId, id }: TransferName): Promise<TransferRow | null> {
  const row = await reader
    .selectFrom("bank_transfer")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? transferOf(row) : null;
}

/** The borrower of a transfer, found by its id alone, because partners know only the id. */
export async function locateTransfer(reader: Reader, id: string): Promise<string | null> {
  if (!v.is(uuid, id)) return null;
  const row = await reader.selectFrom("bank_transfer").select("borrowerId").where("id", "=", id).executeTakeFirst();
  return row?.borrowerId ?? null;
}

/** Whether money is on its way to a borrower, came back, or waits for staff. */
export async function isMoneyUnderWay(reader: Reader, borrowerId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select
    exists (select 1 from bank_transfer where borrower_id = ${borrowerId}
      and (state in ('QUEUED', 'SENT', 'ACCEPTED') or needs_staff))
    or exists (select 1 from returned_payout where borrower_id = ${borrowerId} and state <> 'ENDED')
    or exists (select 1 from late_payout where borrower_id = ${borrowerId} and state = 'OPEN') as found`.execute(
    reader,
  );
  return rows[0]!.found;
}

/** Transfers for one subject, oldest first. */
export function transfersFor(
  reader: Reader,
  borrowerId: string,
  purpose: TransferPurpose,
  subjectId: string,
): Promise<TransferRow[]> {
  return transfersAbout(reader, borrowerId, purpose, [subjectId]);
}

const maxTransfers = 50;

/** The same for several subjects, in one query. */
export async function transfersAbout(
  reader: Reader,
  borrowerId: string,
  purpose: TransferPurpose,
  subjectIds: readonly string[],
): Promise<TransferRow[]> {
  if (subjectIds.length === 0) return [];
  const rows = await reader
    .selectFrom("bank_transfer")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("purpose", "=", purpose)
    .where("subjectId", "in", [...subjectIds])
    .orderBy("orderedAt")
    .orderBy("id")
    .limit(maxTransfers * subjectIds.length)
    .execute();
  return rows.map(transferOf);
}

export interface TransferChange {
  payeeSealed?: string;
  attempts?: number;
  waitsFor?: string | null;
  providerReference?: string;
  failureCode?: string | null;
  needsStaff?: boolean;
  sentAt?: Date;
  endedAt?: Date;
  nextInquiryAt?: Date | null;
}

/** Changes what does not move a transfer on; that is `moveTransfer`. */
export async function changeTransfer(
  trx: Transaction,
  { borrowerId, id }: TransferName,
  change: TransferChange,
): Promise<void> {
  await trx
    .updateTable("bank_transfer")
    .set(change)
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .execute();
}

/** Claims transfers that are due for an inquiry, and moves their next time on, so that only one process asks for each. */
export async function claimDueTransfers(
  trx: Transaction,
  now: Date,
  next: Date,
  most: number,
): Promise<TransferName[]> {
  const due = await trx
    .selectFrom("bank_transfer")
    .select(["borrowerId", "id"])
    .where("nextInquiryAt", "<=", now)
    .orderBy("nextInquiryAt")
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute();
  if (due.length > 0) {
    await trx
      .updateTable("bank_transfer")
      .set({ nextInquiryAt: next })
      .where(
        "id",
        "in",
        due.map((row) => row.id),
      )
      .execute();
  }
  return due.map((row) => ({ borrowerId: row.borrowerId, id: row.id }));
}

/**
 * Failed for good, or under way since before `orderedBefore`; an arrived one is only asked for again, in case it comes
 * back. Written like the partial index, so that the cost depends on waiting transfers and not on all payouts ever.
 */
const isForStaff = (orderedBefore: Date) =>
  sql<boolean>`(needs_staff or (next_inquiry_at is not null and state <> 'SETTLED' and ordered_at < ${orderedBefore}))`;

/** Rupiah of a purpose that were sent to the bank and have no result yet. */
export async function sumOnTheWay(reader: Reader, purpose: TransferPurpose): Promise<number> {
  const row = await reader
    .selectFrom("bank_transfer")
    .select(({ fn }) => fn.coalesce(fn.sum<number>("amountRupiah"), sql<number>`0`).as("sum"))
    .where("purpose", "=", purpose)
    .where("state", "in", ["SENT", "ACCEPTED"])
    .executeTakeFirstOrThrow();
  return Number(row.sum);
}

const ordered = { column: "orderedAt", holds: "INSTANT" } as const;
const transferOrder: Readonly<Record<(typeof transferOrders)[number], ListOrder>> = {
  OLDEST: ascending(ordered),
  NEWEST: descending(ordered),
};

/** Transfers that staff must look at: failed for good, or without an end since before `orderedBefore`. */
export async function transfersForStaff(
  reader: Reader,
  orderedBefore: Date,
  search: { order: keyof typeof transferOrder; purpose?: TransferPurpose | undefined; page: OrderedInput },
): Promise<TransferRow[]> {
  const { order, purpose, page } = search;
  const waiting = reader.selectFrom("bank_transfer").selectAll().where(isForStaff(orderedBefore));
  let query = inOrder(waiting, transferOrder[order], page);
  if (purpose) query = query.where("purpose", "=", purpose);
  return (await query.execute()).map(transferOf);
}

/** Number of those transfers, and the time of the oldest order: for the console's home. */
export async function countForStaff(reader: Reader, orderedBefore: Date): Promise<CountedRows> {
  return countWaiting(
    reader,
    reader.selectFrom("bank_transfer").select("orderedAt as at").where(isForStaff(orderedBefore)),
  );
}

/** Loans' transfers that failed and wait for staff, a page by id: for the sweep that drops those whose loan has ended. */
export async function failedTransfers(reader: Reader, after: string | null, most: number): Promise<TransferRow[]> {
  let query = reader
    .selectFrom("bank_transfer")
    .selectAll()
    .where(sql<boolean>`needs_staff`)
    .where("purpose", "=", "LOAN")
    .orderBy("id")
    .limit(most);
  if (after) query = query.where("id", ">", after);
  return (await query.execute()).map(transferOf);
}

type Raw = Awaited<ReturnType<typeof rawTransfer>>;
const rawTransfer = (reader: Reader) => reader.selectFrom("bank_transfer").selectAll().executeTakeFirstOrThrow();

const transferOf = (row: Raw): TransferRow => rowFromColumns<TransferRow>(row);

/** Payouts that a bank names by our id or by its own: their id and that of their subject, by the bank's reference. */
export async function namesOfPayouts(
  reader: Reader,
  references: readonly string[],
): Promise<Map<string, readonly string[]>> {
  const ids = references.map((reference) => reference.toLowerCase()).filter((reference) => v.is(uuid, reference));
  const { rows } = await sql<{ id: string; subjectId: string; providerReference: string | null }>`
    select id, subject_id, provider_reference from bank_transfer where id = any(${ids}::uuid[])
    union
    select id, subject_id, provider_reference from bank_transfer
    where provider_reference is not null and provider_reference = any(${[...references]}::text[])`.execute(reader);
  const byReference = new Map(
    rows.flatMap(({ id, subjectId, providerReference }) => {
      const names = [id, subjectId] as const;
      return [id, ...(providerReference === null ? [] : [providerReference])].map((key) => [key, names] as const);
    }),
  );
  return new Map(
    references.flatMap((reference) => {
      const names = byReference.get(reference) ?? byReference.get(reference.toLowerCase());
      return names ? [[reference, names] as const] : [];
    }),
  );
}
