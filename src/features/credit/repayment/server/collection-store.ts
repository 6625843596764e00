/** SQL of what comes in: ways to pay that were opened, receipts of money, and assignments by staff. */
import { countWaiting, type CountedRows } from "#server/records/count-waiting.ts";
import { createHash } from "node:crypto";
import { sql, type ExpressionBuilder } from "kysely";
import type { Reader, Transaction } from "#server/database.server.ts";
import type { DB } from "#server/database.types.ts";
import type { BusinessDate } from "#shared/dates.ts";
import { ascending, descending, inOrder, type ListOrder, type OrderedInput } from "#server/records/list-order.ts";
import type { ProviderPayment, Rail } from "#server/outside/notification.ts";
import type { unmatchedOrders } from "../staff-contract.ts";
import { receiptLifecycle, requestLifecycle } from "./lifecycle.ts";

export type RequestState = (typeof requestLifecycle)["states"][number];
export interface PaymentRequestRow {
  borrowerId: string;
  loanId: string;
  id: string;
  rail: Rail;
  bankCode: string | null;
  reference: string;
  amountRupiah: number | null;
  state: RequestState;
  content: string | null;
  walletSealed: string | null;
  failureCode: string | null;
  /** The amount is the payoff of this day: paid while it lives, a code or push ends the loan as of it. */
  payoffOn: BusinessDate | null;
  /** Something was due on this day: paid while it lives, a code or push counts as of it. */
  dueOn: BusinessDate | null;
  requestedAt: Date;
  expiresAt: Date;
  endedAt: Date | null;
  nextInquiryAt: Date | null;
}
export type RequestName = Pick<PaymentRequestRow, "borrowerId" | "loanId" | "id">;

