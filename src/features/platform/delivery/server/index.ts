/** Delivery: receives providers' reports, stores each once, and returns a message's delivery. */
import { answer, Binary, type CallAnswer } from "#server/call/pipeline.ts";
import type { Caller } from "#server/call/caller.ts";
import type { Domain } from "#server/domain.ts";
import type { MessageChannel } from "#server/outside/messaging/port.ts";
import {
  isMessageId,
  twilioReportPath,
  type DeliveryState,
  type IncomingReport,
  type ReportReading,
} from "#server/outside/messaging/reports.ts";
import type { Services } from "#server/services.ts";
import { transact } from "#server/database.server.ts";
import type { MailReport } from "#server/outside/mail/reports.ts";
import { mailReports, twilioReports, whatsappHandshake, whatsappReports } from "../contract.ts";
import { mailReported } from "./events.ts";
import { addReports, forgetReports, reportsOn } from "./store.ts";

/** Questions about a message come within weeks. */
const keepDays = 180;

const answers: readonly CallAnswer[] = [
  answer(whatsappHandshake, async (handshake, { services }) => {
    const reports = services.outside.messaging.reports?.whatsapp;
    if (!reports) return bytes(404);
    const challenge = reports.handshake({
      mode: handshake["hub.mode"],
      verifyToken: handshake["hub.verify_token"],
      challenge: handshake["hub.challenge"],
    });
    return challenge === null ? bytes(403) : bytes(200, challenge);
  }),
  answer(whatsappReports, async (_told, { services, caller }) => {
    const reports = services.outside.messaging.reports?.whatsapp;
    return reports ? receive(services, caller, reports.read(incomingOf(caller))) : bytes(404);
  }),
  answer(twilioReports, async ({ messageId }, { services, caller }) => {
    const reports = services.outside.messaging.reports?.twilio;
    return reports
      ? receive(services, caller, reports.read(incomingOf(caller), twilioReportPath(messageId), messageId))
      : bytes(404);
  }),
  answer(mailReports, async (_told, { services, caller }) => {
    const { reports } = services.outside.mail;
    if (!reports) return bytes(404);
    const reading = reports.read(incomingOf(caller));
    if (reading.outcome === "REFUSED") {
      services.log.warn("delivery report refused", { reason: reading.reason, port: "mail", traceId: caller.traceId });
      return bytes(reading.reason === "UNREADABLE" ? 400 : 403);
    }
    await keepMailReports(services, reading.reports);
    return bytes(200);
  }),
];

/** Stores and announces each outcome of a mail once, however often it is reported; the senders subscribe. */
async function keepMailReports(services: Services, mailReports: readonly MailReport[]): Promise<void> {
  const at = services.clock.now();
  // In one order, so that two bundles about the same mails cannot deadlock.
  const reports = mailReports.toSorted((a, b) => (a.messageId < b.messageId ? -1 : 1));
  const rows = reports.map(({ messageId, outcome }) => ({
    provider: "mail" as const,
    reportKey: `${messageId}:${outcome}`,
    messageId,
    // A reader who complains has received it.
    state: outcome === "BOUNCED" ? ("FAILED" as const) : ("DELIVERED" as const),
    code: outcome === "DELIVERED" ? null : outcome,
    happenedAt: null,
  }));
  await transact(services.database, async (trx) => {
    await addReports(trx, rows, at);
    for (const { messageId, outcome } of reports)
      await services.events.announce(trx, mailReported, { id: `${messageId}_${outcome}`, at, messageId, outcome });
  });
}

function work({ sweeps }: Services): void {
  sweeps.add({
    name: "delivery-forget",
    everySeconds: 3_600,
    finds: [{ table: "delivery_report", at: "receivedAt", afterSeconds: keepDays * 86_400 }],
    run: ({ database, clock }) =>
      forgetReports(database, new Date(clock.now().getTime() - keepDays * 86_400_000), 1_000),
  });
}

const bytes = (status: number, text = ""): Binary =>
  new Binary(Buffer.from(text), "text/plain; charset=utf-8", {}, status);

function incomingOf({ raw }: Caller): IncomingReport {
  if (!raw) throw new Error("A report came without its bytes.");
  return {
    headers: Object.fromEntries([...raw.headers].map(([name, value]) => [name.toLowerCase(), value])),
    rawBody: raw.body,
  };
}

/** Answers after the rows are committed; without a success answer, a provider sends the report again. */
async function receive(
  { database, clock, log }: Services,
  { traceId }: Caller,
  reading: ReportReading,
): Promise<Binary> {
  if (reading.outcome === "REFUSED") {
    log.warn("delivery report refused", { reason: reading.reason, port: "messaging", traceId });
    return bytes(reading.reason === "SIGNATURE" ? 403 : 400);
  }
  await addReports(database, reading.reports, clock.now());
  return bytes(200);
}

export interface Delivery {
  state: DeliveryState;
  /** The provider's own code of a failure. */
  code: string | null;
  at: Date;
}

/** Progress of a message, independent of the order of its reports: DELIVERED overrides FAILED. */
const ranks: Record<DeliveryState, number> = { SENT: 1, FAILED: 2, DELIVERED: 3, READ: 4 };
const providerOf = (channel: MessageChannel): string => (channel === "WHATSAPP" ? "whatsapp" : "twilio");

/** Providers' reports about these messages. A message resent by a second channel is looked up under the second one. */
export async function deliveriesOf(
  { database }: Services,
  messages: readonly { messageId: string; channel: MessageChannel }[],
): Promise<Map<string, Delivery>> {
  const channels = new Map(
    messages
      .filter(({ messageId }) => isMessageId(messageId))
      .map(({ messageId, channel }) => [messageId, providerOf(channel)]),
  );
  const known = new Map<string, Delivery>();
  for (const { provider, messageId, state, code, happenedAt } of await reportsOn(database, [...channels.keys()])) {
    const before = known.get(messageId);
    if (channels.get(messageId) !== provider || (before && ranks[before.state] >= ranks[state])) continue;
    known.set(messageId, { state, code, at: happenedAt });
  }
  return known;
}

export { mailReported } from "./events.ts";

export const domain: Domain = { answers, work };
