/**
 * Notifications: verified on the raw bytes by the port, kept once per provider and event, answered after the commit; what
 * they mean is done by a job, and by a sweep should the job be lost. // Security rules 6; threat B5
 */
import { sql } from "kysely";
import * as v from "valibot";
import { answer, Binary, type Api } from "#server/call/pipeline.ts";
import type { Caller } from "#server/call/caller.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import { defineJob } from "#server/work/jobs.ts";
import type { BankNotification, PartnerAnswer } from "#server/outside/notification.ts";
import type { Services } from "#server/services.ts";
import { applyTransferNews } from "#features/credit/disbursement/server/index.ts";
import { sandboxBankWebhook, snapWebhooks } from "../contract.ts";
import {
  changeRequest,
  endPartnerEvent,
  insertPartnerEvent,
  lockPartnerEvent,
  openPartnerEvent,
  openPartnerEvents,
  putEventOff,
  requestByReference,
  type EventOutcomeName,
  type PartnerEvent,
} from "./collection-store.ts";
import { askBefore, judge, receiptOfFailure, receiveAfterFailure, type RailWord } from "./taken-back.ts";

const handleEvent = defineJob(
  "repayment-partner-event",
  v.object({ provider: v.string(), eventId: v.pipe(v.string(), v.maxLength(100)) }),
);

const maxInJob = 100;
/** A job that is this old and has not handled its event is not waited for any more. */
const leftBehindMilliseconds = 60_000;
/** For so long the end of a payment that nobody told of waits for its beginning. */
const earlyMilliseconds = 24 * 3_600_000;

export function inboxAnswers(api: Api): void {
  for (const call of [sandboxBankWebhook, ...snapWebhooks]) {
    answer(
      api,
      call,
    )(async (_input, { services, caller }) => {
      const sandboxed = services.outside.collection.adapter === "sandbox";
      if (sandboxed !== (call === sandboxBankWebhook)) return new Binary(new Uint8Array(), "text/plain", {}, 404);
      const { status, headers, body } = await receive(services, caller, call.path);
      return new Binary(Buffer.from(body), headers["content-type"] ?? "application/json", { ...headers }, status);
    });
  }
}

export function inboxWork(services: Services): void {
  services.jobs.handle(handleEvent, ({ provider, eventId }) =>
    handle(services, provider, eventId).then(() => undefined),
  );
  services.sweeps.add({
    name: "repayment-inbox",
    everySeconds: 30,
    waits: {
      text: { id: "Kabar mitra yang belum diproses", en: "Partners’ reports not handled", zh: "未处理的合作方通知" },
      rows: [{ table: "partner_event", at: "received_at", where: sql<boolean>`handled_at is null` }],
    },
    run: handleLeftBehind,
  });
}

async function receive(services: Services, caller: Caller, path: string): Promise<PartnerAnswer> {
  const { raw } = caller;
  if (!raw) throw new Error("A notification came without its bytes.");
  const headers = Object.fromEntries([...raw.headers].map(([name, value]) => [name.toLowerCase(), value]));
  const reading = await services.outside.collection.readNotification({
    method: "POST",
    path,
    headers,
    rawBody: raw.body,
  });
  if (reading.outcome === "REFUSED")
    services.log.warn("notification refused", { reason: reading.reason, traceId: caller.traceId });
  if (reading.outcome !== "EVENT") return reading.answer;
  const { provider, event } = reading;
  await transact(services.database, async (trx) => {
    if (!(await insertPartnerEvent(trx, provider, event, services.clock.now()))) return;
    // An id too long for a job's payload is left to the sweep.
    if (event.eventId.length <= maxInJob)
      await services.jobs.send(trx, handleEvent, { provider, eventId: event.eventId });
  });
  return reading.answer;
}