export async function insertPaymentRequest(trx: Transaction, row: PaymentRequestRow): Promise<boolean> {
  const made = await trx
    .insertInto("payment_request")
    .values({
      borrowerId: row.borrowerId,
      loanId: row.loanId,
      id: row.id,
      rail: row.rail,
      bankCode: row.bankCode,
      reference: row.reference,
      amountRupiah: row.amountRupiah,
      state: row.state,
      content: row.content,
      walletSealed: row.walletSealed,
      payoffOn: row.payoffOn,
      dueOn: row.dueOn,
      requestedAt: row.requestedAt,
      expiresAt: row.expiresAt,
      nextInquiryAt: row.nextInquiryAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return made !== undefined;
}

export type RequestChange = Partial<
  Pick<PaymentRequestRow, "content" | "failureCode" | "requestedAt" | "expiresAt" | "endedAt" | "nextInquiryAt">
>;

/** Changes the state of a request if it is in one of `from`; false if it is not any more. */
export async function moveRequest(
  trx: Transaction,
  { borrowerId, id }: RequestName,
  from: readonly RequestState[],
  to: RequestState,
  change: RequestChange,
): Promise<boolean> {
  return (await requestLifecycle.step(trx, { borrowerId, id, from, to, set: change })) !== null;
}

/** Changes a request that stays in its state, while that is one of `of`. */
export async function changeRequest(
  trx: Transaction,
  { borrowerId, loanId, id }: RequestName,
  of: readonly RequestState[],
  change: RequestChange,
): Promise<void> {
  await trx
    .updateTable("payment_request")
    .set(change)
    .where("borrowerId", "=", borrowerId)
    .where("loanId", "=", loanId)
    .where("id", "=", id)
    .where("state", "in", [...of])
    .execute();
}

/** The request behind a rail's reference, of any borrower. */
export async function requestByReference(
  reader: Reader,
  rail: Rail,
  reference: string,
): Promise<PaymentRequestRow | null> {
  const row = await reader
    .selectFrom("payment_request")
    .selectAll()
    .where("rail", "=", rail)
    .where("reference", "=", reference)
    .executeTakeFirst();
  return row ? requestOf(row) : null;
}

export async function findPaymentRequest(
  reader: Reader,
  borrowerId: string,
  id: string,
): Promise<PaymentRequestRow | null> {
  const row = await reader
    .selectFrom("payment_request")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? requestOf(row) : null;
}

/** Requests of a loan, newest first. */
export async function requestsOf(
  reader: Reader,
  borrowerId: string,
  loanId: string,
  narrow: { rail?: Rail; states?: readonly RequestState[] } = {},
): Promise<PaymentRequestRow[]> {
  let query = reader
    .selectFrom("payment_request")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .where("loanId", "=", loanId)
    .orderBy("requestedAt", "desc")
    .orderBy("id", "desc")
    .limit(50);
  if (narrow.rail) query = query.where("rail", "=", narrow.rail);
  if (narrow.states) query = query.where("state", "in", [...narrow.states]);
  return (await query.execute()).map(requestOf);
}

/** Claims requests that are due for an inquiry, and postpones their next one, so that only one process asks for each. */
export async function claimRequests(
  trx: Transaction,
  now: Date,
  next: Date,
  most: number,
): Promise<PaymentRequestRow[]> {
  const rows = await trx
    .selectFrom("payment_request")
    .selectAll()
    .where("nextInquiryAt", "<=", now)
    .orderBy("nextInquiryAt")
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute();
  if (rows.length === 0) return [];
  const column = (name: "borrowerId" | "loanId" | "id") => rows.map((row) => row[name]);
  await sql`update payment_request r set next_inquiry_at = ${next}
    from unnest(${column("borrowerId")}::uuid[], ${column("loanId")}::uuid[], ${column("id")}::uuid[]) as mine (borrower_id, loan_id, id)
    where r.borrower_id = mine.borrower_id and r.loan_id = mine.loan_id and r.id = mine.id`.execute(trx);
  return rows.map(requestOf);
}

type RawRequest = Awaited<ReturnType<typeof rawRequest>>;
const rawRequest = (reader: Reader) => reader.selectFrom("payment_request").selectAll().executeTakeFirstOrThrow();

function requestOf(row: RawRequest): PaymentRequestRow {
  return {
    borrowerId: row.borrowerId,
    loanId: row.loanId,
    id: row.id,
    rail: row.rail as Rail,
    bankCode: row.bankCode,
    reference: row.reference,
    amountRupiah: row.amountRupiah,
    state: row.state as RequestState,
    content: row.content,
    walletSealed: row.walletSealed,
    failureCode: row.failureCode,
    payoffOn: row.payoffOn,
    dueOn: row.dueOn,
    requestedAt: row.requestedAt,
    expiresAt: row.expiresAt,
    endedAt: row.endedAt,
    nextInquiryAt: row.nextInquiryAt,
  };
}

export type ReceiptState = (typeof receiptLifecycle)["states"][number];
export interface ReceiptRow extends ProviderPayment {
  provider: string;
  id: string;
  receivedAt: Date;
  state: ReceiptState;
  unmatchedCause: UnmatchedCause | null;
  /** The bank's code, where a return to the payer did not arrive. */
  returnFailure: string | null;
  borrowerId: string | null;
  loanId: string | null;
}
export type UnmatchedCause =
  | "UNKNOWN_REFERENCE"
  | "AMOUNT_DIFFERS"
  | "LOAN_NOT_RUNNING"
  | "PAID_BEFORE_LOAN"
  | "PAID_AHEAD"
  | "ABOVE_RAIL_LIMIT"
  | "ACCOUNT_CLOSED";

/** The same from notification and inquiry, in every process: a second report finds the first one's row. */
export function receiptIdOf(provider: string, paymentId: string): string {
  return `pay_${createHash("sha256").update(`${provider}\n${paymentId}`).digest("hex").slice(0, 32)}`;
}

/** Notes money that arrived; false where it was noted before. */
export async function insertReceipt(trx: Transaction, row: ReceiptRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("payment_receipt")
    .values({
      provider: row.provider,
      paymentId: row.paymentId,
      id: row.id,
      rail: row.rail,
      reference: row.reference,
      amountRupiah: row.amountRupiah,
      paidAt: row.paidAt,
      receivedAt: row.receivedAt,
      state: row.state,
      unmatchedCause: row.unmatchedCause,
      borrowerId: row.borrowerId,
      loanId: row.loanId,
    })
    // Without naming a key: two that insert at once may meet at the id first, which stands for the same payment.
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) > 0;
}

export async function findReceipt(
  reader: Reader,
  id: string,
  options: { lock?: boolean } = {},
): Promise<ReceiptRow | null> {
  let query = reader.selectFrom("payment_receipt").selectAll().where("id", "=", id);
  if (options.lock) query = query.forUpdate();
  const row = await query.executeTakeFirst();
  return row ? receiptOf(row) : null;
}

/** Those of these receipts that are noted, by their ids. */
export async function receiptsKnown(reader: Reader, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from payment_receipt where id = any(${ids}::text[])`.execute(reader);
  return new Set(rows.map(({ id }) => id));
}

/** The money of a code or a push, of any borrower: there is one payment at most. */
export async function receiptOfReference(reader: Reader, rail: Rail, reference: string): Promise<ReceiptRow | null> {
  const row = await reader
    .selectFrom("payment_receipt")
    .selectAll()
    .where("rail", "=", rail)
    .where("reference", "=", reference)
    .orderBy("receivedAt")
    .limit(1)
    .executeTakeFirst();
  return row ? receiptOf(row) : null;
}

/** The newest money that came in for a reference of this borrower's. */
export async function newestReceipt(
  reader: Reader,
  borrowerId: string,
  rail: Rail,
  reference: string,
): Promise<ReceiptRow | null> {
  const row = await reader
    .selectFrom("payment_receipt")
    .selectAll()
    .where("rail", "=", rail)
    .where("reference", "=", reference)
    .where("borrowerId", "=", borrowerId)
    .orderBy("paidAt", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? receiptOf(row) : null;
}

/** Moves a receipt to another state, such as UNMATCHED or a loan's; false if it is not in state `from`. */
export async function markReceipt(
  trx: Transaction,
  id: string,
  from: ReceiptState,
  {
    state: to,
    ...change
  }: { state: ReceiptState } & Partial<Pick<ReceiptRow, "unmatchedCause" | "borrowerId" | "loanId" | "returnFailure">>,
): Promise<boolean> {
  return (await receiptLifecycle.step(trx, { id, from: [from], to, set: change })) !== null;
}

/** Money received for a restructured loan counts for the loan that continues it. */
export async function moveReceipt(trx: Transaction, id: string, loanId: string): Promise<void> {
  await trx.updateTable("payment_receipt").set({ loanId }).where("id", "=", id).execute();
}

const paid = { column: "paidAt", holds: "INSTANT", ids: "RECEIPT" } as const;
const amount = { column: "amountRupiah", holds: "AMOUNT", ids: "RECEIPT", period: "paidAt" } as const;
const unmatchedOrder: Readonly<Record<(typeof unmatchedOrders)[number], ListOrder>> = {
  OLDEST: ascending(paid),
  NEWEST: descending(paid),
  SMALLEST: ascending(amount),
  LARGEST: descending(amount),
};

/** Money that its rail reversed is in another list: it can be neither assigned nor returned. */
const notChargeback = ({ not, exists, selectFrom }: ExpressionBuilder<DB, "payment_receipt">) =>
  not(
    exists(
      selectFrom("payment_taken_back")
        .select("receiptId")
        .whereRef("receiptId", "=", "payment_receipt.id")
        .where("payment_taken_back.state", "=", "OPEN"),
    ),
  );

/** One page of unmatched money, oldest first; `after` is the last one's instant of receipt and id. */
export async function unmatchedReceipts(
  reader: Reader,
  search: { order: keyof typeof unmatchedOrder; cause?: UnmatchedCause | undefined; page: OrderedInput },
): Promise<ReceiptRow[]> {
  const { order, cause, page } = search;
  const unmatched = reader
    .selectFrom("payment_receipt")
    .selectAll()
    .where(sql<boolean>`state = 'UNMATCHED'`)
    .where(notChargeback);
  let query = inOrder(unmatched, unmatchedOrder[order], page);
  if (cause) query = query.where("unmatchedCause", "=", cause);
  return (await query.execute()).map(receiptOf);
}

/** How many receipts are unmatched, and since when the oldest is: for the console's home. */
export async function countUnmatched(reader: Reader): Promise<CountedRows> {
  return countWaiting(
    reader,
    reader
      .selectFrom("payment_receipt")
      .select("receivedAt as at")
      // Written out, so that any plan may use the partial index.
      .where(sql<boolean>`state = 'UNMATCHED'`)
      .where(notChargeback),
  );
}

function receiptOf(row: {
  provider: string;
  paymentId: string;
  id: string;
  rail: string;
  reference: string;
  amountRupiah: number;
  paidAt: Date;
  receivedAt: Date;
  state: string;
  unmatchedCause: string | null;
  returnFailure: string | null;
  borrowerId: string | null;
  loanId: string | null;
}): ReceiptRow {
  return {
    provider: row.provider,
    paymentId: row.paymentId,
    id: row.id,
    rail: row.rail as Rail,
    reference: row.reference,
    amountRupiah: row.amountRupiah,
    paidAt: row.paidAt,
    receivedAt: row.receivedAt,
    state: row.state as ReceiptRow["state"],
    unmatchedCause: row.unmatchedCause as UnmatchedCause | null,
    returnFailure: row.returnFailure,
    borrowerId: row.borrowerId,
    loanId: row.loanId,
  };
}
