/**
 * A payment that came in and of which its rail says afterwards that it failed or was refunded. The rail is asked before
 * anything is believed; where it does not have the money, people see it and reverse it. // docs/decisions/189
 */
import type { Transaction, Reader } from "#server/database.server.ts";
import type { PartnerEventOutcome, PartnerEventJudgement } from "#server/events/inbox.ts";
import type { BankNotification, ProviderPayment } from "#server/outside/notification.ts";
import type { Services } from "#server/services.ts";
import {
  findReceipt,
  receiptIdOf,
  receiptOfReference,
  requestByReference,
  type ReceiptRow,
} from "./collection-store.ts";
import { confirmReceipt, openChargeback } from "./chargeback-store.ts";

type FailedPayment = BankNotification & { kind: "PAYMENT_FAILED" };
/** SILENT: no answer, or an inconclusive one. */
export type RailWord = "PAID" | "NOT_PAID" | "SILENT";

/** The payment that an event reports as failed. For a virtual account only the rail's own id identifies it. */
export async function receiptOfFailure(
  services: Services,
  reader: Reader,
  { paymentId, rail, reference }: FailedPayment,
): Promise<ReceiptRow | null> {
  if (paymentId !== undefined) return findReceipt(reader, receiptIdOf(services.outside.collection.adapter, paymentId));
  return rail === "VIRTUAL_ACCOUNT" ? null : receiptOfReference(reader, rail, reference);
}

/** The rail's current answer about the payment that an event contradicts; null if it contradicts none. Waits for the network: never inside a transaction. */
export async function askBefore(services: Services, event: BankNotification): Promise<RailWord | null> {
  const { database } = services;
  if (event.kind === "PAYMENT_FAILED") {
    const receipt = await receiptOfFailure(services, database, event);
    return receipt && receipt.state !== "TAKEN_BACK" ? askRail(services, receipt) : null;
  }
  if (event.kind !== "PAYMENT_RECEIVED" || event.rail === "VIRTUAL_ACCOUNT") return null;
  // The report of its failure may have arrived before this one.
  const isOver = (await requestByReference(database, event.rail, event.reference))?.state === "FAILED";
  return isOver && !(await receiptOfReference(database, event.rail, event.reference)) ? askRail(services, event) : null;
}

/** Whether the rail has this money now. Waits for the network: never inside a transaction. */
export async function askRail(
  services: Services,
  { rail, reference, paymentId }: Pick<ProviderPayment, "rail" | "reference" | "paymentId">,
): Promise<RailWord> {
  const { database, outside } = services;
  const bankCode = rail === "VIRTUAL_ACCOUNT" ? (await requestByReference(database, rail, reference))?.bankCode : null;
  const answer = await outside.collection.inquirePayment({ rail, reference, ...(bankCode ? { bankCode } : {}) });
  if (answer.outcome !== "KNOWN") return "SILENT";
  if (answer.payments.some((payment) => payment.paymentId === paymentId)) return "PAID";
  // A code or push that may still be paid has not come to an end at the rail.
  return answer.open && rail !== "VIRTUAL_ACCOUNT" ? "SILENT" : "NOT_PAID";
}

/** Handles the rail's answer about received money, once: records it if the rail has the money, shows it to staff if not. */
export async function judgeChargeback(
  services: Services,
  trx: Transaction,
  receipt: ReceiptRow,
  report: { provider: string; eventId: string; code: string },
  word: "PAID" | "NOT_PAID",
): Promise<PartnerEventOutcome | PartnerEventJudgement> {
  // Two people may have reversed it while the rail was asked.
  if ((await findReceipt(trx, receipt.id, { lock: true }))?.state === "TAKEN_BACK") return "KNOWN";
  const row = { ...report, code: report.code.slice(0, 100), receiptId: receipt.id, foundAt: services.clock.now() };
  const fields = { reference: receipt.id, code: row.code };
  if (word === "PAID") {
    await confirmReceipt(trx, row);
    services.log.warn("a rail called a payment failed that it has", fields);
    return "KNOWN";
  }
  if (!(await openChargeback(trx, row))) return "KNOWN";
  services.log.error("a rail took back a payment that had come in", fields);
  // It is shown in a separate list.
  return { outcome: "CONTRADICTS", isPursued: true };
}
