/** Money that arrived: noted once, given to its loan or kept aside until staff find whose it is. // Threats B5, B7 */
import { createHash } from "node:crypto";
import { isClosed } from "#features/account/cancellation/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import { account, post } from "#server/ledger/index.ts";
import type { EventOutcome, Judgement } from "#server/inbox.ts";
import type { Payment } from "#server/outside/notification.ts";
import type { Services } from "#server/services.ts";
import { dateInWib, earlierDate } from "#shared/dates.ts";
import { followPayments } from "./balance.ts";
import { followMerge } from "./merging.ts";
import { recordEvents } from "./books.ts";
import { maxByRail } from "./rail-limits.ts";
import {
  moveRequest,
  findReceipt,
  insertReceipts,
  markReceipt,
  requestByReference,
  type ReceiptRow,
  type RequestRow,
  type UnmatchedCause,
} from "./collection-store.ts";

/** The same from notification and inquiry, in every process: a second telling finds the first one's rows. */
export function receiptIdOf(provider: string, paymentId: string): string {
  return `pay_${createHash("sha256").update(`${provider}\n${paymentId}`).digest("hex").slice(0, 32)}`;
}

/** Takes a payment that the rail told of, once. Its money is in the books when this transaction commits. */
export async function receivePayment(
  services: Services,
  trx: Transaction,
  payment: Payment,
): Promise<EventOutcome | Judgement> {
  const [outcome] = await receivePayments(services, trx, [payment]);
  return outcome!;
}

/** The same for several by one reference that were paid on one day. Answers what became of each. */
export async function receivePayments(
  services: Services,
  trx: Transaction,
  payments: readonly Payment[],
): Promise<(EventOutcome | Judgement)[]> {
  const { rail, reference } = payments[0]!;
  const request = await requestByReference(trx, rail, reference);
  const receipts = payments.map((payment) => receiptOf(services, payment, request));
  const unheard = await insertReceipts(trx, receipts);
  // Of two that tell of one payment the first takes it.
  const isNew = receipts.map(({ id }) => unheard.delete(id));
  const fresh = receipts.filter((_receipt, index) => isNew[index]);
  const given = request && fresh.length > 0 ? await give(services, trx, fresh, request) : null;
  const outcomes: (EventOutcome | Judgement)[] = [];
  for (const [index, receipt] of receipts.entries()) {
    if (!isNew[index]) outcomes.push(await sameAsBefore(services, trx, receipt));
    else outcomes.push(given?.get(receipt.id) ?? (await holdInSuspense(services, trx, receipt)));
  }
  return outcomes;
}

function receiptOf({ outside, clock }: Services, payment: Payment, request: RequestRow | null): ReceiptRow {
  // Notification and inquiry name their provider differently; the adapter is one and the same.
  const provider = outside.collection.adapter;
  return {
    paymentId: payment.paymentId,
    rail: payment.rail,
    reference: payment.reference,
    amountRupiah: payment.amountRupiah,
    paidAt: payment.paidAt,
    provider,
    id: receiptIdOf(provider, payment.paymentId),
    receivedAt: clock.now(),
    state: request ? "MATCHED" : "UNMATCHED",
    unmatchedCause: request ? null : "UNKNOWN_REFERENCE",
    returnFailure: null,
    borrowerId: request?.borrowerId ?? null,
    loanId: request?.loanId ?? null,
  };
}

/** A second telling must say the same; another amount under one payment id is the partner's fault, and the first one stands. */
async function sameAsBefore(
  services: Services,
  trx: Transaction,
  receipt: ReceiptRow,
): Promise<EventOutcome | Judgement> {
  const first = await findReceipt(trx, receipt.id);
  if (first && first.amountRupiah === receipt.amountRupiah && first.reference === receipt.reference) return "KNOWN";
  services.log.error("a payment was told twice with different figures", { reference: receipt.id });
  return { outcome: "CONTRADICTS", borrowerId: first?.borrowerId ?? null, loanId: first?.loanId ?? null };
}

/** Gives money to the loan that was asked for, or sets it aside: by receipt, what became of it. */
async function give(
  services: Services,
  trx: Transaction,
  receipts: readonly ReceiptRow[],
  request: RequestRow,
): Promise<Map<string, EventOutcome>> {
  if (request.rail !== "VIRTUAL_ACCOUNT")
    await moveRequest(trx, request, ["OPENING", "OPEN", "FAILED", "EXPIRED"], "PAID", {
      failureCode: null,
      endedAt: services.clock.now(),
      nextInquiryAt: null,
    });
  const given = new Map<string, EventOutcome>();
  const doubts = await doubtsOf(services, trx, receipts, request);
  const undoubted = receipts.filter(({ id }) => !doubts.has(id));
  const booked = await bookPayments(services, trx, undoubted, request);
  for (const receipt of receipts) {
    const cause = doubts.get(receipt.id) ?? booked.get(receipt.id)!;
    const isAside = cause !== "APPLIED" && cause !== "KNOWN";
    given.set(receipt.id, isAside ? await setAside(services, trx, receipt, cause) : cause);
  }
  return given;
}

