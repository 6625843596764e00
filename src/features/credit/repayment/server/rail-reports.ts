/** Handles the rails' own reports about payments. The inbox stores them. */
import { answer, Binary, type CallAnswer } from "#server/call/pipeline.ts";
import type { Transaction } from "#server/database.server.ts";
import {
  handleEvents,
  receiveNotification,
  type PartnerEventOutcome,
  type PartnerEventJudgement,
} from "#server/events/inbox.ts";
import type { BankNotification } from "#server/outside/notification.ts";
import type { Services } from "#server/services.ts";
import { sandboxBankWebhook, snapWebhooks } from "../webhook-contract.ts";
import { answerInquiry } from "./bill-inquiry.ts";
import { moveRequest, requestByReference } from "./collection-store.ts";
import { receivePayment } from "./payments.ts";
import { askBefore, judgeChargeback, receiptOfFailure, type RailWord } from "./chargeback.ts";

/** The time for which a report of a payment's end waits for the report of its start. */
const earlyMilliseconds = 24 * 3_600_000;

/** The rail's answer; null where there was nothing to ask. */
type RailAnswer = Exclude<RailWord, "SILENT"> | null;

/** The addresses to which rails report, payments and transfers alike. */
export const reportAnswers: readonly CallAnswer[] = [sandboxBankWebhook, ...snapWebhooks].map((call) =>
  answer(call, async (_input, { services, caller }) => {
    const sandboxed = services.outside.collection.adapter === "sandbox";
    if (sandboxed !== (call === sandboxBankWebhook)) return new Binary(new Uint8Array(), "text/plain", {}, 404);
    const { status, headers, body } = await receiveNotification(services, caller, call.path, (question) =>
      answerInquiry(services, question),
    );
    return new Binary(Buffer.from(body), headers["content-type"] ?? "application/json", { ...headers }, status);
  }),
);

export const paymentReports = handleEvents({
  kinds: ["PAYMENT_RECEIVED", "PAYMENT_FAILED", "PAYMENT_PENDING"],
  async ask(services, body): Promise<RailAnswer | "LATER"> {
    const word = await askBefore(services, body);
    return word === "SILENT" ? "LATER" : word;
  },
  async apply(services, trx, { provider, eventId, body, receivedAt }, word) {
    switch (body.kind) {
      case "PAYMENT_RECEIVED":
        return receivePayment(services, trx, body, word === "NOT_PAID" ? { provider, eventId } : undefined);
      case "PAYMENT_FAILED":
        return endFailed(services, trx, provider, body, receivedAt, word);
      case "PAYMENT_PENDING":
        return "KNOWN";
    }
  },
});

/** A failed payment ends no virtual account, but it ends a code or push. For money that had arrived the rail's answer decides. */
async function endFailed(
  services: Services,
  trx: Transaction,
  provider: string,
  event: BankNotification & { kind: "PAYMENT_FAILED" },
  receivedAt: Date,
  word: RailAnswer,
): Promise<PartnerEventOutcome | PartnerEventJudgement | "LATER"> {
  const receipt = await receiptOfFailure(services, trx, event);
  if (receipt?.state === "TAKEN_BACK") return "KNOWN";
  // The payment arrived after the inquiry, or no inquiry was made: the next try asks the rail.
  if (receipt)
    return word === null
      ? "LATER"
      : judgeChargeback(services, trx, receipt, { provider, eventId: event.eventId, code: event.code }, word);
  // A refund may overtake its payment.
  if (event.paymentId !== undefined)
    return services.clock.now().getTime() - receivedAt.getTime() < earlyMilliseconds ? "LATER" : "UNKNOWN_SUBJECT";
  const request = await requestByReference(trx, event.rail, event.reference);
  if (!request) return "UNKNOWN_SUBJECT";
  if (request.rail === "VIRTUAL_ACCOUNT") return "KNOWN";
  const changed = await moveRequest(trx, request, ["OPENING", "OPEN"], "FAILED", {
    failureCode: event.code,
    endedAt: services.clock.now(),
    nextInquiryAt: null,
  });
  return changed ? "APPLIED" : "KNOWN";
}