/** Does what an event means, once, however many try; one that cannot be judged yet is put off. */
async function handle(services: Services, provider: string, eventId: string): Promise<boolean> {
  const told = await openPartnerEvent(services.database, provider, eventId);
  if (!told) return false;
  // Nothing waits for the network inside a transaction. // Security rules 6
  const word = await askBefore(services, told);
  const outcome =
    word === "SILENT"
      ? "LATER"
      : await transact(services.database, async (trx) => {
          const event = await lockPartnerEvent(trx, provider, eventId);
          if (!event || event.handled) return null;
          const found = await applyEvent(services, trx, event, word);
          if (found !== "LATER") await endPartnerEvent(trx, provider, eventId, found, services.clock.now());
          return found;
        });
  if (outcome === "LATER") await putEventOff(services.database, provider, eventId, services.clock.now());
  return outcome !== null;
}

async function applyEvent(
  services: Services,
  trx: Transaction,
  { provider, body: event, receivedAt }: PartnerEvent,
  word: RailWord | null,
): Promise<EventOutcomeName | "LATER"> {
  switch (event.kind) {
    case "PAYMENT_RECEIVED":
      return receiveAfterFailure(services, trx, provider, event, word);
    case "PAYMENT_FAILED":
      return endFailed(services, trx, provider, event, receivedAt, word);
    case "PAYMENT_PENDING":
      return "KNOWN";
    case "TRANSFER_PENDING":
      return applyTransferNews(services, trx, event.transferId, { status: "PENDING" });
    case "TRANSFER_SETTLED":
      return applyTransferNews(services, trx, event.transferId, {
        status: "SETTLED",
        providerReference: event.providerReference,
        settledAt: event.settledAt,
      });
    case "TRANSFER_FAILED":
      return applyTransferNews(services, trx, event.transferId, {
        status: "FAILED",
        code: event.code,
        detail: event.detail,
      });
  }
}

/** Of a virtual account nothing ends by a payment that failed; a code or push is over. Money that had come in is the rail's to answer for. */
async function endFailed(
  services: Services,
  trx: Transaction,
  provider: string,
  event: BankNotification & { kind: "PAYMENT_FAILED" },
  receivedAt: Date,
  word: RailWord | null,
): Promise<EventOutcomeName | "LATER"> {
  const receipt = await receiptOfFailure(services, trx, event);
  if (receipt?.state === "TAKEN_BACK") return "KNOWN";
  // It came in since the rail was asked, or was never asked for: the next try asks.
  if (receipt)
    return word === "PAID" || word === "NOT_PAID"
      ? judge(services, trx, receipt, { provider, eventId: event.eventId, code: event.code }, word)
      : "LATER";
  // A refund may overtake its payment.
  if (event.paymentId !== undefined)
    return services.clock.now().getTime() - receivedAt.getTime() < earlyMilliseconds ? "LATER" : "UNKNOWN_SUBJECT";
  const request = await requestByReference(trx, event.rail, event.reference);
  if (!request) return "UNKNOWN_SUBJECT";
  if (request.rail === "VIRTUAL_ACCOUNT") return "KNOWN";
  const changed = await changeRequest(trx, request, ["OPENING", "OPEN"], {
    state: "FAILED",
    failureCode: event.code,
    endedAt: services.clock.now(),
    nextInquiryAt: null,
  });
  return changed ? "APPLIED" : "KNOWN";
}

async function handleLeftBehind(services: Services): Promise<number> {
  const before = new Date(services.clock.now().getTime() - leftBehindMilliseconds);
  const open = await openPartnerEvents(services.database, before, services.clock.now(), 50);
  let handled = 0;
  for (const { provider, eventId } of open) {
    try {
      if (await handle(services, provider, eventId)) handled += 1;
    } catch (error) {
      services.log.error("partner's event not handled", { reference: eventId, error });
      await putEventOff(services.database, provider, eventId, services.clock.now());
      // It is out of the way: the next round goes on behind it.
      handled += 1;
    }
  }
  return handled;
}
