/** SQL of payments that had come in and that their rail does not have any more. */
import { sql } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";

export interface ChargebackRow {
  receiptId: string;
  /** The partner's event that said so. */
  provider: string;
  eventId: string;
  /** The rail's word for why. */
  code: string;
  foundAt: Date;
}

/** Shows a payment to staff; false when it stands there already. One that the rail had again may be taken back again. */
export async function openChargeback(
  trx: Transaction,
  { receiptId, provider, eventId, code, foundAt }: ChargebackRow,
): Promise<boolean> {
  const told = { provider, event_id: eventId, code, found_at: foundAt, state: "OPEN", ended_at: null };
  const made = await trx
    .insertInto("payment_taken_back")
    .values({ receipt_id: receiptId, ...told })
    .onConflict((conflict) =>
      conflict.column("receipt_id").doUpdateSet(told).where("payment_taken_back.state", "=", "STANDS"),
    )
    .returning("receipt_id")
    .executeTakeFirst();
  return made !== undefined;
}

/** The rail was asked and has the money: on record, and what staff saw of it is over. */
export async function noteStands(
  trx: Transaction,
  { receiptId, provider, eventId, code, foundAt }: ChargebackRow,
): Promise<void> {
  const ended = { state: "STANDS", ended_at: foundAt };
  await trx
    .insertInto("payment_taken_back")
    .values({ receipt_id: receiptId, provider, event_id: eventId, code, found_at: foundAt, ...ended })
    .onConflict((conflict) =>
      conflict.column("receipt_id").doUpdateSet(ended).where("payment_taken_back.state", "=", "OPEN"),
    )
    .execute();
}

/** Ends one that is open; false when none was. */
export async function endChargeback(
  trx: Transaction,
  receiptId: string,
  state: "STANDS" | "REVERSED",
  at: Date,
): Promise<boolean> {
  const ended = await trx
    .updateTable("payment_taken_back")
    .set({ state, ended_at: at })
    .where("receipt_id", "=", receiptId)
    .where("state", "=", "OPEN")
    .returning("receipt_id")
    .executeTakeFirst();
  return ended !== undefined;
}

export async function isChargeback(reader: Reader, receiptId: string): Promise<boolean> {
  return (
    (await reader
      .selectFrom("payment_taken_back")
      .select("receipt_id")
      .where("receipt_id", "=", receiptId)
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

/** What the rail said of a payment that it does not have any more, and how that ended; null where it said nothing. */
export async function chargebackOf(reader: Reader, receiptId: string): Promise<ChargebackState | null> {
  const row = await reader
    .selectFrom("payment_taken_back")
    .select(["state", "code", "found_at", "ended_at"])
    .where("receipt_id", "=", receiptId)
    .executeTakeFirst();
  if (!row) return null;
  return { state: row.state as ChargebackState["state"], code: row.code, foundAt: row.found_at, endedAt: row.ended_at };
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
    .orderBy("found_at")
    .orderBy("receipt_id")
    .limit(most);
  if (after)
    query = query.where((row) =>
      row.or([
        row("found_at", ">", after.at),
        row.and([row("found_at", "=", after.at), row("receipt_id", ">", after.id)]),
      ]),
    );
  return (await query.execute()).map((row) => ({
    receiptId: row.receipt_id,
    provider: row.provider,
    eventId: row.event_id,
    code: row.code,
    foundAt: row.found_at,
  }));
}

/** How many wait, and since when the oldest does: for the console's home. */
export async function countChargeback(reader: Reader): Promise<{ count: number; oldestAt: Date | null }> {
  const row = await reader
    .selectFrom("payment_taken_back")
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.min("found_at").as("oldest")])
    .where("state", "=", "OPEN")
    .executeTakeFirstOrThrow();
  return { count: row.count, oldestAt: row.oldest };
}

/** Whether a payment that the borrower began may still arrive, or a bank took one back and nobody has decided yet. A standing account is no payment. */
export async function isPaymentUnderWay(reader: Reader, borrowerId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select
    exists (select 1 from payment_request where borrower_id = ${borrowerId} and rail <> 'VIRTUAL_ACCOUNT'
      and state in ('OPENING', 'OPEN') and expires_at > ${now})
    or exists (select 1 from payment_taken_back join payment_receipt on payment_receipt.id = receipt_id
      where borrower_id = ${borrowerId} and payment_taken_back.state = 'OPEN') as found`.execute(reader);
  return rows[0]!.found;
}
