/** Money that arrived: noted once, given to its loan or kept aside until staff find whose it is. // Threats B5, B7 */
import { createHash } from "node:crypto";
import { isClosed } from "#features/account/cancellation/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import { account, post } from "#server/ledger/index.ts";
import type { EventOutcome, Judgement } from "#server/inbox.ts";
import type { Payment } from "#server/outside/notification.ts";
import type { Services } from "#server/services.ts";
import { dateInWib, earlierDate } from "#shared/dates.ts";
import { followPayment } from "./balance.ts";
import { followMerge } from "./merging.ts";
import { recordEvent } from "./books.ts";
import { maxByRail } from "./rail-limits.ts";
import {
  moveRequest,
  findReceipt,
  insertReceipt,
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
  // Notification and inquiry name their provider differently; the adapter is one and the same.
  const provider = services.outside.collection.adapter;
  const id = receiptIdOf(provider, payment.paymentId);
  const request = await requestByReference(trx, payment.rail, payment.reference);
  const receipt: ReceiptRow = {
    paymentId: payment.paymentId,
    rail: payment.rail,
    reference: payment.reference,
    amountRupiah: payment.amountRupiah,
    paidAt: payment.paidAt,
    provider,
    id,
    receivedAt: services.clock.now(),
    state: request ? "MATCHED" : "UNMATCHED",
    unmatchedCause: request ? null : "UNKNOWN_REFERENCE",
    returnFailure: null,
    borrowerId: request?.borrowerId ?? null,
    loanId: request?.loanId ?? null,
  };
  if (!(await insertReceipt(trx, receipt))) return sameAsBefore(services, trx, receipt);
  if (!request) return holdInSuspense(services, trx, receipt);
  return give(services, trx, receipt, request);
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

async function give(
  services: Services,
  trx: Transaction,
  receipt: ReceiptRow,
  request: RequestRow,
): Promise<EventOutcome> {
  if (request.rail !== "VIRTUAL_ACCOUNT") {
    await moveRequest(trx, request, ["OPENING", "OPEN", "FAILED", "EXPIRED"], "PAID", {
      failureCode: null,
      endedAt: services.clock.now(),
      nextInquiryAt: null,
    });
    if (request.amountRupiah !== receipt.amountRupiah) return setAside(services, trx, receipt, "AMOUNT_DIFFERS");
  }
  // Whose account is closed has no balance here any more: the money goes back to its payer.
  if (await isClosed(trx, request.borrowerId)) return setAside(services, trx, receipt, "ACCOUNT_CLOSED");
  const doubt = await doubtOf(services, trx, receipt);
  if (doubt) return setAside(services, trx, receipt, doubt);
  const event = {
    kind: "PAYMENT",
    id: receipt.id,
    valueDate: dateInWib(receipt.paidAt),
    amountRupiah: receipt.amountRupiah,
    from: "RAIL",
  } as const;
  const facts = { rail: receipt.rail, bankCode: request.bankCode, paidAt: receipt.paidAt, actor: "BANK" };
  const outcome = await recordEvent(services, trx, request, event, facts);
  if (outcome === "NOT_RUNNING") return setAside(services, trx, receipt, "LOAN_NOT_RUNNING");
  if (outcome === "BEFORE_LOAN") return setAside(services, trx, receipt, "PAID_BEFORE_LOAN");
  if (outcome === "KNOWN") return "KNOWN";
  await followPayment(services, trx, request, event, outcome);
  await followMerge(services, trx, request.borrowerId, event.id);
  return "APPLIED";
}

/** How far a rail's clock may run before ours. */
const maxAheadMilliseconds = 86_400_000;

/** What a rail cannot have carried: people look at it before it counts. // docs/decisions/215 */
async function doubtOf(
  { clock }: Services,
  trx: Transaction,
  { paidAt, rail, amountRupiah }: ReceiptRow,
): Promise<UnmatchedCause | null> {
  const now = clock.now();
  if (paidAt.getTime() > now.getTime() + maxAheadMilliseconds) return "PAID_AHEAD";
  // Of the day on which we hear of it: what no rail may carry any more is looked at, whenever it is said to have been paid.
  const most = (await maxByRail(trx, dateInWib(now)))[rail];
  return most !== null && amountRupiah > most ? "ABOVE_RAIL_LIMIT" : null;
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
