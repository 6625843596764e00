/** SQL of received payments that their rail does not confirm any more. */
import { countWaiting, type CountedRows } from "#server/records/count-waiting.ts";
import { sql } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import { chargebackLifecycle } from "./lifecycle.ts";

export interface ChargebackRow {
  receiptId: string;
  /** The partner's event that said so. */
  provider: string;
  eventId: string;
  /** The rail's reason code. */
  code: string;
  foundAt: Date;
}

/** Shows a payment to staff; false if it is shown already. A payment that the rail confirmed again may be reversed again. */
export async function openChargeback(trx: Transaction, row: ChargebackRow): Promise<boolean> {
  if (await insertChargeback(trx, row, { state: "OPEN", endedAt: null })) return true;
  const { receiptId: id, provider, eventId, code, foundAt } = row;
  const set = { provider, eventId, code, foundAt, endedAt: null };
  return (await chargebackLifecycle.step(trx, { id, from: ["STANDS"], to: "OPEN", set })) !== null;
}

/** The rail has the money after all: records it and ends the staff's item. */
export async function confirmReceipt(trx: Transaction, row: ChargebackRow): Promise<void> {
  if (await insertChargeback(trx, row, { state: "STANDS", endedAt: row.foundAt })) return;
  await endChargeback(trx, row.receiptId, "STANDS", row.foundAt);
}

/** False where one is there, whatever its state. */
async function insertChargeback(
  trx: Transaction,
  { receiptId, provider, eventId, code, foundAt }: ChargebackRow,
  begun: { state: "OPEN" | "STANDS"; endedAt: Date | null },
): Promise<boolean> {
  const made = await trx
    .insertInto("payment_taken_back")
    .values({ receiptId, provider, eventId, code, foundAt, ...begun })
    .onConflict((conflict) => conflict.column("receiptId").doNothing())
    .returning("receiptId")
    .executeTakeFirst();
  return made !== undefined;
}

/** Ends one that is open; false when none was. */
export async function endChargeback(
  trx: Transaction,
  receiptId: string,
  to: "STANDS" | "REVERSED",
  at: Date,
): Promise<boolean> {
  const previous = await chargebackLifecycle.step(trx, { id: receiptId, from: ["OPEN"], to, set: { endedAt: at } });
  return previous !== null;
}

export async function isChargeback(reader: Reader, receiptId: string): Promise<boolean> {
  return (
    (await reader
      .selectFrom("payment_taken_back")
      .select("receiptId")
      .where("receiptId", "=", receiptId)
      .where("state", "=", "OPEN")
      .executeTakeFirst()) !== undefined
  );
}

export interface ChargebackState {
  state: "OPEN" | "STANDS" | "REVERSED";
  code: string;
  foundAt: Date;
  endedAt: Date | null;
}

/** The rail's report that it no longer has a payment, and the result; null without a report. */
export async function chargebackOf(reader: Reader, receiptId: string): Promise<ChargebackState | null> {
  const row = await reader
    .selectFrom("payment_taken_back")
    .select(["state", "code", "foundAt", "endedAt"])
    .where("receiptId", "=", receiptId)
    .executeTakeFirst();
  if (!row) return null;
  return { state: row.state as ChargebackState["state"], code: row.code, foundAt: row.foundAt, endedAt: row.endedAt };
}

/** One page of those that wait for people, oldest first. */
export async function openChargebacks(
  reader: Reader,
  after: { at: Date; id: string } | undefined,
  most: number,
): Promise<ChargebackRow[]> {
  let query = reader
    .selectFrom("payment_taken_back")
    .selectAll()
    .where("state", "=", "OPEN")
    .orderBy("foundAt")
    .orderBy("receiptId")
    .limit(most);
  if (after)
    query = query.where((row) =>
      row.or([
        row("foundAt", ">", after.at),
        row.and([row("foundAt", "=", after.at), row("receiptId", ">", after.id)]),
      ]),
    );
  return (await query.execute()).map((row) => ({
    receiptId: row.receiptId,
    provider: row.provider,
    eventId: row.eventId,
    code: row.code,
    foundAt: row.foundAt,
  }));
}

/** The number of waiting ones, and since when the oldest waits: for the console's home. */
export async function countChargeback(reader: Reader): Promise<CountedRows> {
  return countWaiting(
    reader,
    reader.selectFrom("payment_taken_back").select("foundAt as at").where("state", "=", "OPEN"),
  );
}

/** Whether a bank took a payment of the borrower back and staff have not decided yet. */
export async function hasOpenChargeback(reader: Reader, borrowerId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (
    select 1 from payment_taken_back join payment_receipt on payment_receipt.id = receipt_id
      where borrower_id = ${borrowerId} and payment_taken_back.state = 'OPEN') as found`.execute(reader);
  return rows[0]!.found;
}

/**
 * Whether a payment that the borrower began may still arrive, or a bank took one back and staff have not decided yet. A
 * permanent virtual account is no payment.
 */
export async function isPaymentUnderWay(reader: Reader, borrowerId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select
    exists (select 1 from payment_request where borrower_id = ${borrowerId} and rail <> 'VIRTUAL_ACCOUNT'
      and state in ('OPENING', 'OPEN') and expires_at > ${now})
    or exists (select 1 from payment_taken_back join payment_receipt on payment_receipt.id = receipt_id
      where borrower_id = ${borrowerId} and payment_taken_back.state = 'OPEN') as found`.execute(reader);
  return rows[0]!.found;
}