/** Books payments to their loan; by receipt, what became of it or why it cannot be the loan's. */
async function bookPayments(
  services: Services,
  trx: Transaction,
  receipts: readonly ReceiptRow[],
  request: RequestRow,
): Promise<Map<string, "APPLIED" | "KNOWN" | UnmatchedCause>> {
  const found = new Map<string, "APPLIED" | "KNOWN" | UnmatchedCause>();
  if (receipts.length === 0) return found;
  const events = receipts.map(({ id, paidAt, amountRupiah }) => {
    const valueDate = dateInWib(paidAt);
    return { kind: "PAYMENT", id, valueDate, amountRupiah, from: "RAIL" } as const;
  });
  const outcomes = await recordEvents(
    services,
    trx,
    request,
    receipts.map(({ rail, paidAt }, index) => ({
      event: events[index]!,
      facts: { rail, bankCode: request.bankCode, paidAt, actor: "BANK" },
    })),
  );
  const counted = [];
  for (const [index, event] of events.entries()) {
    const outcome = outcomes[index]!;
    if (outcome === "NOT_RUNNING") found.set(event.id, "LOAN_NOT_RUNNING");
    else if (outcome === "BEFORE_LOAN") found.set(event.id, "PAID_BEFORE_LOAN");
    else if (outcome === "KNOWN") found.set(event.id, "KNOWN");
    else {
      found.set(event.id, "APPLIED");
      counted.push({ ...event, outcome });
    }
  }
  const [first] = counted;
  if (!first) return found;
  await followPayments(services, trx, request, counted);
  await followMerge(services, trx, request.borrowerId, first.id);
  return found;
}

/** How far a rail's clock may run before ours. */
const maxAheadMilliseconds = 86_400_000;

/** What cannot be the loan's, or what a rail cannot have carried: people look at it before it counts. // docs/decisions/189 */
async function doubtsOf(
  { clock }: Services,
  trx: Transaction,
  receipts: readonly ReceiptRow[],
  request: RequestRow,
): Promise<Map<string, UnmatchedCause>> {
  // Whose account is closed has no balance here any more: the money goes back to its payer.
  const closed = await isClosed(trx, request.borrowerId);
  const now = clock.now();
  // Of the day on which we hear of it: what no rail may carry any more is looked at, whenever it is said to have been paid.
  const most = (await maxByRail(trx, dateInWib(now)))[request.rail];
  const doubtOf = ({ amountRupiah, paidAt }: ReceiptRow): UnmatchedCause | null => {
    if (request.rail !== "VIRTUAL_ACCOUNT" && request.amountRupiah !== amountRupiah) return "AMOUNT_DIFFERS";
    if (closed) return "ACCOUNT_CLOSED";
    if (paidAt.getTime() > now.getTime() + maxAheadMilliseconds) return "PAID_AHEAD";
    return most !== null && amountRupiah > most ? "ABOVE_RAIL_LIMIT" : null;
  };
  return new Map(
    receipts.flatMap((receipt) => {
      const doubt = doubtOf(receipt);
      return doubt ? [[receipt.id, doubt] as const] : [];
    }),
  );
}

async function setAside(
  services: Services,
  trx: Transaction,
  receipt: ReceiptRow,
  unmatchedCause: UnmatchedCause,
): Promise<EventOutcome> {
  await markReceipt(trx, receipt.id, "MATCHED", { state: "UNMATCHED", unmatchedCause });
  return holdInSuspense(services, trx, receipt);
}

/** Into suspense: the money is ours to keep safe, and nobody's yet. */
async function holdInSuspense(services: Services, trx: Transaction, receipt: ReceiptRow): Promise<EventOutcome> {
  const now = services.clock.now();
  await post(trx, now, [
    {
      id: `unmatched_${receipt.id}`,
      kind: "UNMATCHED_RECEIVED",
      debit: account("ESCROW"),
      credit: account("UNMATCHED", receipt.id),
      amount: receipt.amountRupiah,
      reference: receipt.id,
      valueDate: earlierDate(dateInWib(receipt.paidAt), dateInWib(now)),
    },
  ]);
  return "APPLIED";
}
