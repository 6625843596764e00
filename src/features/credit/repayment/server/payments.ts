/** Money that arrived: noted once, booked to its loan or kept in suspense until staff find its owner. // Threats B5, B7 */
import { isClosed } from "#features/account/cancellation/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import { account, post } from "#server/ledger/index.ts";
import type { PartnerEventOutcome, PartnerEventJudgement } from "#server/events/inbox.ts";
import type { ProviderPayment } from "#server/outside/notification.ts";
import type { Services } from "#server/services.ts";
import { dateInWib, earlierDate, laterDate } from "#shared/dates.ts";
import { followPayment } from "./balance.ts";
import { followMerge } from "./merging.ts";
import { recordEvent } from "./books.ts";
import { loanInForce } from "./restructuring.ts";
import { judgeChargeback } from "./chargeback.ts";
import { maxByRail } from "./rail-limits.ts";
import { valueDayOf } from "./value-day.ts";
import {
  moveRequest,
  findReceipt,
  insertReceipt,
  markReceipt,
  moveReceipt,
  receiptIdOf,
  requestByReference,
  type ReceiptRow,
  type PaymentRequestRow,
  type UnmatchedCause,
} from "./collection-store.ts";

/** The rail's answer that it does not have a payment which it reported: the event says so, and people look at it. */
export interface Denial {
  provider: string;
  eventId: string;
}

/**
 * Takes a payment that its rail reported or named when it was asked, once: the one way in. Its money is in the books when this
 * transaction commits. A payment that the rail denies is taken too, so that no money is ever lost, and opens a chargeback.
 * @throws LedgerRefusal where the ledger refuses the posting; Refusal as `payDueOfBorrower`
 */
export async function receivePayment(
  services: Services,
  trx: Transaction,
  payment: ProviderPayment,
  denial?: Denial,
): Promise<PartnerEventOutcome | PartnerEventJudgement> {
  const request = await requestByReference(trx, payment.rail, payment.reference);
  const receipt = receiptOf(services, payment, request);
  const isNew = await insertReceipt(trx, receipt);
  const outcome = isNew
    ? await (request ? give(services, trx, receipt, request) : holdInSuspense(services, trx, receipt))
    : await sameAsBefore(services, trx, receipt);
  if (!denial) return outcome;
  const existing = await findReceipt(trx, receipt.id);
  return existing
    ? judgeChargeback(services, trx, existing, { ...denial, code: request?.failureCode ?? "FAILED" }, "NOT_PAID")
    : outcome;
}

function receiptOf(
  { outside, clock }: Services,
  payment: ProviderPayment,
  request: PaymentRequestRow | null,
): ReceiptRow {
  // Notification and inquiry name their provider differently; the adapter is one and the same.
  const provider = outside.collection.adapter;
  return {
    paymentId: payment.paymentId,
    rail: payment.rail,
    reference: payment.reference,
    amountRupiah: payment.amountRupiah,
    paidAt: payment.paidAt,
    ...(payment.isPaidAtUnknown ? { isPaidAtUnknown: true } : {}),
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

/** A repeated report must have the same content; another amount under one payment id is the partner's fault, and the first one counts. */
async function sameAsBefore(
  services: Services,
  trx: Transaction,
  receipt: ReceiptRow,
): Promise<PartnerEventOutcome | PartnerEventJudgement> {
  const first = await findReceipt(trx, receipt.id);
  if (first && first.amountRupiah === receipt.amountRupiah && first.reference === receipt.reference) return "KNOWN";
  services.log.error("a payment was told twice with different figures", { reference: receipt.id });
  return { outcome: "CONTRADICTS", borrowerId: first?.borrowerId ?? null, loanId: first?.loanId ?? null };
}

/** Books money to the loan of its request, or puts it in suspense. */
async function give(
  services: Services,
  trx: Transaction,
  receipt: ReceiptRow,
  request: PaymentRequestRow,
): Promise<PartnerEventOutcome> {
  if (request.rail !== "VIRTUAL_ACCOUNT")
    await moveRequest(trx, request, ["OPENING", "OPEN", "FAILED", "EXPIRED"], "PAID", {
      failureCode: null,
      endedAt: services.clock.now(),
      nextInquiryAt: null,
    });
  const cause =
    (await doubtOf(services, trx, receipt, request)) ?? (await bookPayment(services, trx, receipt, request));
  return cause === "APPLIED" || cause === "KNOWN" ? cause : setAside(services, trx, receipt, cause);
}

/** Books a payment to its loan; otherwise why it cannot be the loan's. */
async function bookPayment(
  services: Services,
  trx: Transaction,
  { id, rail, paidAt, isPaidAtUnknown, amountRupiah }: ReceiptRow,
  request: PaymentRequestRow,
): Promise<"APPLIED" | "KNOWN" | UnmatchedCause> {
  const valueDay = await valueDayOf(trx, request, {
    paidAt,
    amountRupiah,
    ...(isPaidAtUnknown ? { isPaidAtUnknown } : {}),
  });
  // A payment to a number of a restructured loan belongs to the loan that continues it.
  const { name, since } = await loanInForce(trx, request);
  const valueDate = since ? laterDate(valueDay, since) : valueDay;
  if (since) await moveReceipt(trx, id, name.loanId);
  const event = { kind: "PAYMENT", id, valueDate, amountRupiah, from: "RAIL" } as const;
  const facts = { rail, bankCode: request.bankCode, paidAt, actor: "BANK" } as const;
  const outcome = await recordEvent(services, trx, name, event, facts);
  if (outcome === "NOT_RUNNING") return "LOAN_NOT_RUNNING";
  if (outcome === "BEFORE_LOAN") return "PAID_BEFORE_LOAN";
  if (outcome === "KNOWN") return "KNOWN";
  await followPayment(services, trx, name, { id, valueDate, outcome });
  await followMerge(services, trx, request.borrowerId, id);
  return "APPLIED";
}

/** How far a rail's clock may be ahead of ours. */
const maxAheadMilliseconds = 86_400_000;

/** Money that cannot belong to the loan, or that a rail cannot have carried: staff review it before it counts. // docs/decisions/189 */
async function doubtOf(
  { clock }: Services,
  trx: Transaction,
  { amountRupiah, paidAt }: ReceiptRow,
  request: PaymentRequestRow,
): Promise<UnmatchedCause | null> {
  if (request.rail !== "VIRTUAL_ACCOUNT" && request.amountRupiah !== amountRupiah) return "AMOUNT_DIFFERS";
  // A closed account has no balance here any more: the money goes back to its payer.
  if (await isClosed(trx, request.borrowerId)) return "ACCOUNT_CLOSED";
  const now = clock.now();
  if (paidAt.getTime() > now.getTime() + maxAheadMilliseconds) return "PAID_AHEAD";
  // The limit of today counts, whenever the payment is said to have been made.
  const max = (await maxByRail(trx, dateInWib(now)))[request.rail];
  return max !== null && amountRupiah > max ? "ABOVE_RAIL_LIMIT" : null;
}

async function setAside(
  services: Services,
  trx: Transaction,
  receipt: ReceiptRow,
  unmatchedCause: UnmatchedCause,
): Promise<PartnerEventOutcome> {
  await markReceipt(trx, receipt.id, "MATCHED", { state: "UNMATCHED", unmatchedCause });
  return holdInSuspense(services, trx, receipt);
}

/** Books money into suspense: it is ours to keep safe, and its owner is not known yet. */
async function holdInSuspense(services: Services, trx: Transaction, receipt: ReceiptRow): Promise<PartnerEventOutcome> {
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
